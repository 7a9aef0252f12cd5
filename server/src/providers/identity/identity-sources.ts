import type { IdentitySources, IssuerKey } from '../../platform/ports/identity-sources.ts';
import { readOfflineFile } from './offline-file.ts';
import { readSecureCode } from './secure-code.ts';

/**
 * Reads what one of these keys signed: the issuer's present key, and those that signed the cards
 * issued before it.
 */
export const makeIdentitySources = (keys: readonly IssuerKey[]): IdentitySources => ({
  readCode: (digits) => readSecureCode(digits, keys),
  readFile: (upload, holder) => readOfflineFile(upload, holder, keys),
});
