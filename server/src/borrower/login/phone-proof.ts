import type { PhoneChangeView } from '@noren/contract/phone-change';
import { compareSource } from '@noren/core/people/source-match';
import { readIdentity } from '../../people/certification/store.ts';
import { isProvedOwner } from '../../people/owner-proof.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { Deps } from '../../platform/deps.ts';
import type { UserCtx } from '../../platform/http/handler.ts';
import type { SignedIdentity } from '../../platform/ports/identity-sources.ts';

/**
 * What may prove the owner instead of the face check. A copy of the card has its code too, so that
 * who took over the number could have both; a file must name the new number as the issuer knows it.
 */
export async function listProofs(ctx: UserCtx, db: Db | Tx): Promise<PhoneChangeView['proofs']> {
  if (ctx.deps.identitySources === null) return [];
  return (await isProvedOwner(ctx, db)) ? ['card_code', 'file'] : ['file'];
}

/** Whether a signed source is of the confirmed person. Nobody looks at it: nothing may differ. */
export async function isHolder(
  { db, crypto }: Deps,
  userId: string,
  { fields, referenceLast4: last4 }: Pick<SignedIdentity, 'fields' | 'referenceLast4'>,
): Promise<boolean> {
  const identity = await readIdentity(db, crypto, userId);
  return identity !== null && compareSource({ ...fields, last4 }, identity).length === 0;
}
