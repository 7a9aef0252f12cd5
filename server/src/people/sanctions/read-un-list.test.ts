import { ListFaultError } from '@noren/core/people/sanctions-fault';
import { describe, expect, test } from 'vitest';
import { anUnList, aPerson } from '../../testing/sanctions-lists.ts';
import { type ReadList, readUnList } from './read-un-list.ts';

const MAX_BYTES = 1_000_000;

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const read = (xml: string | Uint8Array, size = 7): Promise<ReadList> =>
  readUnList(inPieces(typeof xml === 'string' ? Buffer.from(xml) : xml, size), {
    maxBytes: MAX_BYTES,
  });

const fault = (xml: string | Uint8Array): Promise<unknown> =>
  read(xml, 64).then(
    () => 'was read',
    (error: unknown) =>
      error instanceof ListFaultError ? [error.fault, error.line] : `not told: ${String(error)}`,
  );

test('reads names, aliases with their quality, and every form of birth date', async () => {
  const xml = anUnList([
    aPerson({
      id: '1001',
      name: ['JORVAN', 'ISMET', 'QALTARI', 'BENDOR'],
      aliases: [
        ['Good', 'Yorvan Qaltary; Jorvan &amp; Bendor'],
        ['Low', 'Abu Zorbek'],
        ['', ''],
      ],
      births: [
        '<TYPE_OF_DATE>EXACT</TYPE_OF_DATE><DATE>1971-03-02</DATE>',
        '<TYPE_OF_DATE>APPROXIMATELY</TYPE_OF_DATE><YEAR>1969</YEAR>',
        '<TYPE_OF_DATE>BETWEEN</TYPE_OF_DATE><FROM_YEAR>1960</FROM_YEAR><TO_YEAR>1965</TO_YEAR>',
        '<TYPE_OF_DATE/><NOTE>unknown</NOTE>',
      ],
    }),
    aPerson({ id: '1002', name: ['ज़ोरान', '', '', ''] }),
  ]);

  for (const size of [1, 7, 100_000])
    expect(await read(xml, size)).toEqual({
      listDay: '2026-11-20',
      entries: [
        {
          entryId: '1001',
          kind: 'person',
          names: [
            { text: 'JORVAN ISMET QALTARI BENDOR', quality: 'primary' },
            { text: 'Yorvan Qaltary', quality: 'good' },
            { text: 'Jorvan & Bendor', quality: 'good' },
            { text: 'Abu Zorbek', quality: 'low' },
          ],
          births: [
            { from: 1971, to: 1971, isAbout: false, day: '1971-03-02' },
            { from: 1969, to: 1969, isAbout: true, day: null },
            { from: 1960, to: 1965, isAbout: false, day: null },
          ],
        },
        {
          entryId: '1002',
          kind: 'person',
          names: [{ text: 'ज़ोरान', quality: 'primary' }],
          births: [],
        },
        {
          entryId: '9001',
          kind: 'entity',
          names: [
            { text: 'ZORBEK TRADING', quality: 'primary' },
            { text: 'Zorbek Traders', quality: 'good' },
          ],
          births: [],
        },
      ],
    });
});

test('a list without entries is read as empty', async () => {
  const xml = `<CONSOLIDATED_LIST dateGenerated="2026-11-20T05:00:00Z"/>`;
  expect(await read(xml)).toEqual({ listDay: '2026-11-20', entries: [] });
});

const one = aPerson({ id: '1001', name: ['JORVAN', 'QALTARI', '', ''] });
const born = (birth: string) =>
  anUnList([aPerson({ id: '1001', name: ['JORVAN', '', '', ''], births: [birth] })]);

describe('a file that is no list stops with its line and reason', () => {
  test.each([
    ['an empty file', '', 'not_xml'],
    ['text', 'not found', 'not_xml'],
    ['a page', '<!DOCTYPE html><html></html>', 'doctype'],
    [
      'an entity of its own',
      '<!DOCTYPE x [<!ENTITY a "aaaa">]><CONSOLIDATED_LIST dateGenerated="2026-11-20">&a;</CONSOLIDATED_LIST>',
      'doctype',
    ],
    ['an unknown entity', anUnList([one]).replace('JORVAN', '&jorvan;'), 'not_xml'],
    ['another root', '<html><CONSOLIDATED_LIST/></html>', 'other_root'],
    ['no day', '<CONSOLIDATED_LIST></CONSOLIDATED_LIST>', 'day_missing'],
    ['a day that does not exist', anUnList([one], '2026-02-30'), 'day_impossible'],
    ['a day in words', anUnList([one], 'yesterday'), 'day_impossible'],
    ['a tag that is not closed', anUnList([one]).replace('</FIRST_NAME>', ''), 'not_xml'],
    ['two roots', `${anUnList([one])}<CONSOLIDATED_LIST/>`, 'not_xml'],
    ['an entry twice', anUnList([one, one]), 'id_twice'],
    ['an entry without id', anUnList([one]).replace('1001', ''), 'id_missing'],
    [
      'an entry without name',
      anUnList([aPerson({ id: '7', name: ['', '', '', ''] })]),
      'name_missing',
    ],
    ['a name without end', anUnList([one]).replace('JORVAN', 'J'.repeat(401)), 'name_too_long'],
    ['a year in words', born('<YEAR>about 1970</YEAR>'), 'birth_unreadable'],
    ['a day that is none', born('<DATE>1971-02-30</DATE>'), 'birth_unreadable'],
    [
      'years that go back',
      born('<FROM_YEAR>1970</FROM_YEAR><TO_YEAR>1960</TO_YEAR>'),
      'birth_unreadable',
    ],
    ['deep elements', anUnList([one]).replace('JORVAN', '<A>'.repeat(40)), 'too_deep'],
    [
      'more bytes than a list has',
      anUnList([one]).replace('JORVAN', ' '.repeat(MAX_BYTES)),
      'too_large',
    ],
    [
      'another encoding',
      Buffer.from(anUnList([one]).replace('JORVAN', 'JORV\u00C4N'), 'latin1'),
      'not_utf8',
    ],
  ])('%s', async (_what, xml, reason) => {
    expect(await fault(xml)).toEqual([reason, expect.any(Number)]);
  });

  test('wherever it is cut off', async () => {
    const xml = anUnList([one]);
    const ends = [...xml.matchAll(/>/g)].map(({ index }) => index + 1).slice(1, -1);
    for (const end of ends)
      expect(await fault(xml.slice(0, end)), xml.slice(0, end)).toEqual([
        'cut_off',
        expect.any(Number),
      ]);
    expect(ends.length).toBeGreaterThan(10);
    expect(await fault(xml.slice(0, xml.indexOf('JORVAN') + 3))).toEqual(['cut_off', 6]);
  });

  test('the line is that of the fault', async () => {
    expect(await fault(anUnList([one, one]))).toEqual(['id_twice', 17]);
  });
});
