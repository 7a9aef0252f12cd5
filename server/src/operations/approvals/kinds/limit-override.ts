import { formatRupees, paise } from '@noren/core/money/money';
import { lockCredit } from '../../../lending/credit-store.ts';
import {
  freezeLending,
  queueHeldPayouts,
  setLendingStopped,
  unfreezeLending,
} from '../../../lending/lending-stop-store.ts';
import { readNomineeClaim } from '../../../lending/nominee-claim-store.ts';
import type { Tx } from '../../../platform/db/db.ts';
import type { Deps } from '../../../platform/deps.ts';
import { OperatorError } from '../request/operator-error.ts';
import type { OperatorRequest } from '../request/requests-store.ts';
import { holdContact } from './contact-hold.ts';
import { decideErasureRequest } from './erasure.ts';
import { markFullKyc } from './full-kyc-store.ts';
import { changeNomineeClaim } from './nominee-claim.ts';
import { readLimitBounds, setLimit } from './person-facts-store.ts';

type PersonKind = 'full_kyc' | 'limit_override' | 'lending_freeze' | 'contact_hold' | 'erasure' | 'nominee_claim';
type PersonRequest = OperatorRequest & { kind: PersonKind };

/** Carries out what was asked for about one person. */
export async function changePerson(tx: Tx, deps: Deps, request: PersonRequest): Promise<void> {
  switch (request.kind) {
    case 'full_kyc':
      return markFullKyc(tx, requireUser(request), deps.now());
    case 'limit_override':
      return overrideLimit(tx, request);
    case 'lending_freeze':
      return changeFreeze(tx, deps, request);
    case 'contact_hold':
      return holdContact(tx, deps, request);
    case 'erasure':
      return decideErasureRequest(tx, deps, request);
    case 'nominee_claim':
      return changeNomineeClaim(tx, deps, request);
    default:
      return request satisfies never;
  }
}

function requireUser({ userId }: OperatorRequest): string {
  if (userId === null) throw new OperatorError('unknown', 'This request needs a borrower.');
  return userId;
}

/** Freezes or unfreezes new lending to one person. Loans that were paid out go on. */
async function changeFreeze(tx: Tx, deps: Deps, request: OperatorRequest & { kind: 'lending_freeze' }): Promise<void> {
  const userId = requireUser(request);
  const { requestId, detail } = request;
  const of = { userId, requestId, now: deps.now() };
  // An application that runs now ends before the freeze, or sees it.
  await lockCredit(tx, userId);
  if (detail.isFrozen) {
    if (!(await freezeLending(tx, of)))
      throw new OperatorError('not_possible', 'New lending to this person is already frozen.');
    return;
  }
  if (await readNomineeClaim(tx, userId))
    throw new OperatorError('not_possible', 'A nominee’s claim is open. If it was wrong, end the claim.');
  if (!(await unfreezeLending(tx, of)))
    throw new OperatorError('not_possible', 'New lending to this person is not frozen.');
  await queueHeldPayouts(tx, userId);
}

/** Starts lending again for everybody and sends the payouts that waited. */
export async function startLending(
  tx: Tx,
  deps: Deps,
  { checkerId, makerId, reason }: OperatorRequest & { kind: 'lending_start' },
): Promise<void> {
  const staffId = checkerId ?? makerId;
  if (!(await setLendingStopped(tx, { isStopped: false, staffId, reason, now: deps.now() })))
    throw new OperatorError('not_possible', 'Lending is not stopped.');
  await queueHeldPayouts(tx, null);
}

/**
 * Changes an approved limit. It may fall to any amount, and rise no higher than the highest that was evaluated or that the
 * borrower asked for: a limit above that rises by the borrower's own request alone.
 */
async function overrideLimit(tx: Tx, request: OperatorRequest & { kind: 'limit_override' }): Promise<void> {
  const userId = requireUser(request);
  const { limitPaise } = request.detail;
  await lockCredit(tx, userId);
  const bounds = await readLimitBounds(tx, userId);
  if (bounds?.state !== 'approved')
    throw new OperatorError('not_possible', 'Only an approved limit can be changed. Decide the application first.');
  if (limitPaise === bounds.limitPaise)
    throw new OperatorError('not_possible', 'The limit is already this amount. Enter another one.');
  if (limitPaise > bounds.highestPaise)
    throw new OperatorError(
      'not_possible',
      `Enter at most ${formatRupees(paise(bounds.highestPaise))}. A limit above the one assessed needs the borrower’s own request.`,
    );
  if (limitPaise < bounds.usedPaise)
    throw new OperatorError(
      'not_possible',
      `Enter at least ${formatRupees(paise(bounds.usedPaise))}: that much is owed or reserved now.`,
    );
  await setLimit(tx, userId, limitPaise);
}
