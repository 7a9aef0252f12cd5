import { openOrderStatuses } from '@noren/core/lending/order-status';
import { type BusinessDay, instantOfDayStart } from '@noren/core/money/time';
import { type RawBuilder, sql } from 'kysely';
import { anyStatusOf } from '../../lending/order-store.ts';
import { timestamp } from '../../platform/db/db.ts';

/**
 * Which orders are checked: all, or those that are open, closed since a day, or posted to since. Entries never change, so
 * an order that passed and is untouched would pass again.
 */
export type Scope = { readonly since: BusinessDay } | 'all';

/** The start of the scope's day, as SQL. */
export const sinceOf = (scope: { readonly since: BusinessDay }): RawBuilder<unknown> =>
  sql`${timestamp(instantOfDayStart(scope.since))}::timestamptz`;

/** SQL condition: a row with user and order is in scope. `of` is its table alias. */
export function isWithin(scope: Scope, of: string): RawBuilder<unknown> {
  if (scope === 'all') return sql`true`;
  return sql`(${sql.ref(`${of}.user_id`)}, ${sql.ref(`${of}.order_id`)}) in (${keysOf(scope)})`;
}

/** SQL condition: a row of a user is in scope. */
export function isUserWithin(scope: Scope, of: string): RawBuilder<unknown> {
  if (scope === 'all') return sql`true`;
  return sql`${sql.ref(`${of}.user_id`)} in (select user_id from (${keysOf(scope)}) k)`;
}

/** SQL condition: a journal was posted within the scope. */
export function isBookedSince(scope: Scope, of: string): RawBuilder<unknown> {
  return scope === 'all' ? sql`true` : sql`${sql.ref(`${of}.booked_at`)} >= ${sinceOf(scope)}`;
}

function keysOf(scope: { readonly since: BusinessDay }): RawBuilder<unknown> {
  return sql`
    select user_id, order_id from orders where status in ${anyStatusOf(openOrderStatuses)}
    union select user_id, order_id from orders where closed_at >= ${sinceOf(scope)}
    union select user_id, order_id from journals where booked_at >= ${sinceOf(scope)} and order_id is not null`;
}
