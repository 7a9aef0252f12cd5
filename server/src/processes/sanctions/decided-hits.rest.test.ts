import { businessDay } from '@noren/core/money/time';
import { expect, test } from 'vitest';
import { readHits } from '../../people/sanctions/hit-store.ts';
import { runJobs } from '../../testing/loans.ts';
import { aPerson } from '../../testing/sanctions-lists.ts';
import { closedBecause, useScreening } from '../../testing/screening.ts';
import type { SignedInUser } from '../../testing/users.ts';

const { app, db, at, aList, aReviewer, correct, decide, fetchList, listed, someone, states } =
  await useScreening();

/** Somebody who a reviewer found to be the listed person 1001. */
async function aConfirmed(): Promise<{ who: SignedInUser; entry: string }> {
  at.day = businessDay('2026-11-05');
  const who = await someone();
  const entry = await listed(who);
  await fetchList(aList(entry));
  await runJobs(app);
  const [hit] = await readHits(db, who.userId);
  await decide(who, hit!.hitId, 'same_person', await aReviewer());
  return { who, entry };
}

/** Two lists more, each with its own screening of everybody. */
async function screenTwice(...people: string[]): Promise<void> {
  for (const next of ['2026-11-06', '2026-11-07'] as const) {
    at.day = businessDay(next);
    const filler = aPerson({
      id: next,
      name: ['ZUBLIN', `M${next.slice(-1)}`, '', ''],
      births: ['<YEAR>1930</YEAR>'],
    });
    await fetchList(aList(...people, filler));
    await runJobs(app);
  }
}

test('a confirmed hold ends by a decision only, however often its entry is missing', async () => {
  const { who } = await aConfirmed();
  await screenTwice();

  expect(await states(who)).toEqual([['1001', 'held']]);
  expect(await closedBecause(who)).toMatch(/^One of our staff/);
  const [hit] = await readHits(db, who.userId);
  expect(hit?.decision?.reason).toBe('same_person');

  await decide(who, hit!.hitId, 'other_person', await aReviewer());
  expect(await closedBecause(who)).toBeNull();
});

test.each([
  ['another year', { year: '1931' }],
  ['no year', { year: '' }],
])('a confirmed hold stays when its entry gets %s', async (_what, change) => {
  const { who } = await aConfirmed();
  await screenTwice(await listed(who, change));

  expect(await states(who)).toEqual([['1001', 'held']]);
  expect(await closedBecause(who)).toMatch(/^One of our staff/);
});

test('a confirmed hold stays when its entry changes and then leaves the list', async () => {
  const { who } = await aConfirmed();
  await screenTwice(await listed(who, { alias: 'Jorvan Qaltari' }));
  expect(await states(who)).toEqual([['1001', 'held']]);

  at.day = businessDay('2026-11-08');
  await fetchList(aList());
  await runJobs(app);
  expect(await states(who)).toEqual([['1001', 'held']]);
});

test('a confirmed hold stays when the name changes twice', async () => {
  const { who } = await aConfirmed();
  await correct(who, 'Zorban Qeltari');
  await correct(who, 'Norbin Taldori');

  expect(await states(who)).toEqual([['1001', 'held']]);
  expect(await closedBecause(who)).toMatch(/^One of our staff/);
});

test.each([
  ['leaves the list', null],
  ['loses its year', { year: '' }],
])('somebody else is not held again when the entry %s and comes back', async (_what, change) => {
  at.day = businessDay('2026-11-05');
  const who = await someone();
  const entry = await listed(who);
  await fetchList(aList(entry));
  await runJobs(app);
  const [hit] = await readHits(db, who.userId);
  await decide(who, hit!.hitId, 'other_person', await aReviewer());

  await screenTwice(...(change ? [await listed(who, change)] : []));
  at.day = businessDay('2026-11-08');
  await fetchList(aList(entry));
  await runJobs(app);

  expect(await states(who)).toEqual([['1001', 'other_person']]);
  expect(await closedBecause(who)).toBeNull();
});
