import { fromBase64Url, toBase64Url } from './base64url.ts';
import { HEADERS } from './envelope.ts';
import { prepareSeal } from './request-headers.ts';
import { exportSecret } from './seal-sender.ts';

/** The HPKE exporter context of the sealing secret. Source: `docs/wire.md`, "Sealing". */
export const SEAL_LABEL = 'noren/1';
/** Length in bytes of the exported secret. */
export const SEAL_SECRET_BYTES = 32;
/** Most bytes of the lines a text is bound to: the browser's HKDF and the server's take no more. */
export const SEAL_LINES_BYTES = 1_024;
/** Length in bytes of the AES-GCM nonce a sealed text starts with. */
export const NONCE_BYTES = 12;

/** A request's text cannot be opened as a response's, nor the other way round. */
export type Direction = 'request' | 'response';

const BOUND_HEADERS = [
  HEADERS.appCode,
  HEADERS.deviceId,
  HEADERS.appVersion,
  HEADERS.token,
  HEADERS.requestId,
  HEADERS.time,
] as const;

/**
 * The context a sealed text is bound to: direction, method, path with query, and the headers for
 * app, device, session, request and time. A text opens only in the context it was sealed in.
 * @param path with its query string
 * @param headers lower-case names; an absent header counts as empty
 */
export function sealLines(
  direction: Direction,
  method: string,
  path: string,
  headers: Readonly<Record<string, string | undefined>>,
): string {
  return [direction, method, path, ...BOUND_HEADERS.map((header) => headers[header] ?? '')].join(
    '\n',
  );
}

/** The `X-Seal` value to send with each request, and the secret that the server derives from it. */
export interface Encapsulation {
  readonly header: string;
  readonly secret: CryptoKey;
}

/**
 * Encapsulates to the server's public key. Costs a Diffie–Hellman, so a client does it at start and
 * then hourly.
 * @param key the server's current key: its id, and its P-256 point as base64url
 * @param keyPair the sender's key pair from `prepareSeal`; without it a new one is generated
 */
export async function encapsulate(
  key: { keyId: string; publicKey: string },
  keyPair?: CryptoKeyPair,
): Promise<Encapsulation> {
  const prepared = await prepareSeal(key.keyId, keyPair);
  const sender = { publicKey: fromBase64Url(key.publicKey), keyPair: prepared.keyPair };
  const secret = await exportSecret(sender, new TextEncoder().encode(SEAL_LABEL));

  return {
    header: prepared.header,
    secret: await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey']),
  };
}

function requestKey(secret: CryptoKey, requestId: string, lines: string): Promise<CryptoKey> {
  const text = new TextEncoder();
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: text.encode(requestId), info: text.encode(lines) },
    secret,
    { name: 'AES-GCM', length: 128 },
    false,
    ['encrypt', 'decrypt'],
  );
}

/**
 * Seals a text in the browser.
 * @returns base64url of nonce and ciphertext
 */
export async function sealText(
  secret: CryptoKey,
  requestId: string,
  lines: string,
  plain: string,
): Promise<string> {
  const key = await requestKey(secret, requestId, lines);
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv: nonce },
    key,
    new TextEncoder().encode(plain),
  );
  const whole = new Uint8Array(NONCE_BYTES + sealed.byteLength);

  whole.set(nonce);
  whole.set(new Uint8Array(sealed), NONCE_BYTES);

  return toBase64Url(whole);
}

/**
 * Opens a sealed text in the browser.
 * @throws OperationError when the text was altered or belongs to another request
 */
export async function openText(
  secret: CryptoKey,
  requestId: string,
  lines: string,
  sealed: string,
): Promise<string> {
  const key = await requestKey(secret, requestId, lines);
  const bytes = fromBase64Url(sealed);
  const iv = bytes.subarray(0, NONCE_BYTES);
  const plain = await crypto.subtle.decrypt(
    { name: 'AES-GCM', iv },
    key,
    bytes.subarray(NONCE_BYTES),
  );

  return new TextDecoder().decode(plain);
}
