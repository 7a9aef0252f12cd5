import {
  type CodePurpose,
  hasConfirmed,
  readPhone,
  recordConfirmation,
} from '../../people/login/store.ts';
import { recordAction } from '../../platform/audit-store.ts';
import type { Tx } from '../../platform/db/db.ts';
import { conflict } from '../../platform/http/call-error.ts';
import { renewDeviceSecret } from '../../platform/http/device-secret.ts';
import type { Handlers, UserCtx } from '../../platform/http/handler.ts';
import { raiseAssurance } from '../../platform/http/session-store.ts';
import { type CheckedCode, checkCode, consumeCode, sendCode } from './codes.ts';
import { announceNewDevice } from './new-device.ts';

type Confirmation = Exclude<CodePurpose, 'login' | 'new_phone'>;

/**
 * The first confirmation and later ones use different calls; the wrong call answers with the right
 * one.
 */
async function requireDueConfirmation(ctx: UserCtx, purpose: Confirmation): Promise<void> {
  const due: Confirmation = (await hasConfirmed(ctx.deps.db, ctx.userId))
    ? 'confirm_later'
    : 'confirm_first';
  if (due !== purpose) throw conflict('login.wrong_confirmation', due);
}

async function confirmationRequest(ctx: UserCtx, purpose: Confirmation) {
  await requireDueConfirmation(ctx, purpose);
  return {
    phone: await readPhone(ctx.deps.db, ctx.deps.crypto, ctx.userId),
    purpose,
    userId: ctx.userId,
  };
}

async function send(ctx: UserCtx, purpose: Confirmation) {
  return sendCode(ctx, await confirmationRequest(ctx, purpose));
}

function check(purpose: Confirmation) {
  return {
    prepare: async (ctx: UserCtx, { body }: { body: { otpCode: string } }) =>
      checkCode(ctx, {
        ...(await confirmationRequest(ctx, purpose)),
        otpRef: null,
        code: body.otpCode,
      }),
    async commit(ctx: UserCtx, _input: unknown, tx: Tx, checked: CheckedCode) {
      await consumeCode(ctx, tx, checked);
      await recordConfirmation(tx, ctx.userId, ctx.now);
      // A session of a link becomes one of a code: from now on it can do harm.
      await announceNewDevice(ctx, tx, { userId: ctx.userId, reference: checked.otpRef });

      const raised = { deviceSecret: renewDeviceSecret(ctx), now: ctx.now };
      ctx.setSessionCookie(await raiseAssurance(tx, ctx.session, raised));

      const [action, subject, detail] = [
        'confirmed_by_code',
        checked.otpRef,
        { session: ctx.session.sessionId },
      ];
      await recordAction(tx, {
        at: ctx.now,
        userId: ctx.userId,
        actor: 'user',
        action,
        subject,
        detail,
      });

      return {};
    },
  };
}

/** Confirmation by a code sent to the registered phone ("carrier verification"). */
export const confirmHandlers = {
  sendFirstConfirmation: (ctx) => send(ctx, 'confirm_first'),
  sendLaterConfirmation: (ctx) => send(ctx, 'confirm_later'),
  checkFirstConfirmation: check('confirm_first'),
  checkLaterConfirmation: check('confirm_later'),
} satisfies Partial<Handlers>;
