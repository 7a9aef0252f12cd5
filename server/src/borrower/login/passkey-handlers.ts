import { formatDay, formatTime, toBusinessDay } from '@noren/core/money/time';
import { MOST_PASSKEYS, PASSKEY_CHALLENGE_MS, passkeyKeptUntil } from '@noren/core/people/passkey';
import { notifyPasskeyChange } from '../../people/login/passkey-notification.ts';
import * as store from '../../people/login/passkey-store.ts';
import { isProvedOwner, phoneKnownSince } from '../../people/owner-proof.ts';
import { recordOwnAction } from '../../platform/audit-store.ts';
import {
  findCredentialId,
  newPasskeyChallenge,
  passkeyCreationOptions,
  passkeyRequestOptions,
  verifyNewPasskey,
  verifyPasskey,
} from '../../platform/crypto/webauthn.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { conflict, notFound } from '../../platform/http/call-error.ts';
import { renewDeviceSecret } from '../../platform/http/device-secret.ts';
import { type Handlers, twoPhase, type UserCtx } from '../../platform/http/handler.ts';
import { takeOrRefuse } from '../../platform/http/rate-limits.ts';
import {
  endRecentConfirmations,
  lockUser,
  raiseAssurance,
} from '../../platform/http/session-store.ts';
import { requireCodeFor } from '../../platform/http/step-up.ts';
import { announceNewDevice } from './new-device.ts';
import { passkeySite } from './passkey-site.ts';

type ChallengeAct = store.ChallengeOwner['act'];

const refused = () => conflict('login.passkey_refused', 'passkey_refused');

const challengeOwner = ({ userId, session }: UserCtx, act: ChallengeAct): store.ChallengeOwner => ({
  userId,
  sessionId: session.sessionId,
  act,
});

/**
 * A new challenge for this session alone.
 * @returns the text for the browser
 */
async function issueChallenge(ctx: UserCtx, db: Db, act: ChallengeAct): Promise<string> {
  const { text, hash } = newPasskeyChallenge();
  const now = await ctx.deps.clock.databaseNow(db);

  await store.saveChallenge(db, challengeOwner(ctx, act), hash, {
    now,
    expiresAt: now + PASSKEY_CHALLENGE_MS,
  });

  return text;
}

/** Uses up the challenge at once, whatever comes of the signature. */
function challengeUser(ctx: UserCtx, act: ChallengeAct): (hash: Buffer) => Promise<boolean> {
  const { db, clock } = ctx.deps;
  return async (hash) =>
    store.useChallenge(db, challengeOwner(ctx, act), hash, await clock.databaseNow(db));
}

function requireRoom(passkeys: readonly unknown[]): void {
  if (passkeys.length >= MOST_PASSKEYS)
    throw conflict('login.too_many_passkeys', 'too_many_passkeys', { most: MOST_PASSKEYS });
}

const limitChanges = (ctx: UserCtx): Promise<void> =>
  takeOrRefuse(ctx, [['passkey-change-user-day', ctx.userId]]);

const limitChallenges = (ctx: UserCtx): Promise<void> =>
  takeOrRefuse(ctx, [['passkey-challenge-user-hour', ctx.userId]]);

/** Records a change and notifies the user, who may not have made it. */
async function announceChange(
  { userId, session, deps, now }: UserCtx,
  tx: Tx,
  kind: 'passkey_added' | 'passkey_removed',
  passkeyId: string,
): Promise<void> {
  const detail = { session: session.sessionId };
  await recordOwnAction(tx, { userId, now }, { action: kind, subject: passkeyId, detail });
  await notifyPasskeyChange(tx, deps, { userId, kind, passkeyId, now });
}

/**
 * @throws CallError 409 on a new phone: the owner keeps for a day what proves more than the code
 */
async function requireMayRemove(ctx: UserCtx, tx: Tx, passkeyId: string): Promise<void> {
  const { userId, deps, now } = ctx;
  const passkey = await store.readPasskeyAge(tx, { userId, passkeyId });
  if (!passkey) return;

  const phone = {
    isProved: await isProvedOwner(ctx, tx),
    knownSince: await phoneKnownSince(ctx, tx),
  };
  const keptUntil = passkeyKeptUntil(passkey, phone, now);
  if (keptUntil === null) return;

  const until = { day: formatDay(toBusinessDay(keptUntil)), time: formatTime(keptUntil) };
  throw conflict('login.passkey_kept', 'passkey_kept', {
    ...until,
    phone: deps.appConfig.lender.grievance.phone,
  });
}

/**
 * A borrower's passkeys, which may be used in place of the code on a running session. They sign
 * nobody in.
 */
