import { businessDay } from '@noren/core/money/time';
import { ListFaultError } from '@noren/core/people/sanctions-fault';
import { beforeEach, expect, test } from 'vitest';
import { correctIdentity, readIdentity } from '../../people/certification/store.ts';
import { readPersonalData } from '../../people/personal-data/read-personal-data.ts';
import { RECIPIENTS, retentionMap } from '../../people/personal-data/retention-map.ts';
import { readHits } from '../../people/sanctions/hit-store.ts';
import { readListsInForce } from '../../people/sanctions/list-store.ts';
import { screenPerson } from '../../people/sanctions/screen-person.ts';
import { countUnscreened } from '../../people/sanctions/screening-store.ts';
import { startList } from '../../people/sanctions/take-list.ts';
import type { Deps } from '../../platform/deps.ts';
import { verifyAuditChain } from '../../platform/staff/audit-chain-store.ts';
import { readCredit, runJobs } from '../../testing/loans.ts';
import { anUnList, aPerson } from '../../testing/sanctions-lists.ts';
import { closedBecause, others, useScreening } from '../../testing/screening.ts';
import { useApp } from '../../testing/use-app.ts';
import type { SignedInUser } from '../../testing/users.ts';
import { readListGauges } from '../monitoring/gauges.ts';
import { screenEverybody } from './screen-everybody.ts';

const app = await useApp();
const { db } = app.deps;
const { at, aList, aReviewer, correct, decide, fetchList, listed, nameAndYear, someone, states } =
  useScreening(app);

beforeEach(async () => {
  app.advance(60_000);
  await db.deleteFrom('sanctions_hits').execute();
  await db.deleteFrom('sanctions_screenings').execute();
  await db.deleteFrom('sanctions_lists').execute();
});

const readLists = () =>
  db
    .selectFrom('sanctions_lists')
    .select(['state', 'people', 'entities', 'doubt', 'fault', 'faultLine'])
    .orderBy('listId')
    .execute();

test('a list comes into force, and everybody is screened with it', async () => {
  const [who, other] = [await someone(), await someone()];
  await fetchList(aList(await listed(who)));
  expect(await readLists()).toEqual([
    { state: 'in_force', people: 27, entities: 1, doubt: null, fault: null, faultLine: null },
  ]);

  await runJobs(app);
  expect(await states(who)).toEqual([['1001', 'held']]);
  expect(await states(other)).toEqual([]);
  const [list] = await readListsInForce(db);
  expect(await countUnscreened(db, list!.listId)).toBe(0);

  expect((await readCredit(who)).state).toBe('approved');
  expect(await closedBecause(who)).toMatch(/^One of our staff is checking your details\./);
  expect(await closedBecause(other)).toBeNull();
});

test('a name alone holds nobody and is recorded as seen', async () => {
  const [early, unknown] = [await someone(), await someone()];
  await fetchList(
    aList(await listed(early, { year: '1931' }), await listed(unknown, { id: '1002', year: '' })),
  );
  await runJobs(app);

  expect(await states(early)).toContainEqual(['1001', 'seen']);
  expect(await states(unknown)).toContainEqual(['1002', 'seen']);
  expect(await closedBecause(early)).toBeNull();
});

test('an alias with a year in a range holds as the name does', async () => {
  const who = await someone();
  const { name, year } = await nameAndYear(who);
  await fetchList(
    aList(
      aPerson({
        id: '1003',
        name: ['SOMEBODY', 'ELSE', '', ''],
        aliases: [['Good', name]],
        births: [
          '<TYPE_OF_DATE>EXACT</TYPE_OF_DATE><DATE>1931-03-02</DATE>',
          `<TYPE_OF_DATE>BETWEEN</TYPE_OF_DATE><FROM_YEAR>${Number(year) - 3}</FROM_YEAR><TO_YEAR>${year}</TO_YEAR>`,
        ],
      }),
    ),
  );
  await runJobs(app);
  expect(await states(who)).toEqual([['1003', 'held']]);
});

test('the same list again changes nothing, and screens nobody twice', async () => {
  const who = await someone();
  const xml = aList(await listed(who));
  await fetchList(xml);
  await runJobs(app);
  const before = await db.selectFrom('sanctions_screenings').selectAll().execute();

  app.advance(60_000);
  await fetchList(xml);
  await runJobs(app);
  await screenEverybody(app.deps);

  expect(await db.selectFrom('sanctions_screenings').selectAll().execute()).toEqual(before);
  expect(await readLists()).toHaveLength(1);
  const { checkedAt } = await db
    .selectFrom('sanctions_lists')
    .select('checkedAt')
    .executeTakeFirstOrThrow();
  expect(checkedAt).toBe(app.deps.now());
});

