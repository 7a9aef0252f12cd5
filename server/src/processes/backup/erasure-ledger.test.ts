import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CALLS } from '@noren/contract/index';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openFileArchive, openFileStore } from '../../open-files.ts';
import { makeFieldCrypto } from '../../platform/crypto/field-crypto.ts';
import type { FileArchive } from '../../platform/ports/files.ts';
import { runJobs } from '../../testing/loans.ts';
import { oneHashKey } from '../../testing/one-hash-key.ts';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser, type SignedInUser, sendConsent, successData } from '../../testing/users.ts';
import { prepareRestored, restoreFiles } from './after-restore.ts';
import { FILE_COLUMNS } from './backup-store.ts';
import { repeatWhenLost } from './erasure-ledger.ts';

const keys = { field: randomBytes(32), hash: randomBytes(32) };
const app = await useApp({ keys });
const { deps } = app;
const folder = join(deps.config.NOREN_DATA, 'erasures');

const erasedAt = async ({ userId }: SignedInUser) =>
  (
    await deps.db
      .selectFrom('users')
      .select('erasedAt')
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow()
  ).erasedAt;

const inForce = async ({ userId }: SignedInUser, purpose: string) =>
  (
    await sql`select from consents where user_id = ${userId} and purpose = ${purpose}
    and decision = 'given' and withdrawn_at is null`.execute(deps.db)
  ).rows.length;

describe('a database that lacks what the ledger has', () => {
  test('a start erases the user again, also one who owes nothing more by the ledger’s word, once', async () => {
    const who = await aSignedInUser(app);
    await deps.erasureLedger.record({ userId: who.userId, what: 'erased', at: deps.now() });
    expect(await repeatWhenLost(deps)).toEqual({ erased: 1, withdrawn: 0, refused: 0 });
    expect(await erasedAt(who)).not.toBeNull();
    expect(await repeatWhenLost(deps)).toEqual({ erased: 0, withdrawn: 0, refused: 0 });
    expect((await who.client.send(CALLS.userStatus, {})).code).toBe(401);
  });

  test('a start ends a consent again that was given before its end, and none that was given after', async () => {
    const [before, after] = [await aSignedInUser(app), await aSignedInUser(app)];
    successData(await sendConsent(before.client, 'offers', true));
    app.advance(1_000);

    const ended = deps.now();
    app.advance(1_000);
    successData(await sendConsent(after.client, 'offers', true));
    for (const { userId } of [before, after])
      await deps.erasureLedger.record({ userId, what: 'offers', at: ended });
    expect(await repeatWhenLost(deps)).toEqual({ erased: 0, withdrawn: 1, refused: 0 });
    expect([await inForce(before, 'offers'), await inForce(after, 'offers')]).toEqual([0, 1]);
  });

  test('a fact that somebody else wrote erases nobody', async () => {
    const who = await aSignedInUser(app);
    const { userId } = who;
    const at = join(folder, userId.slice(-2), userId.slice(-4, -2));

    await mkdir(at, { recursive: true });
    await writeFile(join(at, `${userId}.erased.${deps.now()}`), `${'0'.repeat(64)}\n`);
    expect(await repeatWhenLost(deps)).toEqual({ erased: 0, withdrawn: 0, refused: 1 });
    expect(await erasedAt(who)).toBeNull();
  });
});

test('the end of a consent is recorded once, with its time', async () => {
  const who = await aSignedInUser(app);
  successData(await sendConsent(who.client, 'offers', true));
  successData(await sendConsent(who.client, 'offers', false));
  await runJobs(app);
  await runJobs(app);

  const names = await readdir(folder, { recursive: true });
  expect(
    names.filter((name) => name.includes(who.userId)).map((name) => name.split('/').at(-1)),
  ).toEqual([`${who.userId}.offers.${deps.now()}`]);
});

test('after a restore every sign-in ends, and files without a row are named and stay where nothing was archived', async () => {
  const who = await aSignedInUser(app);
  const orphan = await deps.files.put(Buffer.from('a picture'), { aad: 'nobody' });
  const done = await prepareRestored(deps, null);

  expect(done).toMatchObject({ missingFiles: [], deletedFiles: 0, restoredFiles: 0 });
  expect(done.endedSessions).toBeGreaterThan(0);
  expect((await who.client.send(CALLS.userStatus, {})).code).toBe(401);
  expect(await deps.files.get(orphan, { aad: 'nobody' })).toEqual(Buffer.from('a picture'));
  await sql`update identity_documents set file_id = ${'f'.repeat(32)} where user_id = ${who.userId} and type = 'panFront'`.execute(
    deps.db,
  );
  expect((await prepareRestored(deps, null)).missingFiles).toEqual(['f'.repeat(32)]);
});

test('files that were lost with their disk come back beside the database as it is: nobody is signed out', async () => {
  const who = await aSignedInUser(app);
  const folders = {
    NOREN_DATA: join(deps.config.NOREN_DATA, 'disk'),
    NOREN_BACKUP: join(deps.config.NOREN_DATA, 'copies'),
  };
  const fieldKeys = { currentId: 1, byId: new Map([[1, keys.field]]) };
  const files = openFileStore(folders, fieldKeys, (error) => expect(error).toBeUndefined());
  const [kept, removed] = [
    await files.put(Buffer.from('a'), { aad: 'x' }),
    await files.put(Buffer.from('b'), { aad: 'x' }),
  ];

  await files.remove(removed);
  await rm(join(folders.NOREN_DATA, 'files'), { recursive: true });

  const point = (type: string, fileId: string) =>
    sql`update identity_documents set file_id = ${fileId} where user_id = ${who.userId} and type = ${type}`.execute(
      deps.db,
    );

  await point('panFront', kept);

  const restored = await restoreFiles(
    { db: deps.db, files },
    openFileArchive(folders) as FileArchive,
  );
  expect(restored.restoredFiles).toBe(1);
  expect(restored.missingFiles).not.toContain(kept);
  expect((await files.get(kept, { aad: 'x' })).toString()).toBe('a');
  expect((await who.client.send(CALLS.userStatus, {})).code).toBe(200);
});

test('with keys that are not those of the data nothing is touched, and the setting is named', async () => {
  const who = await aSignedInUser(app);

  const other = (field: Buffer, hashKey: Buffer) => ({
    ...deps,
    crypto: makeFieldCrypto({
      currentId: 1,
      byId: new Map([[1, field]]),
      hashes: oneHashKey(hashKey),
    }),
  });

  await expect(prepareRestored(other(keys.field, randomBytes(32)), null)).rejects.toThrow(
    'Hash key 1 of this database',
  );
  await expect(prepareRestored(other(randomBytes(32), keys.hash), null)).rejects.toThrow(
    'Field key 1 of this database',
  );
  expect((await who.client.send(CALLS.userStatus, {})).code).toBe(200);
});

test('every column with file ids is known to the restore', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and column_name ~ 'file_ids?$' order by 1`.execute(deps.db);
  expect(rows.map(({ name }) => name)).toEqual(FILE_COLUMNS.map((pair) => pair.join('.')).sort());
});
