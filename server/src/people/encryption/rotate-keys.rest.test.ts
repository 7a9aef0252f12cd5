import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { CALLS } from '@noren/contract/index';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { openFileStore } from '../../open-files.ts';
import { makeFieldCrypto } from '../../platform/crypto/field-crypto.ts';
import { cancelJob } from '../../platform/jobs/job-store.ts';
import { readKeyUse } from '../../processes/key-rotation/key-use.ts';
import { sweep } from '../../schedule/sweep.ts';
import { proposeInvitation } from '../../testing/commented-requests.ts';
import { anActiveLoan, runJobs } from '../../testing/loans.ts';
import { oneHashKey } from '../../testing/one-hash-key.ts';
import { useConsole } from '../../testing/staff.ts';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser, signIn, successData } from '../../testing/users.ts';
import { expectWholeLife } from '../../testing/whole-life.ts';
import { buildContext, ENCRYPTED_TABLES, type EncryptedRow } from './encrypted-fields.ts';
import { rotateKeys } from './rotate-keys.ts';

const [one, two, three, hash] = [
  randomBytes(32),
  randomBytes(32),
  randomBytes(32),
  randomBytes(32),
];

const makeCrypto = (currentId: number, keys: readonly [number, Buffer][]) =>
  makeFieldCrypto({ currentId, byId: new Map(keys), hashes: oneHashKey(hash) });

const newest = makeCrypto(2, [
  [1, one],
  [2, two],
]);

const app = await useApp({ keys: { field: one, hash } });
const desk = await useConsole(app);
const { db } = app.deps;
const openFiles = (currentId: number, keys: readonly [number, Buffer][]) =>
  openFileStore(app.deps.config, { currentId, byId: new Map(keys) }, () => undefined);

const setCrypto = (crypto: typeof newest): void =>
  void Object.assign(app.deps, {
    crypto,
    files: openFiles(crypto.keyIds.current, [
      [1, one],
      [2, two],
    ]),
  });

const keysOnDay = async () => (await (await desk.as('administrator')).data('dayOverview')).keys;

const propose = async (keyId: number) =>
  (await desk.as('administrator')).send('propose', {
    body: { proposal: { kind: 'key_rotation', keyId }, reason: 'the yearly rotation' },
  });

