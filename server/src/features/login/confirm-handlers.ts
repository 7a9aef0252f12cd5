import { CODES } from '@noren/contract/codes';
import type { Tx } from '../../platform/db/db.ts';
import { CallError } from '../../platform/http/call-error.ts';
import type { Handlers, UserCtx } from '../../platform/http/handler.ts';
import { raiseAssurance } from '../../platform/http/session.ts';
import { checkCode, sendCode, spendCode } from './codes.ts';
import { type CodePurpose, hasConfirmed, noteConfirmed, readPhone } from './store.ts';

type Confirmation = Exclude<CodePurpose, 'login'>;

/** The first confirmation has its own calls, the later ones theirs; the wrong ones say which to use. */
async function needTurn(ctx: UserCtx, purpose: Confirmation): Promise<void> {
  const due: Confirmation = (await hasConfirmed(ctx.deps.db, ctx.userId)) ? 'confirm_later' : 'confirm_first';
  if (due !== purpose) throw new CallError(CODES.conflict, 'login.wrong_confirmation', { data: { reason: due } });
}

async function codeFor(ctx: UserCtx, purpose: Confirmation) {
  await needTurn(ctx, purpose);
  return { phone: await readPhone(ctx.deps.db, ctx.deps.crypto, ctx.userId), purpose, userId: ctx.userId };
}

async function send(ctx: UserCtx, purpose: Confirmation) {
  return sendCode(ctx, await codeFor(ctx, purpose));
}

function check(purpose: Confirmation) {
  return {
    work: async (ctx: UserCtx, { body }: { body: { otpCode: string } }) =>
      checkCode(ctx, { ...(await codeFor(ctx, purpose)), otpRef: null, code: body.otpCode }),
    async run(ctx: UserCtx, _input: unknown, tx: Tx, otpRef: string) {
      await spendCode(ctx, tx, otpRef);
      await noteConfirmed(tx, ctx.userId, ctx.now);
      await raiseAssurance(tx, ctx.session, ctx.now);
      return {};
    },
  };
}

type Calls = 'sendFirstConfirmation' | 'sendLaterConfirmation' | 'checkFirstConfirmation' | 'checkLaterConfirmation';

/** Confirming by a code to the registered phone ("carrier verification"). */
export const confirmHandlers: Handlers<Calls> = {
  sendFirstConfirmation: (ctx) => send(ctx, 'confirm_first'),
  sendLaterConfirmation: (ctx) => send(ctx, 'confirm_later'),
  checkFirstConfirmation: check('confirm_first'),
  checkLaterConfirmation: check('confirm_later'),
};
