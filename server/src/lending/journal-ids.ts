import { randomUUIDv7 } from 'node:crypto';

/**
 * An id for a journal that is to be read after others of its order, whatever the clocks of those who wrote them: among
 * facts of one kind and day the one written later comes second.
 */
export function nextJournalId(journals: readonly { readonly journalId: string }[]): string {
  const made = randomUUIDv7();
  const last = journals.reduce((most, { journalId }) => (journalId > most ? journalId : most), '');
  if (made > last) return made;
  // The first twelve digits of such an id are milliseconds.
  const next = (BigInt(`0x${last.replaceAll('-', '').slice(0, 12)}`) + 1n).toString(16).padStart(12, '0');
  return `${next.slice(0, 8)}-${next.slice(8)}${made.slice(13)}`;
}
