import { creditInfo, productList } from '@noren/contract/loans';
import { userStatus } from '@noren/contract/login';
import { billList, borrowStatus } from '@noren/contract/orders';
import type { Client } from 'pg';
import type { Database } from '../database.ts';
import { fire } from '../load-model/fire.ts';
import { startOurs } from '../load-model/our-server.ts';
import { meetOurServer, requireGranted } from '../load-model/our-side.ts';
import type { PendingCall } from '../load-model/phone.ts';
import type { Sample } from '../load-model/sample.ts';
import { measureUse } from '../processor.ts';

/**
 * What one call took, on the mean of many users; rows and blocks are those of our tables that were
 * read for it.
 */
export interface CallCost {
  readonly call: string;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly serverUs: number;
  readonly databaseUs: number;
  readonly rows: number;
  readonly blocks: number;
}

/** Few enough concurrent requests that a latency contains no queueing. */
const CONNECTIONS = 2;

/** Sends each call once per user of a sample to its own server; a first sample warms it up. */
export async function measureCalls(
  { url, folder, db, pid }: Database,
  { warming, measured }: { warming: Sample; measured: Sample },
  daysAhead: number,
): Promise<CallCost[]> {
  const server = await startOurs({ databaseUrl: url, folder, role: 'api' });

  try {
    const side = await meetOurServer(server.port, warming.free);

    const measureAll = async ({ free, loans }: Sample): Promise<CallCost[]> => {
      const owing = loans.map(({ userId }) => userId);
      const home = () => ({ params: { param: 'home' as const } });
      const open = () => ({ query: { borrowType: '0' as const } });
      const calls: [string, () => Promise<readonly PendingCall<never>[]>][] = [
        ['status', () => side.hold(userStatus, owing, () => ({}))],
        ['home: creditInfo', () => side.hold(creditInfo, owing, () => ({}))],
        ['home: productList', () => side.hold(productList, owing, home)],
        ['home: billList', () => side.hold(billList, owing, open)],
        ['home: borrowStatus', () => side.hold(borrowStatus, owing, () => ({}))],
        ['repay-detail', () => side.detailRequests(loans)],
        ['quote', () => side.quoteRequests(free)],
        ['apply', () => side.applyRequests(free)],
        ['pay-webhook', () => side.payRequests(loans, daysAhead)],
      ];
      const costs: CallCost[] = [];

      for (const [name, make] of calls) costs.push(await measureOne(name, await make()));

      return costs;
    };

    await measureAll(warming);
    return await measureAll(measured);
  } finally {
    await server.stop();
  }

  async function measureOne(
    call: string,
    pending: readonly PendingCall<never>[],
  ): Promise<CallCost> {
    const requests = pending.map(({ bytes }) => bytes);
    const before = await readReads(db);
    const { result, serverMs, databaseMs } = await measureUse(
      { servers: [server.pid], postgres: pid },
      () => fire({ port: server.port, connections: CONNECTIONS, requests }),
    );

    await requireGranted(pending, result);

    const after = await readReads(db);
    const each = (amount: number): number => amount / result.answered;

    return {
      call,
      p50Ms: result.p50,
      p99Ms: result.p99,
      serverUs: each(serverMs) * 1_000,
      databaseUs: each(databaseMs) * 1_000,
      rows: each(after.rows - before.rows),
      blocks: each(after.blocks - before.blocks),
    };
  }
}

/**
 * What was read of our tables so far. A connection reports it when it ends, and the server's pool
 * makes new ones.
 */
async function readReads(db: Client): Promise<{ rows: number; blocks: number }> {
  await db.query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()
       and backend_type = 'client backend'`,
  );
  await db.query('select pg_stat_clear_snapshot()');

  const { rows } = await db.query(`
    select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::float8 as rows,
           sum(coalesce(heap_blks_read, 0) + coalesce(heap_blks_hit, 0)
             + coalesce(idx_blks_read, 0) + coalesce(idx_blks_hit, 0)
             + coalesce(toast_blks_read, 0) + coalesce(toast_blks_hit, 0))::float8 as blocks
    from pg_stat_user_tables join pg_statio_user_tables using (relid)
    where pg_stat_user_tables.schemaname = 'public'`);
  return rows[0];
}
