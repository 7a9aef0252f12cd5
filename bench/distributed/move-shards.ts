import { setTimeout as pause } from 'node:timers/promises';
import { quoteLoan } from '@noren/contract/loans';
import { userStatus } from '@noren/contract/login';
import pg from 'pg';
import { joinCitusDatabase } from '../../tools/citus-cluster.mjs';
import { makeBorrower } from '../load-model/borrower.ts';
import { startOurs } from '../load-model/our-server.ts';
import { namedStatement } from '../named-statement.ts';
import type { DatabaseSide } from './sides.ts';

/** What calls met while a worker was added and shards moved to it. */
export interface MovedShards {
  readonly seconds: number;
  /** Shard groups on the new worker afterwards. */
  readonly groups: number;
  readonly calls: number;
  readonly refused: number;
  readonly longestMs: number;
}

const COUNT_GROUPS = namedStatement<'port'>(
  "select count(*)::int as groups from citus_shards where table_name = 'users'::regclass and nodeport = :port",
);

const CALLERS = 4;
/** More quotes of one borrower would be refused as too many. */
const QUOTE_EVERY_MS = 4_000;
const STATUS_EVERY_MS = 50;

/** Adds a worker to a cluster and moves shards to it, while borrowers quote loans and read their status. */
export async function moveShards(side: DatabaseSide): Promise<MovedShards | null> {
  if (!side.cluster) return null;
  const server = await startOurs({ databaseUrl: side.databaseUrl, folder: side.files, role: 'api', env: side.env });
  const admin = new pg.Client({ connectionString: side.databaseUrl });
  await admin.connect();
  try {
    const load = await startCalls(server.port);
    const from = performance.now();
    const worker = await side.cluster.addWorker();
    await joinCitusDatabase(side.cluster, worker.url, side.database);
    await admin.query(`select rebalance_table_shards(shard_transfer_mode := 'force_logical')`);
    const seconds = (performance.now() - from) / 1_000;
    const counts = await load.stop();
    const port = Number(new URL(worker.url).port);
    const { rows } = await admin.query<{ groups: number }>(COUNT_GROUPS({ port }));
    return { seconds, groups: rows[0]?.groups ?? 0, ...counts };
  } finally {
    await admin.end();
    await server.stop();
  }
}

async function startCalls(port: number) {
  const counts = { calls: 0, refused: 0, longestMs: 0 };
  let isOn = true;
  const borrowers = [];
  for (let made = 0; made < CALLERS; made += 1) borrowers.push(await makeBorrower(port));
  const counted = async (call: () => Promise<unknown>): Promise<void> => {
    const from = performance.now();
    await call().catch((error: unknown) => {
      counts.refused += 1;
      console.error(error);
    });
    counts.calls += 1;
    counts.longestMs = Math.max(counts.longestMs, performance.now() - from);
  };
  const lines = borrowers.map(async (borrower) => {
    for (let quotedAt = 0; isOn; ) {
      if (performance.now() - quotedAt > QUOTE_EVERY_MS) {
        quotedAt = performance.now();
        await counted(() => borrower.send(quoteLoan, { body: { productCode: 'N07', principalPaise: 100_000 } }));
      }
      await counted(() => borrower.send(userStatus, {}));
      await pause(STATUS_EVERY_MS);
    }
  });
  return {
    async stop() {
      isOn = false;
      await Promise.all(lines);
      return counts;
    },
  };
}
