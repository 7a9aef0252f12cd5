import { randomBytes } from 'node:crypto';

/** A new secret of 256 random bits, as base64url. */
export const makeSecret = (): string => randomBytes(32).toString('base64url');
