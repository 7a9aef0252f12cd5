import { lockCredit } from '../../../lending/credit/credit-store.ts';
import {
  freezeLending,
  queueHeldPayouts,
  readFreezeRequest,
  readFrozenAt,
  unfreezeLending,
} from '../../../lending/credit/lending-stop-store.ts';
import { readNominee } from '../../../people/account/store.ts';
import {
  endNomineeClaim,
  readNomineeClaim,
  recordNomineeClaim,
} from '../../../people/nominee-claim-store.ts';
import type { Tx } from '../../../platform/db/db.ts';
import type { Deps } from '../../../platform/deps.ts';
import { endSessions } from '../../people/person-store.ts';
import { OperatorError } from '../request/operator-error.ts';
import { aboutUser, type Kind, requireUser } from './kind.ts';
import { findOwingOrders } from './owing-orders.ts';
import { countErasable } from './person-facts-store.ts';

/**
 * Records a nominee's claim after a borrower's death: dues are raised with nobody, sessions end,
 * nobody signs in and nothing new is lent. What is owed stays as it is. A claim that was wrong is
 * ended in the same way.
 */
export const nomineeClaim: Kind<'nominee_claim'> = {
  subject: aboutUser,
  affected: (tx, request) => findOwingOrders(tx, requireUser(request)),

  facts: async (tx, _, { userId }) => {
    if (userId === null) return [];

    const isClaimed = (await readNomineeClaim(tx, userId)) !== undefined;
    const { sessions } = await countErasable(tx, userId);

    return [
      { what: 'nominee_claim', value: isClaimed ? 'recorded' : 'none' },
      { what: 'dues', value: isClaimed ? 'not_raised' : 'raised' },
      { what: 'account', value: isClaimed ? 'closed' : 'open' },
      { what: 'sessions', value: String(sessions) },
      { what: 'new_lending', value: (await readFrozenAt(tx, userId)) !== null ? 'frozen' : 'open' },
    ];
  },

  execute: async (tx, deps, request) => {
    const userId = requireUser(request);
    const { requestId, detail } = request;
    const claim = { userId, requestId, now: deps.now() };

    await lockCredit(tx, userId);
    await (detail.isClaimed ? recordClaim(tx, deps, claim, detail.evidence) : endClaim(tx, claim));
  },
};

interface Claim {
  readonly userId: string;
  readonly requestId: string;
  readonly now: number;
}

/** @throws OperatorError without a nominee, and when a claim is open */
async function recordClaim(tx: Tx, deps: Deps, claim: Claim, evidence: string): Promise<void> {
  const { userId, now } = claim;
  if (!(await readNominee(tx, deps.crypto, userId)))
    throw new OperatorError('not_possible', 'nominee_missing');

  if (!(await recordNomineeClaim(tx, { ...claim, evidence })))
    throw new OperatorError('not_possible', 'claim_open');

  await freezeLending(tx, claim);
  await endSessions(tx, { userId, sessionId: undefined, now });
}

/** @throws OperatorError when no claim is open */
async function endClaim(tx: Tx, claim: Claim): Promise<void> {
  const claimedBy = await endNomineeClaim(tx, claim);
  if (claimedBy === undefined) throw new OperatorError('not_possible', 'claim_not_open');
  // A freeze from before the claim stays.
  if ((await readFreezeRequest(tx, claim.userId)) !== claimedBy) return;

  await unfreezeLending(tx, claim);
  await queueHeldPayouts(tx, claim.userId);
}
