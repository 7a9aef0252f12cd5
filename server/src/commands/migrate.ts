import { isDistributed } from '../platform/config/config.ts';
import { ConfigError } from '../platform/config/config-error.ts';
import { requireSafeDatabase } from '../platform/config/production.ts';
import { readSecretFiles } from '../platform/config/secrets.ts';
import { ensureRole, grantToApplication } from '../platform/db/application-role-store.ts';
import { makeDb, makePool, migrate } from '../platform/db/db.ts';
import { distributeTables } from '../platform/distribution/distribution-store.ts';
import { migrateJobs } from '../platform/jobs/jobs.ts';
import { runCommand } from './run-command.ts';

const USAGE =
  'Set NOREN_OWNER_DATABASE_URL to the role that owns the tables, and DATABASE_URL to the role that the program runs as.';

/**
 * `npm run migrate`: migrates the schema as its owner, and gives the program's own role what it needs. That role owns no
 * table, so that the program cannot change rows of the ledger or the audit log.
 */
await runCommand(run);

async function run(): Promise<void> {
  const given = readSecretFiles(process.env);
  const { NOREN_OWNER_DATABASE_URL: ownerUrl, DATABASE_URL: programUrl = 'invalid:' } = given;
  const program = new URL(programUrl);
  const role = decodeURIComponent(program.username);
  if (!ownerUrl || role === '') throw new ConfigError(USAGE);
  if (given.NOREN_MODE === 'production')
    requireSafeDatabase('NOREN_OWNER_DATABASE_URL', ownerUrl, given.NOREN_DATABASE_PLAIN_HOST);
  if (role === decodeURIComponent(new URL(ownerUrl).username))
    throw new ConfigError(`The program would own its tables: the two addresses have the same role. ${USAGE}`);
  const owner = makeDb(makePool(ownerUrl, 1, () => undefined, 'noren migrate'));
  try {
    await migrate(owner);
    if (isDistributed(given)) await distributeTables(owner);
    await migrateJobs(ownerUrl);
    await ensureRole(owner, { role, password: decodeURIComponent(program.password) });
    await grantToApplication(owner, role);
  } finally {
    await owner.destroy();
  }
}
