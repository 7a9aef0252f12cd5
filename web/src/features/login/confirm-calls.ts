import {
  checkFirstConfirmation,
  checkLaterConfirmation,
  sendFirstConfirmation,
  sendLaterConfirmation,
} from '@noren/contract/login';
import { ApiError, send } from '../../api/api.ts';

const CONFLICT = 409;
/** The reason of a conflict that means the later calls are due; any other conflict is about the code. */
const LATER_IS_DUE = 'confirm_later';

function isLaterDue(cause: unknown): boolean {
  return cause instanceof ApiError && cause.code === CONFLICT && cause.data?.reason === LATER_IS_DUE;
}

type CodeSent = { resendAfterSeconds: number };
let sending: Promise<CodeSent> | null = null;

/** Sends the code: by the first confirmation's call, or by the later ones' when that one is past. One at a time. */
export function sendConfirmation(): Promise<CodeSent> {
  sending ??= sendInTurn().finally(() => {
    sending = null;
  });
  return sending;
}

async function sendInTurn(): Promise<CodeSent> {
  try {
    return await send(sendFirstConfirmation, {}, 'screen');
  } catch (cause) {
    if (!isLaterDue(cause)) throw cause;
    return send(sendLaterConfirmation, {}, 'screen');
  }
}

/** Checks the code by the call whose turn it is. @throws ApiError 400 wrong, 409 used or too old, 429 with the wait */
export async function checkConfirmation(otpCode: string): Promise<void> {
  try {
    await send(checkFirstConfirmation, { body: { otpCode } }, 'screen');
  } catch (cause) {
    if (!isLaterDue(cause)) throw cause;
    await send(checkLaterConfirmation, { body: { otpCode } }, 'screen');
  }
}
