import { execFile } from 'node:child_process';
import {
  appendFile,
  chmod,
  chown,
  cp,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { CALLS } from '@noren/contract/index';
import { consentTexts } from '@noren/core/people/consent';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { migrateDatabase, programUrl } from '../../tools/migrate-database.mjs';
import { type RunningPostgres, startPostgres } from '../../tools/postgres.mjs';
import { JOBS } from '../src/job-list.ts';
import { type Db, makeDb, makePool } from '../src/platform/db/db.ts';
import { addJob } from '../src/platform/jobs/job-store.ts';
import { countReplicas } from '../src/processes/monitoring/gauges-store.ts';
import {
  aSandboxUser,
  COMPILED,
  freePort,
  killLeftovers,
  type OwnProcess,
  type SandboxUser,
  startProcess,
} from '../src/testing/own-process.ts';
import { verifyLedger } from '../src/testing/verify-ledger.ts';

const toToolPath = (name: string): string =>
  fileURLToPath(new URL(`../../tools/${name}.mjs`, import.meta.url));
/** Spares the disk: what is lost here is lost by deleting it. */
const NO_SYNC = ['fsync=off'];

let folder: string;
let env: Record<string, string>;
let port: number;
/** Of the replica, which the program knows from the start. */
let standbyPort: number;
let postgres: RunningPostgres;
let program: OwnProcess;
let db: Db;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'noren-drill-'));
  // The account that PostgreSQL runs as has to enter it.
  await chmod(folder, 0o755);
  env = { NOREN_DATA: join(folder, 'data'), NOREN_BACKUP: join(folder, 'backup') };
  [port, standbyPort] = [await freePort(), await freePort()];
  await openDatabase();
  migrateDatabase(postgres.url, programUrl(postgres.url));
  await openProgram();
});

afterAll(async () => {
  killLeftovers();
  await db?.destroy();
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function openDatabase(): Promise<void> {
  postgres = await startPostgres({
    dataDir: join(env.NOREN_DATA!, 'postgres'),
    settings: NO_SYNC,
  });
}

async function openProgram(): Promise<void> {
  const databaseUrl = toStandbyUrl(postgres);
  db = makeDb(makePool(databaseUrl, 2, () => undefined));
  program = await startProcess({ databaseUrl, dataDir: env.NOREN_DATA!, port, env });
}

/** As the program opens it: the database, and the replica that there is later. */
const toStandbyUrl = ({ url }: RunningPostgres): string =>
  `${programUrl(url)}?standby=127.0.0.1:${standbyPort}`;

/** Runs a command of the project as an operator does. */
async function run(
  tool: string,
  args: readonly string[] = [],
): Promise<{ code: number; output: string }> {
  const { DATABASE_URL: _, ...surroundings } = process.env;
  const options = {
    env: { ...surroundings, ...env, NODE_COMPILE_CACHE: COMPILED },
    maxBuffer: 1 << 24,
  };

  return promisify(execFile)(process.execPath, [toToolPath(tool), ...args], options).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      output: error.stdout + error.stderr,
    }),
  );
}

/** New borrowers who each apply for a loan, one after the other, until stopped. */
function applyForLoans(mayFail = false) {
  /** The proposal numbers of the applications that were answered. */
  const acknowledged: string[] = [];
  let isOn = true;

  const line = async (): Promise<void> => {
    while (isOn) {
      await applyOnce().catch((error: unknown) => {
        if (!mayFail) throw error;
      });
    }
  };

  const applyOnce = async (): Promise<void> => {
    const person = await aSandboxUser(program.url, 'limit');
    const quote = await person.send(CALLS.quoteLoan, {
      body: { productCode: 'N07', principalPaise: 100_000 },
    });
    // A starved program turns calls away: this borrower leaves, the next one comes.
    if (quote.code !== 200) return;

    const { kfs } = quote.data as { kfs: { proposalNo: string; hash: string } };
    const { proposalNo } = kfs;
    const body = { proposalNo, kfsHash: kfs.hash, acknowledged: true as const, purpose: 'medical' };
    const applied = await person.send(CALLS.applyLoan, { body });

    if (applied.code === 200) acknowledged.push(proposalNo);
  };

  const running = line();
  return {
    acknowledged,
    stop: async () => {
      isOn = false;
      await running;
    },
  };
}

