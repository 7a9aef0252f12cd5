import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { ConfigError } from '../config/config-error.ts';
import type { Db } from './tables.ts';

/**
 * First line of a migration that runs outside a transaction, as `create index concurrently` must.
 */
const NO_TRANSACTION = /^-- no transaction\r?\n/;

/** Codes of PostgreSQL: a lock was not given within `lock_timeout`; two waited for each other. */
const LOCKED = ['55P03', '40P01'];
/**
 * Of five seconds each, with a pause between them: calls that wait behind the waiting lock go on
 * meanwhile.
 */
const ATTEMPTS = 30;
const PAUSE_MS = 5_000;

/**
 * Applies the migrations that the database lacks, in the order of their names. One that does not
 * get a lock in time is tried again: while it waits, everything that comes after it for the same
 * table waits too.
 * @param onApplied is told the names of what is committed
 * @throws ConfigError when a lock was held all the time, the error of a migration that failed
 */
export async function runMigrations(
  plain: Db,
  texts: Readonly<Record<string, string>>,
  onApplied: (names: readonly string[]) => Promise<void>,
  pauseMs = PAUSE_MS,
): Promise<void> {
  const migrations = Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, toMigration(text)]),
  );
  const migrator = new Migrator({ db: plain, provider: { getMigrations: async () => migrations } });

  for (const { upTo, disableTransactions } of planSteps(texts)) {
    for (let attempt = 1; ; attempt += 1) {
      const { error, results = [] } = await migrator.migrateTo(upTo, { disableTransactions });
      if (!error) {
        const applied = results
          .filter(({ status }) => status === 'Success')
          .map(({ migrationName }) => migrationName);
        if (applied.length > 0) await onApplied(applied);
        break;
      }

      if (!LOCKED.includes((error as { code?: string }).code ?? '')) throw error;
      if (attempt === ATTEMPTS)
        throw new ConfigError(
          `A migration up to ${upTo} was not given a lock: another transaction holds it (pg_stat_activity shows which). Nothing of it was changed; end that transaction and migrate again.`,
        );

      await wait(pauseMs);
    }
  }
}

/**
 * Migrations that commit together: all in a row, except one that runs outside a transaction, which
 * is alone.
 */
function planSteps(
  texts: Readonly<Record<string, string>>,
): { upTo: string; disableTransactions: boolean }[] {
  const steps: { upTo: string; disableTransactions: boolean }[] = [];
  for (const name of Object.keys(texts).sort()) {
    const disableTransactions = NO_TRANSACTION.test(texts[name] ?? '');
    if (!disableTransactions && steps.at(-1)?.disableTransactions === false) steps.pop();
    steps.push({ upTo: name, disableTransactions });
  }

  return steps;
}

function toMigration(text: string): Migration {
  if (!NO_TRANSACTION.test(text))
    return { up: async (db) => void (await sql.raw(text).execute(db)) };

  return {
    up: async (db) => {
      // It stops nobody while it waits for the transactions that run, however long they take.
      await sql`set lock_timeout = 0`.execute(db);
      try {
        for (const statement of text.split(/;[ \t]*$/m))
          if (statement.replaceAll(/^--.*$/gm, '').trim() !== '')
            await sql.raw(statement).execute(db);
      } finally {
        await sql`reset lock_timeout`.execute(db);
      }
    },
  };
}
