import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';
import { fromBase64Url, toBase64Url } from '@noren/contract/base64url';
import { NONCE_BYTES, SEAL_LABEL, SEAL_SECRET_BYTES } from '@noren/contract/seal';
import { sealSuite } from '@noren/contract/seal-suite';
import { nextNonce } from './nonces.ts';

/**
 * A pair the server opens seals with: private key as PKCS#8 base64, its public point as base64url.
 */
export interface SealKeyPair {
  readonly keyId: string;
  readonly privateKey: CryptoKey;
  readonly publicKey: string;
}

/**
 * Also what a seal's header may name, with a P-256 point behind it; anything longer would be
 * remembered whole.
 */
const KEY_ID = /^[\w-]{1,40}$/;
export const isSealKeyId = (text: string): boolean => KEY_ID.test(text);
const SEAL_FORM = /^[\w-]{1,40}\.[\w-]{87}$/;

const P256 = { name: 'ECDH', namedCurve: 'P-256' } as const;

/** Makes a new pair; its text form goes into NOREN_SEAL_KEY. */
export async function makeSealKeyText(keyId: string): Promise<string> {
  const pair = await crypto.subtle.generateKey(P256, true, ['deriveBits']);
  const pkcs8 = await crypto.subtle.exportKey('pkcs8', pair.privateKey);
  const point = await crypto.subtle.exportKey('raw', pair.publicKey);
  return `${keyId}.${Buffer.from(pkcs8).toString('base64')}.${toBase64Url(new Uint8Array(point))}`;
}

/**
 * Reads a pair from its text form, `id.pkcs8.point`.
 * @throws Error when the text is not such a pair
 */
export async function readSealKey(text: string): Promise<SealKeyPair> {
  const [keyId, pkcs8, publicKey] = text.split('.');
  if (!keyId || !KEY_ID.test(keyId) || !pkcs8 || !publicKey)
    throw new Error('a sealing key is written id.pkcs8.point');

  const privateKey = await crypto.subtle.importKey(
    'pkcs8',
    Buffer.from(pkcs8, 'base64'),
    P256,
    true,
    ['deriveBits'],
  );
  return { keyId, privateKey, publicKey };
}

/**
 * The seal's key id is not one of ours: the answer names the current key, and the client tries once
 * more.
 */
export class UnknownSealKey extends Error {
  override readonly name = 'UnknownSealKey';
}

/** A seal or sealed text that cannot be opened. */
export class BadSeal extends Error {
  override readonly name = 'BadSeal';
}

/** Opens and seals bodies. */
export interface Sealer {
  readonly current: { keyId: string; publicKey: string };
  /**
   * The secret behind an `X-Seal` value; costs a Diffie–Hellman the first time, then none.
   * @param beforeNew called before that cost; if it throws, the seal is not opened
   */
  openSecret(header: string, beforeNew?: () => Promise<void>): Promise<KeyObject>;
}

const REMEMBERED = 20_000;

/** For a process that answers no sealed requests. */
export const noSealer: Sealer = {
  get current(): never {
    throw new Error('this process has no seal key');
  },
  openSecret: () => Promise.reject(new UnknownSealKey('this process has no seal key')),
};

/**
 * A sealer over one or two key pairs (two during rotation).
 * @param pairs the current one first
 */
export function makeSealer(pairs: readonly [SealKeyPair, ...SealKeyPair[]]): Sealer {
  const suite = sealSuite();
  const secrets = new Map<string, Promise<KeyObject>>();

  async function open(header: string, beforeNew?: () => Promise<void>): Promise<KeyObject> {
    const dot = header.indexOf('.');
    const pair = pairs.find(({ keyId }) => keyId === header.slice(0, dot));
    if (!pair) throw new UnknownSealKey('seal key id is unknown');
    if (!SEAL_FORM.test(header)) throw new BadSeal('not an encapsulated key');

    await beforeNew?.();

    try {
      const context = await suite.createRecipientContext({
        recipientKey: pair.privateKey,
        enc: fromBase64Url(header.slice(dot + 1)),
      });
      const secret = await context.export(new TextEncoder().encode(SEAL_LABEL), SEAL_SECRET_BYTES);

      return createSecretKey(Buffer.from(secret));
    } catch (cause) {
      throw new BadSeal('encapsulated key cannot be opened', { cause });
    }
  }

  return {
    current: { keyId: pairs[0].keyId, publicKey: pairs[0].publicKey },
    openSecret(header, beforeNew) {
      const known = secrets.get(header);
      if (known) {
        // Least recently used goes first: put it last again.
        secrets.delete(header);
        secrets.set(header, known);
        return known;
      }

      const opened = open(header, beforeNew);
      secrets.set(header, opened);
      opened.catch(() => secrets.delete(header));
      if (secrets.size > REMEMBERED) secrets.delete(secrets.keys().next().value as string);

      return opened;
    },
  };
}

// The cipher takes a key object as it is; it would wrap bytes again at each use.
function keyFor(secret: KeyObject, requestId: string, lines: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, requestId, lines, 16)));
}

/** Seals an answer. */
export function sealAnswer(
  secret: KeyObject,
  requestId: string,
  lines: string,
  plain: string,
): string {
  const nonce = nextNonce();
  const cipher = createCipheriv('aes-128-gcm', keyFor(secret, requestId, lines), nonce);

  return Buffer.concat([
    nonce,
    cipher.update(plain, 'utf8'),
    cipher.final(),
    cipher.getAuthTag(),
  ]).toString('base64url');
}

/**
 * Opens a request's sealed text.
 * @throws BadSeal when it was altered, or sealed for another call, session, device, request or
 * direction
 */
export function openRequest(
  secret: KeyObject,
  requestId: string,
  lines: string,
  sealed: string,
): string {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length < NONCE_BYTES + 16) throw new BadSeal('sealed text is too short');

  const decipher = createDecipheriv(
    'aes-128-gcm',
    keyFor(secret, requestId, lines),
    bytes.subarray(0, NONCE_BYTES),
  );
  decipher.setAuthTag(bytes.subarray(-16));

  try {
    return (
      decipher.update(bytes.subarray(NONCE_BYTES, -16), undefined, 'utf8') + decipher.final('utf8')
    );
  } catch (cause) {
    throw new BadSeal('sealed text cannot be opened', { cause });
  }
}
