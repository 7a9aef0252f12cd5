import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { CALLS } from '@noren/contract/index';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { readQueueOwners, takeQueueOver } from './job-queue-internals.ts';
import { aSandboxUser, callSandbox, databaseName, freePort, killLeftovers, startProcess } from './own-process.ts';
import { newProgramUrl, runMigrate } from './program-role.ts';
import { startApp, type TestApp } from './start-app.ts';
import { databaseUrl } from './template.ts';

const name = databaseName();
const ownerRole = `owner_${randomBytes(4).toString('hex')}`;
let owner: pg.Client;
let ownerUrl: string;
let programUrl: string;
let role: string;
/** Its folder, for the process's files. */
let app: TestApp;

beforeAll(async () => {
  app = await startApp();
  const admin = new pg.Client({ connectionString: inject('adminUrl') });
  await admin.connect();
  // As at a provider of databases: the owner is no superuser.
  await admin.query(`create role ${ownerRole} login createrole password 'owner'`);
  await admin.query(`create database ${name} owner ${ownerRole}`);
  await admin.end();
  const url = new URL(databaseUrl(inject('adminUrl'), name));
  [url.username, url.password] = [ownerRole, 'owner'];
  ownerUrl = url.href;
  programUrl = newProgramUrl(ownerUrl);
  role = new URL(programUrl).username;
  expect(runMigrate(ownerUrl, programUrl)).toEqual({ status: 0, stderr: '' });
  owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
});
afterEach(killLeftovers);
afterAll(async () => {
  await owner.end();
  const admin = new pg.Client({ connectionString: inject('adminUrl') });
  await admin.connect();
  await admin.query(`drop database ${name} with (force)`);
  await admin.query(`drop role ${role}, ${ownerRole}`);
  await admin.end();
  await app.stop();
});

/** Lends and closes days through the whole program. */
async function liveALoan(): Promise<void> {
  const { NOREN_DATA: dataDir } = app.deps.config;
  const running = await startProcess({ databaseUrl: programUrl, dataDir, port: await freePort() });
  try {
    if (process.platform === 'linux') {
      // What it was started with: the password would be there for every process of its user, its child too.
      const environment = readFileSync(`/proc/${running.pid}/environ`, 'latin1').split('\0');
      expect(environment).toContain('DATABASE_URL=');
      expect(environment).toContain(`NOREN_DATA=${dataDir}`);
    }
    const person = await aSandboxUser(running.url, 'active');
    const status = await person.send(CALLS.borrowStatus, {});
    expect(status).toMatchObject({ code: 200 });
    await callSandbox(running.url, 'day', { days: 2 });
    const closed = async () =>
      Number((await owner.query('select count(*) from closed_days where finished_at is not null')).rows[0].count);
    await expect.poll(closed, { timeout: 30_000 }).toBeGreaterThan(1);
    expect(running.output()).not.toContain('permission denied');
  } finally {
    await running.stop();
  }
}

test('the program lives as a role that owns no table, and cannot change booked rows', {
  timeout: 180_000,
}, async () => {
  await liveALoan();
  const { rows } = await owner.query(
    `select relname from pg_class where relnamespace = 'public'::regnamespace and pg_get_userbyid(relowner) = '${role}'`,
  );
  expect(rows).toEqual([]);
  const client = new pg.Client({ connectionString: programUrl });
  await client.connect();
  const codeOf = (statement: string): Promise<string> =>
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
        expect(await codeOf(statement), statement).toBe(DENIED);
    }
    const purges = 'select purge_old_audit_rows(10)';
    expect(await codeOf(purges)).toBe(`done: ${purges}`);
    const ends = 'update product_versions set effective_to = effective_to';
    expect(await codeOf(ends)).toBe(`done: ${ends}`);
    for (const statement of [
      'update journals set value_day = value_day - 1',
      'update entries set amount_paise = 0',
      'update product_versions set terms = terms',
      "update staff_audit set action = 'nothing'",
      'update audit_log set at = now()',
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
      expect(await codeOf(statement), statement).toBe(DENIED);
  } finally {
    await client.end();
  }
});

test('a program that finds an older schema does not start, and says what to do', { timeout: 60_000 }, async () => {
  const { rows } = await owner.query<{ name: string; timestamp: string }>(
    "delete from kysely_migration where name = '011_sandbox' returning name, timestamp",
  );
  const { NOREN_DATA: dataDir } = app.deps.config;
  await expect(startProcess({ databaseUrl: programUrl, dataDir, port: await freePort() })).rejects.toThrow(
    /lacks a migration of this version: run `npm run migrate` first/,
  );
  const { name: migration, timestamp } = rows[0]!;
  await owner.query(`insert into kysely_migration (name, timestamp) values ('${migration}', '${timestamp}')`);
});

test('migrating again changes nothing, and one role for both is refused', { timeout: 60_000 }, async () => {
  expect(runMigrate(ownerUrl, programUrl)).toEqual({ status: 0, stderr: '' });
  const same = runMigrate(ownerUrl, ownerUrl);
  expect(same).toMatchObject({ status: 1, stderr: expect.stringContaining('would own its tables') });
});

test('a database whose queue another role made is handed over', { timeout: 60_000 }, async () => {
  await takeQueueOver(owner);
  expect(runMigrate(ownerUrl, programUrl)).toEqual({ status: 0, stderr: '' });
  expect(await readQueueOwners(owner)).toEqual([role]);
});
