import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CitusCluster, createCitusDatabase, startCitus } from '../../tools/citus-cluster.mjs';
import { endWithUs, removeFolder, sendSignal, startOurPostgres } from '../end-with-us.ts';

const DATABASE = 'bench';
/** As in use: a worker is of use for each. */
const SHARDS = 32;

/** One PostgreSQL, or a cluster: both of the same engine, as durable as in use. */
export interface DatabaseSide {
  readonly name: 'one PostgreSQL' | 'cluster';
  readonly databaseUrl: string;
  readonly database: string;
  /** Process ids: of the one, or of the coordinator and then its workers. */
  readonly pids: readonly number[];
  /** A folder for the program's files. */
  readonly files: string;
  readonly env: Readonly<Record<string, string>>;
  readonly cluster: CitusCluster | null;
  stop(): Promise<void>;
}

export async function startOne(engine: string): Promise<DatabaseSide> {
  const folder = makeFolder();
  // As many connections and as much memory as a node of the cluster.
  const settings = ['max_connections=400', 'shared_buffers=64MB'];
  const server = await startOurPostgres({ dataDir: join(folder, 'postgres'), engine, settings, backup: '' }, [folder]);
  return {
    name: 'one PostgreSQL',
    databaseUrl: server.url,
    database: new URL(server.url).pathname.slice(1),
    pids: [server.pid],
    files: folder,
    env: {},
    cluster: null,
    stop: server.stop,
  };
}

export async function startCluster(engine: string): Promise<DatabaseSide> {
  const folder = makeFolder();
  const cluster = await startCitus({ engine, folder, settings: [`citus.shard_count=${SHARDS}`] });
  const ended = endWithUs(() => {
    for (const pid of cluster.pids) sendSignal(pid, 'SIGQUIT');
    removeFolder(folder);
  });
  await createCitusDatabase(cluster, DATABASE);
  const url = new URL(cluster.url);
  url.pathname = `/${DATABASE}`;
  return {
    name: 'cluster',
    databaseUrl: url.href,
    database: DATABASE,
    pids: cluster.pids,
    files: folder,
    env: { NOREN_DISTRIBUTED: 'citus' },
    cluster,
    stop: () =>
      cluster.stop().finally(() => {
        ended();
        removeFolder(folder);
      }),
  };
}

const makeFolder = (): string => mkdtempSync(join(tmpdir(), 'noren-bench-distributed-'));
