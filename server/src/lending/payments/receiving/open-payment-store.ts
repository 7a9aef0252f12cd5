import { OrderStatus } from '@noren/core/lending/order-status';
import { sql } from 'kysely';
import { listColumns, type RowOf } from '../../../platform/db/column-list.ts';
import { NO_ID, type Tx, timestamp } from '../../../platform/db/db.ts';
import { executeBatch } from '../../../platform/db/statements.ts';
import { JOURNAL_WITH_LINES, toPostedJournal } from '../../book/journal-store.ts';
import { orderColumns } from '../../orders/order-store.ts';
import type { OpenPayment } from '../posting/payment-to-post.ts';
import { toNames } from '../posting/provider-payments-store.ts';
import type { PaymentEvent } from '../posting/redacted-event.ts';
import { intentColumns, userOfPaymentCode } from '../store.ts';

/** The state of a payment when its event arrives. */
export interface ReceivedPayment {
  /** Whether the event is new, or was unmatched until now. */
  readonly isNew: boolean;
  /**
   * Null when the code is unknown, or the payment is posted, in suspense or of a transfer that is
   * known.
   */
  readonly payment: OpenPayment | null;
  /** Whether an earlier unmatched event refers to it. */
  readonly hasEarlierEvent: boolean;
}

/**
 * Opens a payment in one round trip: records its event when `receivedAt` is given, takes the
 * payment's locks, then locks the borrower's credit limit and order, and reads their state.
 */
export async function openPayment(
  tx: Tx,
  provider: string,
  event: PaymentEvent,
  receivedAt: number | null,
): Promise<ReceivedPayment> {
  const { code, providerRef } = event;
  const userId = userOfPaymentCode(code) ?? NO_ID;
  const [recorded, known, orders, earlier, journals] = await executeBatch(tx, [
    lockNames(provider, event, receivedAt),
    selectKnown(provider, event),
    selectOrderForUpdate(userId, code),
    selectEarlierEvent(providerRef),
    selectJournals(userId, code, { provider, providerRef }),
  ]);
  const [order] = orders;
  const [read] = journals;
  const isNew = recorded.length > 0;
  if (!order || !read || known.length > 0 || read.isInSuspense)
    return { isNew, payment: null, hasEarlierEvent: true };

  const open = { order, journals: journals.map(toPostedJournal) };
  return {
    isNew,
    payment: { intent: order, open, isReserved: read.isReserved },
    hasEarlierEvent: earlier.length > 0,
  };
}

const INTENT = listColumns('payment_intents', 'i', intentColumns);
const ORDER = listColumns('orders', 'o', orderColumns);

type OrderRow = RowOf<typeof INTENT> & RowOf<typeof ORDER>;
type ReadRow = RowOf<typeof JOURNAL_WITH_LINES> &
  Pick<OpenPayment, 'isReserved'> & { isInSuspense: boolean };

/**
 * Locks the payment's names, and before that records the event when `receivedAt` is given. A
 * repeated event counts as new while it is unmatched; for any other repeated event nothing is
 * locked.
 */
function lockNames(provider: string, event: PaymentEvent, receivedAt: number | null) {
  const [firstName, secondName = null] = toNames({ ...event, provider });
  const locks = sql`pg_advisory_xact_lock(hashtextextended(${firstName}, 1)),
    pg_advisory_xact_lock(hashtextextended(${secondName}, 1))`;
  if (receivedAt === null) return sql`select ${locks}`;

  return sql`
  with recorded as (
    insert into provider_events (provider, event_id, kind, outcome, event, received_at, utr_hash)
    values (${provider}, ${event.eventId}, 'payment', 'done', ${JSON.stringify(event)}, ${timestamp(receivedAt)}, ${toHash(event)})
    on conflict (provider, event_id) do update set outcome = 'done' where provider_events.outcome = 'unknown'
    returning event_id
  )
  select ${locks} from recorded`;
}

const toHash = ({ utrHash }: PaymentEvent): Buffer | null =>
  utrHash ? Buffer.from(utrHash, 'hex') : null;

/**
 * Whether a payment was posted, or anybody has a payment or proof of its transfer: then it is not
 * opened here but matched. Exact because the payment's locks are already held.
 */
const selectKnown = (provider: string, event: PaymentEvent) => sql`
  select user_id from name_owners where kind = 'payment' and name = ${Buffer.from(`${provider}:${event.providerRef}`)}
  union all
  select user_id from transfer_users where utr_hash = ${toHash(event)}`;

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
  select 1 from provider_events where outcome = 'unknown' and event->>'paymentProviderRef' = ${providerRef} limit 1`;

/** Runs after the locks, so it sees what they waited for. */
const selectJournals = (
  userId: string,
  code: string,
  { provider, providerRef }: { provider: string; providerRef: string },
) => sql<ReadRow>`
  select ${JOURNAL_WITH_LINES}, i.is_reserved, i.is_in_suspense
  from (
    select user_id, order_id,
           exists (select from orders r where r.user_id = ${userId} and r.status = ${sql.lit(OrderStatus.reserved)}) as is_reserved,
           exists (select from unclaimed_funds where provider = ${provider} and provider_ref = ${providerRef}) as is_in_suspense
    from payment_intents p where user_id = ${userId} and code = ${code} offset 0
  ) i
  join journals j on j.user_id = ${userId} and j.order_id = i.order_id
  order by j.value_day, j.journal_id`;
