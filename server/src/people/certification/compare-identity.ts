import type { ReviewField } from '@noren/contract/staff/review';
import {
  IDENTITY_FIELDS,
  type IdentityField,
  valueSources,
} from '@noren/core/people/identity-choice';
import { matchNames } from '@noren/core/people/name-match';
import type { FieldCrypto } from '../../platform/crypto/field-crypto.ts';
import type { IdentityDocument } from './document-store.ts';
import type { IdentityToReview } from './review-store.ts';
import type { IdentitySource } from './source-store.ts';

/** The cards that show a field; an Aadhaar back shows no PAN. */
const SHOWN_ON: Readonly<Record<IdentityField, readonly IdentityDocument['type'][]>> = {
  name: ['panFront', 'aadhaarFront'],
  pan: ['panFront'],
  birthDay: ['panFront', 'aadhaarFront'],
  aadhaar: ['aadhaarFront', 'aadhaarBack'],
};

/** What the confirmed values of an identity are compared with. */
export interface IdentityEvidence {
  readonly documents: readonly IdentityDocument[];
  readonly source: Pick<IdentitySource, 'fields'> | null;
}

/** What the issuer signed of a field; null where it says nothing, or only the year of a day. */
export function signedValue(
  source: IdentityEvidence['source'],
  field: 'name' | 'birthDay',
): string | null {
  if (!source?.fields) return null;

  const { name, birth } = source.fields;
  if (field === 'name') return name;
  return birth.length === 10 ? birth : null;
}

/**
 * Each confirmed field beside what its cards say, and the values that may stand where they differ.
 */
export function compareIdentity(
  crypto: FieldCrypto,
  identity: IdentityToReview,
  { documents, source }: IdentityEvidence,
): ReviewField[] {
  return IDENTITY_FIELDS.map((field) => {
    const cards = documents.filter(({ type }) => SHOWN_ON[field].includes(type));
    const reads = [
      ...cards.map((card) => readCard(crypto, identity, field, card)),
      ...readSigned(identity, field, source),
    ];

    const values = reads.flatMap(({ document, key, agrees }) =>
      key === null ? [] : [{ document, key, agrees }],
    );

    return {
      field,
      confirmed: field === 'aadhaar' ? identity.aadhaarLast4 : identity[field],
      reads: reads.map(({ key, ...read }) => read),
      sources: valueSources(field, values),
    };
  });
}

/** What the issuer signed, where it differs; a case shows all of it in a panel of its own. */
function readSigned(
  identity: IdentityToReview,
  field: IdentityField,
  source: IdentityEvidence['source'],
) {
  if (field !== 'name' && field !== 'birthDay') return [];

  const value = signedValue(source, field);
  if (value === null || isSameText(field, value, identity)) return [];

  return [{ document: 'signed' as const, value, key: value, isUncertain: false, agrees: false }];
}

/** A name agrees however it is written. */
function isSameText(
  field: Exclude<IdentityField, 'aadhaar'>,
  value: string,
  identity: IdentityToReview,
): boolean {
  return field === 'name'
    ? matchNames(value, identity.name) === 'match'
    : value === identity[field];
}

/**
 * What one card says of a field; of an Aadhaar number the hash is compared, since four digits may
 * be the same by chance.
 */
function readCard(
  crypto: FieldCrypto,
  identity: IdentityToReview,
  field: IdentityField,
  card: IdentityDocument,
) {
  const { type: document, fields, aadhaarHash } = card;
  const isUncertain = card.uncertain.includes(field);

  if (field === 'aadhaar') {
    const key = aadhaarHash && crypto.lift(aadhaarHash).toString('base64');
    const agrees = aadhaarHash !== null && crypto.isSameHash(aadhaarHash, identity.aadhaarHash);
    return { document, value: fields.aadhaarLast4 ?? null, key, isUncertain, agrees };
  }

  const value = fields[field] ?? null;
  const agrees = value !== null && isSameText(field, value, identity);

  return { document, value, key: value, isUncertain, agrees };
}
