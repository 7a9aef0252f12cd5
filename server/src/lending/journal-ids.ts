import { randomUUIDv7 } from 'node:crypto';

/**
 * A UUIDv7 that sorts after all given journal ids, even if their writers' clocks were ahead: journals of one value day
 * are read in the order in which they were written.
 */
export function nextJournalId(journals: readonly { readonly journalId: string }[]): string {
  const made = randomUUIDv7();
  const last = journals.reduce((most, { journalId }) => (journalId > most ? journalId : most), '');
  if (made > last) return made;
  // The first twelve hex digits of a UUIDv7 are milliseconds since the epoch.
  const next = (BigInt(`0x${last.replaceAll('-', '').slice(0, 12)}`) + 1n).toString(16).padStart(12, '0');
  return `${next.slice(0, 8)}-${next.slice(8)}${made.slice(13)}`;
}
