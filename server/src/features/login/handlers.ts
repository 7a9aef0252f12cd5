import { CODES } from '@noren/contract/codes';
import { certifiedStatus, standingStatus } from '@noren/core/people/status';
import { recordDecision } from '../../lending/consents.ts';
import { noteAction } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db/db.ts';
import { CallError } from '../../platform/http/call-error.ts';
import { type Ctx, type Handlers, working } from '../../platform/http/handler.ts';
import { needPhone } from '../../platform/http/phone-input.ts';
import { orWait } from '../../platform/http/rate-limits.ts';
import { type Lead, noteLead, openSession, revokeSession } from '../../platform/http/session.ts';
import { dropSubscription } from '../../platform/notifications/store.ts';
import { checkCode, sendCode, spendCode } from './codes.ts';
import { isKnownLink, spendOpenToken } from './open-token.ts';
import { findOrMakeUser, keepLanguage, readSignInUser, type SignInUser } from './store.ts';

function userInfo(user: SignInUser) {
  const { userId, maskedPhone, bizStatus } = user;
  return { userId, maskedPhone, bizStatus, isAuthComplete: bizStatus >= certifiedStatus };
}

type By = { assurance: 'otp' } | { assurance: 'link'; lead: Lead };

async function signIn(ctx: Ctx, tx: Tx, user: SignInUser, by: By) {
  const opened = await openSession(tx, { userId: user.userId, deviceId: ctx.deviceId, now: ctx.now, ...by });
  ctx.setSessionCookie(opened.cookie);
  await noteAction(tx, {
    at: ctx.now,
    userId: user.userId,
    actor: 'user',
    action: 'sign_in',
    subject: opened.sessionId,
    detail: { assurance: by.assurance, ...(by.assurance === 'link' && { channel: by.lead.channel }) },
  });
  return { ...userInfo(user), token: opened.token };
}

type Before = Awaited<ReturnType<Ctx['before']>>;

/**
 * Signs a link's user in. Somebody else's session on this device ends; the user's own goes on as it was, so that a link
 * never takes away the code that was entered on it.
 */
async function signInByLink(ctx: Ctx, tx: Tx, given: { userId: string; lead: Lead; before: Before }) {
  const { userId, lead, before } = given;
  const user = await readSignInUser(tx, userId);
  if (before?.session.userId === userId) {
    await noteLead(tx, before.session, lead);
    return { ...userInfo(user), token: before.token };
  }
  if (before) await revokeSession(tx, before.session, ctx.now);
  return signIn(ctx, tx, user, { assurance: 'link', lead });
}

type Calls = 'sendOtp' | 'checkOtpLogin' | 'openTokenLogin' | 'logOut' | 'userStatus' | 'saveLanguage';

/** Signing in and out, and where the user stands. */
export const loginHandlers: Handlers<Calls> = {
  sendOtp: working({
    work: (ctx, { query, body }) => {
      // Type 2 confirms an action of a signed-in user and is sent by the telecom calls, which know the phone.
      if ((body.type ?? Number(query.type ?? 1)) !== 1)
        throw new CallError(CODES.invalidInput, 'error.invalid', {
          data: { fields: [{ path: 'type', problem: 'invalid_value' }] },
        });
      return sendCode(ctx, { phone: needPhone(body.phone ?? query.phone, 'phone'), purpose: 'login', userId: null });
    },
    run: async (_ctx, _input, _tx, sent) => sent,
  }),

  checkOtpLogin: working({
    work: (ctx, { body }) => {
      if (body.policyVersion !== ctx.deps.appConfig.policyVersion)
        throw new CallError(CODES.conflict, 'login.policy_changed', { data: { reason: 'policy_changed' } });
      const { otpRef, code } = body;
      return checkCode(ctx, { phone: needPhone(body.phone, 'phone'), purpose: 'login', userId: null, otpRef, code });
    },
    async run(ctx, { body }, tx, otpRef: string) {
      await spendCode(ctx, tx, otpRef);
      const { language, policyVersion: textVersion } = body;
      const given = { phone: needPhone(body.phone, 'phone'), language, now: ctx.now };
      const { isNew, ...user } = await findOrMakeUser(tx, ctx.deps.crypto, given);
      if (!isNew) await keepLanguage(tx, user.userId, language);
      const { userId } = user;
      await recordDecision(tx, {
        userId,
        purpose: 'privacy_policy',
        isGiven: true,
        textVersion,
        language,
        channel: 'web',
        deviceId: ctx.deviceId,
        at: ctx.now,
      });
      return { ...(await signIn(ctx, tx, user, { assurance: 'otp' })), isNewUser: isNew };
    },
  }),

  openTokenLogin: working({
    async work(ctx, { body }) {
      // Guesses only: a carrier puts thousands of borrowers behind one address, and a campaign sends them links at once.
      if (!(await isKnownLink(ctx.deps.db, body.taskId)))
        orWait(await ctx.deps.limits.take([['link-guess-address-hour', ctx.address]], ctx.now));
      return ctx.before();
    },
    async run(ctx, { body }, tx, before: Before) {
      const { taskId, uniqueChannel: channel, registerClientType: clientType } = body;
      const userId = await spendOpenToken(tx, { taskId, channel, now: ctx.now });
      return { ...(await signInByLink(ctx, tx, { userId, lead: { clientType, channel }, before })), isNewUser: false };
    },
  }),

  async logOut(ctx, _input, db) {
    await revokeSession(db, ctx.session, ctx.now);
    await dropSubscription(db, ctx);
    ctx.setSessionCookie(null);
    return {};
  },

  async userStatus(ctx) {
    const { maskedPhone, repayId, evaluation, areContactsDue } = ctx.session;
    const bizStatus = standingStatus(ctx.session.bizStatus, areContactsDue);
    const info = userInfo({ userId: ctx.userId, maskedPhone, bizStatus });
    return {
      ...info,
      repayId,
      evaluation,
      // The install guide never stands in the way of certification. @ASSUMED
      gpGuideShow: ctx.deps.appConfig.gpGuideShow && info.isAuthComplete,
      serverTimeMs: ctx.now,
    };
  },

  async saveLanguage(ctx, { body }, tx) {
    await keepLanguage(tx, ctx.userId, body.language);
    return {};
  },
};
