import {
  type HoldReason,
  OVERDUE_BUCKETS,
  type OverdueBucket,
  WEEK_DAYS,
} from '@noren/core/lending/contact-rules';
import { OrderStatus } from '@noren/core/lending/order-status';
import { addDays, type BusinessDay } from '@noren/core/money/time';
import { type RawBuilder, sql } from 'kysely';
import type { OrderKey } from '../../lending/book/ledger.ts';
import type { OrderTerms } from '../../lending/book/loan-book.ts';
import { selectDispute } from '../../lending/orders/disputes-store.ts';
import { selectPersonLabel } from '../../people/person-label-store.ts';
import { type Db, type Tx, timestamp } from '../../platform/db/db.ts';

const overdue = sql`o.status in (${sql.lit(OrderStatus.active)}, ${sql.lit(OrderStatus.overdue)})`;

/** Due days of a bucket: from the longest overdue to the shortest. */
function toDueDays(
  bucket: OverdueBucket | undefined,
  today: BusinessDay,
): { from: string; until: BusinessDay } {
  const { from, until } = OVERDUE_BUCKETS.find(({ id }) => id === bucket) ?? {
    from: 1,
    until: null,
  };

  return {
    from: until === null ? '1970-01-01' : addDays(today, -until),
    until: addDays(today, -from),
  };
}

/** How many loans are overdue in a bucket, and what their entries say is owed. */
export async function readBucket(
  db: Db | Tx,
  bucket: OverdueBucket,
  today: BusinessDay,
): Promise<{ orders: number; owedPaise: number }> {
  const { from, until } = toDueDays(bucket, today);
  const { rows } = await sql<{ orders: number; owedPaise: number }>`
    with due as materialized (
      select o.user_id, o.order_id from orders o
      where ${overdue} and o.due_day between ${from} and ${until}
    ),
    counted as (select count(*)::int as orders from due),
    summed as (
      select coalesce(sum(e.amount_paise), 0)::bigint as owed_paise
      from due join journals j using (user_id, order_id) join entries e using (user_id, journal_id)
      where e.account in (
        'loan_principal', 'interest_receivable', 'fees_receivable', 'penal_receivable')
    )
    select orders, owed_paise from counted, summed`.execute(db);

  return rows[0] ?? { orders: 0, owedPaise: 0 };
}

/**
 * SQL condition: the officer of an assignment `c` still works in collections. If not, the loan has
 * no officer.
 */
const isCollector = sql`exists (
  select from staff a join staff_roles g on g.staff_id = a.staff_id
  where a.staff_id = c.staff_id and a.state = 'active'
    and g.role = 'collections' and g.ended_at is null)`;

export interface OverdueOrder {
  readonly userId: string;
  readonly orderId: string;
  readonly repayId: string;
  readonly terms: OrderTerms;
  readonly dueDay: BusinessDay;
  readonly nameEnc: Buffer | null;
  readonly maskedPhone: string;
}

export interface OverduePlace {
  readonly dueDay: string;
  readonly orderId: string;
}

/** Orders that are read together, and after how many a page ends although it is not full. */
const BATCH = 300;
const MOST_READ = 3_000;

/**
 * Overdue orders by due day, from after a position on. `next`: only those that somebody may contact
 * today; a page may then be shorter than asked for and still not be the last.
 * @returns the orders, and where to go on when they are fewer than asked for; null at the end
 */
export async function listOverdueOrders(
  db: Db,
  page: {
    bucket: OverdueBucket | undefined;
    isNext: boolean;
    officer: 'mine' | 'nobody' | undefined;
    staffId: string;
    after: OverduePlace | null;
    today: BusinessDay;
    now: number;
    caps: { day: number; week: number };
    limit: number;
  },
): Promise<{ orders: OverdueOrder[]; goesOn: OverduePlace | null }> {
  const found: OverdueOrder[] = [];
  let after = page.after;

  for (let read = 0; ; read += BATCH) {
    if (read >= MOST_READ && found.length > 0) return { orders: found, goesOn: after };

    const batch = await readOverdueBatch(db, { ...page, after });
    for (const { isListed, ...order } of batch)
      if (isListed && found.length < page.limit) found.push(order);
    after = batch.at(-1) ?? null;

    if (found.length === page.limit || batch.length < BATCH) return { orders: found, goesOn: null };
  }
}

