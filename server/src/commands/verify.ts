import { addDays, toBusinessDay } from '@noren/core/money/time';
import { CHAIN_BREAKS } from '@noren/core/staff/chain-breaks';
import { readDatabaseNow } from '../platform/clock/clock-store.ts';
import { readDatabaseConfig } from '../platform/config/config.ts';
import { makeCommandPool, makeDb } from '../platform/db/db.ts';
import { verifyAuditChain } from '../platform/staff/audit-chain-store.ts';
import { readDaysAhead } from '../processes/self-checks/self-check-store.ts';
import { runSelfChecks } from '../processes/self-checks/self-checks.ts';
import { runCommand } from './run-command.ts';

/**
 * `npm run verify`: every self-check of a running or a stopped server's database, a line each; ends
 * with 1 on a fault.
 */
await runCommand(async () => ((await verify()) ? 0 : 1), 'Nothing was checked. ');

async function verify(): Promise<boolean> {
  const { DATABASE_URL } = readDatabaseConfig(process.env);
  const db = makeDb(makeCommandPool(DATABASE_URL, 2));

  try {
    // Not this machine's clock: it may be the one that is wrong.
    const now = await readDatabaseNow(db);
    const today = addDays(toBusinessDay(now), await readDaysAhead(db));
    const checks = await runSelfChecks(db, { today, now });

    for (const { name, examined, problems, listed } of checks) {
      console.info(`${problems.length === 0 ? 'ok  ' : 'FAIL'}  ${name} (${examined} checked)`);
      for (const problem of problems) console.info(`        ${problem}`);
      for (const waits of listed ?? []) console.info(`        waits: ${waits}`);
    }

    const failed = checks.filter(({ problems }) => problems.length > 0).length;
    console.info(
      `${checks.length - failed} of ${checks.length} checks hold on business day ${today}.`,
    );

    const { rows, broken } = await verifyAuditChain(db);
    console.info(
      broken
        ? `FAIL  staff audit chain: row ${broken.seq}: ${CHAIN_BREAKS[broken.why]}`
        : `ok    staff audit chain (${rows} rows, each follows the one before)`,
    );

    return failed === 0 && broken === null;
  } finally {
    await db.destroy();
  }
}
