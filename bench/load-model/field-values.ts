import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { FIELD_KEY } from './our-server.ts';

const KEY_ID = 1;

/** Each column has a key of its own; a context is `table.column:owner`. */
function deriveKey(context: string): Buffer {
  const [column] = context.split(':');
  return Buffer.from(hkdfSync('sha256', FIELD_KEY, '', `noren field ${column}`, 32));
}

/** Encrypts a field's value as the server does. */
export function encrypt(plain: string, context: string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(context), nonce).setAAD(
    Buffer.from(context),
  );
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);

  return Buffer.concat([Buffer.of(KEY_ID), nonce, body, cipher.getAuthTag()]);
}

export function decrypt(sealed: Buffer, context: string): string {
  const decipher = createDecipheriv('aes-256-gcm', deriveKey(context), sealed.subarray(1, 13));
  decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(-16));
  return decipher.update(sealed.subarray(13, -16), undefined, 'utf8') + decipher.final('utf8');
}
