import type { Client } from 'pg';
import { decrypt, encrypt } from '../load-model/field-values.ts';
import { namedStatement } from '../named-statement.ts';

const READ = namedStatement<'userId'>(
  'select phone_enc, name_enc, name_hash, pan_enc from users join identities using (user_id) where user_id = :userId',
);

/** More than a search shows. */
const FOUND_PEOPLE = namedStatement<'nameHash' | 'ticketNo'>(
  `(select user_id from identities where name_hash = :nameHash order by user_id desc limit 40)
   union select user_id from feedback_tickets where ticket_no = :ticketNo`,
);

const SAVE_NAME = namedStatement<'userId' | 'name'>(
  'update identities set name_enc = :name where user_id = :userId',
);

/**
 * What a person can be found by. Copies have the same name, encrypted for the person they were
 * copied from: those that a search shows are given theirs.
 */
export async function readNames(
  db: Client,
  userId: string,
  ticketNo: string,
): Promise<{ phone: string; pan: string; name: string }> {
  const { rows } = await db.query(READ({ userId }));
  const [row] = rows;
  const name = decrypt(row.name_enc, `identities.name_enc:${userId}`);
  const same = await db.query<{ user_id: string }>(
    FOUND_PEOPLE({ nameHash: row.name_hash, ticketNo }),
  );

  for (const { user_id } of same.rows)
    await db.query(
      SAVE_NAME({ userId: user_id, name: encrypt(name, `identities.name_enc:${user_id}`) }),
    );

  return {
    name,
    phone: decrypt(row.phone_enc, `users.phone_enc:${userId}`),
    pan: decrypt(row.pan_enc, `identities.pan_enc:${userId}`),
  };
}