const decideOffers = async (person: SandboxUser, given: boolean): Promise<void> => {
  const { textVersion } = consentTexts.offers;
  const answer = await person.send(CALLS.saveConsent, {
    body: { purpose: 'offers', textVersion, given },
  });
  expect(answer.code).toBe(200);
};

/** Ends the week of an erasure that the borrower asked for, and runs the job that erases. */
async function eraseNow({ userId }: SandboxUser): Promise<void> {
  await sql`insert into erasures (user_id, state, requested_at, due_at)
    values (${userId}, 'waiting', now(), now())`.execute(db);
  await addJob(db, JOBS['purge-expired'], {});
  await expect.poll(() => listErasures(userId)).toEqual(['erased', 'erased']);
}

/** What the ledger beside the files and the one beside the backups say of a user. */
async function listErasures(userId: string): Promise<string[]> {
  const found: string[] = [];
  for (const at of [env.NOREN_DATA!, env.NOREN_BACKUP!])
    for (const name of await readdir(join(at, 'erasures'), { recursive: true }).catch(() => []))
      if (name.includes(userId)) found.push(name.split('.')[1] ?? '');

  return found;
}

/** Ends the program and its database at once, as a loss of power does. */
async function loseEverything(): Promise<void> {
  await program.kill();
  await db.destroy();
  process.kill(postgres.pid, 'SIGKILL');
}

test('after a backup and the loss of everything, its state comes back without what must not', async () => {
  const aBorrower = () => aSandboxUser(program.url, 'limit');
  const [erased, changed] = await Promise.all([aBorrower(), aBorrower()]);

  await decideOffers(changed, true);

  const earlier = applyForLoans();
  await expect.poll(() => earlier.acknowledged.length).toBeGreaterThan(1);
  await earlier.stop();

  await loseEverything();

  const backup = await run('backup', ['--keep', '2']);
  expect(backup).toMatchObject({
    code: 0,
    output: expect.stringContaining('The keys are not in it'),
  });
  await openDatabase();
  await openProgram();

  const later = applyForLoans();
  await expect.poll(() => later.acknowledged.length).toBeGreaterThan(1);
  await later.stop();
  await decideOffers(changed, false);
  await eraseNow(erased);

  await loseEverything();
  await rm(join(env.NOREN_DATA!, 'postgres'), {
    recursive: true,
    force: true,
    maxRetries: 20,
    retryDelay: 50,
  });
  await rm(join(env.NOREN_DATA!, 'files'), { recursive: true });

  const [label = ''] = await readdir(join(env.NOREN_BACKUP!, 'backups'));
  const part = join(env.NOREN_BACKUP!, 'backups', label, 'database', 'PG_VERSION');

  await appendFile(part, ' ');
  expect(await run('restore')).toMatchObject({
    code: 1,
    output: expect.stringMatching(/is damaged: .*PG_VERSION/),
  });
  await writeFile(part, `${(await readFile(part, 'utf8')).trimEnd()}\n`);

  const restore = await run('restore', ['--backup', label]);
  expect(restore).toMatchObject({
    code: 0,
    output: expect.stringContaining('1 erasures and 1 withdrawn consents'),
  });
  expect(restore.output).not.toMatch(/FAIL|missing:/);
  await openDatabase();
  await openProgram();

  const stored = new Set(
    (await db.selectFrom('orders').select('proposalNo').execute()).map((row) => row.proposalNo),
  );
  const isStored = (given: readonly string[]) => given.map((proposalNo) => stored.has(proposalNo));

  expect(isStored(earlier.acknowledged)).toEqual(earlier.acknowledged.map(() => true));
  expect(isStored(later.acknowledged)).toEqual(later.acknowledged.map(() => false));

  const people = db.selectFrom('users').select('erasedAt');
  expect(await people.where('userId', '=', erased.userId).executeTakeFirst()).toEqual({
    erasedAt: expect.any(Number),
  });

  const offers = db.selectFrom('consents').select('withdrawnAt').where('purpose', '=', 'offers');
  const consent = await offers.where('userId', '=', changed.userId).executeTakeFirst();

  expect(consent).toEqual({ withdrawnAt: expect.any(Number) });
  // The session of before the loss is ended; a new person borrows as ever.
  expect((await changed.send(CALLS.userStatus, {})).code).toBe(401);
  expect((await (await aSandboxUser(program.url, 'active')).send(CALLS.userStatus, {})).code).toBe(
    200,
  );
});

