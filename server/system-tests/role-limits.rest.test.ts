import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { inDatabase } from '../../tools/sql.ts';
import { ensureRole } from '../src/platform/db/application-role-store.ts';
import { makeDb, makePool } from '../src/platform/db/db.ts';
import { requireLimitedRole } from '../src/platform/db/role-limits-store.ts';
import { databaseName } from '../src/testing/own-process.ts';
import { newProgramUrl, runMigrate } from '../src/testing/program-role.ts';
import { asAdmin } from '../src/testing/template.ts';

// An administrator owns the database, another role its tables.
const name = databaseName();
const ownerRole = `tables_${name}`;
const adminUrl = inDatabase(inject('adminUrl'), name);
let ownerUrl: string;
let programUrl: string;
let role: string;

beforeAll(async () => {
  await asAdmin(inject('adminUrl'), async (admin) => {
    await admin.query(`create role ${ownerRole} login createrole password 'owner'`);
    await admin.query(`create database ${name}`);
  });

  await asAdmin(adminUrl, (admin) =>
    admin.query(
      `grant create on database ${name} to ${ownerRole}; grant all on schema public to ${ownerRole}`,
    ),
  );

  const url = new URL(adminUrl);
  [url.username, url.password] = [ownerRole, 'owner'];
  ownerUrl = url.href;
  programUrl = newProgramUrl(ownerUrl);
  role = new URL(programUrl).username;
});

afterAll(() =>
  asAdmin(inject('adminUrl'), async (admin) => {
    await admin.query(`drop database ${name} with (force)`);
    await admin.query(`drop role ${role}, ${ownerRole}`);
  }),
);

const readReason = async (): Promise<string> => {
  const db = makeDb(makePool(programUrl, 1, () => undefined));
  try {
    return await requireLimitedRole(db, { role, isSpread: false }).then(
      () => '',
      (error: Error) => error.message,
    );
  } finally {
    await db.destroy();
  }
};

test('migrating says whose statement takes temporary tables away, where it cannot', async () => {
  const revoke = `revoke temporary on database ${name} from public, ${role}`;
  const first = runMigrate(ownerUrl, programUrl);

  expect(first).toMatchObject({
    status: 1,
    stderr: expect.stringContaining(`takes that right away: ${revoke}.`),
  });
  expect(await readReason()).toContain(revoke);
  await asAdmin(adminUrl, (admin) => admin.query(revoke));
  expect(runMigrate(ownerUrl, programUrl)).toEqual({ status: 0, stderr: '' });
  expect(await readReason()).toBe('');
});

test('a role that may change the ledger by what somebody else gave it is refused', async () => {
  await asAdmin(adminUrl, (admin) =>
    admin.query(`grant pg_write_all_data to ${role} with inherit false`),
  );

  try {
    const revoke = `revoke pg_write_all_data from ${role}`;
    expect(runMigrate(ownerUrl, programUrl)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(revoke),
    });
    expect(await readReason()).toContain(revoke);
  } finally {
    await asAdmin(adminUrl, (admin) => admin.query(`revoke pg_write_all_data from ${role}`));
  }

  for (const right of [
    'delete on journals',
    'update (terms) on product_versions',
    'truncate on audit_log',
  ]) {
    const client = new pg.Client({ connectionString: ownerUrl });
    await client.connect();

    try {
      await client.query(`grant ${right} to ${role}`);
      expect(await readReason(), right).toContain('may change rows of append-only tables');
      await client.query(`revoke ${right} from ${role}`);
    } finally {
      await client.end();
    }
  }

  expect(await readReason()).toBe('');
});

test('the statement that makes the role carries no password, and the password opens it', async () => {
  const spareUrl = newProgramUrl(ownerUrl);
  const { username: spare, password } = new URL(spareUrl);
  const sent: string[] = [];
  const pool = makePool(ownerUrl, 1, () => undefined);

  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    Object.assign(client, {
      query: (...given: unknown[]) => {
        sent.push(JSON.stringify(given[0]));
        return query(...given);
      },
    });
  });

  const db = makeDb(pool);
  await ensureRole(db, { role: spare, password });
  await db.destroy();
  expect(sent.join()).toContain(`create role \\"${spare}\\" login password 'SCRAM-SHA-256$4096:`);
  expect(sent.join()).not.toContain(password);

  const client = new pg.Client({ connectionString: spareUrl });
  await client.connect();
  await client.end();
  await asAdmin(adminUrl, (admin) => admin.query(`drop role ${spare}`));
});
