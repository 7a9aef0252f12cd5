import { CODES } from '@noren/contract/codes';
import { checkPhone } from '@noren/core/identity-numbers';
import { certifiedStatus } from '@noren/core/status';
import { noteAction } from '../audit.ts';
import { CallError } from '../call-error.ts';
import { recordDecision } from '../consents.ts';
import type { Tx } from '../db.ts';
import { type Ctx, type Handlers, working } from '../handler.ts';
import { orWait } from '../limits.ts';
import { openSession, revokeSession } from '../session.ts';
import { checkCode, sendCode, spendCode } from './codes.ts';
import { isKnownLink, spendOpenToken } from './open-token.ts';
import { findOrMakeUser, keepLanguage, readSignInUser, type SignInUser } from './store.ts';

/** Digits only: the same phone typed with +91 or spaces is the same user. */
function phoneOf(typed: string | undefined): string {
  const checked = checkPhone(typed ?? '');
  if (checked.ok) return checked.value;
  throw new CallError(CODES.invalidInput, 'error.invalid', {
    data: { fields: [{ path: 'phone', problem: checked.fault }] },
  });
}

function userInfo(user: SignInUser) {
  const { userId, maskedPhone, bizStatus } = user;
  return { userId, maskedPhone, bizStatus, isAuthComplete: bizStatus >= certifiedStatus };
}

async function signIn(ctx: Ctx, tx: Tx, user: SignInUser, assurance: 'link' | 'otp') {
  const opened = await openSession(tx, { userId: user.userId, deviceId: ctx.deviceId, assurance, now: ctx.now });
  ctx.setSessionCookie(opened.cookie);
  await noteAction(tx, {
    at: ctx.now,
    userId: user.userId,
    actor: 'user',
    action: 'sign_in',
    subject: opened.sessionId,
    detail: { assurance },
  });
  return { ...userInfo(user), token: opened.token };
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
      return sendCode(ctx, { phone: phoneOf(body.phone ?? query.phone), purpose: 'login', userId: null });
    },
    run: async (_ctx, _input, _tx, sent) => sent,
  }),

  checkOtpLogin: working({
    work: (ctx, { body }) => {
      if (body.policyVersion !== ctx.deps.appConfig.policyVersion)
        throw new CallError(CODES.conflict, 'login.policy_changed', { data: { reason: 'policy_changed' } });
      const { otpRef, code } = body;
      return checkCode(ctx, { phone: phoneOf(body.phone), purpose: 'login', userId: null, otpRef, code });
    },
    async run(ctx, { body }, tx, otpRef: string) {
      await spendCode(ctx, tx, otpRef);
      const { language, policyVersion: textVersion } = body;
      const given = { phone: phoneOf(body.phone), language, now: ctx.now };
      const { isNew, ...user } = await findOrMakeUser(tx, ctx.deps.crypto, given);
      if (!isNew) await keepLanguage(tx, user.userId, language);
      const { userId } = user;
      await recordDecision(tx, {
        userId,
        purpose: 'privacy_policy',
        textVersion,
        language,
        channel: 'web',
        at: ctx.now,
      });
      return { ...(await signIn(ctx, tx, user, 'otp')), isNewUser: isNew };
    },
  }),

  openTokenLogin: working({
    async work(ctx, { body }) {
      // Guesses only: a carrier puts thousands of borrowers behind one address, and a campaign sends them links at once.
      if (await isKnownLink(ctx.deps.db, body.taskId)) return;
      orWait(await ctx.deps.limits.take([['link-guess-address-hour', ctx.address]], ctx.now));
    },
    async run(ctx, { body }, tx) {
      const userId = await spendOpenToken(tx, { taskId: body.taskId, channel: body.uniqueChannel, now: ctx.now });
      return { ...(await signIn(ctx, tx, await readSignInUser(tx, userId), 'link')), isNewUser: false };
    },
        isGiven: true,
  }),

  async logOut(ctx, _input, db) {
    await revokeSession(db, ctx.session, ctx.now);
    ctx.setSessionCookie(null);
    return {};
  },

  async userStatus(ctx) {
    const { bizStatus, maskedPhone, repayId, evaluation } = ctx.session;
    const info = userInfo({ userId: ctx.userId, maskedPhone, bizStatus });
    return {
      ...info,
      repayId,
      evaluation,
      // The install guide never stands in the way of certification. @ASSUMED
      gpGuideShow: info.isAuthComplete,
      serverTimeMs: ctx.now,
    };
  },

  async saveLanguage(ctx, { body }, tx) {
    await keepLanguage(tx, ctx.userId, body.language);
    return {};
  },
};
