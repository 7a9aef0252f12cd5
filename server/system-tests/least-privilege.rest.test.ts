import { readFileSync } from 'node:fs';
import { CALLS } from '@noren/contract/index';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { makePool, NO_ID } from '../src/platform/db/db.ts';
import {
  dropFalseChecks,
  makeFalseChecks,
  putQueueMigrationsBack,
  readQueueOwners,
  replaceQueueMigrations,
  takeQueueOver,
} from '../src/testing/job-queue-internals.ts';
import {
  aSandboxUser,
  callSandbox,
  databaseName,
  freePort,
  killLeftovers,
  startProcess,
} from '../src/testing/own-process.ts';
import {
  makeOwnedDatabase,
  newProgramUrl,
  type OwnedDatabase,
  runMigrate,
} from '../src/testing/program-role.ts';
import { startApp, type TestApp } from '../src/testing/start-app.ts';

const name = databaseName();
let database: OwnedDatabase;
let owner: pg.Client;
let ownerUrl: string;
let programUrl: string;
let role: string;
/** Its folder, for the process's files. */
let app: TestApp;

beforeAll(async () => {
  app = await startApp();
  database = await makeOwnedDatabase(name);
  ownerUrl = database.ownerUrl;
  programUrl = newProgramUrl(ownerUrl);
  role = new URL(programUrl).username;
  expect(runMigrate(ownerUrl, programUrl)).toEqual({ status: 0, stderr: '' });
  owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
});

afterEach(killLeftovers);

afterAll(async () => {
  await owner.end();
  await database.drop([role]);
  await app.stop();
});

/** Lends and closes days through the whole program. */
async function liveALoan(): Promise<void> {
  const { NOREN_DATA: dataDir } = app.deps.config;
  const running = await startProcess({ databaseUrl: programUrl, dataDir, port: await freePort() });

  try {
    if (process.platform === 'linux') {
      // What it was started with: the password would be there for every process of its user, its
      // child too.
      const environment = readFileSync(`/proc/${running.pid}/environ`, 'latin1').split('\0');
      expect(environment).toContain('DATABASE_URL=');
      expect(environment).toContain(`NOREN_DATA=${dataDir}`);
    }

    const person = await aSandboxUser(running.url, 'active');
    const status = await person.send(CALLS.borrowStatus, {});

    expect(status).toMatchObject({ code: 200 });
    await callSandbox(running.url, 'day', { days: 2 });

    const closed = async () =>
      Number(
        (await owner.query('select count(*) from closed_days where finished_at is not null'))
          .rows[0].count,
      );

    await expect.poll(closed).toBeGreaterThan(1);
    expect(running.output()).not.toContain('permission denied');
  } finally {
    await running.stop();
  }
}

test('the program lives as a role that owns no table, and cannot change booked rows', async () => {
  await liveALoan();

  const { rows } = await owner.query(
    `select relname from pg_class where relnamespace = 'public'::regnamespace and pg_get_userbyid(relowner) = '${role}'`,
  );
  expect(rows).toEqual([]);

  const client = new pg.Client({ connectionString: programUrl });
  await client.connect();

  const readErrorCode = (statement: string): Promise<string> =>
    client.query(statement).then(
      () => `done: ${statement}`,
      (error: { code: string }) => error.code,
    );

  const DENIED = '42501';
  try {
    for (const table of ['journals', 'entries', 'audit_log', 'staff_audit', 'kfs_forms']) {
      expect((await client.query(`select count(*) from ${table}`)).rows).toHaveLength(1);
      for (const statement of [
        `delete from ${table}`,
        `truncate ${table} cascade`,
        `alter table ${table} disable trigger all`,
        `alter table ${table} add column spare int`,
        `drop table ${table} cascade`,
      ])
        expect(await readErrorCode(statement), statement).toBe(DENIED);
    }

    const purges = 'select purge_old_audit_rows(10)';
    expect(await readErrorCode(purges)).toBe(`done: ${purges}`);

    for (const ends of [
      'update product_versions set effective_to = effective_to',
      'update consents set withdrawn_at = now() where withdrawn_at is null',
    ])
      expect(await readErrorCode(ends)).toBe(`done: ${ends}`);

    for (const statement of [
      'update journals set value_day = value_day - 1',
      'update entries set amount_paise = 0',
      'update product_versions set terms = terms',
      "update staff_audit set action = 'nothing'",
      'update audit_log set at = now()',
      "update consents set decision = 'given'",
      'delete from consents',
      'set session_replication_role = replica',
      'drop trigger journals_append_only on journals',
      'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return new; end $$',
      'create table mine (n int)',
      'create function mine() returns int language sql as $$ select 1 $$',
      "update kysely_migration set name = 'none'",
      `alter role ${role} superuser`,
      'create role other',
      "copy journals to program 'cat'",
    ])
      expect(await readErrorCode(statement), statement).toBe(DENIED);
  } finally {
    await client.end();
  }
});

/**
 * A search path by which the program's own objects come before those of PostgreSQL and of the
 * schema.
 */
const OWN_FIRST = 'graphile_worker, public, pg_catalog';

