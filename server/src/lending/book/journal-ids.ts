import { uuidAfter } from '../../platform/db/ordered-uuid.ts';

/**
 * A UUIDv7 that sorts after all given journal ids, even if their writers' clocks were ahead:
 * journals of one value day are read in the order in which they were written.
 */
export function nextJournalId(journals: readonly { readonly journalId: string }[]): string {
  return uuidAfter(
    journals.reduce((most, { journalId }) => (journalId > most ? journalId : most), ''),
  );
}
