import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CALLS } from '@noren/contract/index';
import { OrderStatus } from '@noren/core/lending/order-status';
import { toBusinessDay } from '@noren/core/money/time';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type CitusCluster, createCitusDatabase, startCitus } from '../../tools/citus-cluster.ts';
import { inDatabase } from '../../tools/sql.ts';
import { sumPostedJournals } from '../src/lending/book/ledger-totals-store.ts';
import { type Db, makeDb, makePool } from '../src/platform/db/db.ts';
import { runSelfChecks } from '../src/processes/self-checks/self-checks.ts';
import {
  aSandboxUser,
  callSandbox,
  freePort,
  type OwnProcess,
  type SandboxUser,
  startProcess,
} from '../src/testing/own-process.ts';
import { successData } from '../src/testing/users.ts';
import { verifyLedger } from '../src/testing/verify-ledger.ts';
import { loanRequestBody, startFullPayment } from './crash-scenarios-requests.ts';

const ENGINE = process.env.NOREN_TEST_ENGINE;
const BORROWERS = 4;
const PAYERS = 4;
const LONG = 180_000;

/** The load on the program, and what it answered as done. */
interface Load {
  /** The ids of orders whose application was answered with success. */
  readonly applied: string[];
  /** The people whose payment the bank took. */
  readonly paid: SandboxUser[];
  faults: number;
  stop(): Promise<void>;
}

/** Borrowers who apply again and again, and others who pay their loan once. */
async function startLoad(url: string): Promise<Load> {
  const borrowers = await makePeople(url, 'limit', BORROWERS);
  const payers = await makePeople(url, 'active', PAYERS);
  let isOn = true;
  const applied: string[] = [];
  const paid: SandboxUser[] = [];
  const load = { applied, paid, faults: 0 };

  const untilStopped = async (act: () => Promise<boolean>): Promise<void> => {
    for (let isDone = false; isOn && !isDone; ) {
      isDone = await act().catch(() => {
        load.faults += 1;
        return false;
      });
    }
  };

  const lines = [
    ...borrowers.map((person) =>
      untilStopped(async () => {
        applied.push(await apply(person));
        return false;
      }),
    ),
    ...payers.map((person) =>
      untilStopped(async () => {
        await payInFull(url, person);
        paid.push(person);
        return true;
      }),
    ),
  ];
  return Object.assign(load, {
    async stop() {
      isOn = false;
      await Promise.all(lines);
    },
  });
}

async function makePeople(url: string, to: string, many: number): Promise<SandboxUser[]> {
  const people: SandboxUser[] = [];
  for (let made = 0; made < many; made += 1) people.push(await aSandboxUser(url, to));
  return people;
}

/**
 * @returns the order's public id
 * @throws Error unless it was answered with success
 */
async function apply(person: SandboxUser): Promise<string> {
  const body = await loanRequestBody(person, 100_000);
  return successData(await person.send(CALLS.applyLoan, { body })).repayId;
}

async function payInFull(url: string, person: SandboxUser): Promise<void> {
  const { code } = await startFullPayment(person);
  await callSandbox(url, 'pay', { code });
}

/** Transactions that have looked for changes which are not committed yet, and have not gone on. */
async function countWaiting(db: Db): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity where state = 'idle in transaction' and query like '%pg_prepared_xacts%'`.execute(
    db,
  );
  return rows.length;
}

describe.skipIf(ENGINE === undefined)('a machine of the cluster is killed under load', () => {
  let folder: string;
  let cluster: CitusCluster;
  let program: OwnProcess;
  let db: Db;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'noren-cluster-'));
    cluster = await startCitus({ engine: ENGINE!, folder });
    await createCitusDatabase(cluster, 'crash');

    const settings = {
      databaseUrl: inDatabase(cluster.url, 'crash'),
      dataDir: folder,
      port: await freePort(),
    };
    program = await startProcess({ ...settings, env: { NOREN_DISTRIBUTED: 'citus' } });
    db = makeDb(makePool(settings.databaseUrl, 4, () => undefined));
  }, LONG);

  afterAll(async () => {
    await program?.stop();
    await db?.destroy();
    await cluster?.stop();
    await rm(folder, { recursive: true, force: true });
  }, LONG);

  const statuses = async (): Promise<Map<string, number>> =>
    new Map(
      (await db.selectFrom('orders').select(['repayId', 'status']).execute()).map((one) => [
        one.repayId,
        one.status,
      ]),
    );

  test.each([
    ['a worker', 1],
    ['the coordinator', 0],
  ])(
    '%s: what was answered is there, and the program goes on by itself',
    async (_, at) => {
      const load = await startLoad(program.url);
      await vi.waitFor(() => expect(load.applied.length).toBeGreaterThan(8), { timeout: LONG });

      const before = load.faults;
      cluster.kill(at);
      await vi.waitFor(() => expect(load.faults).toBeGreaterThan(before + 3), { timeout: LONG });
      await cluster.restart(at);

      const recovered = load.applied.length;
      await vi.waitFor(() => expect(load.applied.length).toBeGreaterThan(recovered + 4), {
        timeout: LONG,
      });
      await vi.waitFor(() => expect(load.paid).toHaveLength(PAYERS), { timeout: LONG });
      await load.stop();
      expect(program.isRunning()).toBe(true);

      const stored = await statuses();
      expect(load.applied.filter((repayId) => !stored.has(repayId))).toEqual([]);
      // Each order has its payout: no job was lost with its change's machine.
      await vi.waitFor(
        async () => {
          const now = await statuses();
          expect(load.applied.filter((repayId) => now.get(repayId) !== OrderStatus.active)).toEqual(
            [],
          );

          const unpaid = load.paid.filter(
            ({ repayId }) => now.get(repayId ?? '') !== OrderStatus.settled,
          );
          expect(unpaid).toEqual([]);
        },
        { timeout: LONG, interval: 500 },
      );
      expect(await verifyLedger(db)).toEqual([]);
    },
    4 * LONG,
  );

  test.each([
    ['the totals of the books wait', () => sumPostedJournals(db, Date.now())],
    [
      'the self-checks wait',
      () => runSelfChecks(db, { now: Date.now(), today: toBusinessDay(Date.now()) }),
    ],
  ])(
    '%s for a change that a worker has prepared and not committed',
    async (_, read) => {
      const worker = new pg.Client({
        connectionString: inDatabase(cluster.workerUrls[0]!, 'crash'),
      });
      await worker.connect();

      try {
        await worker.query("begin; select pg_current_xact_id(); prepare transaction 'late'");

        let isRead = false;
        const reading = read().then(() => {
          isRead = true;
        });

        await vi.waitFor(async () => expect(await countWaiting(db)).toBe(1), { timeout: LONG });
        expect(isRead).toBe(false);
        await worker.query("commit prepared 'late'");
        await reading;
      } finally {
        await worker.end();
      }
    },
    LONG,
  );
});
