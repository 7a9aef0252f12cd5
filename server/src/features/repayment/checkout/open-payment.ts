import { OrderStatus } from '@noren/core/lending/order-status';
import type { LockedOrder } from '../../../lending/close-order.ts';
import { type JournalRow, postedOf } from '../../../lending/ledger.ts';
import type { Order } from '../../../lending/order-store.ts';
import { type Tx, timestamp } from '../../../platform/db/db.ts';
import { fly, type Statement } from '../../../platform/db/db-client.ts';
import { namesOf } from '../posting/provider-payments-store.ts';
import type { PaymentEvent } from '../posting/redacted-event.ts';
import type { Intent } from '../store.ts';

/** The locked order of a payment code, when the payment is not known otherwise. */
export interface OpenPayment {
  readonly intent: Intent;
  readonly open: LockedOrder;
  /** Whether the borrower has a reservation that becomes an offer when this loan ends. */
  readonly isReserved: boolean;
  /** Whether an open repayment proof has the payment's UTR. */
  readonly isProven: boolean;
}

/** The state of a payment when its event arrives. */
export interface ReceivedPayment {
  /** Whether the event is new, or was unmatched until now. */
  readonly isNew: boolean;
  /** Null when the code is unknown, or the payment is already posted or in suspense. */
  readonly payment: OpenPayment | null;
  /** Whether an earlier unmatched event refers to it. */
  readonly hasEarlierEvent: boolean;
}

/**
 * Opens a payment in one round trip: records its event when `receivedAt` is given, takes the payment's locks, then locks
 * the borrower's credit limit and order, and reads their state.
 */
export async function openPayment(
  tx: Tx,
  provider: string,
  event: PaymentEvent,
  receivedAt: number | null,
): Promise<ReceivedPayment> {
  const utrHash = event.utrHash ? Buffer.from(event.utrHash, 'hex') : null;
  const names = [...namesOf({ ...event, provider }), null].slice(0, 2);
  const first: Statement =
    receivedAt === null
      ? { text: LOCK_NAMES, values: names }
      : {
          text: NOTE_AND_LOCK_NAMES,
          values: [provider, event.eventId, JSON.stringify(event), timestamp(receivedAt), utrHash, ...names],
        };
  const [told, orders, journals] = (await fly(tx, [
    first,
    { text: LOCK_ORDER, values: [event.code, provider, event.providerRef, utrHash] },
    { text: READ_JOURNALS, values: [event.code, event.providerRef, utrHash, provider] },
  ])) as [unknown[], OrderRow[], ReadRow[]];
  const [order] = orders;
  const [read] = journals;
  const isNew = told.length > 0;
  if (!order || !read || order.isKnown || read.isInSuspense) return { isNew, payment: null, hasEarlierEvent: true };
  const open = { order, journals: journals.map(postedOf) };
  const { isReserved, isProven, hasEarlierEvent } = read;
  return { isNew, payment: { intent: order, open, isReserved, isProven }, hasEarlierEvent };
}

type OrderRow = Order & Intent & { isKnown: boolean };
type ReadRow = JournalRow &
  Pick<OpenPayment, 'isReserved' | 'isProven'> &
  Pick<ReceivedPayment, 'hasEarlierEvent'> & { isInSuspense: boolean };

const LOCK_NAMES = `select pg_advisory_xact_lock(hashtextextended($1, 1)), pg_advisory_xact_lock(hashtextextended($2, 1))`;

/** A repeated event counts as new while it is unmatched; for any other repeated event nothing is locked. */
const NOTE_AND_LOCK_NAMES = `
  with told as (
    insert into provider_events (provider, event_id, kind, outcome, event, received_at, utr_hash)
    values ($1, $2, 'payment', 'done', $3, $4, $5)
    on conflict (provider, event_id) do update set outcome = 'done' where provider_events.outcome = 'unknown'
    returning event_id
  )
  select pg_advisory_xact_lock(hashtextextended($6, 1)), pg_advisory_xact_lock(hashtextextended($7, 1)) from told`;

/** Locks the limit first. `isKnown` is exact because the payment's locks are already held. */
const LOCK_ORDER = `
  select i.user_id, i.order_id, i.intent_id, i.code, i.kind, i.channel,
         i.coupon_id, i.discount_paise, i.addendum_no,
         i.amount_paise, i.as_of_day, i.state, i.checking_until,
         i.expires_at, i.paid_at, i.paid_paise,
         o.repay_id, o.proposal_no, o.product_code, o.terms,
         o.principal_paise, o.net_paise, o.status, o.applied_at,
         o.disbursed_day, o.due_day, o.closed_through,
         o.open_until,
         exists (select from provider_payments where provider = $2 and provider_ref = $3)
           or exists (select from provider_payments where utr_hash = $4) as is_known
  from payment_intents i
  join credit_limits l on l.user_id = i.user_id
  join orders o on o.user_id = i.user_id and o.order_id = i.order_id
  where i.code = $1
  for update of l, o`;

/** Runs after the locks, so it sees what they waited for. */
const READ_JOURNALS = `
  select j.user_id, j.order_id, j.journal_id, j.kind, j.value_day, j.cause, j.reverses, j.reason, j.detail,
         (select json_agg(json_build_array(e.account, e.amount_paise) order by e.line) from entries e
          where e.user_id = j.user_id and e.journal_id = j.journal_id) as lines,
         i.is_reserved, i.is_proven, i.has_earlier_event, i.is_in_suspense
  from (
    select user_id, order_id,
           exists (select from orders r where r.user_id = p.user_id and r.status = ${OrderStatus.reserved}) as is_reserved,
           exists (select from repayment_proofs v where v.utr_hash = $3 and v.state = 'received') as is_proven,
           exists (select from provider_events where outcome = 'unknown' and event->>'paymentProviderRef' = $2)
             as has_earlier_event,
           exists (select from unclaimed_funds where provider = $4 and provider_ref = $2) as is_in_suspense
    from payment_intents p where code = $1 offset 0
  ) i
  join journals j on j.user_id = i.user_id and j.order_id = i.order_id
  order by j.value_day, j.journal_id`;
