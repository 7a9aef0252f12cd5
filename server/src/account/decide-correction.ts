import { sql } from 'kysely';
import { noteAction } from '../audit.ts';
import type { Deps } from '../deps.ts';
import { notify } from '../messages-out/store.ts';
import { lockUser } from '../session.ts';
import { writeHeld } from './held-fields.ts';
import { type DataChange, endChange, listChanges } from './store.ts';

/** A correction that waits for a person, and whose. */
export type WaitingCorrection = DataChange & { readonly userId: string; readonly maskedPhone: string };

/** Corrections that wait for a person, the oldest first. */
export async function listWaiting({ db, crypto }: Deps): Promise<WaitingCorrection[]> {
  const { rows } = await sql<{ userId: string; maskedPhone: string }>`
    select distinct on (c.user_id) c.user_id as "userId", u.masked_phone as "maskedPhone"
    from data_changes c join users u using (user_id) where c.state = 'waiting' order by c.user_id limit 100`.execute(
    db,
  );
  const found = await Promise.all(
    rows.map(async (user) =>
      (await listChanges(db, crypto, user.userId))
        .filter(({ state }) => state === 'waiting')
        .map((change) => ({ ...change, ...user })),
    ),
  );
  return found.flat().sort((a, b) => a.askedAt - b.askedAt);
}

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
    await noteAction(tx, { at: now, userId, actor: `operator:${operator}`, action: `correction_${state}`, detail });
    return true;
  });
}
