import { lockCredit } from '../../lending/credit/credit-store.ts';
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
import type { Deps } from '../../platform/deps.ts';
import { lockUser } from '../../platform/http/session-store.ts';

/** People in one transaction. */
const BATCH = 200;

/**
 * Job: screens everybody who was not screened with the lists in force. What is done is stored with
 * each batch, so an interrupted run goes on where it stopped, and several may run at once.
 */
export async function screenEverybody(deps: Deps, batch = BATCH): Promise<void> {
  for (let after = NO_ID; ; ) {
    // Another list may come into force meanwhile: then this goes on with that one.
    const current = await openListsInForce(deps.db);
    if (!current) return;

    const userIds = await listUnscreened(deps.db, {
      screenedWith: current.screenedWith,
      after,
      limit: batch,
    });
    await screenBatch(deps, current, userIds);

    after = userIds.at(-1) ?? after;
    if (userIds.length < batch) return;
  }
}

/** Most people are like nobody on a list: they are done together, the others one by one. */
async function screenBatch(
  deps: Deps,
  current: ListsInForce,
  userIds: readonly string[],
): Promise<void> {
  const { screenedWith } = current;
  const alike = await deps.db.transaction().execute(async (tx) => {
    const people = await lockPeople(tx, deps.crypto, userIds);
    const known = await listPeopleWithHits(tx, userIds);
    const found = people.filter(
      (person) => known.has(person.userId) || findHits(current, person).length > 0,
    );
    const others = people.filter((person) => !found.includes(person));

    await writeScreenings(
      tx,
      others.map(({ userId }) => userId),
      { screenedWith, now: deps.now() },
    );

    return found.map(({ userId }) => userId);
  });

  for (const userId of alike)
    await deps.db.transaction().execute((tx) => screenOne(tx, deps, current, userId));
}

async function screenOne(tx: Tx, deps: Deps, current: ListsInForce, userId: string): Promise<void> {
  // An application that runs now ends before the hold, or sees it.
  await lockCredit(tx, userId);
  await lockUser(tx, userId);

  const [person] = await lockPeople(tx, deps.crypto, [userId]);
  if (person) await applyScreening(tx, deps, { current, person, hits: findHits(current, person) });
}
