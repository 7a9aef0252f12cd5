import { recordAction } from '../../platform/audit-store.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { Deps } from '../../platform/deps.ts';
import {
  lockDiscrepancy,
  type ProviderDiscrepancy,
  RESOLVED,
  readOpenDiscrepancy,
} from './provider-discrepancies-store.ts';

/** A stored or reported value: paise, or a state. */
export const showValue = (value: unknown): number | string =>
  typeof value === 'number' ? value : String(value);

/** One sentence without a full stop, for the self-check. */
export function describeDiscrepancy({ what, ref, stored, reported }: ProviderDiscrepancy): string {
  const show = (value: unknown) =>
    typeof value === 'number' ? `${value} paise` : showValue(value);
  return `${what} ${ref} is recorded as ${show(stored)}, its provider later reported ${show(reported)}`;
}

/**
 * Operator action: marks a discrepancy resolved and records the outcome. Moving money is a separate
 * action.
 * @returns false when it is not open; of two operators at once only one is recorded
 */
export async function resolveDiscrepancyIn(
  tx: Tx,
  deps: Pick<Deps, 'now'>,
  {
    discrepancyId,
    operator,
    outcome,
  }: { discrepancyId: string; operator: string; outcome: string },
): Promise<boolean> {
  await lockDiscrepancy(tx, discrepancyId);

  const found = await readOpenDiscrepancy(tx, discrepancyId);
  if (!found) return false;

  const line = {
    at: deps.now(),
    userId: found.userId,
    actor: `operator:${operator}`,
    action: RESOLVED,
  };
  await recordAction(tx, { ...line, subject: discrepancyId, detail: { outcome } });

  return true;
}
