import { sql } from 'kysely';
import { type JournalRow, toPostedJournal } from '../../../lending/book/journal-store.ts';
import type { PostedJournal } from '../../../lending/book/ledger.ts';
import type { NotificationKind } from '../../../notifications/notification-texts.ts';
import { valuesContext } from '../../../notifications/store.ts';
import type { FieldCrypto } from '../../../platform/crypto/field-crypto.ts';
import type { Db, Tx } from '../../../platform/db/db.ts';
import { readMaskedName } from '../../../platform/staff/masked-name.ts';

/** A journal written in the present transaction, and its order's public id. */
export interface NewJournal extends PostedJournal {
  readonly repayId: string | null;
}

/**
 * The journals that the present transaction wrote for these users: by user in the order given, by
 * order, then as written. Ids of different orders' journals made in one millisecond have no fixed
 * order.
 */
export async function readOwnJournals(tx: Tx, userIds: readonly string[]): Promise<NewJournal[]> {
  const read = await sql<JournalRow & { repayId: string | null }>`
    select j.user_id, j.order_id, j.journal_id, j.kind, j.value_day, j.cause, j.reverses, j.reason, j.detail, o.repay_id,
           json_agg(json_build_array(e.account, e.amount_paise) order by e.line) as lines
    from journals j join entries e using (user_id, journal_id)
    left join orders o on o.user_id = j.user_id and o.order_id = j.order_id
    where j.user_id = any(${[...userIds]}::uuid[]) and j.written_by_xact = ${await readOwnXact(tx)}::xid8
    group by j.user_id, j.journal_id, o.repay_id
    order by array_position(${[...userIds]}::uuid[], j.user_id), j.order_id nulls last, j.journal_id`.execute(
    tx,
  );
  return read.rows.map((row) => ({ ...toPostedJournal(row), repayId: row.repayId }));
}

/** A message that the present transaction writes. */
export interface NewNotification {
  readonly userId: string;
  readonly kind: NotificationKind;
  readonly language: string;
  readonly maskedPhone: string;
  readonly values: Record<string, string>;
}

/**
 * The number of the present transaction, as rows have it: asked by itself, since a machine of a
 * cluster answers with its own.
 */
async function readOwnXact(tx: Tx): Promise<string> {
  const { rows } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(tx);
  return rows[0]!.id;
}

/** The notifications that the present transaction wrote for these users. */
export async function readOwnNotifications(
  tx: Tx,
  crypto: FieldCrypto,
  userIds: readonly string[],
): Promise<NewNotification[]> {
  const read = await sql<{
    userId: string;
    kind: NotificationKind;
    language: string;
    maskedPhone: string;
    valuesEnc: Buffer;
  }>`
    select n.user_id, n.kind, u.language, u.masked_phone, n.values_enc
    from notifications n join users u using (user_id)
    where n.user_id = any(${[...userIds]}::uuid[])
      and n.written_by_xact = ${await readOwnXact(tx)}::xid8
    order by n.notification_id`.execute(tx);

  return read.rows.map(({ valuesEnc, ...row }) => ({
    ...row,
    values: JSON.parse(
      crypto.decrypt(valuesEnc, valuesContext(row.userId)),
    ) as NewNotification['values'],
  }));
}

/** Borrowers as a list may show them: masked name and phone, by user. */
export async function nameBorrowers(
  db: Db | Tx,
  crypto: FieldCrypto,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (userIds.length === 0) return new Map();

  const rows = await db
    .selectFrom('users as u')
    .leftJoin('identities as i', 'i.userId', 'u.userId')
    .select(['u.userId', 'u.maskedPhone', 'i.nameEnc'])
    .where('u.userId', 'in', userIds)
    .execute();

  return new Map(
    rows.map(({ userId, maskedPhone, nameEnc }) => [
      userId,
      [readMaskedName(crypto, userId, nameEnc), maskedPhone].filter(Boolean).join(', '),
    ]),
  );
}

/** Does something in the present transaction, undoes it, and answers what it answered. */
export async function undoneAfter<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await sql`savepoint undone`.execute(tx);

  const answer = await work();
  await sql`rollback to savepoint undone`.execute(tx);
  // One around this one has the same name, and the innermost is what a name means.
  await sql`release savepoint undone`.execute(tx);

  return answer;
}
