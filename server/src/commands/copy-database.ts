import { spawnSync } from 'node:child_process';
import { readCommandAddress } from '../platform/config/command-address.ts';
import { ConfigError } from '../platform/config/config-error.ts';
import { parseDatabaseUrl } from '../platform/config/database-hosts.ts';
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
