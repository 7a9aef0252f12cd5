import { describe, expect, test } from 'vitest';
import { type ListedBirth, mayBeBornIn, type SanctionsEntry } from './sanctions-entry.ts';
import { buildSanctionsIndex, compareWithEntry, toSound } from './sanctions-match.ts';

// Invented people.
const born = (from: number, to = from, isAbout = false): ListedBirth => ({
  from,
  to,
  isAbout,
  day: null,
});

function anEntry(name: string, rest: Partial<SanctionsEntry> = {}): SanctionsEntry {
  return {
    entryId: name,
    kind: 'person',
    names: [{ text: name, quality: 'primary' }],
    births: [born(1970)],
    ...rest,
  };
}

const isFound = (own: string, listed: string): boolean =>
  compareWithEntry({ name: own, birthYear: 1970 }, anEntry(listed)) !== null;

describe('words that sound alike', () => {
  test.each([
    ['YOUSUF', 'YUSEF'],
    ['REHMAN', 'RAHMAN'],
    ['HUSSAIN', 'HUSEIN'],
    ['MOHD', 'MUHAMMAD'],
    ['MOHAMMED', 'MD'],
    ['SHAIKH', 'SHEIKH'],
    ['ABDUR', 'ABDUL'],
    ['USAMA', 'OSAMA'],
    ['QASIM', 'KASEEM'],
    ['AZIZUDDIN', 'AJIJUDIN'],
    ['PHAROOQ', 'FAROUK'],
  ])('%s and %s', (one, other) => {
    expect(toSound(one)).toBe(toSound(other));
  });

  test.each([
    ['RAM', 'RIMA'],
    ['ALI', 'LAL'],
    ['KUMAR', 'CHAMAR'],
    ['राम', 'श्याम'],
    ['MUHAMMADI', 'MUHAMMAD'],
  ])('not %s and %s', (one, other) => {
    expect(toSound(one)).not.toBe(toSound(other));
  });
});

describe('names that may be one person', () => {
  test.each([
    ['Jorvan Qaltari', 'JORVAN QALTARI'],
    ['Qaltari Jorvan', 'Jorvan Qaltari'],
    ['Yousuf Dornabi', 'YUSEF AL-DORNABI'],
    ['Mohd Tareeq Bilsoni', 'MUHAMMAD TARIQ BILSONI'],
    ['Abdulrahman Zorbek', 'ABD AL-RAHMAN ZORBEK'],
    ['Abdur Rahman Zorbek', 'ABDULRAHMAN ZORBEK'],
    ['Abdul Latif Zorbek', 'ABDULLATIF ZORBEK'],
    ['Jorvan Qaltari', 'JORVAN ISMET QALTARI BENDOR'],
    ['Jorvan Ismet Qaltari Kumar', 'JORVAN ISMET QALTARI BENDOR'],
    ['J. Ismet Qaltari', 'JORVAN ISMET QALTARI'],
    ['Mr Jorvan Qaltari S/O Pelan Qaltari', 'JORVAN QALTARI'],
    ['Mohammad Khan', 'MUHAMMAD KHAN'],
    ['Jorvan', 'JORVAN'],
    ['जोर्वान क़ल्तारी', 'जोर्वान क़ल्तारी'],
  ])('%s and %s', (own, listed) => {
    expect(isFound(own, listed)).toBe(true);
  });

  test.each([
    ['Jorvan Sharma', 'JORVAN QALTARI'],
    ['Suresh Kumar Singh', 'RAMESH KUMAR SINGH'],
    ['Mohammad Khan', 'MUHAMMAD KHAN QALTARI'],
    ['Jorvan Qaltari', 'JORVAN'],
    ['Imran Ali Khan', 'MUHAMMAD ALI KHAN'],
    ['J. Q.', 'JORVAN QALTARI'],
    ['', 'JORVAN QALTARI'],
    ['Jorvan Qaltari', ''],
    ['...', '---'],
  ])('not %s and %s', (own, listed) => {
    expect(isFound(own, listed)).toBe(false);
  });

  test('a weak alias agrees wholly or not at all', () => {
    const entry = anEntry('Pelan Dovric', { names: [{ text: 'Abu Zorbek', quality: 'low' }] });
    expect(compareWithEntry({ name: 'Abu Zorbek', birthYear: 1970 }, entry)).not.toBeNull();
    expect(compareWithEntry({ name: 'Abu Zorbek Malin', birthYear: 1970 }, entry)).toBeNull();
  });
});

describe('a person and a list', () => {
  test('each entry is found once, by the name that agrees best, with its compared parts', () => {
    const entry = anEntry('Jorvan Ismet Qaltari', {
      names: [
        { text: 'Jorvan Ismet Qaltari', quality: 'primary' },
        { text: 'Yorvan Qaltary', quality: 'good' },
        { text: 'Jorvan Qaltary', quality: 'good' },
      ],
    });
    const hits = buildSanctionsIndex([entry, anEntry('Pelan Dovric')]).find({
      name: 'Jorvan Qaltari',
      birthYear: 1971,
    });

    expect(hits).toEqual([
      {
        entry,
        name: { text: 'Jorvan Qaltary', quality: 'good' },
        parts: [
          { own: 'JORVAN', listed: 'JORVAN', match: 'same' },
          { own: 'QALTARI', listed: 'QALTARY', match: 'alike' },
        ],
        score: 95,
        isYearNear: false,
      },
    ]);
  });

  test('organisations are not compared with people', () => {
    expect(
      compareWithEntry(
        { name: 'Jorvan Qaltari', birthYear: 1970 },
        anEntry('Jorvan Qaltari', { kind: 'entity' }),
      ),
    ).toBeNull();
  });

  test('looking names up finds what comparing each with each finds', () => {
    const given = ['Jorvan', 'Yusuf', 'Abdul', 'Muhammad', 'Md', 'A', 'Latif', 'Abdullatif'];
    const last = ['Qaltari', 'Khan', 'Rahman', 'Zorbek', 'Rehman', 'Kaltary', 'Kumar'];
    const names = given.flatMap((one) =>
      last.flatMap((two) => [`${one} ${two}`, `${two} Ismet ${one}`]),
    );
    const index = buildSanctionsIndex(names.map((name) => anEntry(name)));
    let found = 0;

    for (const name of names) {
      const person = { name, birthYear: 1970 };
      const byIndex = index.find(person).map(({ entry }) => entry.entryId);
      const oneByOne = names.filter((listed) => compareWithEntry(person, anEntry(listed)));
      expect(byIndex.toSorted(), name).toEqual(oneByOne.toSorted());
      found += byIndex.length;
    }

    expect(found).toBeGreaterThan(names.length);
  });
});

test.each([
  [[], 1970, false],
  [[born(1970)], 1970, true],
  [[born(1970)], 1971, false],
  [[born(1965, 1970)], 1965, true],
  [[born(1965, 1970)], 1970, true],
  [[born(1965, 1970)], 1964, false],
  [[born(1970, 1970, true)], 1972, true],
  [[born(1970, 1970, true)], 1973, false],
  [[born(1950), born(1980)], 1980, true],
] as const)('listed births %j and the year %i: %s', (births, year, expected) => {
  expect(mayBeBornIn(births, year)).toBe(expected);
});