/**
 * The next overdue orders, each with whether it may be listed: so only those that are looked at are
 * judged.
 */
async function readOverdueBatch(
  db: Db,
  page: Omit<Parameters<typeof listOverdueOrders>[1], 'limit'>,
): Promise<(OverdueOrder & { isListed: boolean })[]> {
  const { bucket, isNext, officer, staffId, after, today, now, caps } = page;
  const { from, until } = toDueDays(bucket, today);
  const assigned = sql`
    select from collection_officers c
    where c.user_id = o.user_id and c.ended_at is null and ${isCollector}`;
  const conditions: RawBuilder<unknown>[] = [overdue, sql`o.due_day between ${from} and ${until}`];

  if (after)
    conditions.push(sql`(o.due_day, o.order_id) > (${after.dueDay}::date, ${after.orderId}::uuid)`);
  if (officer === 'mine') conditions.push(sql`exists (${assigned} and c.staff_id = ${staffId})`);
  if (officer === 'nobody') conditions.push(sql`not exists (${assigned})`);

  const isListed = isNext
    ? sql`${selectDispute({ now, today }, sql`u.user_id`)} is null
        and (select count(*) from collection_contacts c
             where c.user_id = u.user_id and c.day = ${today}) < ${caps.day}
        and (select count(*) from collection_contacts c
             where c.user_id = u.user_id
               and c.day > ${addDays(today, -WEEK_DAYS)}) < ${caps.week}`
    : sql`true`;
  const { rows } = await sql<OverdueOrder & { isListed: boolean }>`
    with o as materialized (
      select o.user_id, o.order_id, o.repay_id, o.terms, o.due_day from orders o
      where ${sql.join(conditions, sql` and `)}
      order by o.due_day, o.order_id limit ${BATCH})
    select o.*, i.name_enc, u.masked_phone, ${isListed} as is_listed
    from o join users u using (user_id)
    left join identities i on i.user_id = u.user_id
    order by o.due_day, o.order_id`.execute(db);

  return rows;
}

export interface CaseOfficer {
  readonly staffId: string;
  readonly name: string;
  readonly assignmentId: string;
  readonly assignedAt: number;
  readonly isNotified: boolean;
}

/**
 * The officer of each of these borrowers, if that officer still works in collections, and whether
 * the message that names the officer was sent.
 */
export async function readOfficers(
  db: Db | Tx,
  userIds: readonly string[],
): Promise<Map<string, CaseOfficer>> {
  const { rows } = await sql<CaseOfficer & { userId: string }>`
    select c.user_id, c.staff_id, s.name, c.assignment_id, c.assigned_at,
           exists (
             select from notifications n
             join notification_deliveries d using (user_id, notification_id)
             where n.user_id = c.user_id and n.kind = 'officer_assigned'
               and n.reference = c.assignment_id::text
               and d.state in ('sent', 'delivered')) as is_notified
    from collection_officers c join staff s using (staff_id)
    where c.user_id = any(${[...userIds]}::uuid[]) and c.ended_at is null
      and ${isCollector}`.execute(db);
  return new Map(rows.map(({ userId, ...officer }) => [userId, officer]));
}

/**
 * Ends the present assignment of a borrower's, if any, and makes another.
 * @returns the id of the new one, and of the one that ended
 */
export async function writeOfficer(
  tx: Tx,
  assignment: { userId: string; staffId: string; assignedBy: string; now: number },
): Promise<{ assignmentId: string; endedAssignmentId: string | null }> {
  const { userId, staffId, assignedBy, now } = assignment;
  const ended = await tx
    .updateTable('collection_officers')
    .set({ endedAt: timestamp(now) })
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .returning('assignmentId')
    .executeTakeFirst();

  const { assignmentId } = await tx
    .insertInto('collection_officers')
    .values({ userId, staffId, assignedBy, assignedAt: timestamp(now) })
    .returning('assignmentId')
    .executeTakeFirstOrThrow();

  return { assignmentId, endedAssignmentId: ended?.assignmentId ?? null };
}

