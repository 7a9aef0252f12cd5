import { expect, test } from 'vitest';
import { nextJournalId } from './journal-ids.ts';

const uuid7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test.each([
  ['none', []],
  ['one of long ago', ['01890000-0000-7fff-bfff-ffffffffffff']],
  ['one of a clock far ahead', ['0fffffff-ffff-7fff-bfff-ffffffffffff']],
  [
    'the newest not last',
    ['0fffffff-ffff-7fff-bfff-ffffffffffff', '01890000-0000-7000-8000-000000000000'],
  ],
])('an id after %s is read after all of them', (_what, before) => {
  const ids = [...before];
  for (let turn = 0; turn < 50; turn += 1) {
    const made = nextJournalId(ids.map((journalId) => ({ journalId })));
    expect(made).toMatch(uuid7);
    expect(ids.every((id) => id < made)).toBe(true);
    ids.push(made);
  }
});
