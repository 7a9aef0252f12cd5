import { OrderStatus } from '@noren/core/lending/order-status';
import { listColumns, type RowOf } from '../../../platform/db/column-list.ts';
import { NO_ID, type Tx, timestamp } from '../../../platform/db/db.ts';
import { namedStatement } from '../../../platform/db/named-statement.ts';
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
  const utrHash = event.utrHash ? Buffer.from(event.utrHash, 'hex') : null;
  const [firstName, secondName = null] = toNames({ ...event, provider });
  const names = { firstName, secondName };
  const { code, providerRef } = event;
  const userId = userOfPaymentCode(code) ?? NO_ID;
  const lock =
    receivedAt === null
      ? LOCK_NAMES(names)
      : NOTE_AND_LOCK_NAMES({
          ...names,
          provider,
          eventId: event.eventId,
          event: JSON.stringify(event),
          receivedAt: timestamp(receivedAt),
          utrHash,
        });
  const name = Buffer.from(`${provider}:${providerRef}`);
  const [recorded, known, orders, earlier, journals] = await executeBatch<
    [unknown, unknown, OrderRow, unknown, ReadRow]
  >(tx, [
    lock,
    FIND_KNOWN({ name, utrHash }),
    LOCK_ORDER({ userId, code }),
    FIND_EARLIER_EVENT({ providerRef }),
    READ_JOURNALS({ userId, code, provider, providerRef }),
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

const LOCK_NAMES = namedStatement<'firstName' | 'secondName'>(
  `select pg_advisory_xact_lock(hashtextextended(:firstName, 1)), pg_advisory_xact_lock(hashtextextended(:secondName, 1))`,
);

/**
 * A repeated event counts as new while it is unmatched; for any other repeated event nothing is
 * locked.
 */
const NOTE_AND_LOCK_NAMES = namedStatement<
  'event' | 'eventId' | 'firstName' | 'provider' | 'receivedAt' | 'secondName' | 'utrHash'
>(`
  with recorded as (
    insert into provider_events (provider, event_id, kind, outcome, event, received_at, utr_hash)
    values (:provider, :eventId, 'payment', 'done', :event, :receivedAt, :utrHash)
    on conflict (provider, event_id) do update set outcome = 'done' where provider_events.outcome = 'unknown'
    returning event_id
  )
  select pg_advisory_xact_lock(hashtextextended(:firstName, 1)), pg_advisory_xact_lock(hashtextextended(:secondName, 1)) from recorded`);

/**
 * Whether a payment was posted, or anybody has a payment or proof of its transfer: then it is not
 * opened here but matched. Exact because the payment's locks are already held.
 */
const FIND_KNOWN = namedStatement<'name' | 'utrHash'>(`
  select user_id from name_owners where kind = 'payment' and name = :name
  union all
  select user_id from transfer_users where utr_hash = :utrHash`);

/** Locks the limit first. */
const LOCK_ORDER = namedStatement<'userId' | 'code'>(`
  select ${INTENT.text}, ${ORDER.text}
  from payment_intents i
  join credit_limits l on l.user_id = :userId
  join orders o on o.user_id = :userId and o.order_id = i.order_id
  where i.user_id = :userId and i.code = :code
  for update of l, o`);

/**
 * Whether an event about a payment came before it. Runs after the locks, so it sees what they
 * waited for.
 */
const FIND_EARLIER_EVENT = namedStatement<'providerRef'>(
  `select 1 from provider_events where outcome = 'unknown' and event->>'paymentProviderRef' = :providerRef limit 1`,
);

/** Runs after the locks, so it sees what they waited for. */
const READ_JOURNALS = namedStatement<'userId' | 'code' | 'provider' | 'providerRef'>(`
  select ${JOURNAL_WITH_LINES.text}, i.is_reserved, i.is_in_suspense
  from (
    select user_id, order_id,
           exists (select from orders r where r.user_id = :userId and r.status = ${OrderStatus.reserved}) as is_reserved,
           exists (select from unclaimed_funds where provider = :provider and provider_ref = :providerRef) as is_in_suspense
    from payment_intents p where user_id = :userId and code = :code offset 0
  ) i
  join journals j on j.user_id = :userId and j.order_id = i.order_id
  order by j.value_day, j.journal_id`);
