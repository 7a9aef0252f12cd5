import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';
import type { PushSubscription } from '../../platform/ports/push.ts';

/** One record holds the whole message; push services take no longer one (RFC 8291, section 4). */
const RECORD_BYTES = 4096;
const TAG_BYTES = 16;
/** Marks the end of the last record, before its padding (RFC 8188, section 2). */
const LAST_RECORD = 2;

/** What makes each message another one; tests take that of the RFC. */
interface Freshness {
  readonly salt: Buffer;
  /** A key pair for this message alone. */
  readonly sender: ECDH;
}

/**
 * The body of a push that only its browser can read (RFC 8291), in the encoding `aes128gcm` (RFC
 * 8188).
 * @throws Error when the browser's key is no point of P-256, or the message is too long for one
 * record
 */
export function encryptPush(
  message: string,
  { p256dh, auth }: PushSubscription['keys'],
  { salt, sender }: Freshness = { salt: randomBytes(16), sender: createSender() },
): Buffer {
  const browserKey = Buffer.from(p256dh, 'base64url');
  const senderKey = sender.getPublicKey();

  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browserKey, senderKey]);
  const secret = derive(sender.computeSecret(browserKey), Buffer.from(auth, 'base64url'), info, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);

  const record = Buffer.concat([Buffer.from(message), Buffer.from([LAST_RECORD])]);
  if (record.length + TAG_BYTES > RECORD_BYTES)
    throw new Error('web push: the message is too long');

  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const sealed = Buffer.concat([cipher.update(record), cipher.final(), cipher.getAuthTag()]);

  const header = Buffer.alloc(5);
  header.writeUInt32BE(RECORD_BYTES);
  header.writeUInt8(senderKey.length, 4);

  return Buffer.concat([salt, header, senderKey, sealed]);
}

function createSender(): ECDH {
  const sender = createECDH('prime256v1');
  sender.generateKeys();
  return sender;
}

function derive(secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length));
}
