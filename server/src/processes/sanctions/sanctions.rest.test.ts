import { businessDay } from '@noren/core/money/time';
import { expect, test } from 'vitest';
import { correctIdentity, readIdentity } from '../../people/certification/store.ts';
import { readListsInForce } from '../../people/sanctions/list-store.ts';
import { screenPerson } from '../../people/sanctions/screen-person.ts';
import { countUnscreened } from '../../people/sanctions/screening-store.ts';
import type { Deps } from '../../platform/deps.ts';
import { runJobs } from '../../testing/loans.ts';
import { anUnList, aPerson } from '../../testing/sanctions-lists.ts';
import { closedBecause, others, useScreening } from '../../testing/screening.ts';
import type { SignedInUser } from '../../testing/users.ts';
import { readListGauges } from '../monitoring/gauges.ts';
import { screenEverybody } from './screen-everybody.ts';

const { app, db, at, aList, correct, fetchList, listed, nameAndYear, someone, states, readLists } =
  await useScreening();

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
