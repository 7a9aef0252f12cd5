import { type RawBuilder, sql } from 'kysely';
import { isInDays } from '../../platform/db/on-day.ts';

/**
 * Which rows of a list of money are asked for: of these business days, both included, and of
 * exactly this amount.
 */
export interface ListFilter {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly amountPaise?: number | undefined;
}

/** SQL condition: a row's instant and amount are as asked for. */
export function isAsked(
  { amountPaise, ...days }: ListFilter,
  at: RawBuilder<unknown>,
  amount: RawBuilder<unknown>,
): RawBuilder<boolean> {
  const isOfAmount = amountPaise === undefined ? sql`true` : sql`${amount} = ${amountPaise}`;
  return sql<boolean>`(${isInDays(at, days)} and ${isOfAmount})`;
}
