import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  OWNERS_STATEMENTS,
  putQueueMigrationsBack,
  readQueueOwners,
  replaceQueueMigrations,
} from '../src/testing/job-queue-internals.ts';
import { databaseName } from '../src/testing/own-process.ts';
import {
  makeOwnedDatabase,
  newProgramUrl,
  type OwnedDatabase,
  runMigrate,
} from '../src/testing/program-role.ts';

let database: OwnedDatabase;
let owner: pg.Client;
let formerUrl: string;
let programUrl: string;
const toRole = (url: string): string => new URL(url).username;

beforeAll(async () => {
  database = await makeOwnedDatabase(databaseName());
  [formerUrl, programUrl] = [newProgramUrl(database.ownerUrl), newProgramUrl(database.ownerUrl)];
  expect(runMigrate(database.ownerUrl, formerUrl)).toEqual({ status: 0, stderr: '' });
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
});

afterAll(async () => {
  await owner.end();
  await database.drop([toRole(formerUrl), toRole(programUrl)]);
});

test('a new role takes the place of one whose password leaked: what that one planted never runs as the owner', async () => {
  const former = new pg.Client({ connectionString: formerUrl });
  await former.connect();

  try {
    await owner.query('create table ran_as (who name); grant insert on ran_as to public');
    await replaceQueueMigrations(former);
    await former.query('grant all on schema graphile_worker to public');
    expect(runMigrate(database.ownerUrl, programUrl)).toEqual({ status: 0, stderr: '' });

    const { rows } = await owner.query<{ who: string }>('select distinct who from ran_as');
    expect(rows.map(({ who }) => who)).toEqual([toRole(programUrl)]);
    expect(await readQueueOwners(owner)).toEqual([toRole(programUrl)]);

    for (const statement of [
      'select count(*) from public.users',
      'select count(*) from public.journals',
      "insert into public.staff (staff_id) values ('00000000-0000-7000-8000-000000000001')",
      ...OWNERS_STATEMENTS,
    ])
      await expect(former.query(statement), statement).rejects.toMatchObject({ code: '42501' });
  } finally {
    await former.end();
    await owner.query('drop table ran_as');
  }
});

test('the new role brings the queue up to date, and the former one can be dropped', async () => {
  const program = new pg.Client({ connectionString: programUrl });
  await program.connect();

  try {
    await putQueueMigrationsBack(program);
    expect((await program.query(OWNERS_STATEMENTS[0]!)).rows).toEqual([{ count: '0' }]);
  } finally {
    await program.end();
  }

  const spare = newProgramUrl(database.ownerUrl);
  expect(runMigrate(database.ownerUrl, spare)).toEqual({ status: 0, stderr: '' });
  await owner.query(`drop role ${toRole(programUrl)}`);
  programUrl = spare;
});
