import type { Db, Tx } from '../platform/db/db.ts';

/** By what staff recognize a borrower: the encrypted name, the masked phone and the language. */
export const selectPersonLabel = (db: Db | Tx, userId: string) =>
  db
    .selectFrom('users as u')
    .leftJoin('identities as i', 'i.userId', 'u.userId')
    .select(['i.nameEnc', 'u.maskedPhone', 'u.language'])
    .where('u.userId', '=', userId);
