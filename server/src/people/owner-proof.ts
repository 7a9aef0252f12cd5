import { isSettledPhone } from '@noren/core/people/data-copy';
import { isTrustedPasskey } from '@noren/core/people/passkey';
import { codeValidMs } from '@noren/core/people/step-up';
import type { Db, Tx } from '../platform/db/db.ts';
import { toDevice } from '../platform/http/device-secret.ts';
import type { UserCtx } from '../platform/http/handler.ts';
import * as store from './owner-proof-store.ts';

/**
 * Whether a passkey confirmed this session lately that a person who just took over the phone number
 * cannot have.
 */
export async function isProvedByPasskey(
  { userId, session, now }: UserCtx,
  db: Db | Tx,
): Promise<boolean> {
  const passkeys = await store.listPasskeysUsed(db, {
    userId,
    sessionId: session.sessionId,
    since: now - codeValidMs,
  });
  return passkeys.some((passkey) => isTrustedPasskey(passkey, now));
}

/** Whether the user has a passkey that proves more than the code. */
export async function hasTrustedPasskey({ userId, now }: UserCtx, db: Db | Tx): Promise<boolean> {
  return (await store.listPasskeyAges(db, userId)).some((passkey) =>
    isTrustedPasskey(passkey, now),
  );
}

/** Since when the session's phone is one of the owner's, UTC ms; null when it is not. */
export async function phoneKnownSince(ctx: UserCtx, db: Db | Tx): Promise<number | null> {
  return store.readDeviceKnownSince(db, { userId: ctx.userId, device: toDevice(ctx) }, ctx.now);
}

/** Whether the session is on a phone that is the owner's for a day, or made the account. */
async function isOnSettledPhone(ctx: UserCtx, db: Db | Tx): Promise<boolean> {
  const knownSince = await phoneKnownSince(ctx, db);
  return isSettledPhone(
    { knownSince, accountSince: await store.readAccountSince(db, ctx.userId) },
    ctx.now,
  );
}

/**
 * Whether more than the code says that the owner acts: a code goes to anyone who has the number
 * now.
 */
export async function isProvedOwner(ctx: UserCtx, db: Db | Tx): Promise<boolean> {
  return (await isOnSettledPhone(ctx, db)) || (await isProvedByPasskey(ctx, db));
}
