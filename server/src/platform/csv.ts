import { csvText } from '@noren/core/typed/csv';

/** A CSV file in UTF-8. */
export function csvFile(headings: readonly string[], rows: readonly (readonly string[])[]): Buffer {
  return Buffer.from(csvText(headings, rows), 'utf8');
}
