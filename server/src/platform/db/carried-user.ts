import { randomBytes } from 'node:crypto';
import { LETTERS, randomLetters } from './public-ids.ts';

/**
 * Names that carry their user, so that a statement that gets only the name can still say whose rows
 * it reads, and unique rules can begin with the user. Anyone may read the user's id out of one:
 * what protects the name is its random part.
 */

const USER_BYTES = 16;
const TOKEN_BYTES = 32;
const TOKEN_LENGTH = ((USER_BYTES + TOKEN_BYTES) * 4) / 3;

/** A secret of 256 random bits after its user's id, in base64url. */
export function makeUserToken(userId: string): string {
  return Buffer.concat([toBytes(userId), randomBytes(TOKEN_BYTES)]).toString('base64url');
}

/** The user in a token; null for what was never one. */
export function userOfToken(token: string): string | null {
  if (token.length !== TOKEN_LENGTH || !/^[\w-]+$/.test(token)) return null;
  return toUserId(Buffer.from(token, 'base64url').subarray(0, USER_BYTES).toString('hex'));
}

/** 26 letters of five bits hold 128. */
const USER_LETTERS = 26;

/**
 * A reference for providers: a prefix, random letters, its user. The random ones come first, for
 * what cuts it short.
 */
export function makeUserReference(prefix: string, userId: string, letters: number): string {
  let bits = BigInt(`0x${toBytes(userId).toString('hex')}`);
  let user = '';

  for (let at = 0; at < USER_LETTERS; at += 1) {
    user = LETTERS.charAt(Number(bits & 31n)) + user;
    bits >>= 5n;
  }

  return `${prefix}${randomLetters(letters)}${user}`;
}

/**
 * The user in a reference with this prefix; null for what was never one, such as a reference of
 * another program.
 */
export function userOfReference(prefix: string, reference: string): string | null {
  if (!reference.startsWith(prefix) || reference.length < prefix.length + USER_LETTERS) return null;

  let bits = 0n;
  for (const letter of reference.slice(-USER_LETTERS)) {
    const value = LETTERS.indexOf(letter);
    if (value < 0) return null;
    bits = (bits << 5n) | BigInt(value);
  }

  const hex = bits.toString(16).padStart(2 * USER_BYTES, '0');
  return hex.length > 2 * USER_BYTES ? null : toUserId(hex);
}

const toBytes = (userId: string): Buffer => Buffer.from(userId.replaceAll('-', ''), 'hex');

const toUserId = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
