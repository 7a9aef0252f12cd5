import { creditInfo, productList } from '@noren/contract/loans';
import { userStatus } from '@noren/contract/login';
import { billList, borrowStatus } from '@noren/contract/orders';
import type { Client } from 'pg';
import type { Database } from '../database.ts';
import { fireAt } from '../load-model/fire.ts';
import { type Program, withOurs } from '../load-model/our-server.ts';
import { meetOurServer, requireGranted } from '../load-model/our-side.ts';
import type { PendingCall } from '../load-model/phone.ts';
import type { Sample } from '../load-model/sample.ts';

/** Few enough concurrent requests that a latency contains no queueing. */
const CONNECTIONS = 2;

/** Sends each call once per user of a sample to its own server; a first sample warms it up. */
export function measureCalls(
  database: Database,
  { warming, measured }: { warming: Sample; measured: Sample },
  daysAhead: number,
) {
  return withOurs(database, 'api', async (server) => {
    const side = await meetOurServer(server.port, warming.free);

    const measureAll = async ({ free, loans }: Sample) => {
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
      const costs = [];

      for (const [call, make] of calls)
        costs.push({ call, ...(await measureOne(database, server, await make())) });

      return costs;
    };

    await measureAll(warming);
    return measureAll(measured);
  });
}

async function measureOne(
  { db, pid }: Database,
  server: Program,
  pending: readonly PendingCall<never>[],
) {
  const requests = pending.map(({ bytes }) => bytes);
  const before = await readReads(db);
  const fired = await fireAt(server, pid, { connections: CONNECTIONS, requests });

  await requireGranted(pending, fired);

  const after = await readReads(db);
  const { p50, p99, serverUs, databaseUs, answered } = fired;

  return {
    p50Ms: p50,
    p99Ms: p99,
    serverUs,
    databaseUs,
    /** Of our tables, read for one call on the mean, as are the blocks. */
    rows: (after.rows - before.rows) / answered,
    blocks: (after.blocks - before.blocks) / answered,
  };
}

/** What one call took. */
export type CallCost = Awaited<ReturnType<typeof measureCalls>>[number];

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
