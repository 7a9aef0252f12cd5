import { lockCredit } from '../../lending/credit/credit-store.ts';
import { readListsInForce } from '../../people/sanctions/list-store.ts';
import {
  applyScreening,
  findHits,
  type ListsInForce,
  openListsInForce,
} from '../../people/sanctions/screen-person.ts';
import {
  listPeopleWithHits,
  listUnscreened,
  lockPeople,
  writeScreenings,
} from '../../people/sanctions/screening-store.ts';
import { NO_ID, type Tx } from '../../platform/db/db.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Deps } from '../../platform/deps.ts';

/** People in one transaction. */
const BATCH = 200;

/**
 * Job: screens everybody who was not screened with the lists in force. What is done is stored with
 * each batch, so an interrupted run goes on where it stopped, and several may run at once. Somebody
 * who cannot be screened stops nobody else.
 * @throws AggregateError of the failures, once everybody else is screened
 */
export async function screenEverybody(deps: Deps, batch = BATCH): Promise<void> {
  const failures: unknown[] = [];

  for (let after = NO_ID; ; ) {
    // Another list may come into force meanwhile: then this goes on with that one.
    const current = await openListsInForce(deps.db);
    if (!current) break;

    const userIds = await listUnscreened(deps.db, {
      screenedWith: current.screenedWith,
      after,
      limit: batch,
    });
    failures.push(...(await screenBatch(deps, current, userIds)));

    after = userIds.at(-1) ?? after;
    if (userIds.length < batch) break;
  }

  if (failures.length > 0)
    throw new AggregateError(failures, `people who could not be screened: ${failures.length}`);
}

/**
 * Most people are like nobody on a list: they are done together, the others one by one.
 * @returns the failures
 */
async function screenBatch(
  deps: Deps,
  current: ListsInForce,
  userIds: readonly string[],
): Promise<unknown[]> {
  const failures: unknown[] = [];
  const alike = await transact(deps.db, (tx) => screenOthers(tx, deps, current, userIds)).catch(
    // It is not known whose fault it is: each by themselves.
    () => userIds,
  );

  for (const userId of alike)
    await transact(deps.db, (tx) => screenOne(tx, deps, current, userId)).catch((err: unknown) => {
      deps.log.error({ userId, err }, 'somebody could not be screened');
      failures.push(err);
    });

  return failures;
}

/** @returns those who are like somebody on a list */
async function screenOthers(
  tx: Tx,
  deps: Deps,
  current: ListsInForce,
  userIds: readonly string[],
): Promise<string[]> {
  const people = await lockPeople(tx, deps.crypto, userIds);
  if (!(await areInForce(tx, current))) return [];

  const known = await listPeopleWithHits(tx, userIds);
  const found = people.filter(
    (person) => known.has(person.userId) || findHits(current, person).length > 0,
  );
  const others = people.filter((person) => !found.includes(person));
  await writeScreenings(
    tx,
    others.map(({ userId }) => userId),
    { screenedWith: current.screenedWith, now: deps.now() },
  );

  return found.map(({ userId }) => userId);
}

async function screenOne(tx: Tx, deps: Deps, current: ListsInForce, userId: string): Promise<void> {
  // An application that runs now ends before the hold, or sees it.
  await lockCredit(tx, userId);

  const [person] = await lockPeople(tx, deps.crypto, [userId]);
  if (!person || !(await areInForce(tx, current))) return;

  await applyScreening(tx, deps, { current, person, hits: findHits(current, person) });
}

/**
 * Whether these are still the lists in force. Read once the people are locked: a run with newer
 * lists may have screened them, and this one must not undo it. The job of the newer list has, or
 * finds, everyone.
 */
async function areInForce(tx: Tx, { screenedWith }: ListsInForce): Promise<boolean> {
  const lists = await readListsInForce(tx);
  return lists.map(({ listId }) => listId).join(',') === screenedWith;
}