test('a check of the schema takes no function or operator that the program made', async () => {
  const program = new pg.Client({ connectionString: programUrl });
  await program.connect();

  try {
    await makeFalseChecks(program);
    await program.query(`set search_path = ${OWN_FIRST}`);

    const { rows } = await program
      .query<{ id: string }>(`
      begin; insert into journals (user_id, kind, value_day, booked_at, cause)
        values ('${NO_ID}', 'unclaimed_payment', '2026-11-01', now(), 'one side') returning journal_id as id`)
      .then((results) => (results as unknown as pg.QueryResult<{ id: string }>[])[1]!);
    const oneSide = `insert into entries values ('${NO_ID}', '${rows[0]!.id}', 1, 'unclaimed_funds', -500)`;

    await expect(program.query(oneSide)).rejects.toThrow(/is out of balance by -500 paise/);
    await program.query('rollback');
    // As the owner, whom no grant keeps from it.
    await owner.query(`begin; set local search_path = ${OWN_FIRST}; insert into users (user_id, phone_hash, phone_enc, masked_phone, created_at)
      values ('${NO_ID}', '', '', '', now());
      insert into consents (user_id, purpose, text_version, language, channel, at, decision, items)
      values ('${NO_ID}', 'offers', '1', 'en', 'web', now(), 'refused', '[]')`);

    const turn = "update consents set decision = 'given', withdrawn_at = now()";
    await expect(owner.query(turn)).rejects.toThrow(/a consent is never changed/);
  } finally {
    await owner.query('rollback; reset search_path');
    await dropFalseChecks(program);
    await program.end();
  }
});

test('what a role has set for itself does not change where the program looks names up', async () => {
  await owner.query(`alter role ${role} set search_path = ${OWN_FIRST}`);

  const pool = makePool(programUrl, 1, () => undefined);
  try {
    expect((await pool.query('show search_path')).rows).toEqual([
      { search_path: 'public,pg_temp' },
    ]);
  } finally {
    await pool.end();
    await owner.query(`alter role ${role} reset search_path`);
  }
});

/** As whom that ran what the program made, which writes it into the table `ran_as`. */
async function whoRan(attempt: (program: pg.Client) => Promise<unknown>): Promise<string[]> {
  await owner.query('create table ran_as (who name); grant insert on ran_as to public');

  const program = new pg.Client({ connectionString: programUrl });
  await program.connect();

  try {
    await attempt(program);
    return (await owner.query<{ who: string }>('select distinct who from ran_as')).rows.map(
      ({ who }) => who,
    );
  } finally {
    await program.end();
    await owner.query('drop table ran_as');
  }
}

test('the program has no temporary table, and the purge would not take one for the audit log', async () => {
  const plant = `
    create temporary table audit_log (user_id uuid, audit_id uuid, at timestamptz, action text);
    create function pg_temp.note() returns trigger language plpgsql as
      'begin insert into public.ran_as values (current_user); return null; end';
    create trigger note after delete on audit_log for each statement execute function pg_temp.note();
    select purge_old_audit_rows(10)`;
  await expect(whoRan((program) => program.query(plant))).rejects.toThrow(
    /permission denied to create temporary/,
  );
  await owner.query(`grant temporary on database ${name} to ${role}`);

  try {
    expect(await whoRan((program) => program.query(plant))).toEqual([]);
  } finally {
    await owner.query(`revoke temporary on database ${name} from ${role}`);
  }
});

test('migrating runs what the program made in the schema of its queue as the program alone', async () => {
  const ran = await whoRan(async (program) => {
    await replaceQueueMigrations(program);
    try {
      expect(runMigrate(ownerUrl, programUrl)).toEqual({ status: 0, stderr: '' });
    } finally {
      await putQueueMigrationsBack(program);
    }
  });
  expect(ran).toEqual([role]);
});

test('a program that finds an older schema does not start, and says what to do', async () => {
  const { rows } = await owner.query<{ name: string; timestamp: string }>(
    "delete from kysely_migration where name = '011_sandbox' returning name, timestamp",
  );
  const { NOREN_DATA: dataDir } = app.deps.config;

  await expect(
    startProcess({ databaseUrl: programUrl, dataDir, port: await freePort() }),
  ).rejects.toThrow(/lacks a migration of this version: run `npm run migrate` first/);

  const { name: migration, timestamp } = rows[0]!;
  await owner.query(
    `insert into kysely_migration (name, timestamp) values ('${migration}', '${timestamp}')`,
  );
});

test('migrating again changes nothing, and one role for both is refused', async () => {
  expect(runMigrate(ownerUrl, programUrl)).toEqual({ status: 0, stderr: '' });

  const same = runMigrate(ownerUrl, ownerUrl);
  expect(same).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('would own its tables'),
  });

  const unreadable = runMigrate(ownerUrl, 'postgres://noren:s3cr/et@127.0.0.1:5432/noren');
  expect(unreadable).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('DATABASE_URL is not usable'),
  });
  expect(unreadable.stderr).not.toContain('s3cr');
});

test('a database whose queue another role made is handed over', async () => {
  await takeQueueOver(owner);
  expect(runMigrate(ownerUrl, programUrl)).toEqual({ status: 0, stderr: '' });
  expect(await readQueueOwners(owner)).toEqual([role]);
});
