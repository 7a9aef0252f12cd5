import type { BodyOf } from '@noren/contract/call';
import { CODES } from '@noren/contract/codes';
import type { checkOtpLogin, openTokenPhone } from '@noren/contract/login';
import { mayCollect } from '@noren/core/people/consent';
import { maskPhone } from '@noren/core/people/identity-numbers';
import { onboardingStatus, UserStatus } from '@noren/core/people/status';
import { deletePushSubscriptions, endPushSubscriptions } from '../../notifications/store.ts';
import { readConsents } from '../../people/consent-store.ts';
import { recordDecision } from '../../people/consents.ts';
import {
  findOrCreateUser,
  findUserOfDevice,
  readPhone,
  readSignInUser,
  readUserLanguage,
  type SignInUser,
  saveUserLanguage,
} from '../../people/login/store.ts';
import { readNomineeClaim } from '../../people/nominee-claim-store.ts';
import { toBorrowerState } from '../../people/session-columns-store.ts';
import { recordAction } from '../../platform/audit-store.ts';
import type { Tx } from '../../platform/db/db.ts';
import { CallError, conflict } from '../../platform/http/call-error.ts';
import { renewDeviceSecret, toDevice } from '../../platform/http/device-secret.ts';
import { type Ctx, type Handlers, twoPhase } from '../../platform/http/handler.ts';
import { hashNetwork } from '../../platform/http/network-address.ts';
import { takeOrRefuse } from '../../platform/http/rate-limits.ts';
import {
  endOldestSessions,
  type Lead,
  openSession,
  recordLead,
  revokeSession,
  type SessionMethod,
} from '../../platform/http/session-store.ts';
import { type CheckedCode, checkCode, consumeCode, sendCode } from './codes.ts';
import { announceNewDevice } from './new-device.ts';
import {
  openTokenExists,
  redeemOpenToken,
  requireCodeLink,
  requireValidOpenToken,
} from './open-token.ts';

function userInfo(user: SignInUser) {
  const { userId, maskedPhone, bizStatus } = user;
  return { userId, maskedPhone, bizStatus, isAuthComplete: bizStatus >= UserStatus.certified };
}

async function signIn(ctx: Ctx, tx: Tx, user: SignInUser, method: SessionMethod) {
  if (await readNomineeClaim(tx, user.userId))
    throw conflict('login.account_held', 'account_held', {
      phone: ctx.deps.appConfig.lender.grievance.phone,
    });

  const opened = await openSession(tx, {
    userId: user.userId,
    deviceId: ctx.deviceId,
    now: ctx.now,
    ...method,
  });
  const ended = await endOldestSessions(tx, user.userId, ctx.now);

  await endPushSubscriptions(tx, { userId: user.userId, devices: ended, now: ctx.now });
  ctx.setSessionCookie(opened.cookie);
  await recordAction(tx, {
    at: ctx.now,
    userId: user.userId,
    actor: 'user',
    action: 'sign_in',
    subject: opened.sessionId,
    detail: {
      assurance: method.assurance,
      device: ctx.deviceId,
      network: hashNetwork(ctx.deps.crypto, ctx.address),
      ...(method.assurance === 'link' && { channel: method.lead.channel }),
    },
  });

  return { ...userInfo(user), token: opened.token };
}

/**
 * Whether the user of this phone agreed to the current policy and signed in on this device; false
 * for any other device.
 */
async function hasAgreedHere(ctx: Ctx, phone: string): Promise<boolean> {
  const { deps, now } = ctx;
  const phoneHashes = deps.crypto.hashes('phone', phone);
  const userId = await findUserOfDevice(deps.db, { phoneHashes, device: toDevice(ctx) }, now);

  return (
    userId !== null &&
    mayCollect(await readConsents(deps.db, userId, 'privacy_policy'), 'privacy_policy')
  );
}

type CurrentSession = Awaited<ReturnType<Ctx['currentSession']>>;

/**
 * Signs in the user of a link. Another user's session on this device is revoked if the borrower
 * said so; the user's own session is kept, because replacing it would lose its OTP assurance.
 * @throws CallError 409 while another user is signed in; the link is not spent
 */
async function signInByLink(
  ctx: Ctx,
  tx: Tx,
  input: { userId: string; lead: Lead; current: CurrentSession; endsOther: boolean },
) {
  const { userId, lead, current, endsOther } = input;
  const user = await readSignInUser(tx, userId);
  if (current?.session.userId === userId) {
    await recordLead(tx, current.session, lead);
    return { ...userInfo(user), token: current.token };
  }
  if (current && !endsOther) throw conflict('login.other_signed_in', 'other_signed_in');

  if (current) await revokeSession(tx, current.session, ctx.now);

  return signIn(ctx, tx, user, { assurance: 'link', lead });
}

/**
 * The phone that a code was sent to: that of a link, or typed.
 * @throws CallError 400 when neither or both are given
 */
async function requireCodePhone(
  ctx: Ctx,
  { phone, link }: Pick<BodyOf<typeof checkOtpLogin>, 'phone' | 'link'>,
) {
  if (link !== undefined && phone !== undefined) throw invalidField('link', 'not_with_phone');
  if (link !== undefined) return readLinkPhone(ctx, link);
  if (phone !== undefined) return phone;
  throw invalidField('phone', 'empty');
}

const invalidField = (path: string, problem: string): CallError =>
  new CallError(CODES.invalidInput, 'error.invalid', { data: { fields: [{ path, problem }] } });

