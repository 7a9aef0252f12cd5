import { execFile } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { businessDay } from '@noren/core/money/time';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { hashAadhaar } from '../../borrower/certification/document-handlers.ts';
import { writeIdentity } from '../../people/certification/store.ts';
import { beginRotation } from '../../people/encryption/rotate-keys.ts';
import { findOrCreateUser } from '../../people/login/store.ts';
import { type FieldCrypto, makeFieldCrypto } from '../../platform/crypto/field-crypto.ts';
import { findTakenName } from '../../platform/db/name-owners-store.ts';
import { inSnapshot } from '../../platform/db/snapshot.ts';
import { type CardHolder, claimCardFor } from '../../testing/cards.ts';
import { useConsole } from '../../testing/staff.ts';
import { useApp } from '../../testing/use-app.ts';
import { aPhoneNumber, aSignedInUser, signIn } from '../../testing/users.ts';
import { removeOrphanClaims } from '../retention/remove-orphan-claims.ts';
import { checkNames } from '../self-checks/check-names.ts';
import { countHashesByKey } from './hash-move-store.ts';
import { HASHED_COLUMNS } from './hashed-columns.ts';
import { moveHashes } from './move-hashes.ts';
import { requireNoRetiredHash } from './require-keys.ts';

const [field, one, two] = [randomBytes(32), randomBytes(32), randomBytes(32)];

const makeCrypto = (currentId: 1 | 2, ids: readonly number[], retired: readonly number[] = []) => {
  const byId = new Map(
    [one, two].map((key, at) => [at + 1, key] as const).filter(([id]) => ids.includes(id)),
  );
  const hashes = { currentId, byId, retired: new Set(retired) };
  return makeFieldCrypto({ currentId: 1, byId: new Map([[1, field]]), hashes });
};

/** The four sorts of processes, in the order of a change of the key. */
const before = makeCrypto(1, [1]);
const knowing = makeCrypto(1, [1, 2]);
const moving = makeCrypto(2, [1, 2]);
const after = makeCrypto(2, [1, 2], [1]);

const app = await useApp({ keys: { field, hash: one } });
const desk = await useConsole(app);
const { db } = app.deps;
const as = (crypto: FieldCrypto): void => void Object.assign(app.deps, { crypto });
let pans = 0;
const aPan = (): string => `ZZZPX${String(pans++).padStart(4, '0')}A`;
const anAadhaar = (): string => String(randomInt(10 ** 11, 10 ** 12 - 1));

/**
 * Saves an identity as a process with these keys does.
 * @returns the kind of name that another user has
 */
async function saveIdentity(
  crypto: FieldCrypto,
  userId: string,
  { pan, aadhaar }: { pan: string; aadhaar: string },
) {
  const identity = {
    ...{
      name: 'Asha Example',
      birthDay: businessDay('1994-03-02'),
      pan,
      aadhaarLast4: aadhaar.slice(-4),
    },
    ...{
      aadhaarHash: hashAadhaar(crypto, aadhaar),
      state: 'verified' as const,
      reasons: [],
      read: {},
    },
  };
  const write = db
    .transaction()
    .execute((tx) => writeIdentity(tx, crypto, userId, identity, app.deps.now()));

  return write.then(
    () => null,
    (error: unknown) => findTakenName(error) ?? error,
  );
}

const signUp = async (crypto: FieldCrypto, phone = aPhoneNumber()) =>
  (
    await db
      .transaction()
      .execute((tx) => findOrCreateUser(tx, crypto, { phone, language: 'en', now: app.deps.now() }))
  ).userId;

/** The sweep of claims without a row, when those of now are old enough. */
async function sweepClaims(): Promise<void> {
  await sql`update name_owners set claimed_at = now() - interval '20 minutes'`.execute(db);
  await removeOrphanClaims(db, 60);
}

const misnamed = async () => (await inSnapshot(db, (tx) => checkNames(tx, 'all'))).problems;

