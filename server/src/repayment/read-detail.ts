import { CODES } from '@noren/contract/codes';
import type { BusinessDay } from '@noren/core/time';
import { CallError } from '../call-error.ts';
import type { Db } from '../db.ts';
import { fly } from '../db-client.ts';
import { type JournalRow, type PostedJournal, postedOf } from '../ledger.ts';
import type { Order } from '../orders/store.ts';
import type { Intent } from './store.ts';

type OpenIntent = Pick<Intent, 'code' | 'kind' | 'channel' | 'state' | 'expiresAt' | 'checkingUntil'>;

/** What the page of an order is made of, and whether there is more to be read for it. */
export interface DetailParts {
  readonly order: Order;
  readonly journals: PostedJournal[];
  readonly openIntent: OpenIntent | null;
  readonly hasCoupons: boolean;
  readonly hasAddenda: boolean;
}

/** Reads it with one message to the database. @throws CallError 404 when the order is not the user's */
export async function readDetail(
  db: Db,
  of: { userId: string; repayId: string; today: BusinessDay },
): Promise<DetailParts> {
  const key = [of.userId, of.repayId];
  const [orders, journals] = (await fly(db, [
    { text: ORDER, values: [...key, of.today] },
    { text: JOURNALS, values: key },
  ])) as [OrderRow[], JournalRow[]];
  const [row] = orders;
  if (!row) throw new CallError(CODES.notFound, 'error.not_found');
  const { code, kind, channel, state, expiresAt, checkingUntil, hasCoupons, hasAddenda } = row;
  const openIntent = code === null ? null : { code, kind, channel, state, expiresAt, checkingUntil };
  return { order: row, journals: journals.map(postedOf), openIntent, hasCoupons, hasAddenda };
}

type OrderRow = Order & Omit<OpenIntent, 'code'> & { code: string | null; hasCoupons: boolean; hasAddenda: boolean };

const ORDER = `
  select o.user_id as "userId", o.order_id as "orderId", o.repay_id as "repayId", o.proposal_no as "proposalNo",
         o.product_code as "productCode", o.terms, o.principal_paise as "principalPaise", o.net_paise as "netPaise",
         o.status, o.applied_at as "appliedAt", o.disbursed_day as "disbursedDay", o.due_day as "dueDay",
         o.closed_through as "closedThrough", o.open_until as "openUntil",
         i.code, i.kind, i.channel, i.state, i.expires_at as "expiresAt", i.checking_until as "checkingUntil",
         exists (select from coupons c where c.user_id = o.user_id and c.kind <> 'fee' and c.expires_on >= $3)
           as "hasCoupons",
         exists (select from addenda a where a.user_id = o.user_id and a.order_id = o.order_id
                 and a.accepted_at is not null) as "hasAddenda"
  from orders o
  left join payment_intents i on i.user_id = o.user_id and i.order_id = o.order_id and i.state in ('pending', 'checking')
  where o.user_id = $1 and o.repay_id = $2`;

const JOURNALS = `
  select j.user_id, j.order_id, j.journal_id, j.kind, j.value_day, j.cause, j.reverses, j.reason, j.detail,
         (select json_agg(json_build_array(e.account, e.amount_paise) order by e.line) from entries e
          where e.user_id = j.user_id and e.journal_id = j.journal_id) as lines
  from orders o join journals j on j.user_id = o.user_id and j.order_id = o.order_id
  where o.user_id = $1 and o.repay_id = $2
  order by j.value_day, j.journal_id`;