test('what a reviewer decided stays decided until the entry changes', async () => {
  const who = await someone();
  const reviewer = await aReviewer();
  await fetchList(aList(await listed(who)));
  await runJobs(app);
  const [hit] = await readHits(db, who.userId);
  await decide(who, hit!.hitId, 'other_person', reviewer);
  expect(await closedBecause(who)).toBeNull();

  at.day = businessDay('2026-11-02');
  await fetchList(aList(await listed(who), await listed(who, { id: '2001', year: '1931' })));
  await runJobs(app);
  expect(await states(who)).toEqual([
    ['1001', 'other_person'],
    ['2001', 'seen'],
  ]);
  expect(await closedBecause(who)).toBeNull();

  at.day = businessDay('2026-11-03');
  await fetchList(aList(await listed(who, { alias: 'Jorvan Qaltari' })));
  await runJobs(app);
  expect(await states(who)).toEqual([['1001', 'held']]);
  expect(await closedBecause(who)).toMatch(/^One of our staff/);
});

test('a hold ends by itself when its entry leaves the list; a confirmed one asks a reviewer again', async () => {
  const [who, confirmed] = [await someone(), await someone()];
  const reviewer = await aReviewer();
  await fetchList(aList(await listed(who), await listed(confirmed, { id: '1002' })));
  await runJobs(app);
  const mine = (await readHits(db, confirmed.userId)).find(({ entryId }) => entryId === '1002');
  await decide(confirmed, mine!.hitId, 'same_person', reviewer);
  expect(await closedBecause(confirmed)).toMatch(/^One of our staff/);

  at.day = businessDay('2026-11-04');
  await fetchList(aList());
  await runJobs(app);
  expect(await states(who)).toEqual([]);
  expect(await closedBecause(who)).toBeNull();
  expect(await states(confirmed)).toEqual([['1002', 'held']]);
  expect(await closedBecause(confirmed)).toMatch(/^One of our staff/);
});

test('somebody who cannot be read stops nobody else, and a later run screens them', async () => {
  const people: SignedInUser[] = [];
  for (let count = 0; count < 4; count += 1) people.push(await someone());
  await fetchList(aList(await listed(people.at(-1)!)));
  const [list] = await readListsInForce(db);

  const breaking = {
    ...app.deps,
    crypto: {
      ...app.deps.crypto,
      decrypt: (...given: Parameters<Deps['crypto']['decrypt']>) => {
        if (given[1] === `identities.name_enc:${people[0]!.userId}`) throw new Error('unreadable');
        return app.deps.crypto.decrypt(...given);
      },
    },
  };
  await expect(screenEverybody(breaking, 2)).rejects.toThrow('people who could not be screened: 1');
  expect(await countUnscreened(db, list!.listId)).toBe(1);
  expect(await states(people.at(-1)!)).toEqual([['1001', 'held']]);
  const gauges = await readListGauges(app.deps);
  expect(gauges).toContainEqual(
    expect.objectContaining({ name: 'noren_sanctions_unscreened', value: 1 }),
  );

  await Promise.all([screenEverybody(app.deps, 1), screenEverybody(app.deps, 3)]);
  expect(await countUnscreened(db, list!.listId)).toBe(0);
});

