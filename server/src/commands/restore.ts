import { addDays, toBusinessDay } from '@noren/core/money/time';
import { consentEffects } from '../borrower/account/consent-effects.ts';
import { openErasureLedger, openFileArchive, openFileStore } from '../open-files.ts';
import { readDatabaseNow } from '../platform/clock/clock-store.ts';
import { readConfig } from '../platform/config/config.ts';
import { ConfigError } from '../platform/config/config-error.ts';
import { readFormerAddress } from '../platform/config/former-address.ts';
import { makeFieldCrypto } from '../platform/crypto/field-crypto.ts';
import { loadKeys } from '../platform/crypto/keys.ts';
import { type Db, hasAllMigrations, makeCommandPool, makeDb } from '../platform/db/db.ts';
import { makeLog } from '../platform/log.ts';
import { prepareRestored } from '../processes/backup/after-restore.ts';
import { listActsAfter, readNewestAct } from '../processes/backup/missing-acts-store.ts';
import { readDaysAhead } from '../processes/self-checks/self-check-store.ts';
import { runCommand } from './run-command.ts';

/**
 * The part of `npm run restore` that every installation has, once its database is back and before
 * the program starts. With NOREN_FORMER_DATABASE_URL, the database that was replaced, it prints
 * what staff did after the point.
 */
await runCommand(run);

async function run(): Promise<void> {
  const { NOREN_FORMER_DATABASE_URL, NOREN_FORMER_DATABASE_URL_FILE, ...env } = process.env;
  const former = readFormerAddress(process.env);
  const config = readConfig(env);
  const db = makeDb(makeCommandPool(config.DATABASE_URL, 2, 'noren restore'));

  try {
    if (!(await hasAllMigrations(db)))
      throw new ConfigError('Run `npm run migrate` on the restored database first.');

    const { fields } = await loadKeys(config);
    const crypto = makeFieldCrypto(fields);
    const now = await readDatabaseNow(db);
    const today = addDays(toBusinessDay(now), await readDaysAhead(db));
    const files = openFileStore(config, fields, () => undefined);
    const deps = {
      ...{
        db,
        crypto,
        files,
        consentEffects,
        log: makeLog(config),
        now: () => now,
        today: () => today,
      },
      erasureLedger: openErasureLedger(config, crypto),
    };
    const done = await prepareRestored(deps, openFileArchive(config));

    console.info(
      `${done.restoredFiles} files were put back; ${done.deletedFiles} that no row needs were deleted.`,
    );
    console.info(`${done.endedSessions} sessions ended: everybody signs in again.`);
    console.info(
      `${done.erased} erasures and ${done.withdrawn} withdrawn consents after the point were repeated.`,
    );

    if (done.refused > 0)
      console.info(
        `${done.refused} facts of the erasure ledger are not the server's: see the log.`,
      );

    await printMissingActs(db, former);
    for (const fileId of done.missingFiles) console.info(`missing: file ${fileId}`);
  } finally {
    await db.destroy();
  }
}

/** Acts of staff are not repeated: a person decides which of them to do again. */
async function printMissingActs(db: Db, formerUrl: string | undefined): Promise<void> {
  const newest = await readNewestAct(db);
  console.info(
    `The last act of staff in it is number ${newest}: what they did after it is not repeated.`,
  );

  if (formerUrl === undefined) return;

  const former = makeDb(makeCommandPool(formerUrl, 1, 'noren restore'));
  try {
    for (const { seq, at, staffId, action, userId, subject } of await listActsAfter(
      former,
      newest,
    )) {
      const who = [
        staffId ?? 'a command',
        ...(userId ? [`user ${userId}`] : []),
        ...(subject ? [`subject ${subject}`] : []),
      ];

      console.info(
        `not repeated: ${seq} ${new Date(at).toISOString()} ${action} by ${who.join(', ')}`,
      );
    }
  } finally {
    await former.destroy();
  }
}
