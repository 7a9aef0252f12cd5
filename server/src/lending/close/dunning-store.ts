import { type DunningKind, dunningNotifications, nextContactAt } from '@noren/core/lending/dunning';
import { addDays, type BusinessDay } from '@noren/core/money/time';
import { type RawBuilder, sql } from 'kysely';
import { JOBS } from '../../job-list.ts';
import { type Db, instantValue, type Tx, timestamp } from '../../platform/db/db.ts';
import { queueWithNext } from '../../platform/db/statements.ts';
import type { Deps } from '../../platform/deps.ts';
import { addJobs, jobCall } from '../../platform/jobs/job-store.ts';
import type { OrderKey } from '../book/ledger.ts';

/** A dunning message due on a day; `amountPaise` is the penal charge it reports. */
export interface DunningMessage {
  readonly template: DunningKind;
  readonly amountPaise: number;
  readonly day: BusinessDay;
}

export type Waiting = DunningMessage & {
  readonly state: 'waiting';
  /** Whether a message of that day was withdrawn before. */
  readonly isAgain: boolean;
};

/** A weekly message that was not sent after so many days lost its job. */
const LISTED_WITHIN_DAYS = 8;

/** Queues a dunning message for the next legal contact hours. */
export async function queueDunningMessage(
  tx: Tx,
  deps: Deps,
  { userId, orderId }: OrderKey,
  message: DunningMessage,
): Promise<void> {
  const now = deps.now();
  await writeDunningMessages(tx, [{ userId, orderId, message }], now);
  await queueWithNext(
    tx,
    sql`select ${queueDunningJob({ userId, orderId }, nextContactAt(now) - now)}`,
  );
}

/** {@link queueDunningMessage} for a message of each of many orders. */
export async function queueDunningMessages(
  tx: Tx,
  messages: readonly (OrderKey & { readonly message: DunningMessage })[],
  now: number,
): Promise<void> {
  if (messages.length === 0) return;
  await writeDunningMessages(tx, messages, now);
  const jobs = messages.map(({ userId, orderId }) => ({ userId, orderId }));
  await addJobs(tx, JOBS['send-dunning-message'], jobs, { afterMs: nextContactAt(now) - now });
}

/**
 * One that was withdrawn, since its day's close was undone, is queued again. Sent with the next
 * statement.
 */
async function writeDunningMessages(
  tx: Tx,
  messages: readonly (OrderKey & { readonly message: DunningMessage })[],
  now: number,
): Promise<void> {
  await queueWithNext(
    tx,
    sql`
    insert into dunning_messages (user_id, order_id, day, template, amount_paise, created_at)
    select m.user_id, m.order_id, m.day, m.template, m.amount, ${timestamp(now)}
    from unnest(${messages.map(({ userId }) => userId)}::uuid[],
                ${messages.map(({ orderId }) => orderId)}::uuid[],
                ${messages.map(({ message }) => message.day)}::date[],
                ${messages.map(({ message }) => message.template)}::text[],
                ${messages.map(({ message }) =>
                  message.template === 'penal_charged' ? message.amountPaise : 0,
                )}::bigint[])
      m(user_id, order_id, day, template, amount)
    on conflict (user_id, order_id, day) do update
      set template = excluded.template, amount_paise = excluded.amount_paise, state = 'waiting',
        reason = 'queued again', created_at = excluded.created_at, finished_at = null,
        listed_on = null
      where dunning_messages.state = 'withdrawn'`,
  );
}

function queueDunningJob({ userId, orderId }: OrderKey, afterMs: number): RawBuilder<unknown> {
  return jobCall(JOBS['send-dunning-message'], { userId, orderId }, { afterMs });
}

/** Messages of an order that are not sent yet, oldest day first. */
export async function readWaiting(db: Db, userId: string, orderId: string): Promise<Waiting[]> {
  const rows = await db
    .selectFrom('dunning_messages')
    .select(['day', 'template', 'amountPaise', 'reason'])
    .where('userId', '=', userId)
    .where('orderId', '=', orderId)
    .where('state', '=', 'waiting')
    .orderBy('day')
    .execute();
  return rows.map(({ reason, ...row }) => ({ ...row, state: 'waiting', isAgain: reason !== null }));
}

/**
 * Notes that an order's waiting messages are held back at this time: by a dispute, a contact hold,
 * a promise to pay, or a debit that is coming.
 */
export async function markHeldBack(
  db: Db,
  { userId, orderId }: OrderKey,
  now: number,
): Promise<void> {
  await db
    .updateTable('dunning_messages')
    .set({ heldAt: timestamp(now) })
    .where('userId', '=', userId)
    .where('orderId', '=', orderId)
    .where('state', '=', 'waiting')
    .execute();
}

/** Marks waiting messages as sent, or as dropped when they no longer apply. */
export async function markDunningMessages(
  tx: Tx,
  now: number,
  messages: {
    userId: string;
    orderId: string;
    waiting: readonly Waiting[];
    sentDays: readonly string[];
  },
): Promise<void> {
  const { userId, orderId, waiting, sentDays } = messages;
  const at = timestamp(now);

  for (const { day } of waiting)
    await tx
      .updateTable('dunning_messages')
      .set(
        sentDays.includes(day)
          ? { state: 'sent', finishedAt: at }
          : { state: 'dropped', reason: 'no longer so', finishedAt: at },
      )
      .where('userId', '=', userId)
      .where('orderId', '=', orderId)
      .where('day', '=', day)
      .execute();
}

