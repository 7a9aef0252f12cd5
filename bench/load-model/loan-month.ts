import type { Client } from 'pg';
import { apply, makeBorrowers, payAll } from './borrower.ts';
import { moveDays, settle } from './our-server.ts';

/** How many borrowers are copied, and over how many days they borrow. */
const BORROWERS = 16;
export const DAYS = 34;
/** Borrowers start on different days, within this many. */
const START_WITHIN_DAYS = 8;

/** The loans of a borrower, one after the other, and after how many days each is repaid. */
const LOANS = [
  { productCode: 'N07', principalPaise: 200_000, days: 6 },
  { productCode: 'N15', principalPaise: 300_000, days: 9 },
  { productCode: 'N07', principalPaise: 250_000, days: 3 },
  { productCode: 'N15', principalPaise: 200_000, days: 4 },
] as const;

/** Every third borrower does not repay the last loan: its age at the end, in days. */
const RUNNING_LOAN_AGES = [2, 5, 9, 12, 4, 20];

interface PlannedLoan {
  readonly loan: (typeof LOANS)[number];
  readonly from: number;
  /** Never where it is not repaid. */
  readonly until: number;
}

/** The loans of the borrower with that index: the next is taken the day after one is repaid. */
function planLoans(index: number): PlannedLoan[] {
  const isOwing = index % 3 === 0;
  const loans = LOANS.slice(0, isOwing ? 1 + ((index / 3) % LOANS.length) : LOANS.length);
  const planned: PlannedLoan[] = [];
  let from = index % START_WITHIN_DAYS;

  for (const loan of loans) {
    planned.push({ loan, from, until: from + loan.days });
    from += loan.days + 1;
  }

  if (isOwing) {
    const { loan } = planned.pop()!;
    planned.push({ loan, from: DAYS - RUNNING_LOAN_AGES[index / 3]!, until: Number.NaN });
  }

  return planned;
}

/**
 * Runs a month and a few days of borrowers against a server that also runs the jobs and closes each
 * day: loans settled, active, due and overdue, of all ages.
 * @returns the borrowers' user ids
 */
export async function runLoanMonth(db: Client, port: number): Promise<string[]> {
  const people = await makeBorrowers(db, port, BORROWERS);
  const plans = people.flatMap((userId, index) =>
    planLoans(index).map((planned) => ({ ...planned, userId, repayId: '' })),
  );

  for (let day = 0; day < DAYS; day += 1) {
    for (const plan of plans) {
      const { userId, loan, from, until } = plan;
      const { productCode, principalPaise } = loan;
      if (day === from) plan.repayId = await apply(port, userId, { productCode, principalPaise });
      if (day === until) await payAll(port, userId, plan.repayId);
    }

    await settle(port);
    await moveDays(port, 1);
  }

  return people;
}
