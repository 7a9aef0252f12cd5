import type { ProductTerms } from '@noren/core/lending/terms';
import { addDays, type BusinessDay } from '@noren/core/money/time';
import { sql } from 'kysely';
import {
  type CreditFacts,
  type CreditRow,
  creditColumns,
  creditTables,
  toCreditFacts,
} from '../../lending/credit/credit-store.ts';
import { type Tx, timestamp } from '../../platform/db/db.ts';
import { executeBatch } from '../../platform/db/statements.ts';
import type { LimitRule } from '../../platform/limits/limit-rules.ts';

/** Everything a quote is made from. */
export interface QuoteInputs {
  readonly credit: CreditFacts;
  /** Today's version of the requested product; undefined when not on offer. */
  readonly product: ProductTerms | undefined;
  /**
   * Creation time (UTC ms) of the oldest quote in a full rate-limit window; 0 while the window has
   * room.
   */
  readonly fullSince: number;
}

type Row = CreditRow & { readonly terms: ProductTerms | null; readonly fullSince: number | null };

/**
 * Reads the inputs in one statement. An advisory lock serialises a user's quotes until the
 * transaction ends, so that concurrent quotes cannot exceed the rate limit.
 */
export async function readQuoteInputs(
  tx: Tx,
  input: { userId: string; today: BusinessDay; now: number; productCode: string; rule: LimitRule },
): Promise<QuoteInputs> {
  const { userId, today, now, productCode, rule } = input;
  const since = timestamp(now - rule.windowMs);
  const numberedFrom = `NK${addDays(today, -1).replaceAll('-', '').slice(2)}`;
  const [, rows] = await executeBatch(tx, [
    sql`select pg_advisory_xact_lock(hashtextextended('quote:' || ${userId}::text, 0))`,
    sql<Row>`
  select ${creditColumns},
   (select p.terms from product_versions p
    where p.code = ${productCode} and p.effective_from <= ${today}::date
      and (p.effective_to is null or p.effective_to >= ${today}::date)
    order by p.version desc limit 1) as terms,
   (select q.created_at from quotes q
    where q.user_id = ${userId}::uuid and q.proposal_no >= ${numberedFrom}
      and q.created_at > ${since}
    order by q.created_at desc offset ${rule.most - 1} limit 1) as full_since
  from ${creditTables(userId, today)}`,
  ]);
  const row = rows[0]!;

  return {
    credit: toCreditFacts(row),
    product: row.terms ?? undefined,
    fullSince: row.fullSince ?? 0,
  };
}
