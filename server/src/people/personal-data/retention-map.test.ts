import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { anActiveLoan } from '../../testing/loans.ts';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser } from '../../testing/users.ts';
import { readPersonalData } from './read-personal-data.ts';
import { RECIPIENTS, retentionMap } from './retention-map.ts';

const app = await useApp();

test('every table with a user’s rows is in the retention map', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct table_name as name from information_schema.columns
    where table_schema = 'public' and column_name in ('user_id', 'owner_id')`.execute(app.deps.db);
  const beside = ['idempotency_keys'];
  expect(rows.map(({ name }) => name).sort()).toEqual([...RECIPIENTS, ...beside].sort());
});

test('every table with a phone, name or file is in the retention map, except the sandbox’s', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct table_name as name from information_schema.columns
    where table_schema = 'public' and table_name not like 'sandbox%'
      and (column_name like '%phone%' or column_name like '%_enc' or column_name like '%file_id%')`.execute(
    app.deps.db,
  );
  // Files of the books name borrowers by id alone and belong to none.
  const beside = ['idempotency_keys', 'ledger_exports'];
  for (const { name } of rows) expect([...RECIPIENTS, ...beside]).toContain(name);
});

test('retained tables name the law that requires it, deleted ones name none', () => {
  // A queued job stays for a moment: an erasure's own jobs are among them.
  const proofs = ['consents', 'erasures', 'queued_jobs'];
  for (const table of RECIPIENTS) {
    const { erasure, law } = retentionMap[table];
    if (erasure === 'deleted') expect([table, law]).toEqual([table, null]);
    else if (!proofs.includes(table)) expect([table, law]).not.toEqual([table, null]);
  }
});

test('an export contains only readable values: no hash, encrypted value or file id', async () => {
  const who = await aSignedInUser(app);
  await anActiveLoan(app, who);

  for (const table of RECIPIENTS.filter((one) => retentionMap[one].isShown))
    for (const row of await readPersonalData(app.deps.db, app.deps.crypto, table, who.userId))
      for (const [column, value] of Object.entries(row)) {
        expect([table, column]).not.toEqual([table, expect.stringMatching(/_enc$|_hash$|file_id/)]);
        expect([table, column, Buffer.isBuffer(value)]).toEqual([table, column, false]);
      }
});