/** Contacts with a borrower wait for each other: the caps are counted. */
export async function lockContacts(tx: Tx, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`contacts:${userId}`}, 0))`.execute(tx);
}

export interface ContactState {
  readonly userId: string;
  readonly holdUntil: BusinessDay | null;
  /** One for each contact of the last seven days. */
  readonly contactDays: BusinessDay[];
  /** The hours that the borrower prefers; both null for those of the law. */
  readonly contactFromHour: number | null;
  readonly contactUntilHour: number | null;
  readonly lastContactAt: number | null;
  readonly lastResult: 'reached' | 'call_back' | 'no_answer' | 'wrong_person' | 'sent' | null;
}

/** What the caps and holds of these borrowers are counted from. */
export async function readContactStates(
  db: Db | Tx,
  userIds: readonly string[],
  today: BusinessDay,
): Promise<Map<string, ContactState>> {
  const { rows } = await sql<ContactState>`
    select u.user_id, u.contact_from_hour, u.contact_until_hour,
      (select max(h.until_day) from contact_holds h
       where h.user_id = u.user_id
         and ${today}::date between h.from_day and h.until_day) as hold_until,
      array(select c.day::text from collection_contacts c
            where c.user_id = u.user_id and c.day > ${addDays(today, -WEEK_DAYS)}) as contact_days,
      (select (array_agg(c.contacted_at order by c.contact_id desc))[1] from collection_contacts c
       where c.user_id = u.user_id) as last_contact_at,
      (select (array_agg(c.result order by c.contact_id desc))[1] from collection_contacts c
       where c.user_id = u.user_id) as last_result
    from users u where u.user_id = any(${[...userIds]}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.userId, row]));
}

type NoteCrypto = {
  encrypt(plain: string, context: string): Buffer;
  decrypt(sealed: Buffer, context: string): string;
};
const noteContext = (userId: string): string => `collection_contacts.note_enc:${userId}`;

/** @returns the contact's id */
export async function writeContact(
  tx: Tx,
  crypto: NoteCrypto,
  contact: {
    userId: string;
    orderId: string;
    kind: 'call' | 'sms';
    result: NonNullable<ContactState['lastResult']>;
    note: string | undefined;
    day: BusinessDay;
    now: number;
    staffId: string;
  },
): Promise<string> {
  const { note, now, userId, ...rest } = contact;
  const noteEnc = note === undefined ? null : crypto.encrypt(note, noteContext(userId));
  const row = await tx
    .insertInto('collection_contacts')
    .values({ ...rest, userId, noteEnc, contactedAt: timestamp(now) })
    .returning('contactId')
    .executeTakeFirstOrThrow();

  return row.contactId;
}

const MOST = 50;

/** Contacts with a borrower, newest first. */
export async function listContacts(db: Db, crypto: NoteCrypto, userId: string) {
  const rows = await db
    .selectFrom('collection_contacts as c')
    .innerJoin('orders as o', (on) =>
      on.onRef('o.userId', '=', 'c.userId').onRef('o.orderId', '=', 'c.orderId'),
    )
    .innerJoin('staff as s', 's.staffId', 'c.staffId')
    .select([
      'c.contactId',
      'o.repayId',
      'c.kind',
      'c.result',
      'c.noteEnc',
      'c.contactedAt',
      's.name as staffName',
    ])
    .where('c.userId', '=', userId)
    .orderBy('c.contactId', 'desc')
    .limit(MOST)
    .execute();

  return rows.map(({ noteEnc, ...row }) => ({
    ...row,
    note: noteEnc && crypto.decrypt(noteEnc, noteContext(userId)),
  }));
}

export interface StoredPromise {
  readonly promiseId: string;
  readonly orderId: string;
  readonly amountPaise: number;
  readonly paidBeforePaise: number;
  readonly dueOn: BusinessDay;
  readonly promisedAt: number;
  readonly staffName: string;
}

