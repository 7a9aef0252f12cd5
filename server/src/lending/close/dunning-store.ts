import { type DunningKind, dunningKinds, nextContactAt } from '@noren/core/lending/dunning';
import type { BusinessDay } from '@noren/core/money/time';
import { type RawBuilder, sql } from 'kysely';
import { JOBS } from '../../job-list.ts';
import { type Db, instantValue, type Tx, timestamp } from '../../platform/db/db.ts';
import { queueWithNext } from '../../platform/db/statements.ts';
import type { Deps } from '../../platform/deps.ts';
import { addJobs, jobCall } from '../../platform/jobs/job-store.ts';
import type { Order } from '../orders/order-store.ts';

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

type OrderKey = Pick<Order, 'userId' | 'orderId'>;

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
        reason = 'queued again', created_at = excluded.created_at, finished_at = null
      where dunning_messages.state = 'withdrawn'`,
  );
}

function queueDunningJob(
  { userId, orderId }: { userId: string; orderId: string },
  afterMs: number,
): RawBuilder<unknown> {
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
 * Notes that an order's waiting messages are held back at this time, by a dispute, a contact hold
 * or a promise to pay.
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

/**
 * Stops all dunning messages of an order at once, also those already on their way out: there is
 * nothing to pay.
 */
export async function stopDunningMessages(
  tx: Tx,
  { userId, orderId }: Pick<Order, 'userId' | 'orderId'>,
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
    where n.user_id = ${userId} and n.kind = any(${[...dunningKinds]})
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
  { userId, orderId }: Pick<Order, 'userId' | 'orderId'>,
  { day, now }: { day: BusinessDay; now: number },
): Promise<boolean> {
  const { rows } = await sql<{ was: string }>`
    update dunning_messages set
      state = 'withdrawn', reason = 'close undone', finished_at = ${timestamp(now)}
    where user_id = ${userId} and order_id = ${orderId} and day > ${day} and state <> 'withdrawn'
    returning old.state as was`.execute(tx);
  return rows.some(({ was }) => was === 'sent');
}

/** Requeues messages whose job was lost. */
export async function requeueDunningMessages(deps: Deps, before: number): Promise<void> {
  const rows = await deps.db
    .selectFrom('dunning_messages')
    .distinct()
    .select(['userId', 'orderId'])
    .where('state', '=', 'waiting')
    .where('createdAt', '<', instantValue(before))
    .limit(200)
    .execute();
  for (const order of rows) await requeueDunningMessage(deps.db, order, 0);
}

/** Queues the message of an order again. */
export async function requeueDunningMessage(
  db: Db,
  order: { userId: string; orderId: string },
  afterMs: number,
): Promise<void> {
  await sql`select ${queueDunningJob(order, afterMs)}`.execute(db);
}
