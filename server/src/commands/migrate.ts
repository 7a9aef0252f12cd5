import { countSeenOnly } from '../lending/credit/held-by-level-store.ts';
import { isDistributed } from '../platform/config/config.ts';
import { ConfigError } from '../platform/config/config-error.ts';
import { parseDatabaseUrl } from '../platform/config/database-hosts.ts';
import { requireSafeDatabase } from '../platform/config/production.ts';
import { readSecretFiles } from '../platform/config/secrets.ts';
import { ensureRole, grantToApplication } from '../platform/db/application-role-store.ts';
import { makeDb, makeOwnerPool, migrate } from '../platform/db/db.ts';
import { requireLimitedRole } from '../platform/db/role-limits-store.ts';
import { distributeTables, isSpread } from '../platform/distribution/distribution-store.ts';
import { giveQueue } from '../platform/jobs/job-schema-store.ts';
import { migrateJobs } from '../platform/jobs/jobs.ts';
import { runCommand } from './run-command.ts';

const USAGE =
  'Set NOREN_OWNER_DATABASE_URL to the role that owns the tables, ' +
  'and DATABASE_URL to the role that the program runs as.';

/**
 * `npm run migrate`: migrates the schema as its owner, and gives the program's own role what it
 * needs. That role owns no table, so that the program cannot change rows of the ledger or the audit
 * log.
 */
await runCommand(run);

async function run(): Promise<void> {
  const given = readSecretFiles(process.env);
  const { NOREN_OWNER_DATABASE_URL: ownerUrl, DATABASE_URL: programUrl } = given;
  if (!ownerUrl || !programUrl) throw new ConfigError(USAGE);

  const program = parseDatabaseUrl(programUrl);
  const role = decodeURIComponent(program.username);
  if (role === '') throw new ConfigError(`DATABASE_URL names no role. ${USAGE}`);

  if (given.NOREN_MODE === 'production')
    for (const [name, url] of [
      ['NOREN_OWNER_DATABASE_URL', ownerUrl] as const,
      ['DATABASE_URL', programUrl] as const,
    ])
      requireSafeDatabase(name, url, given.NOREN_DATABASE_PLAIN_HOST);

  if (role === decodeURIComponent(parseDatabaseUrl(ownerUrl, 'NOREN_OWNER_DATABASE_URL').username))
    throw new ConfigError(
      `The program would own its tables: the two addresses have the same role. ${USAGE}`,
    );

  const owner = makeDb(makeOwnerPool(ownerUrl));
  try {
    if ((await migrate(owner)).isNewer) {
      console.info('The schema is newer than this version, which runs on it: nothing to do.');
      return;
    }

    if (isDistributed(given)) await distributeTables(owner);
    await ensureRole(owner, { role, password: decodeURIComponent(program.password) });

    const spread = await isSpread(owner);
    const former = await grantToApplication(owner, role, spread);

    await giveQueue(owner, role);
    await requireLimitedRole(owner, { role, isSpread: spread });
    // As the program, never as the owner: what a role of the program has put into the queue's
    // schema runs here.
    await migrateJobs(programUrl);

    for (const name of former)
      console.info(
        `${name} was the program's role before and has no rights here any more: ` +
          'stop what still runs as it.',
      );

    const seenOnly = await countSeenOnly(owner);
    if (seenOnly > 0)
      console.info(
        `${seenOnly} borrowers are known by pictures of cards alone: ` +
          'their identity level is document_seen.',
      );

    console.info(`The schema is this version's, and ${role} may use it.`);
  } finally {
    await owner.destroy();
  }
}