export const passkeyHandlers = {
  async viewPasskeys(ctx, _input, db) {
    requireCodeFor(ctx, 'see_saved');

    const passkeys = await store.listPasskeys(db, ctx.deps.crypto, ctx.userId);

    return {
      host: passkeySite(ctx.deps).host,
      passkeys: passkeys.map(({ passkeyId, name, addedAt, lastUsedAt }) => ({
        passkeyId,
        name,
        addedAt,
        lastUsedAt,
      })),
    };
  },

  async beginPasskey(ctx, _input, db) {
    requireCodeFor(ctx, 'change_passkeys');
    await limitChallenges(ctx);

    const own = await store.listPasskeys(db, ctx.deps.crypto, ctx.userId);
    requireRoom(own);

    const options = await passkeyCreationOptions(passkeySite(ctx.deps), {
      challenge: await issueChallenge(ctx, db, 'add'),
      own,
      userId: Buffer.from(ctx.userId),
      userName: ctx.session.maskedPhone,
      displayName: ctx.session.maskedPhone,
      isPhoneOnly: true,
    });
    return { options };
  },

  addPasskey: twoPhase({
    async prepare(ctx, { body }) {
      requireCodeFor(ctx, 'change_passkeys');
      await limitChanges(ctx);

      const made = await verifyNewPasskey(
        passkeySite(ctx.deps),
        body.attestation,
        challengeUser(ctx, 'add'),
      );
      if (!made) throw refused();

      return made;
    },
    async commit(ctx, { body }, tx, credential) {
      const { userId, deps, now } = ctx;
      // Two at once must not both be the last there is room for.
      await lockUser(tx, userId);
      requireRoom(await store.listPasskeys(tx, deps.crypto, userId));

      const passkeyId = await store.savePasskey(tx, deps.crypto, {
        userId,
        credential,
        name: body.name,
        now,
      });
      if (passkeyId === null) throw refused();

      await announceChange(ctx, tx, 'passkey_added', passkeyId);

      return { passkeyId };
    },
  }),

  async renamePasskey(ctx, { body }, tx) {
    requireCodeFor(ctx, 'change_saved');
    if (!(await store.renamePasskey(tx, ctx.deps.crypto, { userId: ctx.userId, ...body })))
      throw notFound();
    return {};
  },

  removePasskey: twoPhase({
    async prepare(ctx) {
      requireCodeFor(ctx, 'change_passkeys');
      await limitChanges(ctx);
    },
    async commit(ctx, { body: { passkeyId } }, tx) {
      const { userId, session, now } = ctx;
      await requireMayRemove(ctx, tx, passkeyId);

      const removed = await store.deletePasskey(tx, { userId, passkeyId });
      if (removed > 0) {
        // What it confirmed on another phone half an hour ago is confirmed no longer.
        await endRecentConfirmations(tx, { userId, exceptSessionId: session.sessionId, now });
        await announceChange(ctx, tx, 'passkey_removed', passkeyId);
      }

      return { removed };
    },
  }),

  async beginPasskeyConfirmation(ctx, _input, db) {
    const own = await store.listPasskeys(db, ctx.deps.crypto, ctx.userId);
    if (own.length === 0) return { options: null };

    await limitChallenges(ctx);

    const challenge = await issueChallenge(ctx, db, 'confirm');
    return { options: await passkeyRequestOptions(passkeySite(ctx.deps), { challenge, own }) };
  },

  confirmByPasskey: twoPhase({
    async prepare(ctx, { body: { assertion } }) {
      const own = await store.listPasskeys(ctx.deps.db, ctx.deps.crypto, ctx.userId);
      const passkey = own.find(({ credentialId }) => credentialId === findCredentialId(assertion));
      if (!passkey) throw refused();

      const given = { assertion, passkey };
      const counter = await verifyPasskey(
        passkeySite(ctx.deps),
        given,
        challengeUser(ctx, 'confirm'),
      );
      if (counter === null) throw refused();

      return { passkeyId: passkey.passkeyId, counter };
    },
    async commit(ctx, _input, tx, used) {
      const { userId, session, now } = ctx;
      const { sessionId } = session;
      if (!(await store.markPasskeyUsed(tx, { userId, sessionId, ...used, now }))) throw refused();

      // A session of a link becomes one that can do harm, as by a code.
      await announceNewDevice(ctx, tx, { userId, reference: ctx.requestId });
      ctx.setSessionCookie(
        await raiseAssurance(tx, session, { deviceSecret: renewDeviceSecret(ctx), now }),
      );

      const detail = { session: sessionId };
      const action = 'confirmed_by_passkey';

      await recordOwnAction(tx, { userId, now }, { action, subject: used.passkeyId, detail });

      return {};
    },
  }),
} satisfies Partial<Handlers>;
