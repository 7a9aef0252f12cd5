import { expect, test } from 'vitest';
import { readSanctionsCsv } from './sanctions-csv.ts';
import { ListFaultError } from './sanctions-fault.ts';

const HEAD = 'id,kind,name,aliases,weak aliases,born';
const list = (...rows: string[]) => [HEAD, ...rows].join('\r\n');

function fault(text: string): unknown {
  try {
    return readSanctionsCsv(text);
  } catch (error) {
    return error instanceof ListFaultError ? [error.fault, error.line] : error;
  }
}

test('reads entries with quoted cells, aliases and every form of birth', () => {
  const text = `\uFEFF${list(
    'IV-1,person,"Qaltari, ""Jorvan""","Yorvan Qaltary; Jorvan Bendor",Abu Zorbek,1971-03-02; 1969; 1960-1965; about 1970',
    ',,,,,',
    'I-2,entity,"Zorbek\nTrading",,,',
    '',
  )}`;

  expect(readSanctionsCsv(text)).toEqual([
    {
      entryId: 'IV-1',
      kind: 'person',
      names: [
        { text: 'Qaltari, "Jorvan"', quality: 'primary' },
        { text: 'Yorvan Qaltary', quality: 'good' },
        { text: 'Jorvan Bendor', quality: 'good' },
        { text: 'Abu Zorbek', quality: 'low' },
      ],
      births: [
        { from: 1971, to: 1971, isAbout: false, day: '1971-03-02' },
        { from: 1969, to: 1969, isAbout: false, day: null },
        { from: 1960, to: 1965, isAbout: false, day: null },
        { from: 1970, to: 1970, isAbout: true, day: null },
      ],
    },
    {
      entryId: 'I-2',
      kind: 'entity',
      names: [{ text: 'Zorbek\nTrading', quality: 'primary' }],
      births: [],
    },
  ]);
});

test('a list with headings alone is empty', () => {
  expect(readSanctionsCsv(HEAD)).toEqual([]);
});

test.each([
  { text: '', reason: 'headings_differ', line: 1 },
  { text: 'name,born\nJorvan,1970', reason: 'headings_differ', line: 1 },
  { text: list('1,person,Jorvan,,'), reason: 'cells_differ', line: 2 },
  { text: list('1,person,Jorvan,,,,'), reason: 'cells_differ', line: 2 },
  { text: list('1,person,"Jorvan,,,', '2,person,Pelan,,,'), reason: 'quote_open', line: 2 },
  { text: list('1,person,"Jor\nvan",,,', '1,person,Pelan,,,'), reason: 'id_twice', line: 4 },
  { text: list(',person,Jorvan,,,'), reason: 'id_missing', line: 2 },
  { text: list('1,man,Jorvan,,,'), reason: 'kind_unknown', line: 2 },
  { text: list('1,person,,,,'), reason: 'name_missing', line: 2 },
  { text: list(`1,person,${'J'.repeat(401)},,,`), reason: 'name_too_long', line: 2 },
  { text: list(`1,person,Jorvan,${'a;'.repeat(300)},,`), reason: 'name_too_long', line: 2 },
  { text: list('1,person,Jorvan,,,unknown'), reason: 'birth_unreadable', line: 2 },
  { text: list('1,person,Jorvan,,,1971-02-30'), reason: 'birth_unreadable', line: 2 },
  { text: list('1,person,Jorvan,,,1970-1960'), reason: 'birth_unreadable', line: 2 },
  { text: list('1,person,Jorvan,,,0001'), reason: 'birth_unreadable', line: 2 },
  {
    text: list(...Array.from({ length: 20_001 }, (_, at) => `${at},person,A B,,,`)),
    reason: 'too_many_entries',
    line: 20_002,
  },
])('$reason in line $line', ({ text, reason, line }) => {
  expect(fault(text)).toEqual([reason, line]);
});
