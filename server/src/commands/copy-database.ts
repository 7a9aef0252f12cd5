import { spawnSync } from 'node:child_process';
import { readCommandAddress } from '../platform/config/command-address.ts';
import { readDatabaseConfig } from '../platform/config/config.ts';
import { ConfigError } from '../platform/config/config-error.ts';
import { parseDatabaseUrl } from '../platform/config/database-hosts.ts';
import { makeCommandPool, makeDb } from '../platform/db/db.ts';
import { isSpread } from '../platform/distribution/distribution-store.ts';
import { runCommand } from './run-command.ts';

/** The part of `npm run backup` that copies a database elsewhere into a folder, by PostgreSQL's own tool. */
await runCommand(run);

async function run(): Promise<void> {
  const [, , into] = process.argv;
  const url = readCommandAddress(process.env, 'NOREN_BACKUP_DATABASE_URL');
  if (url === undefined || into === undefined)
    throw new ConfigError(
      'Set NOREN_BACKUP_DATABASE_URL, or NOREN_BACKUP_DATABASE_URL_FILE, to a role of the database with REPLICATION.',
    );
  await requireOneMachine();
  const address = parseDatabaseUrl(url);
  // Not among the arguments, which every account of the machine can read.
  const PGPASSWORD = address.searchParams.get('password') ?? decodeURIComponent(address.password);
  address.searchParams.delete('password');
  address.password = '';
  const { status } = spawnSync(
    'pg_basebackup',
    ['-d', address.href, '-D', into, '-X', 'stream', '-c', 'fast', '--no-sync'],
    { env: { ...process.env, PGPASSWORD }, stdio: 'inherit' },
  );
  if (status !== 0) throw new ConfigError('pg_basebackup made no copy: its version has to be the database’s.');
}

/**
 * A copy of one machine of several holds a part of the rows, and would count as a backup of all.
 * @throws ConfigError where the tables are spread
 */
async function requireOneMachine(): Promise<void> {
  const db = makeDb(makeCommandPool(readDatabaseConfig(process.env).DATABASE_URL, 1, 'noren backup'));
  try {
    // Without an answer the backup cannot be recorded either: that step says what is wrong.
    if (await isSpread(db).catch(() => false))
      throw new ConfigError(
        'The tables are spread over several machines, and this copies one. Back each machine up with its own tools, then run: npm run backup -- --files --database-by … (docs/operations.md, "On a Citus cluster").',
      );
  } finally {
    await db.destroy();
  }
}
