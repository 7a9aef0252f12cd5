import { sql } from 'kysely';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import type { Db } from './db.ts';

type Mode = Config['NOREN_MODE'];

/**
 * Refuses a database of the other mode; run before it is migrated.
 * @throws ConfigError when a sandbox was to start on a production's database, or the reverse
 */
export async function requireOwnMode(db: Db, mode: Mode): Promise<void> {
  const { rows } = await sql<{
    made: boolean;
  }>`select to_regclass('installation') is not null as made`.execute(db);
  if (!rows[0]?.made) return;

  const owner = (await db.selectFrom('installation').select('mode').executeTakeFirst())?.mode;
  if (owner !== undefined && owner !== mode)
    throw new ConfigError(
      mode === 'sandbox'
        ? 'This database belongs to a production installation: a sandbox never starts on it. Set DATABASE_URL to another one.'
        : 'This database belongs to a sandbox: production never starts on it. Set DATABASE_URL to an empty one.',
    );
}

/**
 * Marks a database that has no mode yet.
 * @throws ConfigError when another process marked it with the other mode meanwhile
 */
export async function claimDatabase(db: Db, mode: Mode): Promise<void> {
  await sql`insert into installation (mode) values (${mode}) on conflict do nothing`.execute(db);
  await requireOwnMode(db, mode);
}
