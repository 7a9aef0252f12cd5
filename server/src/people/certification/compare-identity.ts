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

/** The cards that show a field; an Aadhaar back shows no PAN. */
const SHOWN_ON: Readonly<Record<IdentityField, readonly IdentityDocument['type'][]>> = {
  name: ['panFront', 'aadhaarFront'],
  pan: ['panFront'],
  birthDay: ['panFront', 'aadhaarFront'],
  aadhaar: ['aadhaarFront', 'aadhaarBack'],
};

/**
 * Each confirmed field beside what its cards say, and the values that may stand where they differ.
 */
export function compareIdentity(
  crypto: FieldCrypto,
  identity: IdentityToReview,
  documents: readonly IdentityDocument[],
): ReviewField[] {
  return IDENTITY_FIELDS.map((field) => {
    const cards = documents.filter(({ type }) => SHOWN_ON[field].includes(type));
    const reads = cards.map((card) => readCard(crypto, identity, field, card));

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
  const isSame =
    field === 'name'
      ? matchNames(value ?? '', identity.name) === 'match'
      : value === identity[field];

  return { document, value, key: value, isUncertain, agrees: value !== null && isSame };
}
