import { toBase64Url } from './base64url.ts';
import { APP_CODE, APP_VERSION, HEADERS } from './envelope.ts';

/** Whom a request is made for, and when. */
export interface Sender {
  readonly deviceId: string;
  readonly token: string | null;
  readonly language: string;
  readonly requestId: string;
  /** UTC milliseconds. */
  readonly now: number;
  /** The `X-Seal` value; null sends in plain. */
  readonly seal: string | null;
}

/** The headers that every request bears. Source: wire page "Envelope". */
export function requestHeaders({ deviceId, token, language, requestId, now, seal }: Sender): Record<string, string> {
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

/** The `X-Seal` value: the server's key by its id, and the point encapsulated to it. Source: wire page "Sealing". */
export function sealHeader(keyId: string, encapsulated: ArrayBuffer): string {
  return `${keyId}.${toBase64Url(new Uint8Array(encapsulated))}`;
}

/** The half of an encapsulation that a request needs; the other, which opens the answer, is made of the same pair later. */
export interface BegunSeal {
  readonly pair: CryptoKeyPair;
  readonly header: string;
}

/** Begins an encapsulation to the server's key by the browser's own means, before the library that ends it is there. */
export async function beginSeal(keyId: string): Promise<BegunSeal> {
  const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, ['deriveBits']);
  return { pair, header: sealHeader(keyId, await crypto.subtle.exportKey('raw', pair.publicKey)) };
}
