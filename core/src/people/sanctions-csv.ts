import type { ListedBirth, ListedName, SanctionsEntry } from './sanctions-entry.ts';
import { LIST_BOUNDS, ListFaultError } from './sanctions-fault.ts';

/** The headings of a national list, in this order. */
export const CSV_HEADINGS = ['id', 'kind', 'name', 'aliases', 'weak aliases', 'born'] as const;

/**
 * Reads a national list: RFC 4180 in UTF-8, a line of {@link CSV_HEADINGS}, then a line for each
 * entry. Aliases and births are separated by semicolons; a birth is `1970-03-02`, `1970`,
 * `1968-1972` or `about 1970`.
 * @throws ListFaultError for the first line that cannot be read
 */
export function readSanctionsCsv(text: string): SanctionsEntry[] {
  const [headings, ...rows] = splitRows(text.replace(/^\uFEFF/, ''));
  if (headings?.cells.map((cell) => cell.trim().toLowerCase()).join() !== CSV_HEADINGS.join())
    throw new ListFaultError('headings_differ', 1);

  const lines = new Set<string>();

  return rows
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
    .map((row, at) => {
      if (at >= LIST_BOUNDS.entries) throw new ListFaultError('too_many_entries', row.line);

      const entry = readRow(row);
      if (lines.has(entry.entryId)) throw new ListFaultError('id_twice', row.line);
      lines.add(entry.entryId);

      return entry;
    });
}

interface Row {
  readonly line: number;
  readonly cells: readonly string[];
}

function splitRows(text: string): Row[] {
  const rows: Row[] = [];
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  let line = 1;
  let rowLine = 1;

  const endCell = () => {
    cells.push(cell);
    cell = '';
  };

  const endRow = () => {
    endCell();
    rows.push({ line: rowLine, cells });
    cells = [];
    rowLine = line;
  };

  for (let at = 0; at < text.length; at++) {
    const letter = text[at]!;
    if (letter === '\n') line++;

    if (isQuoted) {
      if (letter !== '"') cell += letter;
      else if (text[at + 1] === '"') cell += text[++at];
      else isQuoted = false;
    } else if (letter === '"' && cell === '') isQuoted = true;
    else if (letter === ',') endCell();
    else if (letter === '\n') endRow();
    else if (letter !== '\r') cell += letter;
  }

  if (isQuoted) throw new ListFaultError('quote_open', rowLine);
  if (cell !== '' || cells.length > 0) endRow();

  return rows;
}

function readRow({ line, cells }: Row): SanctionsEntry {
  if (cells.length !== CSV_HEADINGS.length) throw new ListFaultError('cells_differ', line);

  const [entryId = '', kind = '', name = '', aliases = '', weak = '', births = ''] = cells.map(
    (cell) => cell.trim(),
  );

  if (entryId === '' || entryId.length > 60) throw new ListFaultError('id_missing', line);
  if (kind !== 'person' && kind !== 'entity') throw new ListFaultError('kind_unknown', line);
  if (name === '') throw new ListFaultError('name_missing', line);

  const names: ListedName[] = [
    { text: name, quality: 'primary' },
    ...splitList(aliases).map((text) => ({ text, quality: 'good' as const })),
    ...splitList(weak).map((text) => ({ text, quality: 'low' as const })),
  ];

  requireShortNames(names, line);

  return {
    entryId,
    kind,
    names,
    births: splitList(births).map((birth) => readBirth(birth, line)),
  };
}

/** @throws ListFaultError for a name that is no name, or too many of them */
export function requireShortNames(names: readonly ListedName[], line: number): void {
  const isLong = names.some(({ text }) => text.length > LIST_BOUNDS.nameCharacters);
  if (isLong || names.length > LIST_BOUNDS.namesAnEntry)
    throw new ListFaultError('name_too_long', line);
}

/** The parts of a text that semicolons separate. */
export function splitList(text: string): string[] {
  return text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

const BIRTH = /^(?:(about) )?(\d{4})(?:-(\d{4})|(-\d{2}-\d{2}))?$/;

function readBirth(text: string, line: number): ListedBirth {
  const [, about, from, to, rest] = BIRTH.exec(text.toLowerCase()) ?? [];
  if (from === undefined) throw new ListFaultError('birth_unreadable', line);

  return buildBirth(
    { from: Number(from), to: Number(to ?? from), isAbout: about !== undefined },
    { day: rest === undefined ? null : `${from}${rest}`, line },
  );
}

/** @throws ListFaultError for years or a day that nobody is born in */
export function buildBirth(
  years: Omit<ListedBirth, 'day'>,
  { day, line }: { day: string | null; line: number },
): ListedBirth {
  const isPossible = years.from >= 1850 && years.to >= years.from && years.to <= 2100;
  if (!isPossible || (day !== null && !isDay(day)))
    throw new ListFaultError('birth_unreadable', line);
  return { ...years, day };
}

function isDay(text: string): boolean {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return month >= 1 && month <= 12 && day >= 1 && day <= lastDay;
}
