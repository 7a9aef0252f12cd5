import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CALLS } from '@noren/contract/index';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CitusCluster, createCitusDatabase, startCitus } from '../../tools/citus-cluster.ts';
import { inDatabase } from '../../tools/sql.ts';
import { toPgQuery } from '../src/platform/db/statements.ts';
import {
  aSandboxUser,
  freePort,
  killLeftovers,
  type OwnProcess,
  type SandboxUser,
  startProcess,
} from '../src/testing/own-process.ts';
import { newProgramUrl, runMigrate } from '../src/testing/program-role.ts';
import { asAdmin } from '../src/testing/template.ts';

const ENGINE = process.env.NOREN_TEST_ENGINE;
const LONG = 180_000;
const PEOPLE = 8;

/** As a machine has it that nobody prepared for tests. */
const SETTINGS = [
  'citus.multi_shard_modify_mode=parallel',
  'citus.shard_count=32',
  'citus.enable_unsafe_triggers=off',
];

const selectRole = (role: string) =>
  toPgQuery(sql`select rolcanlogin, rolcreaterole, rolsuper from pg_roles where rolname = ${role}`);

const selectPort = (userId: string) =>
  toPgQuery(sql`
  select n.nodeport::text as port from pg_dist_placement join pg_dist_node n using (groupid)
  where shardid = get_shard_id_for_distribution_column('users', ${userId}::uuid)`);

describe.skipIf(ENGINE === undefined)('a cluster migrated by an owner who is no superuser', () => {
  let folder: string;
  let cluster: CitusCluster;
  let program: OwnProcess;
  let adminUrl: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'noren-cluster-'));
    cluster = await startCitus({ engine: ENGINE!, folder, settings: SETTINGS });
    await createCitusDatabase(cluster, 'lender');
    adminUrl = inDatabase(cluster.url, 'lender');
  }, LONG);

  afterAll(async () => {
    await program?.stop();
    killLeftovers();
    await cluster?.stop();
    await rm(folder, { recursive: true, force: true });
  }, LONG);

  /** The program's role, made by the first migration. */
  async function migrate(): Promise<string> {
    await asAdmin(adminUrl, async (admin) => {
      await admin.query("create role lender_owner login createrole password 'owner'");
      await admin.query('alter database lender owner to lender_owner');
    });

    const owner = new URL(adminUrl);
    [owner.username, owner.password] = ['lender_owner', 'owner'];

    const programUrl = newProgramUrl(owner.href);
    for (let run = 1; run <= 2; run += 1)
      expect(runMigrate(owner.href, programUrl, { NOREN_DISTRIBUTED: 'citus' })).toEqual({
        status: 0,
        stderr: '',
      });

    return programUrl;
  }

  /** Whether a person's rows are on a machine, by its port. */
  const isOn = (person: SandboxUser, port: string): Promise<boolean> =>
    asAdmin(adminUrl, async (admin) => {
      const { rows } = await admin.query(selectPort(person.userId));
      return rows[0].port === port;
    });

  const fetchStatus = async (person: SandboxUser): Promise<number> =>
    (await fetch(`${program.url}${CALLS.userStatus.path}`, { headers: person.plainHeaders() }))
      .status;

  test(
    'each machine has the program’s role, and without one worker the borrowers of the other are served',
    async () => {
      const programUrl = await migrate();
      const role = new URL(programUrl).username;

      for (const worker of cluster.workerUrls) {
        const { rows } = await asAdmin(worker, (admin) => admin.query(selectRole(role)));
        expect(rows).toEqual([{ rolcanlogin: true, rolcreaterole: false, rolsuper: false }]);
      }

      program = await startProcess({
        databaseUrl: programUrl,
        dataDir: folder,
        port: await freePort(),
      });

      const people: SandboxUser[] = [];
      for (let made = 0; made < PEOPLE; made += 1)
        people.push(await aSandboxUser(program.url, 'limit'));

      const { port } = new URL(cluster.workerUrls[0]!);
      const onIt = await Promise.all(people.map((person) => isOn(person, port)));

      cluster.kill(1);

      const served = async (): Promise<number[]> => Promise.all(people.map(fetchStatus));
      await expect
        .poll(served, { timeout: LONG })
        .toEqual(onIt.map((isLost) => (isLost ? 503 : 200)));
      await cluster.restart(1);
      await expect.poll(served, { timeout: LONG }).toEqual(people.map(() => 200));
    },
    2 * LONG,
  );
});
