import type { Language } from '@noren/contract/fields';
import type { Db, Tx } from '../../platform/db/db.ts';

/** The language that a user reads. */
export async function readLanguage(db: Db | Tx, userId: string): Promise<Language> {
  const user = await db
    .selectFrom('users')
    .select('language')
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return user.language;
}