test('every encrypted column of the schema is rotated, but for stored answers', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and data_type = 'bytea' and column_name like '%\\_enc' order by 1`.execute(
    db,
  );
  const rotated = ENCRYPTED_TABLES.flatMap(({ table, columns }) =>
    columns.map((column) => `${table}.${column}`),
  );
  expect(rows.map(({ name }) => name)).toEqual([...rotated, 'idempotency_keys.answer_enc'].sort());
});

test('with only one key nothing can be rotated', async () => {
  expect(await propose(1)).toMatchObject({
    error: { refusal: { reason: 'key_alone' } },
  });
});

/** Every encrypted value with its row. */
async function readAll() {
  const found: { name: string; value: Buffer; context: string }[] = [];
  for (const of of ENCRYPTED_TABLES) {
    const { rows } = await sql<
      Record<string, unknown> & EncryptedRow
    >`select * from ${sql.table(of.table)}`.execute(db);
    for (const row of rows)
      for (const column of of.columns) {
        const value = row[
          column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
        ] as Buffer | null;
        if (value !== null)
          found.push({
            name: `${of.table}.${column}`,
            value,
            context: buildContext(of, column, row),
          });
      }
  }

  return found;
}

describe('a rotation to a new key', () => {
  const phones: string[] = [];
  beforeAll(async () => {
    const who = await aSignedInUser(app);
    phones.push(who.phone);

    const nominee = { relationship: 'spouse', name: 'Meera Example', phone: '9000000021' };
    successData(await who.client.send(CALLS.saveNominee, { body: nominee }));
    successData(
      await who.client.send(CALLS.saveFeedback, { body: { type: 'problem', text: 'It is slow.' } }),
    );
    successData(
      await who.client.send(CALLS.correctData, {
        body: { field: 'companyName', value: 'Another Co' },
      }),
    );

    const repayId = await anActiveLoan(app, who);
    const { userId, orderId } = await db
      .selectFrom('orders')
      .select(['userId', 'orderId'])
      .where('repayId', '=', repayId)
      .executeTakeFirstOrThrow();
    const collections = await desk.as('collections');
    const { staffId } = await collections.data('staffMe');

    await db
      .insertInto('collection_contacts')
      .values({
        ...{ userId, orderId, kind: 'call', result: 'reached', staffId },
        noteEnc: app.deps.crypto.encrypt('a note', `collection_contacts.note_enc:${userId}`),
        day: app.deps.today(),
        contactedAt: sql`now()`,
      })
      .execute();

    const [first, second] = [
      await desk.as('administrator'),
      await desk.as('administrator', 'second'),
    ];
    const { requestId } = await proposeInvitation(first);

    await second.data('commentRequest', { body: { requestId, text: 'For which desk?' } });
    await runJobs(app);
  });

  test('is asked for and approved by two administrators, and has its whole life', async () => {
    setCrypto(newest);
    expect(await keysOnDay()).toEqual({ current: 2, older: [1], rotation: null });

    const effect = await expectWholeLife(app, desk, {
      maker: 'administrator',
      checker: 'administrator',
      proposal: async () => ({ kind: 'key_rotation', keyId: 2 }),
    });
    expect(effect.facts).toEqual([
      { what: 'rotated_key', before: 'none', after: '2' },
      { what: 'rotation', before: 'not_running', after: 'running' },
    ]);

    expect((await keysOnDay()).rotation).toMatchObject({
      keyId: 2,
      state: 'running',
      fields: 0,
      tablesDone: 0,
    });
    expect(await propose(2)).toMatchObject({
      error: { refusal: { reason: 'rotation_running' } },
    });
  });

  test('is not done by a process whose newest key is another one', async () => {
    const { rotationId } = await db
      .selectFrom('key_rotations')
      .select('rotationId')
      .executeTakeFirstOrThrow();
    setCrypto(makeCrypto(1, [[1, one]]));
    await expect(rotateKeys(app.deps, { rotationId })).rejects.toThrow(
      'not the newest of this process',
    );
    setCrypto(newest);
  });

  test('encrypts every field and file with it, once, also after its job was lost, and people are found as before', async () => {
    const before = await readAll();
    expect(new Set(before.map(({ value }) => value[0]))).toEqual(new Set([1]));

    const use = (await readKeyUse(app.deps)).find(({ keyId }) => keyId === 1);
    expect(use).toMatchObject({ fields: before.length });

    const files = use?.files ?? 0;
    expect(files).toBeGreaterThan(0);

    const { rotationId } = await db
      .selectFrom('key_rotations')
      .select('rotationId')
      .executeTakeFirstOrThrow();
    await cancelJob(db, `key-rotation:${rotationId}`);
    await sweep(app.deps);
    await runJobs(app);

    const after = await readAll();
    const only = makeCrypto(2, [[2, two]]);

    expect(after.map(({ name, value, context }) => [name, only.decrypt(value, context)])).toEqual(
      before.map(({ name, value, context }) => [name, newest.decrypt(value, context)]),
    );
    expect((await keysOnDay()).rotation).toMatchObject({
      state: 'done',
      fields: before.length,
      files,
    });

    const left = (await readKeyUse(app.deps)).filter((one) => one.fields + one.files > 0);
    expect(left).toMatchObject([{ keyId: 2, fields: before.length, files }]);
    await rotateKeys(app.deps, { rotationId });
    expect((await keysOnDay()).rotation).toMatchObject({ fields: before.length });
    app.advance(60_000);

    const [phone = ''] = phones;
    expect((await signIn(app, phone)).phone).toBe(phone);

    const found = await (await desk.as('support')).data('findBorrowers', { body: { text: phone } });
    expect(found.rows).toHaveLength(1);
  });
});

describe('npm run rotate-keys', () => {
  /** Runs the command on the app's database. It is given keys 1, 2 and 3; key 3 is the newest. */
  const run = (args: readonly string[] = []) => {
    const { DATABASE_URL, NOREN_DATA } = app.deps.config;
    const env = {
      ...process.env,
      ...{ DATABASE_URL, NOREN_DATA, NOREN_LOG_LEVEL: 'silent', NOREN_FIELD_KEY_ID: '3' },
      NOREN_FIELD_KEY: three.toString('base64'),
      NOREN_FIELD_KEYS_OLD: `1:${one.toString('base64')},2:${two.toString('base64')}`,
      NOREN_HASH_KEY: hash.toString('base64'),
    };
    const script = fileURLToPath(new URL('../../commands/rotate-keys.ts', import.meta.url));

    return promisify(execFile)(process.execPath, [script, ...args], { env }).then(
      ({ stdout }) => ({ code: 0, output: stdout }),
      (error: { code: number; stdout: string }) => ({ code: error.code, output: error.stdout }),
    );
  };

  test('encrypts everything with the newest key, and says which older one nothing uses', async () => {
    await sql`delete from idempotency_keys`.execute(db);

    const [use] = await readKeyUse(app.deps);
    expect(await run(['--check'])).toMatchObject({
      code: 1,
      output: expect.stringContaining(`key 2: ${use?.fields} `),
    });

    const done = await run();
    expect(done).toMatchObject({
      code: 0,
      output: expect.stringContaining(`key 3: ${use?.fields} fields, ${use?.files} files`),
    });
    expect(done.output).toContain('Nothing here uses key 1, 2');

    const rotation = await db
      .selectFrom('key_rotations')
      .selectAll()
      .where('keyId', '=', 3)
      .executeTakeFirstOrThrow();
    expect(rotation).toMatchObject({
      state: 'done',
      requestId: null,
      fields: use?.fields,
      files: use?.files,
    });

    const acts = await db
      .selectFrom('staff_audit')
      .select('subject')
      .where('action', '=', 'keys_rotated_by_command')
      .execute();
    expect(acts).toEqual([{ subject: rotation.rotationId }]);
  });
});
