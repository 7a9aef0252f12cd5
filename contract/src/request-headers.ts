import { toBase64Url } from './base64url.ts';
import { APP_CODE, APP_VERSION, HEADERS } from './envelope.ts';

/** The values that go into a request's headers. */
export interface RequestContext {
  readonly deviceId: string;
  readonly token: string | null;
  readonly language: string;
  readonly requestId: string;
  /** UTC milliseconds. */
  readonly now: number;
  /** The `X-Seal` value; null for a plain request. */
  readonly seal: string | null;
}

/** The headers of every request. Source: `docs/wire.md`, "Envelope". */
export function requestHeaders({
  deviceId,
  token,
  language,
  requestId,
  now,
  seal,
}: RequestContext): Record<string, string> {
  return {
    [HEADERS.appCode]: APP_CODE,
    [HEADERS.deviceId]: deviceId,
    [HEADERS.appVersion]: APP_VERSION,
    [HEADERS.encrypted]: seal === null ? '0' : '1',
    [HEADERS.requestId]: requestId,
    [HEADERS.time]: String(now),
    'accept-language': language,
    ...(token && { [HEADERS.token]: token }),
    ...(seal !== null && { [HEADERS.seal]: seal }),
  };
}

/**
 * The `X-Seal` value: the id of the server's key, and the point encapsulated to it. Source:
 * `docs/wire.md`, "Sealing".
 */
function sealHeader(keyId: string, encapsulated: ArrayBuffer): string {
  return `${keyId}.${toBase64Url(new Uint8Array(encapsulated))}`;
}

/**
 * Enough to send a sealed GET. The secret that opens the answer is derived later, from the same key
 * pair.
 */
export interface PreparedSeal {
  readonly keyPair: CryptoKeyPair;
  readonly header: string;
}

/** Generates the sender's key pair, so that the page can send before the app's client is loaded. */
export async function prepareSeal(keyId: string, made?: CryptoKeyPair): Promise<PreparedSeal> {
  const keyPair =
    made ??
    (await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, ['deriveBits']));
  return {
    keyPair,
    header: sealHeader(keyId, await crypto.subtle.exportKey('raw', keyPair.publicKey)),
  };
}
