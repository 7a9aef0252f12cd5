import { hashToken } from '../crypto/field-crypto.ts';
import type { Ctx } from './handler.ts';
import { makeSecret } from './session-store.ts';

const SECRET = /^[\w-]{43}$/;

/**
 * A browser as a call names it and proves it. The device id is in a header that anybody can send; the secret is in a cookie
 * that no script and no other browser has.
 */
export interface Device {
  readonly deviceId: string;
  /** Hash of the device secret; null when the browser has none. */
  readonly secretHash: Buffer | null;
  /** The session that the call was made on: it proves its own browser. */
  readonly sessionId: string | null;
}

export function deviceOf({
  deviceId,
  deviceCookie,
  session,
}: Pick<Ctx, 'deviceId' | 'deviceCookie' | 'session'>): Device {
  const secretHash = deviceCookie !== undefined && SECRET.test(deviceCookie) ? hashToken(deviceCookie) : null;
  return { deviceId, secretHash, sessionId: session?.sessionId ?? null };
}

/** Keeps the browser's device secret for another year, and makes one where it has none. @returns its hash, for the session */
export function keepDeviceSecret({
  deviceCookie,
  setDeviceCookie,
}: Pick<Ctx, 'deviceCookie' | 'setDeviceCookie'>): Buffer {
  const secret = deviceCookie !== undefined && SECRET.test(deviceCookie) ? deviceCookie : makeSecret();
  setDeviceCookie(secret);
  return hashToken(secret);
}
