import { addDays, type BusinessDay, businessDay, businessDayOf } from '@noren/core/money/time';
import { sql } from 'kysely';
import { type Tx, timestamp } from '../../platform/db/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { lastClosedDay } from '../close-of-day/closed-days-store.ts';
import type { Seen } from './check-orders.ts';
import { listProviderDiscrepancies, wordsOf } from './provider-discrepancies.ts';
import { reconcileDay, type StatementDifference } from './reconcile-day.ts';

/** Days on which something did not agree are looked at again for so long: a provider may correct its account. */
const AGAIN_DAYS = 7;

/** Lays the providers' accounts of all days that were closed and not looked at yet beside the ledger, and keeps what differs. */
export async function reconcileStatements(deps: Deps): Promise<void> {
  const last = await lastClosedDay(deps.db);
  if (last === null) return;
  for (const day of await daysToReconcile(deps, last)) {
    const found = await reconcileDay(deps, day);
    const differences = found.filter(({ what }) => what !== 'taken_in');
    await sql`
      insert into provider_reconciliations (day, checked_at, differences)
      values (${day}, ${timestamp(deps.now())}, ${JSON.stringify(differences)}::jsonb)
      on conflict (day) do update set checked_at = excluded.checked_at, differences = excluded.differences`.execute(
      deps.db,
    );
  }
}

async function daysToReconcile({ db }: Deps, last: BusinessDay): Promise<BusinessDay[]> {
  const read = await sql<{ newest: string | null }>`select max(day) as newest from provider_reconciliations`.execute(
    db,
  );
  const again = await sql<{ day: string }>`
    select day from provider_reconciliations
    where day > ${addDays(last, -AGAIN_DAYS)} and differences <> '[]'::jsonb order by day`.execute(db);
  const days = again.rows.map(({ day }) => businessDay(day));
  const newest = read.rows[0]?.newest;
  for (let day = newest ? addDays(businessDay(newest), 1) : last; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}

/**
 * What the newest look at the providers' accounts left standing; a closed day that was not looked at is a fault too. Where
 * a provider said something else of what was decided, its second word moved nothing: it is listed until a person has seen
 * to it.
 */
export async function checkStatements(tx: Tx): Promise<Seen> {
  const last = await lastClosedDay(tx);
  const rows = await tx.selectFrom('provider_reconciliations').selectAll().orderBy('day').execute();
  const problems = rows.flatMap(({ day, differences }) =>
    (differences as StatementDifference[]).map((one) => `${day}: ${describeDifference(one)}`),
  );
  const newest = rows.at(-1)?.day ?? null;
  // One night may pass: the look comes after the close of day.
  if (last !== null && rows.length > 0 && (newest === null || newest < addDays(last, -1)))
    problems.push(`the last day looked at is ${newest}, closed is ${last}`);
  const contradictions = await listProviderDiscrepancies(tx);
  const listed = contradictions.map((one) => `${businessDayOf(one.at)}: ${wordsOf(one)}`);
  return { looked: rows.length, problems, listed };
}

function describeDifference({ kind, ref, what, theirsPaise, oursPaise }: StatementDifference): string {
  switch (what) {
    case 'taken_in':
      return `${kind} ${ref} was missing and is booked now`;
    case 'missing_here':
      return `${kind} ${ref} of ${theirsPaise} paise is the provider’s and not in the ledger`;
    case 'missing_there':
      return `${kind} ${ref} of ${oursPaise} paise is in the ledger and not the provider’s`;
    case 'amount_differs':
      return `${kind} ${ref} is ${theirsPaise} paise by the provider, ${oursPaise} by the ledger`;
    case 'no_answer':
      return `the provider gave no account of its ${kind}s`;
    default: {
      const missing: never = what;
      throw new RangeError(`unknown difference: ${missing}`);
    }
  }
}
