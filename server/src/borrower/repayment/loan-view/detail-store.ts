import type { BusinessDay } from '@noren/core/money/time';
import { sql } from 'kysely';
import { JOURNAL_WITH_LINES, toPostedJournal } from '../../../lending/book/journal-store.ts';
import type { PostedJournal } from '../../../lending/book/ledger.ts';
import { type Order, orderColumns } from '../../../lending/orders/order-store.ts';
import type { Intent } from '../../../lending/payments/store.ts';
import { makeBatchLoader } from '../../../platform/db/batch-loader.ts';
import { listColumns, type RowOf } from '../../../platform/db/column-list.ts';
import type { Db } from '../../../platform/db/db.ts';
import { executeBatch } from '../../../platform/db/statements.ts';

type OpenIntent = Pick<
  Intent,
  'code' | 'kind' | 'channel' | 'state' | 'expiresAt' | 'checkingUntil'
>;

/**
 * What the repay page of an order needs; the flags say whether coupons, addenda and debits must be
 * read too.
 */
export interface DetailParts {
  readonly order: Order;
  readonly journals: PostedJournal[];
  readonly openIntent: OpenIntent | null;
  readonly hasCoupons: boolean;
  readonly hasAddenda: boolean;
  readonly hasDebits: boolean;
}

/**
 * Reads an order of the user with its journals and open intent. Concurrent calls share one round
 * trip to the database.
 */
export function findDetail(
  db: Db,
  { userId, repayId, today }: { userId: string; repayId: string; today: BusinessDay },
): Promise<DetailParts | undefined> {
  return ensureFinder(db)([userId, today, repayId].join(' '));
}

type Finder = (key: string) => Promise<DetailParts | undefined>;
const finders = new WeakMap<Db, Finder>();

function ensureFinder(db: Db): Finder {
  const find = finders.get(db) ?? makeBatchLoader((keys) => readAll(db, keys));
  finders.set(db, find);
  return find;
}

/** @param keys user id, day and public order id, separated by spaces */
async function readAll(db: Db, keys: readonly string[]): Promise<Map<string, DetailParts>> {
  const parts = keys.map((key) => key.split(' ') as [userId: string, day: string, repayId: string]);
  const users = parts.map(([userId]) => userId);
  const days = parts.map(([, day]) => day);
  const ids = parts.map(([, , repayId]) => repayId);
  const [orders, read] = await executeBatch(db, [
    selectParts(users, days, ids),
    selectJournals(users, ids),
  ]);
  const journals = Map.groupBy(read, (row) => row.orderId);

  return new Map(
    orders.map((row) => {
      const {
        day,
        code,
        kind,
        channel,
        state,
        expiresAt,
        checkingUntil,
        hasCoupons,
        hasAddenda,
        hasDebits,
        ...order
      } = row;
      const openIntent =
        code === null ? null : { code, kind, channel, state, expiresAt, checkingUntil };
      const posted = (journals.get(row.orderId) ?? []).map(toPostedJournal);
      const flags = { hasCoupons, hasAddenda, hasDebits };
      const detail = { order, journals: posted, openIntent, ...flags };

      return [[order.userId, day, order.repayId].join(' '), detail] as const;
    }),
  );
}

const ORDER = listColumns('orders', 'o', orderColumns);

const OPEN_INTENT = listColumns('payment_intents', 'i', [
  'code',
  'kind',
  'channel',
  'state',
  'expiresAt',
  'checkingUntil',
]);

type OrderRow = RowOf<typeof ORDER> &
  (RowOf<typeof OPEN_INTENT> | Record<keyof RowOf<typeof OPEN_INTENT>, null>) & {
    readonly day: string;
  } & Pick<DetailParts, 'hasCoupons' | 'hasAddenda' | 'hasDebits'>;

/**
 * Lists are passed in sub-selects so that the statements keep one generic plan: see `selectMany` in
 * `session-store.ts`.
 */
const selectParts = (users: string[], days: string[], ids: string[]) => sql<OrderRow>`
  select ${ORDER}, k.day, ${OPEN_INTENT},
         exists (
           select from coupons c
           where c.user_id = o.user_id and c.kind <> 'fee' and c.expires_on >= k.day
         ) as has_coupons,
         exists (
           select from addenda a
           where a.user_id = o.user_id and a.order_id = o.order_id and a.accepted_at is not null
         ) as has_addenda,
         exists (
           select from mandate_debits d
           where d.user_id = o.user_id and d.order_id = o.order_id
         ) as has_debits
  from unnest((select ${users}::uuid[]), (select ${days}::date[]), (select ${ids}::text[]))
    k(user_id, day, repay_id)
  join orders o on o.user_id = k.user_id and o.repay_id = k.repay_id
  left join payment_intents i
    on i.user_id = o.user_id and i.order_id = o.order_id and i.state in ('pending', 'checking')
       and i.holds_others`;

const selectJournals = (users: string[], ids: string[]) => sql<RowOf<typeof JOURNAL_WITH_LINES>>`
  select ${JOURNAL_WITH_LINES}
  from unnest((select ${users}::uuid[]), (select ${ids}::text[])) k(user_id, repay_id)
  join orders o on o.user_id = k.user_id and o.repay_id = k.repay_id
  join journals j on j.user_id = o.user_id and j.order_id = o.order_id
  order by j.value_day, j.journal_id`;
