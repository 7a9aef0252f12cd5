import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, takeDatabase } from '../../testing/databases.ts';
import { countWaiting } from '../../testing/lock-waits.ts';
import { type Db, makeDb, makePool, type Tx } from './db.ts';
import {
  claimForNewUser,
  claimName,
  findOwner,
  findTakenName,
  freeName,
} from './name-owners-store.ts';
import type { NameKind } from './tables/people.ts';

let database: TestDatabase;
let db: Db;

beforeAll(async () => {
  database = await takeDatabase();
  db = makeDb(makePool(database.url, 4, () => undefined));
});

afterAll(async () => {
  await db.destroy();
  await database.release();
});

const KINDS = Object.keys({
  phone: true,
  pan: true,
  aadhaar: true,
  bank_account: true,
  push_endpoint: true,
  sign_in_link: true,
  repay_id: true,
  ticket: true,
  payment: true,
  card_holder: true,
  mandate: true,
  payment_link: true,
} satisfies Record<NameKind, true>) as NameKind[];

/** Begins a transaction that claims a name and then waits; `end` commits it or rolls it back. */
async function claimAndWait(claim: (tx: Tx) => Promise<void>) {
  const ended = Promise.withResolvers<'commit' | 'roll back'>();
  const claimed = Promise.withResolvers<void>();
  const done = db
    .transaction()
    .execute(async (tx) => {
      await claim(tx);
      // Sends the queued claim.
      await findOwner(tx, { kind: 'phone', name: randomBytes(32) });
      claimed.resolve();

      if ((await ended.promise) === 'roll back') throw new Error('rolled back');
    })
    .catch((error: unknown) => error);

  await claimed.promise;

  return async (how: 'commit' | 'roll back') => {
    ended.resolve(how);
    return done;
  };
}

describe.each(KINDS)('a name of kind %s', (kind) => {
  const claim = (name: Buffer, userId: string): Promise<unknown> =>
    db
      .transaction()
      .execute((tx) => claimName(tx, { kind, name, userId }))
      .then(
        () => null,
        (error: unknown) => findTakenName(error) ?? error,
      );

  const waiting = () => expect.poll(() => countWaiting(db)).toBe(1);

  test('of two users who claim it at once the second waits, and fails when the first commits', async () => {
    const [name, first, second] = [randomBytes(32), randomUUID(), randomUUID()];
    const end = await claimAndWait((tx) => claimName(tx, { kind, name, userId: first }));
    const late = claim(name, second);

    await waiting();
    expect(await end('commit')).toBeUndefined();
    expect(await late).toBe(kind);
    expect(await findOwner(db, { kind, name })).toBe(first);
  });

  test('it is the second one’s when the first rolls back', async () => {
    const [name, first, second] = [randomBytes(32), randomUUID(), randomUUID()];
    const end = await claimAndWait((tx) => claimName(tx, { kind, name, userId: first }));
    const late = claim(name, second);

    await waiting();
    expect(await end('roll back')).toBeInstanceOf(Error);
    expect(await late).toBeNull();
    expect(await findOwner(db, { kind, name })).toBe(second);
  });

  test('its owner claims it again, also at once; freed, it is anybody’s', async () => {
    const [name, owner, other] = [randomBytes(32), randomUUID(), randomUUID()];
    const end = await claimAndWait((tx) => claimName(tx, { kind, name, userId: owner }));
    const again = claim(name, owner);

    await waiting();
    await end('commit');
    expect(await again).toBeNull();
    await db.transaction().execute((tx) => freeName(tx, { kind, name, userId: other }));
    expect(await claim(name, other)).toBe(kind);
    await db.transaction().execute((tx) => freeName(tx, { kind, name, userId: owner }));
    expect(await claim(name, other)).toBeNull();
  });

  test('two who claim it for a new user at once get one user', async () => {
    const name = randomBytes(32);
    const owners = await Promise.all([
      claimForNewUser(db, { kind, name }),
      claimForNewUser(db, { kind, name }),
    ]);

    expect(owners[0]).toBe(owners[1]);
    expect(await findOwner(db, { kind, name })).toBe(owners[0]);
  });
});

test('a name of one kind is not taken by another kind', async () => {
  const name = randomBytes(32);
  const owner = await claimForNewUser(db, { kind: 'pan', name });
  expect(await claimForNewUser(db, { kind: 'aadhaar', name })).not.toBe(owner);
});
