import { generateKeyPairSync } from 'node:crypto';
import type { IdentitySources } from '../platform/ports/identity-sources.ts';
import { makeIdentitySources } from '../providers/identity/identity-sources.ts';
import { makeSampleIssuer, type SampleIssuer } from '../sandbox/samples/sign-code.ts';

let issuer: SampleIssuer | undefined;

/** The issuer of the cards of a test's people; its key is made at the first use. */
export function testIssuer(): SampleIssuer {
  issuer ??= makeSampleIssuer(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey);
  return issuer;
}

/** Trusts that issuer alone. */
export const testSources: IdentitySources = {
  readCode: (digits) => makeIdentitySources([testIssuer().key]).readCode(digits),
  readFile: (upload, holder) => makeIdentitySources([testIssuer().key]).readFile(upload, holder),
};
