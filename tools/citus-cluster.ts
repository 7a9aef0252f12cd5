import { join } from 'node:path';
import { type RunningPostgres, startPostgres } from './postgres.mjs';
import { inDatabase, runSql } from './sql.ts';

const WORKERS = 2;

/**
 * A database needs a process on every node for its upkeep, and each connection to the coordinator
 * one to each worker.
 */
const SETTINGS = [
  'shared_preload_libraries=citus',
  'max_connections=400',
  'max_worker_processes=150',
  'max_prepared_transactions=400',
  'max_locks_per_transaction=512',
  'shared_buffers=64MB',
  'citus.node_conninfo=sslmode=disable',
  'citus.enable_statistics_collection=off',
  'citus.shard_count=4',
  // Tests make a statement fail by a trigger of their own.
  'citus.enable_unsafe_triggers=on',
  // distribution-store.ts sets it for its database; a copy of that does not have the setting.
  'citus.multi_shard_modify_mode=sequential',
];

export interface CitusCluster {
  /** Address of the coordinator as its superuser, on the database `postgres`. */
  url: string;
  /** The same of each worker. */
  workerUrls: string[];
  stop: () => Promise<void>;
  /** Kills a node with SIGKILL: 0 is the coordinator. */
  kill: (at: number) => void;
  /** Starts a killed node on its port again; only of a cluster in a folder. */
  restart: (at: number) => Promise<void>;
}

interface ClusterOptions {
  /** Folder with `bin/postgres` and the extension Citus. */
  engine: string;
  /** Where it keeps its data; a temporary one without it. */
  folder?: string | undefined;
  /** More settings of each server. */
  settings?: string[];
}

/** Starts a coordinator and two workers. */
export async function startCitus(options: ClusterOptions): Promise<CitusCluster> {
  const nodes: RunningPostgres[] = [];
  const stop = async () => void (await Promise.all(nodes.map((node) => node.stop())));

  try {
    for (let at = 0; at <= WORKERS; at += 1) nodes.push(await startNode(options, at));
  } catch (error) {
    await stop();
    throw error;
  }

  const [url = '', ...workerUrls] = nodes.map((node) => node.url);
  return {
    url,
    workerUrls,
    stop,
    kill: (at) => process.kill(nodes[at]!.pid, 'SIGKILL'),
    async restart(at) {
      nodes[at] = await startNode(options, at, { port: nodes[at]!.port });
    },
  };
}

/** A node in a folder keeps its data over a kill and is synced to disk; others are temporary. */
function startNode(
  { engine, folder, settings = [] }: ClusterOptions,
  at: number,
  more: { port?: number } = {},
): Promise<RunningPostgres> {
  const place = folder === undefined ? { fast: true } : { dataDir: join(folder, `node${at}`) };
  return startPostgres({ ...place, ...more, engine, settings: [...SETTINGS, ...settings] });
}

/** Makes a database with the extension on every node, and its coordinator knows its workers. */
export async function createCitusDatabase(
  { url, workerUrls }: Pick<CitusCluster, 'url' | 'workerUrls'>,
  name: string,
): Promise<void> {
  for (const node of [url, ...workerUrls]) await createOnNode(node, name);

  const { port } = new URL(url);
  await runSql(
    inDatabase(url, name),
    `select citus_set_coordinator_host('127.0.0.1', ${port})`,
    ...workerUrls.map((worker) => `select citus_add_node('127.0.0.1', ${new URL(worker).port})`),
  );
}

async function createOnNode(node: string, name: string): Promise<void> {
  await runSql(
    node,
    'set citus.enable_create_database_propagation = off',
    `create database ${name}`,
  );
  await runSql(inDatabase(node, name), 'create extension citus');
}
