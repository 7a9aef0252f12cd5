import { type OtherPersonReason, SAME_PERSON } from '@noren/core/people/sanctions-decision';
import { lockCredit } from '../../lending/credit/credit-store.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { lockUser } from '../../platform/http/session-store.ts';
import { decideHit, findOpenHit } from './hit-store.ts';
import { endHold } from './screen-person.ts';

interface HitDecision {
  readonly userId: string;
  readonly hitId: string;
  readonly reason: OtherPersonReason | typeof SAME_PERSON;
  readonly staffId: string;
}

/**
 * Decides whether a held person is the listed one. The borrower is told nothing: a hold that ends
 * is simply gone, one that stays reads as before.
 * @returns false when another hit waits, or none
 */
export async function decideHitIn(
  tx: Tx,
  deps: Deps,
  { userId, hitId, reason, staffId }: HitDecision,
): Promise<boolean> {
  await lockCredit(tx, userId);
  await lockUser(tx, userId);

  if ((await findOpenHit(tx, userId))?.hitId !== hitId) return false;

  const decision = reason === SAME_PERSON ? 'same_person' : 'other_person';
  await decideHit(tx, { userId, hitId, decision, reason, staffId, now: deps.now() });
  await endHold(tx, deps, userId);

  return true;
}