/** Promises about these orders, newest first. */
export async function listPromises(
  db: Db | Tx,
  orders: readonly OrderKey[],
): Promise<StoredPromise[]> {
  const userIds = orders.map(({ userId }) => userId);
  const { rows } = await sql<StoredPromise>`
    select p.promise_id, p.order_id, p.amount_paise, p.paid_before_paise, p.due_on, p.promised_at,
           s.name as staff_name
    from unnest(${userIds}::uuid[], ${orders.map(({ orderId }) => orderId)}::uuid[])
      k(user_id, order_id)
    join payment_promises p using (user_id, order_id) join staff s using (staff_id)
    where p.user_id = any(${userIds}::uuid[])
    order by p.promise_id desc limit ${MOST * MOST}`.execute(db);

  return rows;
}

/** @returns the promise's id */
export async function writePromise(
  tx: Tx,
  promise: {
    userId: string;
    orderId: string;
    amountPaise: number;
    paidBeforePaise: number;
    dueOn: BusinessDay;
    now: number;
    staffId: string;
  },
): Promise<string> {
  const { now, ...rest } = promise;
  const row = await tx
    .insertInto('payment_promises')
    .values({ ...rest, promisedAt: timestamp(now) })
    .returning('promiseId')
    .executeTakeFirstOrThrow();

  return row.promiseId;
}

/** Holds of a borrower that have not ended, or ended last. */
export async function listHolds(db: Db, userId: string, today: BusinessDay) {
  const { rows } = await sql<{
    holdId: string;
    reason: HoldReason;
    from: BusinessDay;
    until: BusinessDay;
    isNow: boolean;
  }>`
    select hold_id, reason, from_day as "from", until_day as until,
           ${today}::date between from_day and until_day as is_now
    from contact_holds where user_id = ${userId}
    order by until_day desc, hold_id desc limit ${MOST}`.execute(db);
  return rows;
}

export async function writeHold(
  tx: Tx,
  hold: {
    userId: string;
    reason: HoldReason;
    fromDay: BusinessDay;
    untilDay: BusinessDay;
    requestId: string;
    now: number;
  },
): Promise<void> {
  const { now, ...rest } = hold;
  await tx
    .insertInto('contact_holds')
    .values({ ...rest, createdAt: timestamp(now) })
    .execute();
}

/** The request for a hold of a borrower that waits for a second person. */
export async function findOpenHold(db: Db, userId: string) {
  return db
    .selectFrom('operator_requests as r')
    .innerJoin('staff as m', 'm.staffId', 'r.makerId')
    .select(['r.requestId', 'm.name as makerName'])
    .where('r.state', '=', 'open')
    .where('r.kind', '=', 'contact_hold')
    .where('r.userId', '=', userId)
    .executeTakeFirst();
}

/** A borrower's name, phone as it may be shown, language, and owing orders. */
export async function readCaseBorrower(db: Db | Tx, userId: string) {
  const user = await selectPersonLabel(db, userId).executeTakeFirstOrThrow();
  const { rows } = await sql<{ orderId: string; repayId: string }>`
    select o.order_id, o.repay_id from orders o
    where o.user_id = ${userId} and ${overdue} order by o.order_id`.execute(db);

  return { ...user, owing: rows };
}

/** The last messages to a borrower about dues, newest first, as stored. */
export async function listDunningTexts(db: Db, userId: string, kinds: readonly string[]) {
  const { rows } = await sql<{
    kind: string;
    valuesEnc: Buffer;
    writtenAt: number;
    state: string | null;
  }>`
    select n.kind, n.values_enc, n.sent_at as written_at, d.state
    from notifications n
    left join notification_deliveries d
      on d.user_id = n.user_id and d.notification_id = n.notification_id and d.channel = 'sms'
    where n.user_id = ${userId} and n.kind = any(${[...kinds]})
    order by n.notification_id desc limit 10`.execute(db);
  return rows;
}
