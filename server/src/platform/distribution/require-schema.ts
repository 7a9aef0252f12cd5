import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { mayAlterSchema } from '../db/application-role-store.ts';
import { type Db, migrate, requireMigrations } from '../db/db.ts';
import { readOwnRole, requireLimitedRole } from '../db/role-limits-store.ts';
import { distributeTables, isSpread } from './distribution-store.ts';

/**
 * A role that owns the tables migrates them itself: a sandbox on a developer's database. Production
 * runs as a role that cannot, and `npm run migrate` has done it before.
 * @throws ConfigError when the schema is not as this version needs it, or production's role may do
 * more than it should
 */
export async function requireSchema(
  db: Db,
  { isSandbox, NOREN_DISTRIBUTED }: Config,
): Promise<void> {
  if (await mayAlterSchema(db)) {
    if (isSandbox) {
      await migrate(db);
      if (NOREN_DISTRIBUTED) await distributeTables(db);
      return;
    }

    throw new ConfigError(
      'The role in DATABASE_URL can alter the tables: production runs as one that owns none. See "Database roles" in docs/operations/database.md.',
    );
  }

  await requireMigrations(db);
  if (!isSandbox)
    await requireLimitedRole(db, { role: await readOwnRole(db), isSpread: await isSpread(db) });
}
