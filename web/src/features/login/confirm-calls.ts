import {
  checkFirstConfirmation,
  checkLaterConfirmation,
  sendFirstConfirmation,
  sendLaterConfirmation,
} from '@noren/contract/login';
import { beginPasskeyConfirmation, confirmByPasskey } from '@noren/contract/passkeys';
import { ApiError, send } from '../../api/api.ts';
import { markHandled } from '../../api/failures.ts';
import { canUsePasskeys, type WebAuthnJson } from '../../shared/passkey/passkey.ts';

const CONFLICT = 409;
/** The conflict reason that requires the later calls; any other conflict concerns the code. */
const LATER_IS_DUE = 'confirm_later';

function isLaterDue(cause: unknown): boolean {
  const isDue =
    cause instanceof ApiError && cause.code === CONFLICT && cause.data?.reason === LATER_IS_DUE;
  // The later call follows at once.
  if (isDue) markHandled(cause);
  return isDue;
}

type CodeDelivery = { resendAfterSeconds: number };
let sending: Promise<CodeDelivery> | null = null;

/**
 * Sends a code by the call for the first confirmation, or for later ones if the first is done. One
 * request at a time.
 */
export function sendConfirmation(): Promise<CodeDelivery> {
  sending ??= sendInTurn().finally(() => {
    sending = null;
  });
  return sending;
}

async function sendInTurn(): Promise<CodeDelivery> {
  try {
    return await send(sendFirstConfirmation, {});
  } catch (cause) {
    if (!isLaterDue(cause)) throw cause;
    return send(sendLaterConfirmation, {});
  }
}

/**
 * Checks the code by the call that sent it.
 * @throws ApiError 400 wrong, 409 used or expired, 429 with the wait
 */
export async function checkConfirmation(otpCode: string): Promise<void> {
  try {
    await send(checkFirstConfirmation, { body: { otpCode } });
  } catch (cause) {
    if (!isLaterDue(cause)) throw cause;
    await send(checkLaterConfirmation, { body: { otpCode } });
  }
}

/**
 * What the user's passkeys are asked to sign; null without a passkey, and wherever a code is the
 * only way.
 */
export async function readPasskeyOptions(): Promise<WebAuthnJson | null> {
  if (!canUsePasskeys()) return null;
  // The code never waits for what may fail: it is sent instead.
  return (
    (await send(beginPasskeyConfirmation, { body: {} }, 'quiet').catch(() => null))?.options ?? null
  );
}

/**
 * Confirms by what a passkey signed.
 * @throws ApiError 409 when it is refused
 */
export async function checkPasskey(assertion: WebAuthnJson): Promise<void> {
  await send(confirmByPasskey, { body: { assertion } });
}