async function readLinkPhone(
  ctx: Ctx,
  { taskId, uniqueChannel: channel }: BodyOf<typeof openTokenPhone>,
) {
  const { db, crypto } = ctx.deps;
  await limitLinkGuesses(ctx, taskId);
  return readPhone(db, crypto, await requireCodeLink(db, { taskId, channel, now: ctx.now }));
}

/**
 * Limits only unknown links: carriers put thousands of borrowers behind one address, and a campaign
 * reaches them all at once.
 */
async function limitLinkGuesses({ deps, address, now }: Ctx, taskId: string): Promise<void> {
  if (await openTokenExists(deps.db, taskId)) return;
  await takeOrRefuse({ deps, now }, [['link-guess-address-hour', address]]);
}

export const loginHandlers = {
  sendOtp: twoPhase({
    // @ASSUMED: type 1 is a first sign-in and type 2 a later one. Each gets a code; which it is,
    // the answer must not tell.
    prepare: async (ctx, { body }) => {
      const { phone } = body;
      const sent = await sendCode(ctx, { phone, purpose: 'login', userId: null });
      return { ...sent, hasAgreed: await hasAgreedHere(ctx, phone) };
    },
    commit: async (_ctx, _input, _tx, sent) => sent,
  }),

  checkOtpLogin: twoPhase({
    prepare: async (ctx, { body }) => {
      if (body.policyVersion !== ctx.deps.appConfig.policyVersion)
        throw conflict('login.policy_changed', 'policy_changed');

      const { otpRef, code } = body;
      const phone = await requireCodePhone(ctx, body);
      const checked = await checkCode(ctx, { phone, purpose: 'login', userId: null, otpRef, code });

      return { phone, checked, current: await ctx.currentSession() };
    },
    async commit(
      ctx,
      { body },
      tx,
      prepared: { phone: string; checked: CheckedCode; current: CurrentSession },
    ) {
      const { phone, checked, current } = prepared;
      await consumeCode(ctx, tx, checked);
      // This browser's cookie is replaced: what it opened before is over.
      if (current) await revokeSession(tx, current.session, ctx.now);

      const { language, isLanguageChosen, policyVersion: textVersion, adClick, campaign } = body;
      const input = { phone, language, now: ctx.now, adClick, campaign };
      const { isNew, ...user } = await findOrCreateUser(tx, ctx.deps.crypto, input);

      if (!isNew) {
        if (isLanguageChosen) await saveUserLanguage(tx, user.userId, language);
        await announceNewDevice(ctx, tx, { userId: user.userId, reference: checked.otpRef });
      }

      const { userId } = user;
      await recordDecision(tx, ctx.deps, {
        userId,
        purpose: 'privacy_policy',
        isGiven: true,
        textVersion,
        language,
        channel: 'web',
        deviceId: ctx.deviceId,
        at: ctx.now,
      });

      const method = { assurance: 'otp', deviceSecret: renewDeviceSecret(ctx) } as const;
      const opened = await signIn(ctx, tx, user, method);

      return { ...opened, isNewUser: isNew, language: await readUserLanguage(tx, userId) };
    },
  }),

  async openTokenPhone(ctx, { body }, db) {
    await limitLinkGuesses(ctx, body.taskId);

    const userId = await requireValidOpenToken(db, {
      ...body,
      channel: body.uniqueChannel,
      now: ctx.now,
    });
    const { maskedPhone } = await readSignInUser(db, userId);

    return { maskedPhone };
  },

  sendLinkOtp: twoPhase({
    prepare: async (ctx, { body }) => {
      const phone = await readLinkPhone(ctx, body);
      const sent = await sendCode(ctx, { phone, purpose: 'login', userId: null });
      return { ...sent, hasAgreed: await hasAgreedHere(ctx, phone), maskedPhone: maskPhone(phone) };
    },
    commit: async (_ctx, _input, _tx, sent) => sent,
  }),

  openTokenLogin: twoPhase({
    async prepare(ctx, { body }) {
      await limitLinkGuesses(ctx, body.taskId);
      return ctx.currentSession();
    },
    async commit(ctx, { body }, tx, current: CurrentSession) {
      const {
        taskId,
        uniqueChannel: channel,
        registerClientType: clientType,
        endsOther = false,
      } = body;
      const userId = await redeemOpenToken(tx, { taskId, channel, now: ctx.now });
      const signedIn = await signInByLink(ctx, tx, {
        userId,
        lead: { clientType, channel },
        current,
        endsOther,
      });

      return { ...signedIn, isNewUser: false, language: await readUserLanguage(tx, userId) };
    },
  }),

  async logOut(ctx, _input, db) {
    await revokeSession(db, ctx.session, ctx.now);
    await deletePushSubscriptions(db, ctx.userId, [ctx.deviceId]);
    ctx.setSessionCookie(null);
    // Drafts that are left on the phone can never be opened again.
    ctx.setDraftCookie(null);

    return {};
  },

  async userStatus(ctx) {
    const { maskedPhone, areContactsDue } = ctx.session;
    const bizStatus = onboardingStatus(ctx.session.bizStatus, areContactsDue);
    const info = userInfo({ userId: ctx.userId, maskedPhone, bizStatus });

    return {
      ...info,
      ...toBorrowerState(ctx.session, ctx.today),
      // Show the install guide only after certification. @ASSUMED
      gpGuideShow: info.isAuthComplete && (await ctx.deps.readAppConfig()).gpGuideShow,
      serverTimeMs: ctx.now,
    };
  },

  async saveLanguage(ctx, { body }, tx) {
    await saveUserLanguage(tx, ctx.userId, body.language);
    return {};
  },
} satisfies Partial<Handlers>;
