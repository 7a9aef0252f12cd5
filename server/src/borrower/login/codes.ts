import { randomInt, randomUUID } from 'node:crypto';
import { CODES } from '@noren/contract/codes';
import { otpRules } from '@noren/core/people/otp';
import {
  type CodePurpose,
  findUserOfDevice,
  findValidCode,
  markCodeUsed,
  saveCode,
} from '../../people/login/store.ts';
import type { Tx } from '../../platform/db/db.ts';
import { CallError, conflict } from '../../platform/http/call-error.ts';
import { toDevice } from '../../platform/http/device-secret.ts';
import type { Ctx } from '../../platform/http/handler.ts';
import { orRateLimited } from '../../platform/http/rate-limits.ts';
import type { OtpKeys } from '../../platform/limits/limit-rules.ts';

/** Who a code is for and why; `userId` is null before sign-in. */
export interface CodeRequest {
  readonly phone: string;
  readonly purpose: CodePurpose;
  readonly userId: string | null;
}

/**
 * A device that signs in with this phone has its own limits, so that strangers cannot lock the
 * owner out.
 */
function otpKeys(ctx: Ctx, phone: string, isOwn: boolean): OtpKeys {
  const device = ctx.deviceId;
  return isOwn
    ? { own: `${phone} ${device}`, owner: phone, device }
    : { phone, device, address: ctx.address };
}

function codeOwner(ctx: Ctx, request: CodeRequest) {
  const { purpose, userId } = request;

  return {
    phoneHashes: ctx.deps.crypto.hashes('phone', request.phone),
    deviceId: ctx.deviceId,
    purpose,
    userId,
  };
}

async function isOwnDevice(ctx: Ctx, phone: string): Promise<boolean> {
  const { deps, now } = ctx;
  const phoneHashes = deps.crypto.hashes('phone', phone);
  return (await findUserOfDevice(deps.db, { phoneHashes, device: toDevice(ctx) }, now)) !== null;
}

function hashCode(ctx: Ctx, otpRef: string, code: string): Buffer {
  return ctx.deps.crypto.hash('otp', `${otpRef}:${ctx.deviceId}:${code}`);
}

/**
 * Creates and sends a code; known and unknown phones get the same answer.
 * @throws CallError 429 with the wait in seconds, 409 when the provider rejects the message
 */
export async function sendCode(ctx: Ctx, request: CodeRequest) {
  const { deps, now } = ctx;
  const isOwn = await isOwnDevice(ctx, request.phone);

  orRateLimited(await deps.limits.takeOtpSend(otpKeys(ctx, request.phone, isOwn), now));

  const otpRef = randomUUID();
  const code = String(randomInt(10 ** otpRules.digits)).padStart(otpRules.digits, '0');
  const expiresAt = now + otpRules.validMs;
  const phoneHash = deps.crypto.hash('phone', request.phone);
  const hash = hashCode(ctx, otpRef, code);

  await saveCode(deps.db, codeOwner(ctx, request), { otpRef, phoneHash, hash, now, expiresAt });

  const sent = await deps.sms.send({
    phone: request.phone,
    template: request.purpose === 'login' ? 'login_code' : 'confirm_code',
    language: ctx.language,
    // The host comes from the settings, never from the request: a browser fills the code in at this
    // host.
    values: { code, minutes: String(otpRules.validMs / 60_000), host: deps.config.NOREN_APP_HOST },
  });
  // A provider time-out may still deliver: keep the code valid and allow a resend.
  if (sent.state === 'unknown')
    deps.log.warn({ purpose: request.purpose }, 'otp.send: provider timed out');

  if (sent.state === 'refused') {
    deps.log.error(
      { purpose: request.purpose, reason: sent.reason },
      'otp.send: provider rejected the message',
    );

    // Refused for good means this message to this number; anything else (key, credit, connection)
    // is for us to mend.
    const textId = sent.isPermanent ? 'login.code_not_sent' : 'login.codes_fail';
    throw conflict(textId, 'code_not_sent');
  }

  return {
    otpRef,
    resendAfterSeconds: otpRules.resendAfterMs / 1000,
    expiresInSeconds: otpRules.validMs / 1000,
  };
}

/** A code that was right when it was checked. */
export interface CheckedCode {
  readonly otpRef: string;
  readonly phoneHash: Buffer;
}

/**
 * Checks a code; wrong ones count against the phone, the device and the address.
 * @param request `otpRef` null means the newest code for this phone, device and purpose
 * @returns the code to pass to {@link consumeCode}
 * @throws CallError 429 after too many wrong codes, 409 when there is no valid code, 400 when the
 * code is wrong
 */
export async function checkCode(
  ctx: Ctx,
  request: CodeRequest & { otpRef: string | null; code: string },
): Promise<CheckedCode> {
  const { deps, now } = ctx;
  const isOwn = await isOwnDevice(ctx, request.phone);
  const verdict = await deps.limits.tryOtp(otpKeys(ctx, request.phone, isOwn), now, async (tx) => {
    const stored = await findValidCode(tx, codeOwner(ctx, request), {
      otpRef: request.otpRef,
      now,
    });
    // Without a valid code there is nothing to guess, so the attempt does not count.
    if (!stored) return { isWrong: false, result: null };

    const { otpRef, phoneHash } = stored;
    const isCorrect = deps.crypto.isSameHash(stored.hash, hashCode(ctx, otpRef, request.code));

    return { isWrong: !isCorrect, result: { otpRef, phoneHash, isCorrect } };
  });
  if (!verdict) throw codeNoLongerValid();
  if (verdict.isCorrect) return { otpRef: verdict.otpRef, phoneHash: verdict.phoneHash };

  throw new CallError(CODES.invalidInput, 'login.code_wrong', { data: { reason: 'code_wrong' } });
}

/**
 * Marks a checked code as used.
 * @throws CallError 409 when another request used it first
 */
export async function consumeCode(ctx: Ctx, tx: Tx, code: CheckedCode): Promise<void> {
  if (!(await markCodeUsed(tx, code, ctx.now))) throw codeNoLongerValid();
}

function codeNoLongerValid(): CallError {
  return conflict('login.code_gone', 'code_gone');
}