/** Penal charges that were told in the app, and in no text message yet; oldest first. */
export async function readUnlistedCharges(
  db: Db,
  { userId, orderId }: OrderKey,
): Promise<{ day: BusinessDay; amountPaise: number }[]> {
  return db
    .selectFrom('dunning_messages')
    .select(['day', 'amountPaise'])
    .where('userId', '=', userId)
    .where('orderId', '=', orderId)
    .where('template', '=', 'penal_charged')
    .where('state', '=', 'sent')
    .where('listedOn', 'is', null)
    .orderBy('day')
    .execute();
}

/** The day on which a text message last told of penal charges of an order; null if none did. */
export async function readLastListed(
  db: Db,
  { userId, orderId }: OrderKey,
): Promise<BusinessDay | null> {
  const { on } = await db
    .selectFrom('dunning_messages')
    .select((of) => of.fn.max('listedOn').as('on'))
    .where('userId', '=', userId)
    .where('orderId', '=', orderId)
    .where('template', '=', 'penal_charged')
    .where('state', '=', 'sent')
    .executeTakeFirstOrThrow();
  return on;
}

/** A text message told of these penal charges, or there is nothing left to tell. */
export async function markListed(
  tx: Tx,
  { userId, orderId }: OrderKey,
  listed: { throughDay: BusinessDay; today: BusinessDay },
): Promise<void> {
  await tx
    .updateTable('dunning_messages')
    .set({ listedOn: listed.today })
    .where('userId', '=', userId)
    .where('orderId', '=', orderId)
    .where('day', '<=', listed.throughDay)
    .where('template', '=', 'penal_charged')
    .where('state', '=', 'sent')
    .where('listedOn', 'is', null)
    .execute();
}

/**
 * Stops all dunning messages of an order at once, also those already on their way out: there is
 * nothing to pay.
 */
export async function stopDunningMessages(
  tx: Tx,
  { userId, orderId }: OrderKey,
  now: number,
): Promise<void> {
  await queueWithNext(
    tx,
    sql`
    update dunning_messages set
      state = 'dropped', reason = 'payout reversed', finished_at = ${timestamp(now)}
    where user_id = ${userId} and order_id = ${orderId} and state = 'waiting'`,
  );

  await sql`
    update notification_deliveries d set
      state = 'withheld', reason = 'payout reversed', next_attempt_at = null
    from notifications n
    where n.user_id = ${userId} and n.kind = any(${[...dunningNotifications]})
      and n.reference like ${`${orderId}:%`}
      and d.user_id = ${userId} and d.notification_id = n.notification_id
      and d.state = 'queued'`.execute(tx);
}

/**
 * Withdraws messages for days after `day`, whose closes were undone.
 * @returns whether any of them had been sent
 */
export async function withdrawDunningMessagesAfter(
  tx: Tx,
  { userId, orderId }: OrderKey,
  { day, now }: { day: BusinessDay; now: number },
): Promise<boolean> {
  const { rows } = await sql<{ was: string }>`
    update dunning_messages set
      state = 'withdrawn', reason = 'close undone', finished_at = ${timestamp(now)}
    where user_id = ${userId} and order_id = ${orderId} and day > ${day} and state <> 'withdrawn'
    returning old.state as was`.execute(tx);
  return rows.some(({ was }) => was === 'sent');
}

/**
 * Requeues messages whose job was lost, and those whose charges no weekly message listed. It reads
 * `batch` orders at a time until none is left: messages held back must not hide lost ones.
 */
export async function requeueDunningMessages(
  deps: Deps,
  before: number,
  batch = 200,
): Promise<void> {
  const orders = () =>
    deps.db
      .selectFrom('dunning_messages')
      .distinct()
      .select(['userId', 'orderId'])
      .orderBy('userId')
      .orderBy('orderId')
      .limit(batch);

  const waiting = orders()
    .where('state', '=', 'waiting')
    .where('createdAt', '<', instantValue(before));
  const unlisted = orders()
    .where('state', '=', 'sent')
    .where('template', '=', 'penal_charged')
    .where('listedOn', 'is', null)
    .where('day', '<', addDays(deps.today(), -LISTED_WITHIN_DAYS));

  for (const query of [waiting, unlisted]) {
    let found = await query.execute();

    while (found.length > 0) {
      for (const order of found) await requeueDunningMessage(deps.db, order, 0);

      const { userId, orderId } = found.at(-1)!;
      const isLater = sql<boolean>`(user_id, order_id) > (${userId}::uuid, ${orderId}::uuid)`;
      found = await query.where(isLater).execute();
    }
  }
}

/** Queues the message of an order again. */
export async function requeueDunningMessage(
  db: Db,
  order: OrderKey,
  afterMs: number,
): Promise<void> {
  await sql`select ${queueDunningJob(order, afterMs)}`.execute(db);
}
