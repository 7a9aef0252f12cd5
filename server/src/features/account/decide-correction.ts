import { recordAction } from '../../platform/audit.ts';
import type { Deps } from '../../platform/deps.ts';
import { lockUser } from '../../platform/http/session.ts';
import { notify } from '../../platform/notifications/store.ts';
import { writeHeld } from './held-fields.ts';
import { endChange, listChanges } from './store.ts';

/**
 * Operator action: carries out a correction that waits, or refuses it; the borrower is told.
 * @returns whether it waited: of two operators at once one decides
 */
export async function decideCorrection(
  deps: Deps,
  given: { userId: string; changeId: string; decision: 'approve' | 'refuse'; operator: string },
): Promise<boolean> {
  const { userId, changeId, decision, operator } = given;
  const now = deps.now();
  return deps.db.transaction().execute(async (tx) => {
    await lockUser(tx, userId);
    const change = (await listChanges(tx, deps.crypto, userId)).find((one) => one.changeId === changeId);
    const state = decision === 'approve' ? 'done' : 'refused';
    if (!change || !(await endChange(tx, { userId, changeId }, { state, by: `operator:${operator}`, now })))
      return false;
    if (state === 'done') await writeHeld(tx, deps.crypto, { userId, field: change.field, value: change.after, now });
    await notify(tx, deps, { userId, kind: 'correction_decided', reference: changeId, values: {} });
    const detail = { field: change.field };
    await recordAction(tx, { at: now, userId, actor: `operator:${operator}`, action: `correction_${state}`, detail });
    return true;
  });
}
