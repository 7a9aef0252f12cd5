/** Why a sanctions list is not taken; the list that is in force stays so. */
export const LIST_FAULTS = [
  'no_answer',
  'too_large',
  'not_utf8',
  'not_xml',
  'doctype',
  'other_root',
  'cut_off',
  'too_deep',
  'too_many_entries',
  'day_missing',
  'day_impossible',
  'id_missing',
  'id_twice',
  'name_missing',
  'name_too_long',
  'birth_unreadable',
  'headings_differ',
  'cells_differ',
  'quote_open',
  'kind_unknown',
] as const;

export type ListFault = (typeof LIST_FAULTS)[number];

/** What stopped the reading of a list, and in which line; 0 where it is of no line. */
export class ListFaultError extends Error {
  readonly fault: ListFault;
  readonly line: number;

  constructor(fault: ListFault, line: number) {
    super(`line ${line}: ${fault}`);
    this.name = 'ListFaultError';
    this.fault = fault;
    this.line = line;
  }
}

/** The most characters of a national list that is sent. */
export const LIST_CHARACTERS = 900_000;

/** @ASSUMED Far above what any list has; beyond it a file is none. */
export const LIST_BOUNDS = { entries: 20_000, namesAnEntry: 300, nameCharacters: 400 } as const;
