import {
  holdingOrderStatuses,
  openOrderStatuses,
  owingOrderStatuses,
} from '@noren/core/lending/order-status';
import { type RawBuilder, sql } from 'kysely';
import { type Tx, timestamp } from '../../platform/db/db.ts';
import { endedBefore } from '../../platform/db/horizon-store.ts';
import { toStatusList } from '../../platform/db/status-list.ts';

/**
 * Up to where checks passed: what earlier transactions wrote was seen, by a process whose time was
 * `at` (UTC ms).
 */
export interface CheckMark {
  readonly beforeXact: number;
  readonly at: number;
}

/**
 * The rows that a check reads: all, or those written since a mark. Entries never change, so an
 * order that passed and has no new entries would pass again.
 */
export type Scope = { readonly since: CheckMark } | 'all';

/** Rows are dated by the process that wrote them, some time before their transaction ended. */
const SLACK_MS = 3_600_000;

/**
 * Every transaction before it has ended, and what it wrote is seen: a row seen after the mark is
 * never skipped.
 */
export async function readMark(tx: Tx, now: number): Promise<CheckMark> {
  const { rows } = await sql<{ beforeXact: number }>`
    select ${endedBefore} as before_xact`.execute(tx);
  return { beforeXact: rows[0]!.beforeXact, at: now };
}

/** The scope's instant, as SQL. */
export const toSince = ({ since }: { readonly since: CheckMark }): RawBuilder<unknown> =>
  sql`${timestamp(since.at - SLACK_MS)}::timestamptz`;

/**
 * SQL condition: a row's order waits for its payout, has ended or was posted to. `of` is its table
 * alias.
 */
export function isWithin(scope: Scope, of: string): RawBuilder<unknown> {
  return scope === 'all' ? sql`true` : sql`(${selectKey(of)}) in (${selectKeys(scope, sql`true`)})`;
}

/** {@link isWithin}, without the orders to which only accruals were posted. */
export function hasEventWithin(scope: Scope, of: string): RawBuilder<unknown> {
  return scope === 'all' ? sql`true` : sql`(${selectKey(of)}) in (${selectKeys(scope, IS_EVENT)})`;
}

/** SQL condition: a row's user has an order of {@link hasEventWithin}. */
export function isUserWithin(scope: Scope, of: string): RawBuilder<unknown> {
  if (scope === 'all') return sql`true`;
  return sql`
    ${sql.ref(`${of}.user_id`)} in (select user_id from (${selectKeys(scope, IS_EVENT)}) k)`;
}

/** SQL condition: a journal was posted within the scope. */
export function isBookedSince(scope: Scope, of: string): RawBuilder<unknown> {
  // As the index over journals has it.
  return scope === 'all'
    ? sql`true`
    : sql`(${sql.ref(`${of}.written_by_xact`)}::text::bigint) >= ${scope.since.beforeXact}`;
}

const IS_EVENT = sql`w.kind <> 'accrual'`;

/** Statuses in which an order may change without a journal. */
const pendingStatuses = [
  ...new Set(
    [...openOrderStatuses, ...holdingOrderStatuses].filter(
      (status) => !owingOrderStatuses.some((one) => one === status),
    ),
  ),
];

const selectKey = (of: string): RawBuilder<unknown> =>
  sql`${sql.ref(`${of}.user_id`)}, ${sql.ref(`${of}.order_id`)}`;

function selectKeys(
  scope: { readonly since: CheckMark },
  condition: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    select user_id, order_id from orders where status in ${toStatusList(pendingStatuses)}
    union select user_id, order_id from orders where closed_at >= ${toSince(scope)}
    union select w.user_id, w.order_id from journals w
      where ${isBookedSince(scope, 'w')} and w.order_id is not null and ${condition}`;
}
