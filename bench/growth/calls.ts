import { creditInfo, productList, quoteLoan } from '@noren/contract/loans';
import { userStatus } from '@noren/contract/login';
import { billList, borrowStatus } from '@noren/contract/orders';
import type { Client } from 'pg';
import { type FireResult, fire, type RequestBytes } from '../calls/fire.ts';
import { meetOurServer, type OurSide } from '../calls/our-side.ts';
import type { PendingCall } from '../calls/phone.ts';
import type { Program } from '../calls/programs.ts';
import type { Database } from '../database.ts';
import { startOurs } from '../load-model/our-server.ts';
import { postgresMs, processMs } from '../processor.ts';
import type { Sample } from './sample.ts';

/**
 * What one call took, on the mean of many users; rows and blocks are those of our tables that were
 * read for it.
 */
export interface CallCost {
  readonly name: string;
  readonly p50: number;
  readonly p99: number;
  readonly serverUs: number;
  readonly databaseUs: number;
  readonly rows: number;
  readonly blocks: number;
}

/** Few enough concurrent requests that a latency contains no queueing. */
const CONNECTIONS = 2;

/** Sends each call once per user of a sample to its own server; a first sample warms it up. */
export async function measureCalls(
  database: Database,
  samples: { warming: Sample; measured: Sample },
  daysAhead: number,
): Promise<CallCost[]> {
  const { url: databaseUrl, folder } = database;
  const server = await startOurs({ databaseUrl, folder, role: 'api' });

  try {
    const side = await meetOurServer(server.port, samples.warming.free.length);
    await measureAll({ database, server, side, daysAhead }, samples.warming);
    return await measureAll({ database, server, side, daysAhead }, samples.measured);
  } finally {
    await server.stop();
  }
}

interface Bench {
  readonly database: Database;
  readonly server: Program;
  readonly side: OurSide;
  readonly daysAhead: number;
}

async function measureAll(bench: Bench, { free, loans }: Sample): Promise<CallCost[]> {
  const { side, daysAhead } = bench;
  const owing = loans.map(({ user }) => user);
  const calls: [string, () => Promise<readonly PendingCall<never>[] | RequestBytes[]>][] = [
    ['status', () => side.hold(userStatus, owing, () => ({}))],
    ['home: creditInfo', () => side.hold(creditInfo, owing, () => ({}))],
    [
      'home: productList',
      () => side.hold(productList, owing, () => ({ params: { param: 'home' as const } })),
    ],
    [
      'home: billList',
      () => side.hold(billList, owing, () => ({ query: { borrowType: '0' as const } })),
    ],
    ['home: borrowStatus', () => side.hold(borrowStatus, owing, () => ({}))],
    ['repay-detail', () => side.detailRequests(loans)],
    [
      'quote',
      () =>
        side.hold(quoteLoan, free, () => ({
          body: { productCode: 'N07', principalPaise: 100_000 },
        })),
    ],
    ['apply', () => side.applyRequests(free)],
    ['pay-webhook', () => side.payRequests(loans, daysAhead)],
  ];
  const costs: CallCost[] = [];

  for (const [name, make] of calls) costs.push(await measureOne(bench, name, await make()));

  return costs;
}

async function measureOne(
  { database, server }: Bench,
  name: string,
  made: readonly PendingCall<never>[] | RequestBytes[],
): Promise<CallCost> {
  const requests = made.map((one) => (Buffer.isBuffer(one) ? one : one.bytes));
  const { db, pid } = database;
  const reads = await readReads(db);
  const before = [processMs(server.pid), postgresMs(pid)] as const;
  const result = await fire({
    port: server.port,
    connections: CONNECTIONS,
    seconds: Number.POSITIVE_INFINITY,
    requests,
    again: false,
    keepEvery: 1,
  });
  const after = [processMs(server.pid), postgresMs(pid)] as const;

  await requireGranted(name, made, result);

  const readsAfter = await readReads(db);
  const each = (amount: number): number => amount / result.answered;

  return {
    name,
    p50: result.p50,
    p99: result.p99,
    serverUs: each(after[0] - before[0]) * 1_000,
    databaseUs: each(after[1] - before[1]) * 1_000,
    rows: each(readsAfter.rows - reads.rows),
    blocks: each(readsAfter.blocks - reads.blocks),
  };
}

async function requireGranted(
  name: string,
  made: readonly PendingCall<never>[] | RequestBytes[],
  { bodies, refused }: FireResult,
): Promise<void> {
  if (refused > 0) throw new Error(`${name}: ${refused} requests were not answered with 200`);
  for (const [index, body] of bodies) {
    const one = made[index]!;
    if (Buffer.isBuffer(one)) {
      if (body !== 'done') throw new Error(`${name} unexpected answer: ${body}`);
      continue;
    }

    const { code, msg } = await one.answer(body);
    if (code !== 200) throw new Error(`${name} was refused: ${code} ${msg}`);
  }
}

/**
 * What was read of our tables so far. A connection reports it when it ends, and the server's pool
 * makes new ones.
 */
async function readReads(db: Client): Promise<{ rows: number; blocks: number }> {
  await db.query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
  );
  await db.query('select pg_stat_clear_snapshot()');

  const { rows } = await db.query(`
    select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::float8 as rows,
           sum(coalesce(heap_blks_read, 0) + coalesce(heap_blks_hit, 0) + coalesce(idx_blks_read, 0)
             + coalesce(idx_blks_hit, 0) + coalesce(toast_blks_read, 0) + coalesce(toast_blks_hit, 0))::float8 as blocks
    from pg_stat_user_tables join pg_statio_user_tables using (relid)
    where pg_stat_user_tables.schemaname = 'public'`);
  return rows[0];
}
