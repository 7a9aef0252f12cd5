import { readNominee } from '../../../features/account/store.ts';
import { lockCredit } from '../../../lending/credit-store.ts';
import {
  freezeLending,
  queueHeldPayouts,
  readFreezeRequest,
  unfreezeLending,
} from '../../../lending/lending-stop-store.ts';
import { endNomineeClaim, recordNomineeClaim } from '../../../lending/nominee-claim-store.ts';
import type { Tx } from '../../../platform/db/db.ts';
import type { Deps } from '../../../platform/deps.ts';
import { endSessions } from '../../people/person-store.ts';
import { OperatorError } from '../request/operator-error.ts';
import type { OperatorRequest } from '../request/requests-store.ts';

/**
 * Records a nominee's claim after a borrower's death: dues are raised with nobody, sessions end, nobody signs in and nothing
 * new is lent. What is owed stays as it is. A claim that was wrong is ended in the same way.
 * @throws OperatorError without a nominee, and when the claim runs or ended already
 */
export async function changeNomineeClaim(
  tx: Tx,
  deps: Deps,
  { userId, requestId, detail }: OperatorRequest & { kind: 'nominee_claim' },
): Promise<void> {
  if (userId === null) throw new OperatorError('unknown', 'This request needs a borrower.');
  const of = { userId, requestId, now: deps.now() };
  await lockCredit(tx, userId);
  if (!detail.isClaimed) return endClaim(tx, of);
  if (!(await readNominee(tx, deps.crypto, userId)))
    throw new OperatorError(
      'not_possible',
      'This person has no nominee. Ask the heir to write to the grievance officer.',
    );
  if (!(await recordNomineeClaim(tx, { ...of, evidence: detail.evidence })))
    throw new OperatorError('not_possible', 'A nominee’s claim is already open.');
  await freezeLending(tx, of);
  await endSessions(tx, { userId, sessionId: undefined, now: of.now });
}

async function endClaim(tx: Tx, of: { userId: string; requestId: string; now: number }): Promise<void> {
  const claimedBy = await endNomineeClaim(tx, of);
  if (claimedBy === undefined) throw new OperatorError('not_possible', 'No nominee’s claim is open.');
  // A freeze from before the claim stays.
  if ((await readFreezeRequest(tx, of.userId)) !== claimedBy) return;
  await unfreezeLending(tx, of);
  await queueHeldPayouts(tx, of.userId);
}
