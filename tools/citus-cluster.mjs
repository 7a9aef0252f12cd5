import { join } from 'node:path';
import { startPostgres } from './postgres.mjs';
import { inDatabase, runSql } from './sql.mjs';

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

export async function startCitus({ engine, folder, settings = [] }) {
  const nodes = [];
  const stop = async () => void (await Promise.all(nodes.map((node) => node.stop())));

  try {
    for (let at = 0; at <= WORKERS; at += 1)
      nodes.push(await startNode({ engine, folder, settings, at }));
  } catch (error) {
    await stop();
    throw error;
  }

  const [url, ...workerUrls] = nodes.map((node) => node.url);
  return {
    url,
    workerUrls,
    stop,
    kill: (at) => process.kill(nodes[at].pid, 'SIGKILL'),
    async restart(at) {
      nodes[at] = await startNode({ engine, folder, settings, at, port: nodes[at].port });
    },
  };
}

/** A node in a folder keeps its data over a kill and is synced to disk; others are temporary. */
function startNode({ engine, folder, settings, at, port }) {
  const place = folder === undefined ? { fast: true } : { dataDir: join(folder, `node${at}`) };
  return startPostgres({ ...place, engine, port, settings: [...SETTINGS, ...settings] });
}

export async function createCitusDatabase({ url, workerUrls }, name) {
  for (const node of [url, ...workerUrls]) await createOnNode(node, name);

  const { port } = new URL(url);
  await runSql(
    inDatabase(url, name),
    `select citus_set_coordinator_host('127.0.0.1', ${port})`,
    ...workerUrls.map((worker) => `select citus_add_node('127.0.0.1', ${new URL(worker).port})`),
  );
}

async function createOnNode(node, name) {
  await runSql(
    node,
    'set citus.enable_create_database_propagation = off',
    `create database ${name}`,
  );
  await runSql(inDatabase(node, name), 'create extension citus');
}
