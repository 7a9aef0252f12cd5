import { matchNames } from '@noren/core/people/name-match';
import type { KeptDocument, ReadFields } from './pictures-store.ts';

/** What saving the identity asks for, by the name of its field there; the rest is read for the reviewer only. */
const CONFIRMED = { name: 'name', pan: 'pan', birthDay: 'birthDay', aadhaar: 'aadhaarLast4' } as const satisfies Record<
  string,
  keyof ReadFields
>;
type Confirmed = keyof typeof CONFIRMED;

/**
 * Which of the fields to be confirmed want a look: read by no card, read with doubt by every card that shows them, or
 * different on two cards.
 */
export function fieldsToLookAt(documents: readonly KeptDocument[]): Confirmed[] {
  return (Object.keys(CONFIRMED) as Confirmed[]).filter((field) => {
    const reads = documents.flatMap(({ fields, uncertain }) => {
      const value = fields[CONFIRMED[field]];
      return value === undefined ? [] : [{ value, isSure: !uncertain.includes(field) }];
    });
    if (reads.length === 0) return documents.some(({ uncertain }) => uncertain.includes(field));
    const isOne = reads.every(({ value }) =>
      field === 'name' ? matchNames(value, reads[0]!.value) === 'match' : value === reads[0]!.value,
    );
    return !isOne || !reads.some(({ isSure }) => isSure);
  });
}
