import { businessDay } from '@noren/core/money/time';
import { ListFaultError } from '@noren/core/people/sanctions-fault';
import { expect, test } from 'vitest';
import { readPersonalData } from '../../people/personal-data/read-personal-data.ts';
import { RECIPIENTS, retentionMap } from '../../people/personal-data/retention-map.ts';
import { readHits } from '../../people/sanctions/hit-store.ts';
import { readListsInForce } from '../../people/sanctions/list-store.ts';
import { countUnscreened } from '../../people/sanctions/screening-store.ts';
import { startList } from '../../people/sanctions/take-list.ts';
import { verifyAuditChain } from '../../platform/staff/audit-chain-store.ts';
import { readCredit, runJobs } from '../../testing/loans.ts';
import { anUnList } from '../../testing/sanctions-lists.ts';
import { closedBecause, others, useScreening } from '../../testing/screening.ts';
import { screenEverybody } from './screen-everybody.ts';

const { app, db, at, aList, aReviewer, decide, fetchList, listed, someone, states, readLists } =
  await useScreening();

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
