import { constants, createHash, createHmac, publicDecrypt } from 'node:crypto';
import { isBusinessDay } from '@noren/core/money/time';
import type { IssuerKey, SourceFields } from '../../platform/ports/identity-sources.ts';

/*
 * Shared by the readers of card codes and of XML documents. A field that cannot be read is null
 * here, because each reader has its own refusals.
 */

/** How far the issuer's clock may be ahead of ours. @ASSUMED */
export const MAX_AHEAD_MS = 5 * 60_000;
/** No field of the issuer is longer. */
export const MAX_FIELD_LENGTH = 200;
const INDIA_AHEAD_MS = 19_800_000;

/** A reference has the number's last four digits, then the time in India to the millisecond. */
export function readReference(reference: string): { last4: string; issuedAt: number } | null {
  const parts = /^(\d{4})(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d{3})$/.exec(reference);
  if (!parts) return null;

  const [, last4 = '', year, month, day, hour, minute, second, ms] = parts;
  const written = `${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`;
  const local = new Date(written);
  if (Number.isNaN(local.getTime()) || local.toISOString() !== written) return null;

  return { last4, issuedAt: local.getTime() - INDIA_AHEAD_MS };
}

/** A date of birth, printed with dashes or slashes, or the year alone. */
export function readBirth(text: string): string | null {
  if (/^(19|20)\d\d$/.test(text)) return text;

  const [, day, month, year] = /^(\d\d)[-/](\d\d)[-/](\d{4})$/.exec(text) ?? [];
  const written = `${year}-${month}-${day}`;

  return isBusinessDay(written) ? written : null;
}

const GENDERS: Readonly<Record<string, SourceFields['gender']>> = {
  M: 'male',
  F: 'female',
  T: 'other',
};

export const readGender = (text: string): SourceFields['gender'] => GENDERS[text] ?? '';

export const joinSpaces = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Drops control characters. The signature is valid, so they are the issuer's own. */
export const cleanField = (text: string): string =>
  joinSpaces(text.replace(/\p{Cc}/gu, ' ').slice(0, MAX_FIELD_LENGTH));

/** Keyed by the signature, which is not stored: nobody can guess a value and check its digest. */
export function digestFields(fields: SourceFields, signature: Buffer): Record<string, string> {
  const key = createHash('sha256').update('noren:source-digest').update(signature).digest();

  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      createHmac('sha256', key).update(`${name}\n${value}`).digest('base64url'),
    ]),
  );
}

/** Whether one of the keys made an invalid signature, which then belongs to other content. */
export const wasSignedByAny = (signature: Buffer, keys: readonly IssuerKey[]): boolean =>
  keys.some(({ publicKey }) => {
    try {
      publicDecrypt({ key: publicKey, padding: constants.RSA_PKCS1_PADDING }, signature);
      return true;
    } catch {
      return false;
    }
  });

/** The signer's key that was valid at the issue. It may have expired: an identity has no end. */
export const findValidKey = (
  signers: readonly IssuerKey[],
  issuedAt: number,
): IssuerKey | undefined =>
  signers.find(({ validFrom, validTo }) => validFrom <= issuedAt && issuedAt <= validTo);