/** Opens a replica on the same machine, on a copy that was made while the database was stopped. */
async function openReplica(): Promise<RunningPostgres> {
  const home = join(folder, 'replica');
  await postgres.stop();
  await cp(postgres.home, home, { recursive: true });
  await openDatabase();
  await writeFile(join(home, 'data', 'standby.signal'), '');

  const { uid, gid } = await stat(postgres.data);
  for (const path of ['.', ...(await readdir(home, { recursive: true }))])
    await chown(join(home, path), uid, gid);

  const { username, password, port: primaryPort } = new URL(postgres.url);
  const primary = `host=127.0.0.1 port=${primaryPort} user=${username} password=${password}`;

  return startPostgres({
    dataDir: home,
    port: standbyPort,
    // As docs/operations/failover.md has it: a replica's own name, which a copy of the database
    // does not go by.
    settings: [...NO_SYNC, `primary_conninfo=${primary}`, 'cluster_name=replica'],
  });
}

/** Runs a statement as the owner of a database. */
async function ask(url: string, statement: string): Promise<Record<string, unknown> | undefined> {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();

  try {
    return (await owner.query<Record<string, unknown>>(statement)).rows[0];
  } finally {
    await owner.end();
  }
}

test('after the primary is lost under load, its replica has all that was answered and the program goes on with it by itself', async () => {
  const replica = await openReplica();
  onTestFinished(() => replica.stop());
  // From here on nothing is answered before the replica has it.
  await ask(postgres.url, "alter system set synchronous_standby_names = 'replica'");
  await ask(postgres.url, 'select pg_reload_conf()');

  const isSynchronous = async () =>
    (
      await ask(
        postgres.url,
        "select count(*)::int as n from pg_stat_replication where sync_state = 'sync'",
      )
    )?.n;

  await expect.poll(isSynchronous).toBe(1);

  // Connected as a replica is, and none.
  const asBackup = {
    connectionString: postgres.url,
    application_name: 'pg_basebackup',
    replication: 'true',
  };
  const backup = new pg.Client(asBackup);

  await backup.connect();
  expect(await ask(postgres.url, 'select count(*)::int as n from pg_stat_replication')).toEqual({
    n: 2,
  });
  expect(await countReplicas(db)).toBe(1);
  await backup.end();

  const load = applyForLoans(true);
  await expect.poll(() => load.acknowledged.length).toBeGreaterThan(1);
  process.kill(postgres.pid, 'SIGQUIT');

  const before = load.acknowledged.length;
  await ask(replica.url, 'select pg_promote()');
  await expect.poll(() => load.acknowledged.length).toBeGreaterThan(before);
  await load.stop();

  const after = makeDb(makePool(replica.url, 2, () => undefined));
  onTestFinished(() => after.destroy());

  const stored = new Set(
    (await after.selectFrom('orders').select('proposalNo').execute()).map((row) => row.proposalNo),
  );
  expect(load.acknowledged.filter((proposalNo) => !stored.has(proposalNo))).toEqual([]);
  expect(await verifyLedger(after)).toEqual([]);
  expect(program.isRunning()).toBe(true);
  // A former primary that comes back still says that it is one: the one that was promoted last
  // counts.
  await openDatabase();

  const addresses = makePool(toStandbyUrl(postgres), 1, () => undefined);
  onTestFinished(() => addresses.end());
  expect((await addresses.query('select inet_server_port() as port')).rows).toEqual([
    { port: standbyPort },
  ]);
});
