import { hashToken } from '../crypto/field-crypto.ts';
import { makeSecret } from '../crypto/secret.ts';
import type { Ctx } from './handler.ts';
import type { RenewedSecret } from './session-store.ts';

const SECRET = /^[\w-]{43}$/;

/**
 * The newest secret, and those before it: each code replaces the secret for the user who entered
 * it, and the others who share the browser still prove it by theirs.
 */
const MOST_SECRETS = 4;

/**
 * A browser as a call names it and proves it. The device id is in a header that anybody can send;
 * the secrets are in a cookie that no script and no other browser has.
 */
export interface Device {
  readonly deviceId: string;
  /** Hashes of the device secrets; none when the browser has no secret. */
  readonly secretHashes: readonly Buffer[];
  /** The session that the call was made on: it proves its own browser. */
  readonly sessionId: string | null;
}

export function toDevice({
  deviceId,
  deviceCookie,
  session,
}: Pick<Ctx, 'deviceId' | 'deviceCookie' | 'session'>): Device {
  const secretHashes = readSecrets(deviceCookie).map(hashToken);
  return { deviceId, secretHashes, sessionId: session?.sessionId ?? null };
}

/**
 * Gives the browser another device secret for a year: one that somebody read or put there before
 * the code proves nothing.
 */
export function renewDeviceSecret({
  deviceCookie,
  setDeviceCookie,
}: Pick<Ctx, 'deviceCookie' | 'setDeviceCookie'>): RenewedSecret {
  const former = readSecrets(deviceCookie);
  const secret = makeSecret();

  setDeviceCookie([secret, ...former].slice(0, MOST_SECRETS).join('.'));

  return { hash: hashToken(secret), formerHashes: former.map(hashToken) };
}

function readSecrets(cookie = ''): string[] {
  return cookie
    .split('.')
    .filter((secret) => SECRET.test(secret))
    .slice(0, MOST_SECRETS);
}
