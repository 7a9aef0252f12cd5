import { type Borrower, makeBorrower, payAll } from './borrower.ts';
import { control, moveDays } from './our-program.ts';

/** Borrowers whose lives are copied, and the days they live. */
const PEOPLE = 16;
export const DAYS = 34;
/** Each begins on a day of its own of the first so many. */
const BEGIN_WITHIN = 8;

/** What a borrower takes, one loan after the other, and after how many days each is repaid. */
const LOANS = [
  { productCode: 'N07', principalPaise: 200_000, days: 6 },
  { productCode: 'N15', principalPaise: 300_000, days: 9 },
  { productCode: 'N07', principalPaise: 250_000, days: 3 },
  { productCode: 'N15', principalPaise: 200_000, days: 4 },
] as const;

/** Every third borrower keeps the last loan: so old is it at the end, in days. */
const KEPT_AGES = [2, 5, 9, 12, 4, 20];

interface Life {
  readonly borrower: Borrower;
  readonly begins: number;
  /** The day on which a last loan begins that is kept: it runs at the end, or has come to be overdue. */
  readonly keepsFrom: number | null;
  /** How many loans are taken. */
  readonly most: number;
  taken: number;
  open: { repayId: string; since: number } | null;
}

/**
 * Lets borrowers live a month and a few days against a server that also runs the jobs, each day closed by it: loans
 * settled, running, due and overdue, of all ages. @returns their users' ids
 */
export async function liveAMonth(port: number): Promise<string[]> {
  const lives: Life[] = [];
  for (let index = 0; index < PEOPLE; index += 1)
    lives.push({
      borrower: await makeBorrower(port),
      begins: index % BEGIN_WITHIN,
      keepsFrom: index % 3 === 0 ? DAYS - KEPT_AGES[index / 3]! : null,
      most: index % 3 === 0 ? 1 + ((index / 3) % LOANS.length) : LOANS.length,
      taken: 0,
      open: null,
    });
  for (let day = 0; day < DAYS; day += 1) {
    for (const life of lives) await liveADay(port, life, day);
    await control(port, 'settle', { forMs: 60_000 });
    await moveDays(port, 1);
  }
  return lives.map(({ borrower }) => borrower.userId);
}

async function liveADay(port: number, life: Life, day: number): Promise<void> {
  const { borrower } = life;
  if (life.open) {
    const isKept = life.keepsFrom !== null && life.taken === life.most;
    if (isKept || day - life.open.since < (LOANS[life.taken - 1]?.days ?? 0)) return;
    await payAll(port, borrower, life.open.repayId);
    life.open = null;
    return;
  }
  const loan = LOANS[life.taken];
  const begins = life.taken === life.most - 1 && life.keepsFrom !== null ? life.keepsFrom : life.begins;
  if (!loan || life.taken === life.most || day < begins) return;
  const { productCode, principalPaise } = loan;
  life.open = { repayId: await borrower.apply({ productCode, principalPaise }), since: day };
  life.taken += 1;
}
