import type { DebitStop } from '@noren/core/money/mandate-states';
import { withholdNotification } from '../../../notifications/store.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { closeDebit, type Debit } from './debit-store.ts';
import { type MandateEvent, noteEvent } from './mandate-store.ts';

/**
 * Withdraws a debit that was not made, and its announcement to the borrower where that was not sent
 * yet. The caller holds the lock of its mandate.
 * @returns whether it was still open
 */
export async function withdrawDebit(
  tx: Tx,
  debit: Debit,
  because: { reason: DebitStop; actor: MandateEvent['actor']; now: number },
): Promise<boolean> {
  const { reason, actor, now } = because;
  if (!(await closeDebit(tx, debit, { state: 'withdrawn', reason, now }))) return false;

  const { userId, debitId } = debit;
  await noteEvent(tx, debit, { debitId, kind: 'withdrawn', actor, reason, at: now });
  await withholdNotification(tx, {
    userId,
    kind: 'debit_announced',
    reference: debitId,
    reason: 'debit withdrawn',
  });

  return true;
}
