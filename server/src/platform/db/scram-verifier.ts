import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { ConfigError } from '../config/config-error.ts';

/** As PostgreSQL makes them itself. */
const ITERATIONS = 4096;
const SALT_BYTES = 16;

/**
 * What PostgreSQL stores of a password (SCRAM-SHA-256, RFC 5803). It takes it in the place of the
 * password, which a log of statements would keep.
 * @throws ConfigError for a password that its clients normalize first
 */
export function scramVerifier(password: string, salt = randomBytes(SALT_BYTES)): string {
  if (!/^[\x20-\x7e]+$/.test(password))
    throw new ConfigError(
      'DATABASE_URL is not usable: the password of a new role is one of ASCII characters',
    );

  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256');
  const keyFor = (what: string): Buffer => createHmac('sha256', salted).update(what).digest();
  const storedKey = createHash('sha256').update(keyFor('Client Key')).digest('base64');
  const serverKey = keyFor('Server Key').toString('base64');

  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}
