import { sql } from 'kysely';
import { expect } from 'vitest';
import type { StaffClient } from './staff.ts';
import type { TestApp } from './start-app.ts';

/** What the totals of a day should be, summed from all entries. */
async function sumEntries({ db }: TestApp['deps'], day: string) {
  const read = await sql<{ account: string; closing: number }>`
    select account, sum(amount_paise)::bigint as closing
    from journals join entries using (user_id, journal_id)
    where value_day <= ${day}::date group by account order by account`.execute(db);
  const moved = await sql<{ account: string; journals: number }>`
    select account, count(distinct journal_id)::int as journals
    from journals join entries using (user_id, journal_id)
    where (booked_at at time zone 'Asia/Kolkata')::date = ${day}::date
      and account in (
        'settlement_in', 'settlement_out', 'refunds_out', 'unclaimed_funds', 'borrower_credit')
    group by account order by account`.execute(db);

  return { closing: read.rows, moved: moved.rows };
}

/** Expects the totals that staff see of each of these days to be the sums of all entries. */
export async function expectTotalsAgree(
  app: TestApp,
  accountant: StaffClient,
  days: readonly string[],
): Promise<void> {
  for (const day of days) {
    const { accounts } = await accountant.data('bookBalances', { query: { to: day } });
    const { rows } = await accountant.data('moneySettlement', { query: { day } });
    const { closing, moved } = await sumEntries(app.deps, day);
    const shown = accounts.filter((row) => row.debit + row.credit > 0);

    expect(
      shown
        .map((row) => ({ account: row.account, closing: row.closing }))
        .toSorted((a, b) => (a.account < b.account ? -1 : 1)),
    ).toEqual(closing);
    expect(rows.map(({ account, journals }) => ({ account, journals }))).toEqual(moved);
  }
}
