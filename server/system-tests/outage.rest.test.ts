import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CALLS } from '@noren/contract/index';
import { OrderStatus } from '@noren/core/lending/order-status';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type RunningPostgres, startPostgres } from '../../tools/postgres.mjs';
import { makeDb, makePool } from '../src/platform/db/db.ts';
import {
  aSandboxUser,
  callSandbox,
  freePort,
  type OwnProcess,
  type SandboxUser,
  startProcess,
} from '../src/testing/own-process.ts';
import { WAIT_LIMIT_MS } from '../src/testing/time-limits.ts';
import { verifyLedger } from '../src/testing/verify-ledger.ts';

let folder: string;
let postgres: RunningPostgres;
let program: OwnProcess;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'noren-outage-'));
  postgres = await startPostgres({ dataDir: join(folder, 'postgres') });
  program = await startProcess({
    databaseUrl: postgres.url,
    dataDir: folder,
    port: await freePort(),
  });
});

afterAll(async () => {
  await program?.stop();
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
});

/**
 * Sends requests in several concurrent loops, with loan applications between; returns the answers.
 */
function load(people: SandboxUser[]) {
  const seen = { codes: new Map<number, number>(), unexplained: [] as unknown[], isOn: true };
  const count = (code: number) => seen.codes.set(code, (seen.codes.get(code) ?? 0) + 1);

  const line = async (person: SandboxUser): Promise<void> => {
    while (seen.isOn) {
      try {
        const quote = await person.send(CALLS.quoteLoan, {
          body: { productCode: 'N07', principalPaise: 100_000 },
        });
        count(quote.code);

        if (quote.code === 200) {
          const { kfs } = quote.data as { kfs: { proposalNo: string; hash: string } };
          const body = {
            proposalNo: kfs.proposalNo,
            kfsHash: kfs.hash,
            acknowledged: true as const,
            purpose: 'medical',
          };
          count((await person.send(CALLS.applyLoan, { body })).code);
        }

        count((await person.send(CALLS.userStatus, {})).code);
      } catch (error) {
        seen.unexplained.push(error);
        return;
      }
    }
  };

  const lines = people.map(line);
  return {
    seen,
    async stop() {
      seen.isOn = false;
      await Promise.all(lines);
    },
  };
}

async function crowd(): Promise<SandboxUser[]> {
  const people: SandboxUser[] = [];
  for (let at = 0; at < 8; at++) people.push(await aSandboxUser(program.url, 'limit'));
  return people;
}

const isFine = async (person: SandboxUser): Promise<boolean> =>
  (await person.send(CALLS.userStatus, {})).code === 200;

async function ledgerIsSound(): Promise<void> {
  const db = makeDb(makePool(postgres.url, 2, () => undefined));
  try {
    expect(await verifyLedger(db)).toEqual([]);
  } finally {
    await db.destroy();
  }
}

test('the process survives the loss of every database connection under load', async () => {
  const people = await crowd();
  const running = load(people);
  const killer = new pg.Client({ connectionString: postgres.url });

  // All but the killer's own connection.
  await killer.connect();
  killer.on('error', () => undefined);

  for (let turn = 0; turn < 5; turn++) {
    const before = running.seen.codes.get(200) ?? 0;
    await killer.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and usename is not null',
    );
    await vi.waitFor(() => expect(running.seen.codes.get(200) ?? 0).toBeGreaterThan(before + 20), {
      timeout: WAIT_LIMIT_MS,
    });
  }

  await killer.end();
  await running.stop();
  expect(running.seen.unexplained).toEqual([]);
  expect(program.isRunning()).toBe(true);
  expect(await isFine(people[0]!)).toBe(true);
  await ledgerIsSound();
});

test('a database restart under load gives clear errors meanwhile, and the app recovers by itself', async () => {
  const people = await crowd();
  const running = load(people);

  await vi.waitFor(() => expect(running.seen.codes.get(200) ?? 0).toBeGreaterThan(20), {
    timeout: WAIT_LIMIT_MS,
  });

  const { port } = postgres;
  await postgres.stop();
  await vi.waitFor(() => expect(running.seen.codes.get(500) ?? 0).toBeGreaterThan(10), {
    timeout: WAIT_LIMIT_MS,
  });

  const away = await people[0]!.send(CALLS.userStatus, {});
  expect(away).toMatchObject({
    code: 500,
    msg: 'We will be back in a moment. Nothing was lost. Please try again.',
  });
  postgres = await startPostgres({ dataDir: join(folder, 'postgres'), port });
  await vi.waitFor(async () => expect(await isFine(people[0]!)).toBe(true), {
    timeout: WAIT_LIMIT_MS,
    interval: 20,
  });
  await running.stop();
  expect(running.seen.unexplained).toEqual([]);
  expect(program.isRunning()).toBe(true);

  // The jobs recover too: a new application is paid out.
  const newcomer = await aSandboxUser(program.url, 'active');
  expect(await newcomer.send(CALLS.borrowStatus, {})).toMatchObject({
    data: { borrowStatus: OrderStatus.active },
  });
  await ledgerIsSound();
});

test('a database restart during the close of days: every day is closed afterwards', async () => {
  await crowd();

  const db = makeDb(makePool(postgres.url, 2, () => undefined));
  try {
    const closed = async () =>
      (
        await db
          .selectFrom('closed_days')
          .select('day')
          .where('finishedAt', 'is not', null)
          .execute()
      ).length;

    await callSandbox(program.url, 'day', { days: 12 });
    await vi.waitFor(async () => expect(await closed()).toBeGreaterThan(0), {
      timeout: WAIT_LIMIT_MS,
      interval: 10,
    });

    const { port } = postgres;
    await postgres.stop();
    postgres = await startPostgres({ dataDir: join(folder, 'postgres'), port });
    await callSandbox(program.url, 'day', { days: 1 });
    await vi.waitFor(async () => expect(await closed()).toBeGreaterThanOrEqual(12), {
      timeout: WAIT_LIMIT_MS,
      interval: 200,
    });

    const left = await db.selectFrom('day_close_failures').selectAll().execute();
    expect(left).toEqual([]);
  } finally {
    await db.destroy();
  }

  await ledgerIsSound();
});