test('a run that read a former list undoes nothing that a newer one found', async () => {
  const who = await someone();
  at.day = businessDay('2026-11-10');
  await fetchList(aList());
  const next = anUnList([...others, await listed(who)], '2026-11-11');

  let isFirst = true;
  const stale = new Proxy(db, {
    get: (target, key) => {
      if (key === 'transaction' && isFirst) {
        isFirst = false;
        return () => ({
          execute: async (run: Parameters<ReturnType<typeof db.transaction>['execute']>[0]) => {
            await fetchList(next);
            await runJobs(app);
            return target.transaction().execute(run);
          },
        });
      }
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  await screenEverybody({ ...app.deps, db: stale });

  expect(isFirst).toBe(false);
  expect(await states(who)).toEqual([['1001', 'held']]);
  const [list] = await readListsInForce(db);
  expect(await countUnscreened(db, list!.listId)).toBe(0);
});

test.each([
  ['cut off', aList().slice(0, 300), 'cut_off', 8],
  ['not given', new ListFaultError('no_answer', 0), 'no_answer', 0],
])('while a file is %s the former list stays in force', async (_what, given, fault, line) => {
  await fetchList(aList());
  await fetchList(given);
  await fetchList(given);

  expect(await readLists()).toEqual([
    expect.objectContaining({ state: 'in_force', fault: null }),
    expect.objectContaining({ state: 'failed', fault, faultLine: line }),
  ]);
  expect(await verifyAuditChain(db)).toMatchObject({ broken: null });
});

test('an empty, a far shorter or an older list waits for two people', async () => {
  at.day = businessDay('2026-11-10');
  await fetchList(aList());

  await fetchList(anUnList([], '2026-11-11'));
  await fetchList(anUnList([], '2026-11-11'));
  await fetchList(anUnList(others.slice(0, 2), '2026-11-12'));
  await fetchList(anUnList(others, '2026-11-09'));
  expect((await readLists()).map(({ state, doubt }) => [state, doubt])).toEqual([
    ['in_force', null],
    ['dropped', 'empty'],
    ['dropped', 'much_shorter'],
    ['waiting', 'older'],
  ]);

  const waiting = await db
    .selectFrom('sanctions_lists')
    .select('listId')
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  const start = () =>
    db
      .transaction()
      .execute((tx) =>
        startList(tx, { listId: waiting.listId, staffId: null, now: app.deps.now() }),
      );
  expect(await start()).toBe(true);
  expect(await start()).toBe(false);
  expect((await readLists()).map(({ state }) => state)).toEqual([
    'replaced',
    'dropped',
    'dropped',
    'in_force',
  ]);
});

test('of two imports at once the second is compared with the first', async () => {
  at.day = businessDay('2026-11-12');
  const more = Array.from('ABCDEFGHIJ', (letter) =>
    aPerson({
      id: `31${letter}`,
      name: [`Q${letter}RIN`, 'ZORBEK', '', ''],
      births: ['<YEAR>1930</YEAR>'],
    }),
  );
  await fetchList(aList());
  await Promise.all([
    fetchList(anUnList([...others, ...more], '2026-11-13')),
    fetchList(anUnList(others, '2026-11-13')),
  ]);

  const lists = await readLists();
  const inForce = lists.filter(({ state }) => state === 'in_force');
  expect(inForce).toHaveLength(1);
  // Whichever came second: the longer one may replace the shorter, not the other way round.
  expect(inForce[0]?.people).toBe(36);
});

test('a broken list that waits is dropped when its source gives the good one again', async () => {
  at.day = businessDay('2026-11-12');
  await fetchList(aList());
  await fetchList(anUnList(others.slice(0, 2), at.day));
  await fetchList(aList());

  expect((await readLists()).map(({ state, doubt }) => [state, doubt])).toEqual([
    ['in_force', null],
    ['dropped', 'much_shorter'],
  ]);
});

test('a list of a day that is still to come is not taken', async () => {
  await fetchList(anUnList(others, '2099-01-01'));
  expect(await readLists()).toMatchObject([{ state: 'failed', fault: 'day_impossible' }]);
});

test('somebody whose identity is stored while a list comes into force is screened with it too', async () => {
  at.day = businessDay('2026-11-14');
  await fetchList(aList());
  await runJobs(app);
  const who = await someone();
  const { name } = await nameAndYear(who);
  const xml = anUnList([...others, await listed(who)], '2026-11-15');
  await correct(who, 'Zorban Qeltari');

  await db.transaction().execute(async (tx) => {
    await correctIdentity(tx, app.deps.crypto, who.userId, { name });
    await screenPerson(tx, app.deps, {
      userId: who.userId,
      name,
      birthDay: (await readIdentity(tx, app.deps.crypto, who.userId))!.birthDay,
    });
    // The new list commits before this transaction does, which knows the former one.
    await fetchList(xml);
  });
  expect(await states(who)).toEqual([]);

  await runJobs(app);
  expect(await states(who)).toEqual([['1001', 'held']]);
});

test('another name is screened again, and what was decided of the former is forgotten', async () => {
  at.day = businessDay('2026-11-16');
  const who = await someone();
  const { name } = await nameAndYear(who);
  await fetchList(aList(await listed(who)));
  await runJobs(app);
  expect(await states(who)).toEqual([['1001', 'held']]);

  await correct(who, 'Zorban Qeltari');
  expect(await states(who)).toEqual([]);
  expect(await closedBecause(who)).toBeNull();
  await correct(who, name);
  expect(await states(who)).toEqual([['1001', 'held']]);
});

test('nothing that a borrower may read tells of a list', async () => {
  at.day = businessDay('2026-11-18');
  const who = await someone();
  const reviewer = await aReviewer();
  await fetchList(aList(await listed(who)));
  await runJobs(app);
  const [hit] = await readHits(db, who.userId);
  await decide(who, hit!.hitId, 'same_person', reviewer);

  const shown = RECIPIENTS.filter((table) => retentionMap[table].isShown);
  const data = await Promise.all(
    shown.map((table) => readPersonalData(db, app.deps.crypto, table, who.userId)),
  );
  expect(JSON.stringify(data)).not.toMatch(/sanction|"1001"/i);
  expect(await closedBecause(who)).not.toMatch(/sanction|list|terror|law/i);
});
