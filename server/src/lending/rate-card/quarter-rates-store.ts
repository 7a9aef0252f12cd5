import type { Quarter } from '@noren/core/lending/rate-card';
import type { BusinessDay } from '@noren/core/money/time';
import { sql } from 'kysely';
import { type Db, type Tx, timestamp } from '../../platform/db/db.ts';

/** The code under which the rates of all products' loans are stored. */
export const ALL_PRODUCTS = 'all';

/** What the loans of a quarter cost; without a loan there are no rates. */
export interface QuarterRates {
  readonly firstDay: BusinessDay;
  readonly productCode: string;
  readonly loans: number;
  /** Hundredths of a percent. */
  readonly aprLeast: number | null;
  readonly aprAverage: number | null;
  readonly aprMost: number | null;
  /** Parts per million a year. */
  readonly interestLeast: number | null;
  readonly interestAverage: number | null;
  readonly interestMost: number | null;
  readonly computedAt: number;
}

type RatesOfLoans = Omit<QuarterRates, 'firstDay' | 'computedAt'>;

export async function isQuarterTaken(db: Db, { first }: Quarter): Promise<boolean> {
  const { rows } = await sql`
    select from quarter_rates where first_day = ${first} limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * The lowest, average and highest rates of the loans paid out in a quarter, of each product and of
 * all. A loan counts by its principal in the average.
 */
export async function computeRates(tx: Tx, quarter: Quarter): Promise<RatesOfLoans[]> {
  const [all, each] = [sql`${sql.lit(ALL_PRODUCTS)}::text`, sql`o.product_code`];
  const rows: RatesOfLoans[] = [];

  for (const code of [all, each]) {
    const read = await sql<RatesOfLoans>`
      select ${code} as product_code, count(*) as loans,
        min(r.apr) as apr_least, max(r.apr) as apr_most,
        round(sum(r.apr * o.principal_paise) / sum(o.principal_paise))::int as apr_average,
        min(r.interest) as interest_least, max(r.interest) as interest_most,
        round(sum(r.interest * o.principal_paise) / sum(o.principal_paise))::int
          as interest_average
      from orders o cross join lateral (
        select (o.terms->'quote'->>'aprHundredths')::int as apr,
               (o.terms->'quote'->>'interestPpmPerDay')::int * 365 as interest) r
      where o.disbursed_day between ${quarter.first} and ${quarter.last}
      ${code === each ? sql`group by o.product_code` : sql``}`.execute(tx);

    rows.push(...read.rows);
  }

  return rows;
}

/** Stores a quarter's rates, unless they are stored. */
export async function saveRates(
  db: Db,
  { first }: Quarter,
  { rates, now }: { rates: readonly RatesOfLoans[]; now: number },
): Promise<void> {
  await sql`
    insert into quarter_rates (first_day, product_code, loans, apr_least, apr_average, apr_most,
      interest_least, interest_average, interest_most, computed_at)
    select ${first}::date, r.product_code, r.loans, r.apr_least, r.apr_average, r.apr_most,
      r.interest_least, r.interest_average, r.interest_most, ${timestamp(now)}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rates.map(toRecord))}::jsonb) r(
      product_code text, loans int, apr_least int, apr_average int, apr_most int,
      interest_least int, interest_average int, interest_most int)
    on conflict do nothing`.execute(db);
}

const toRecord = (rates: RatesOfLoans) => ({
  product_code: rates.productCode,
  loans: rates.loans,
  apr_least: rates.aprLeast,
  apr_average: rates.aprAverage,
  apr_most: rates.aprMost,
  interest_least: rates.interestLeast,
  interest_average: rates.interestAverage,
  interest_most: rates.interestMost,
});

/** The rates of the last quarters, newest first, all products' before those of each. */
export async function listQuarterRates(db: Db, quarters: number): Promise<QuarterRates[]> {
  const read = await sql<QuarterRates>`
    select first_day::text, product_code, loans, apr_least, apr_average, apr_most, interest_least,
      interest_average, interest_most, computed_at
    from quarter_rates
    where first_day in (
      select q.first_day from quarter_rates q where q.product_code = ${ALL_PRODUCTS}
      order by q.first_day desc limit ${quarters})
    order by first_day desc, product_code <> ${ALL_PRODUCTS}, product_code`.execute(db);
  return read.rows;
}
