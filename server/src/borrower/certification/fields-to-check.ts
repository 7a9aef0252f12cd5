import { matchNames } from '@noren/core/people/name-match';
import type {
  DocumentFields,
  IdentityDocument,
} from '../../people/certification/document-store.ts';

/** Fields the borrower confirms when saving the identity, with their name in the document. */
const confirmedFields = {
  name: 'name',
  pan: 'pan',
  birthDay: 'birthDay',
  aadhaar: 'aadhaarLast4',
} as const satisfies Record<string, keyof DocumentFields>;

type ConfirmedField = keyof typeof confirmedFields;

/**
 * Fields the borrower should check before confirming: read from no card, read with low confidence
 * on every card that shows them, or different between cards.
 */
export function fieldsToCheck(documents: readonly IdentityDocument[]): ConfirmedField[] {
  return (Object.keys(confirmedFields) as ConfirmedField[]).filter((field) => {
    const reads = documents.flatMap(({ fields, uncertain }) => {
      const value = fields[confirmedFields[field]];
      return value === undefined ? [] : [{ value, isCertain: !uncertain.includes(field) }];
    });
    if (reads.length === 0) return documents.some(({ uncertain }) => uncertain.includes(field));

    const isSame = reads.every(({ value }) =>
      field === 'name' ? matchNames(value, reads[0]!.value) === 'match' : value === reads[0]!.value,
    );
    return !isSame || !reads.some(({ isCertain }) => isCertain);
  });
}
