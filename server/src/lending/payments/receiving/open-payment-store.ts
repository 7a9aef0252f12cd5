import { OrderStatus } from '@noren/core/lending/order-status';
import { sql } from 'kysely';
import { listColumns, type RowOf } from '../../../platform/db/column-list.ts';
import { NO_ID, type Tx, timestamp } from '../../../platform/db/db.ts';
import { executeBatch } from '../../../platform/db/statements.ts';
import { JOURNAL_WITH_LINES, toPostedJournal } from '../../book/journal-store.ts';
import { orderColumns } from '../../orders/order-store.ts';
import { type KnownPayment, makeUnknownPayment } from '../known-payment.ts';
import { lockKnownPayment, selectTraces } from '../known-payment-store.ts';
import type { ExpectedPayment } from '../posting/payment-to-post.ts';
import { type PaymentNames, toHash, toNames } from '../posting/provider-payments-store.ts';
import type { PaymentEvent } from '../posting/redacted-event.ts';
import { intentColumns, userOfPaymentCode } from '../store.ts';

/** What is known of a payment when its event comes. */
export interface ReceivedPayment {
  readonly known: KnownPayment;
  /** The order that its code names; null when the code is unknown. */
  readonly expected: ExpectedPayment | null;
  /** Whether an event that matched nothing refers to it. */
  readonly hasEarlierEvent: boolean;
}

/**
 * Opens a payment: records its event when `receivedAt` is given, takes the payment's locks, locks
 * the borrower's credit limit and order, and reads their state. A new payment takes one round trip.
 * A payment that left a trace here takes two more, to read where it stands.
 * @returns null when the event was handled before
 */
export async function openPayment(
  tx: Tx,
  provider: string,
  event: PaymentEvent,
  receivedAt: number | null,
): Promise<ReceivedPayment | null> {
  const { code, providerRef, utrHash } = event;
  const userId = userOfPaymentCode(code) ?? NO_ID;
  const key = { provider, providerRef, utrHash };
  const [recorded, traces, orders, earlier, journals] = await executeBatch(tx, [
    lockNames(key, event, receivedAt),
    selectTraces(key),
    selectOrderForUpdate(userId, code),
    selectEarlierEvent(providerRef),
    selectJournals(userId, code),
  ]);
  if (recorded.length === 0) return null;

  const [order] = orders;
  const expected = order && {
    intent: order,
    open: { order, journals: journals.map(toPostedJournal) },
    isReserved: journals[0]?.isReserved ?? true,
  };

  return {
    known: traces.length === 0 ? makeUnknownPayment(key) : await lockKnownPayment(tx, key),
    expected: expected ?? null,
    hasEarlierEvent: earlier.length > 0,
  };
}

const INTENT = listColumns('payment_intents', 'i', intentColumns);
const ORDER = listColumns('orders', 'o', orderColumns);

type OrderRow = RowOf<typeof INTENT> & RowOf<typeof ORDER>;
type ReadRow = RowOf<typeof JOURNAL_WITH_LINES> & Pick<ExpectedPayment, 'isReserved'>;

/**
 * Locks the payment's names, and before that records the event when `receivedAt` is given. A
 * repeated event counts as new while it is unmatched; for any other repeated event nothing is
 * locked.
 */
function lockNames(names: PaymentNames, event: PaymentEvent, receivedAt: number | null) {
  const { provider, utrHash } = names;
  const [firstName, secondName = null] = toNames(names);
  const locks = sql`pg_advisory_xact_lock(hashtextextended(${firstName}, 1)),
    pg_advisory_xact_lock(hashtextextended(${secondName}, 1))`;
  if (receivedAt === null) return sql`select ${locks}`;

  return sql`
  with recorded as (
    insert into provider_events (provider, event_id, kind, outcome, event, received_at, utr_hash)
    values (${provider}, ${event.eventId}, 'payment', 'done', ${JSON.stringify(event)},
            ${timestamp(receivedAt)}, ${toHash(utrHash)})
    on conflict (provider, event_id) do update set outcome = 'done'
      where provider_events.outcome = 'unknown'
    returning event_id
  )
  select ${locks} from recorded`;
}

/** Locks the limit first. */
const selectOrderForUpdate = (userId: string, code: string) => sql<OrderRow>`
  select ${INTENT}, ${ORDER}
  from payment_intents i
  join credit_limits l on l.user_id = ${userId}
  join orders o on o.user_id = ${userId} and o.order_id = i.order_id
  where i.user_id = ${userId} and i.code = ${code}
  for update of l, o`;

/**
 * Whether an event about a payment came before it. Runs after the locks, so it sees what they
 * waited for.
 */
const selectEarlierEvent = (providerRef: string) => sql`
  select 1 from provider_events
  where outcome = 'unknown' and event->>'paymentProviderRef' = ${providerRef} limit 1`;

/** Runs after the locks, so it sees what they waited for. */
const selectJournals = (userId: string, code: string) => sql<ReadRow>`
  select ${JOURNAL_WITH_LINES}, i.is_reserved
  from (
    select user_id, order_id,
           exists (
             select from orders r
             where r.user_id = ${userId} and r.status = ${sql.lit(OrderStatus.reserved)}
           ) as is_reserved
    from payment_intents p where user_id = ${userId} and code = ${code} offset 0
  ) i
  join journals j on j.user_id = ${userId} and j.order_id = i.order_id
  order by j.value_day, j.journal_id`;
