import { randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import { CODES } from '@noren/contract/codes';
import { otpRules } from '@noren/core/people/otp';
import type { Tx } from '../../platform/db/db.ts';
import { CallError } from '../../platform/http/call-error.ts';
import type { Ctx } from '../../platform/http/handler.ts';
import { type LimitBucket, orWait } from '../../platform/http/rate-limits.ts';
import { type CodePurpose, findOpenCode, hasSignedIn, saveCode, useCode } from './store.ts';

/** Whose code it is and what for; `userId` is null before sign-in. */
export interface CodeFor {
  readonly phone: string;
  readonly purpose: CodePurpose;
  readonly userId: string | null;
}

type Pairs = readonly (readonly [LimitBucket, string])[];

/** What strangers fill never bars the owner: a device that signed this phone in before has counts of its own. */
function sendPairs(ctx: Ctx, phone: string, isOwn: boolean): Pairs {
  const device: Pairs[number] = ['otp-send-device-hour', ctx.deviceId];
  const own = `${phone} ${ctx.deviceId}`;
  if (isOwn) return [['otp-send-own-wait', own], ['otp-send-own-hour', own], device];
  return [
    ['otp-send-phone-wait', phone],
    ['otp-send-phone-hour', phone],
    device,
    ['otp-send-address-hour', ctx.address],
  ];
}

function wrongPairs(ctx: Ctx, phone: string, isOwn: boolean): Pairs {
  const own = `${phone} ${ctx.deviceId}`;
  const device: Pairs = [
    ['otp-wrong-device-hour', ctx.deviceId],
    ['otp-wrong-device-day', ctx.deviceId],
  ];
  if (isOwn) return [['otp-wrong-own-hour', own], ['otp-wrong-own-day', own], ...device];
  return [
    ['otp-wrong-phone-hour', phone],
    ['otp-wrong-phone-day', phone],
    ...device,
    ['otp-wrong-address-hour', ctx.address],
    ['otp-wrong-address-day', ctx.address],
  ];
}

function ownerOf(ctx: Ctx, given: CodeFor) {
  const { purpose, userId } = given;
  return { phoneHash: ctx.deps.crypto.hash('phone', given.phone), deviceId: ctx.deviceId, purpose, userId };
}

function hashCode(ctx: Ctx, otpRef: string, code: string): Buffer {
  return ctx.deps.crypto.hash('otp', `${otpRef}:${ctx.deviceId}:${code}`);
}

/** Makes a code and sends it; the same for every phone. @throws CallError 429 that tells the wait, 409 where it was not taken for sending */
export async function sendCode(ctx: Ctx, given: CodeFor) {
  const { deps, now } = ctx;
  const isOwn = await hasSignedIn(deps.db, ownerOf(ctx, given));
  orWait(await deps.limits.peek(wrongPairs(ctx, given.phone, isOwn), now));
  orWait(await deps.limits.take(sendPairs(ctx, given.phone, isOwn), now));
  const otpRef = randomUUID();
  const code = String(randomInt(10 ** otpRules.digits)).padStart(otpRules.digits, '0');
  const expiresAt = now + otpRules.validMs;
  await saveCode(deps.db, ownerOf(ctx, given), { otpRef, hash: hashCode(ctx, otpRef, code), now, expiresAt });
  const sent = await deps.sms.send({
    phone: given.phone,
    template: given.purpose === 'login' ? 'login_code' : 'confirm_code',
    language: ctx.language,
    values: { code, minutes: String(otpRules.validMs / 60_000) },
  });
  // No answer may still be a message on its way: the code waits for it, and another can be asked for soon.
  if (sent.state === 'unknown') deps.log.warn({ purpose: given.purpose }, 'a code was not answered for');
  if (sent.state === 'refused') {
    deps.log.error({ purpose: given.purpose, reason: sent.reason }, 'a code could not be sent');
    throw new CallError(CODES.conflict, 'login.code_not_sent', { data: { reason: 'code_not_sent' } });
  }
  return {
    otpRef,
    resendAfterSeconds: otpRules.resendAfterMs / 1000,
    expiresInSeconds: otpRules.validMs / 1000,
  };
}

/**
 * Compares a code, counting wrong ones by phone, device and address.
 * @param given `otpRef` null takes the newest code of this owner
 * @returns the reference to use the code up with
 * @throws CallError 429 while too many were wrong, 409 when no such code may be used, 400 when it is wrong
 */
export async function checkCode(ctx: Ctx, given: CodeFor & { otpRef: string | null; code: string }): Promise<string> {
  const { deps, now } = ctx;
  const isOwn = await hasSignedIn(deps.db, ownerOf(ctx, given));
  const verdict = await deps.limits.attempt(wrongPairs(ctx, given.phone, isOwn), now, async (tx) => {
    const open = await findOpenCode(tx, ownerOf(ctx, given), { otpRef: given.otpRef, now });
    // Without a code to compare with nothing was tried, and nothing is counted.
    if (!open) return { counts: false, result: null };
    const isRight = timingSafeEqual(open.hash, hashCode(ctx, open.otpRef, given.code));
    return { counts: !isRight, result: { otpRef: open.otpRef, isRight } };
  });
  if (!verdict) throw codeGone();
  if (verdict.isRight) return verdict.otpRef;
  throw new CallError(CODES.invalidInput, 'login.code_wrong', { data: { reason: 'code_wrong' } });
}

/** Uses a checked code up, once. @throws CallError 409 when another request was faster */
export async function spendCode(ctx: Ctx, tx: Tx, otpRef: string): Promise<void> {
  if (!(await useCode(tx, otpRef, ctx.now))) throw codeGone();
}

function codeGone(): CallError {
  return new CallError(CODES.conflict, 'login.code_gone', { data: { reason: 'code_gone' } });
}
