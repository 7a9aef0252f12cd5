import { countPeople, groupDigits } from './figures.ts';

/** Texts of the sanctions lists. */
export const sanctionsTexts = {
  title: 'Sanctions',
  about: 'Everyone is compared with these lists when their identity is saved and at each new list.',

  parts: 'Parts of the sanctions screen',
  tabs: { lists: 'Lists', hits: 'Hits' },

  lists: { un: 'United Nations', national: 'National list' },
  list: 'List',
  inForce: 'In force',
  listDay: 'List date',
  entries: 'Entries',
  counts: (listed: number, entities: number) =>
    `${countPeople(listed)}, ${entities === 1 ? '1 organisation' : `${groupDigits(entities)} organisations`}`,

  since: 'In force since',
  checked: 'Last read',
  source: 'From',
  fetched: 'Downloaded',

  noList: 'No list is in force',
  noListText: 'No one is screened until one is.',
  allScreened: 'Everyone is screened with the lists in force.',
  unscreened: (count: number) =>
    count === 1
      ? '1 person is still to be screened with the lists in force.'
      : `${groupDigits(count)} people are still to be screened with the lists in force.`,

  waiting: 'Waiting for approval',
  waitingAbout: 'Not used until two people agree. The list in force stays until then.',
  replaced: 'Another list has replaced this one.',
  doubt: 'Why it needs approval',

  doubts: {
    uploaded: 'It was uploaded',
    empty: 'It names no one',
    much_shorter: 'It has far fewer people, birth years or names',
    older: 'It is older than the list in force',
  },

  propose: 'Propose to use it',
  act: 'Actions',

  faults: 'Could not be read',
  faultsAbout: 'The list in force stays until its source can be read again.',
  fault: (line: number, reason: string) => (line === 0 ? reason : `Line ${line}: ${reason}`),
  at: 'When',

  reasons: {
    no_answer: 'the source gave no answer',
    too_large: 'the file is too large to be a list',
    not_utf8: 'the text is not in UTF-8',
    not_xml: 'this is not valid XML',
    doctype: 'the file has a document type, which no list has',
    other_root: 'the file is not the consolidated list',
    cut_off: 'the file ends too early',
    too_deep: 'elements are nested too deep',
    too_many_entries: 'there are more entries than a list has',
    day_missing: 'the file does not name its day',
    day_impossible: 'the file names a day that does not exist or is still to come',
    id_missing: 'an entry has no id, or one that is too long',
    id_twice: 'an entry’s id was used before',
    name_missing: 'an entry has no name',
    name_too_long: 'an entry has too many names, or one that is too long',
    birth_unreadable: 'a date of birth cannot be read',
    headings_differ: 'the headings are not: id, kind, name, aliases, weak aliases, born',
    cells_differ: 'the row does not have six cells',
    quote_open: 'a quotation mark is not closed',
    kind_unknown: 'the kind is neither person nor entity',
  },

  upload: 'Upload a national list',
  uploadAbout:
    'A CSV file in UTF-8 with the headings id, kind, name, aliases, weak aliases, born. Semicolons separate aliases and births. A birth is 1970-03-02, 1970, 1968-1972 or about 1970.',
  file: 'File',
  day: 'List date',
  send: 'Read the file',
  chooseFile: 'Choose a CSV file.',
  fileTooLong: 'This file is too large. A national list has at most 900,000 characters.',
  chooseDay: 'Enter the date on the list.',

  uploaded: 'Read. Two people decide whether it is used.',
  same: 'This list is already in force or waiting.',
  failed: 'This file could not be read',
  failedStays: 'The list in force stays.',

  stateFilter: 'State',
  states: {
    held: 'Held',
    same_person: 'Listed person',
    other_person: 'Someone else',
    seen: 'Name only',
  },

  person: 'Person',
  entry: 'Entry',
  score: 'Similarity',
  state: 'State',
  found: 'Found',
  decided: 'Decided',
  because: 'Why',

  decisionReasons: {
    birth_day_differs: 'Date of birth differs',
    name_differs: 'Name differs',
    particulars_differ: 'Other particulars differ',
    no_longer_listed: 'No longer listed',
    same_person: 'Is the listed person',
  },

  noHits: 'No one was found on a list',
  noHitsInState: 'No hits in this state',
  percent: (score: number) => `${score}%`,
} as const;
