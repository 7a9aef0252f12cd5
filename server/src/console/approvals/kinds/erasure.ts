import { mayRefuseErasure } from '@noren/core/lending/erasure';
import { notify } from '../../../notifications/store.ts';
import { decideErasure } from '../../../people/account/requests-store.ts';
import { readNomineeClaim } from '../../../people/nominee-claim-store.ts';
import { eraseNow, lockForErasure } from '../../../people/personal-data/erase-user.ts';
import { recordAction } from '../../../platform/audit-store.ts';
import type { Tx } from '../../../platform/db/db.ts';
import type { Deps } from '../../../platform/deps.ts';
import { OperatorError } from '../request/operator-error.ts';
import { aboutUser, type Kind, type RequestOfKind, requireUser } from './kind.ts';
import { countErasable, isErased, readRetainUntil } from './person-facts-store.ts';

/**
 * Carries out a request for erasure before its waiting time, or one that came in by letter; or
 * refuses it with a reason that the borrower reads. What the law requires stays.
 */
export const erasure: Kind<'erasure'> = {
  subject: aboutUser,

  /**
   * What goes, and what the law has kept: the identity of a borrower until a day, and the loans by
   * number alone.
   */
  facts: async (tx, _, { userId }) => {
    if (userId === null) return [];

    const { sessions, pictures, loans } = await countErasable(tx, userId);
    return [
      { what: 'personal_data', value: (await isErased(tx, userId)) ? 'erased' : 'on_file' },
      { what: 'pictures', value: String(pictures) },
      { what: 'sessions', value: String(sessions) },
      { what: 'identity_record', value: (await readRetainUntil(tx, userId)) ?? 'none' },
      { what: 'loan_records', value: String(loans) },
    ];
  },

  execute: decideErasureRequest,
};

/** @throws OperatorError while something prevents it, or for a reason that does not hold */
async function decideErasureRequest(
  tx: Tx,
  deps: Deps,
  request: RequestOfKind<'erasure'>,
): Promise<void> {
  const userId = requireUser(request);
  const { requestId, makerId, detail } = request;

  if (await isErased(tx, userId)) throw new OperatorError('not_possible', 'erasure_done');

  if (detail.askedBy === 'nominee' && !(await readNomineeClaim(tx, userId)))
    throw new OperatorError('not_possible', 'erasure_claim_missing');

  const [block, ...others] = await lockForErasure(tx, deps, userId);
  const blocks = block === undefined ? [] : [block, ...others];
  const actor = `staff:${makerId}`;
  if (detail.decision === 'erase') {
    if (block !== undefined) throw new OperatorError('not_possible', `erasure_${block}`);
    return eraseNow(tx, deps, { userId, actor });
  }

  const { why } = detail;
  if (!mayRefuseErasure(why, blocks))
    throw new OperatorError('not_possible', 'erasure_reason_unfit');

  const now = deps.now();
  await decideErasure(tx, { userId, refusedBecause: why, now });
  await recordAction(tx, { at: now, userId, actor, action: 'erasure_refused', detail: { why } });
  await notify(tx, deps, { userId, kind: 'erasure_refused', reference: requestId, values: {} });
}