/** Columns whose names end in `_hash` and that do not move, with the reason. */
const UNMOVED_HASHES = {
  /** Deleted within minutes or days, and compared under the key that they have. */
  short: [
    'otp_requests.phone_hash',
    'otp_requests.code_hash',
    'email_addresses.code_hash',
    'rate_limit_hits.key_hash',
    'idempotency_keys.content_hash',
    'staff_challenges.content_hash',
    'script_errors.group_hash',
  ],
  /** In rows of the ledger: they keep the first key. */
  stable: [
    'transfer_users.utr_hash',
    'provider_payments.utr_hash',
    'provider_events.utr_hash',
    'repayment_proofs.utr_hash',
  ],
  /** SHA-256 of what cannot be guessed. */
  no_key: [
    'sessions.token_hash',
    'sessions.cookie_hash',
    'sessions.previous_cookie_hash',
    'sessions.device_secret_hash',
    'magic_links.token_hash',
    'payment_links.token_hash',
    'staff_invitations.token_hash',
    'staff_sessions.token_hash',
    'staff_challenges.challenge_hash',
    'staff_links.token_hash',
    'staff_audit.previous_hash',
    'user_passkey_challenges.challenge_hash',
    'digilocker_visits.state_hash',
  ],
};

test('each hash of the schema moves, or has a reason not to', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and data_type = 'bytea' and column_name like '%\\_hash' order by 1`.execute(
    db,
  );
  const moved = HASHED_COLUMNS.map(({ table, column }) => `${table}.${column}`);
  expect(rows.map(({ name }) => name)).toEqual(
    [...moved, ...Object.values(UNMOVED_HASHES).flat()].sort(),
  );
});

describe('a change of the hash key', () => {
  const people: { userId: string; phone: string; pan: string; aadhaar: string }[] = [];

  const holder = ({ pan, aadhaar }: { pan: string; aadhaar: string }): CardHolder => ({
    name: `Asha ${pan}`,
    birthDay: '1994-03-02',
    last4: aadhaar.slice(-4),
  });

  /**
   * What must hold at every moment: everybody is found and signs in, and nobody else takes a PAN,
   * an Aadhaar number, a card or a phone.
   */
  async function expectAllHeld(processes: readonly FieldCrypto[]): Promise<void> {
    const stranger = await signUp(processes[0] as FieldCrypto);
    for (const crypto of processes)
      for (const person of people) {
        const { userId, phone, pan, aadhaar } = person;
        expect(await signUp(crypto, phone)).toBe(userId);
        expect(await saveIdentity(crypto, stranger, { pan, aadhaar: anAadhaar() })).toBe('pan');
        expect(await saveIdentity(crypto, stranger, { pan: aPan(), aadhaar })).toBe('aadhaar');
        expect(await claimCardFor(app, stranger, holder(person), crypto)).toBe(false);
      }

    expect(await misnamed()).toEqual([]);
  }

  const find = async (text: string) =>
    (await (await desk.as('support')).data('findBorrowers', { body: { text } })).rows.map(
      ({ userId }) => userId,
    );

  beforeAll(async () => {
    for (let n = 0; n < 3; n++) {
      const { userId, phone } = await aSignedInUser(app);
      const person = { userId, phone, pan: aPan(), aadhaar: anAadhaar() };
      expect(await saveIdentity(before, userId, person)).toBeNull();
      expect(await claimCardFor(app, userId, holder(person), before)).toBe(true);
      people.push(person);
    }
  });

  test('two processes with different keys never give one PAN or one phone to two users', async () => {
    for (const [first, second] of [
      [before, knowing],
      [knowing, before],
      [knowing, moving],
      [moving, knowing],
      [moving, before],
      [before, moving],
    ] as const) {
      const [pan, aadhaar, phone] = [aPan(), anAadhaar(), aPhoneNumber()];
      const signedUp = await Promise.allSettled([signUp(first, phone), signUp(second, phone)]);
      // One that fails is tried again by the caller.
      const users = signedUp.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));

      expect(new Set(users).size).toBe(1);

      const other = await signUp(second);
      const taken = await Promise.all([
        saveIdentity(first, users[0] as string, { pan, aadhaar }),
        saveIdentity(second, other, { pan, aadhaar: anAadhaar() }),
      ]);

      expect(taken.toSorted()).toEqual(['pan', null].toSorted());

      const card = holder({ pan, aadhaar });
      const claimed = await Promise.all([
        claimCardFor(app, users[0] as string, card, first),
        claimCardFor(app, other, card, second),
      ]);
      expect(claimed.toSorted()).toEqual([false, true]);
    }
  });

  test('moves all under use, stopped at each step and continued, and everybody is found throughout', async () => {
    as(moving);
    await expectAllHeld([before, knowing]);

    const rotationId = (await db
      .transaction()
      .execute((tx) =>
        beginRotation(tx, { what: 'hashes', requestId: null, keyId: 2, now: app.deps.now() }),
      )) as string;
    let steps = 0;

    const stopAfter = (most: number) => {
      let begun = 0;
      return () => {
        if (++begun > most) throw new Error('stopped');
        steps++;
      };
    };

    for (let isDone = false; !isDone; ) {
      const options = { batch: 1, onProgress: stopAfter(4) };
      isDone = await moveHashes(app.deps, { rotationId }, options).then(
        () => true,
        (error: Error) => {
          expect(error.message).toBe('stopped');
          return false;
        },
      );
      await expectAllHeld([moving]);
      // The sweep of claims without a row runs meanwhile.
      await sweepClaims();
    }

    expect(steps).toBeGreaterThan(people.length);
    expect(await countHashesByKey(db)).toMatchObject([{ keyId: 2 }]);

    const done = await db
      .selectFrom('key_rotations')
      .selectAll()
      .where('rotationId', '=', rotationId)
      .executeTakeFirstOrThrow();
    expect(done).toMatchObject({ state: 'done', what: 'hashes', keyId: 2 });

    const [someone] = people;
    expect(await find(someone?.phone ?? '')).toEqual([someone?.userId]);
    expect(await find(someone?.pan ?? '')).toEqual([someone?.userId]);
  });

  test('then needs the former key only to build on, and says so', async () => {
    as(after);
    await requireNoRetiredHash(app.deps);
    await expectAllHeld([after]);
    app.advance(60_000);
    for (const { phone } of people.slice(0, 1))
      expect((await signIn(app, phone)).phone).toBe(phone);
    expect(after.hashes('phone', '9000000001')).toHaveLength(1);
    await signUp(knowing, '9000000001');
    await expect(requireNoRetiredHash(app.deps)).rejects.toThrow(
      'NOREN_HASH_KEYS_RETIRED (1) is in use',
    );
  });

  test('is done by the command, which goes on after it was killed', async () => {
    const { DATABASE_URL, NOREN_DATA } = app.deps.config;
    const env = {
      ...process.env,
      ...{ DATABASE_URL, NOREN_DATA, NOREN_LOG_LEVEL: 'silent', NOREN_HASH_KEY_ID: '2' },
      ...{ NOREN_FIELD_KEY: field.toString('base64'), NOREN_HASH_KEY: two.toString('base64') },
      NOREN_HASH_KEYS_OTHER: `1:${one.toString('base64')}`,
    };
    const script = fileURLToPath(new URL('../../commands/rotate-keys.ts', import.meta.url));

    await db.transaction().execute(async (tx) => {
      // It cannot end before it is killed: the last of its tables is held.
      await sql`lock table ${sql.table(HASHED_COLUMNS.at(-1)!.table)} in access exclusive mode`.execute(
        tx,
      );

      const killed = execFile(process.execPath, [script], { env });
      killed.stdout?.once('data', () => killed.kill('SIGKILL'));
      const [, signal] = await once(killed, 'exit');
      expect(signal).toBe('SIGKILL');
    });

    const newest = await db
      .selectFrom('key_rotations')
      .selectAll()
      .orderBy('rotationId', 'desc')
      .executeTakeFirst();
    expect(newest).toMatchObject({ what: 'hashes', state: 'running' });
    await sweepClaims();

    const { stdout } = await promisify(execFile)(process.execPath, [script], { env });
    expect(stdout).toContain(`${HASHED_COLUMNS.length} of ${HASHED_COLUMNS.length} columns`);
    expect(stdout).toContain(
      'No hash ends with hash key 1: move it from NOREN_HASH_KEYS_OTHER to NOREN_HASH_KEYS_RETIRED',
    );
    await expectAllHeld([moving, after]);
  });
});
