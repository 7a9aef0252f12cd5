import { type Borrower, makeBorrower } from './borrower.ts';
import { control, moveDays } from './our-server.ts';

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

interface LoanPlan {
  readonly borrower: Borrower;
  readonly startDay: number;
  /** The day on which an unrepaid last loan starts: it is active or overdue at the end. */
  readonly lastLoanFrom: number | null;
  /** How many loans the borrower takes. */
  readonly loanCount: number;
  taken: number;
  open: { repayId: string; since: number } | null;
}

/**
 * Runs a month and a few days of borrowers against a server that also runs the jobs and closes each
 * day: loans settled, active, due and overdue, of all ages.
 * @returns the borrowers' user ids
 */
export async function runLoanMonth(port: number): Promise<string[]> {
  const plans: LoanPlan[] = [];

  await makeBorrower(port);
  for (let index = 0; index < BORROWERS; index += 1)
    plans.push({
      borrower: await makeBorrower(port),
      startDay: index % START_WITHIN_DAYS,
      lastLoanFrom: index % 3 === 0 ? DAYS - RUNNING_LOAN_AGES[index / 3]! : null,
      loanCount: index % 3 === 0 ? 1 + ((index / 3) % LOANS.length) : LOANS.length,
      taken: 0,
      open: null,
    });

  for (let day = 0; day < DAYS; day += 1) {
    for (const plan of plans) await runDay(plan, day);
    await control(port, 'settle', { forMs: 60_000 });
    await moveDays(port, 1);
  }

  return plans.map(({ borrower }) => borrower.userId);
}

async function runDay(plan: LoanPlan, day: number): Promise<void> {
  const { borrower } = plan;
  if (plan.open) {
    const isKept = plan.lastLoanFrom !== null && plan.taken === plan.loanCount;
    if (isKept || day - plan.open.since < (LOANS[plan.taken - 1]?.days ?? 0)) return;

    await borrower.payAll(plan.open.repayId);
    plan.open = null;

    return;
  }

  const loan = LOANS[plan.taken];
  const startDay =
    plan.taken === plan.loanCount - 1 && plan.lastLoanFrom !== null
      ? plan.lastLoanFrom
      : plan.startDay;
  if (!loan || plan.taken === plan.loanCount || day < startDay) return;

  const { productCode, principalPaise } = loan;
  plan.open = { repayId: await borrower.apply({ productCode, principalPaise }), since: day };
  plan.taken += 1;
}
