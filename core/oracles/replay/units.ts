import { creditLines, isReusableAfterReversal } from '../../src/lending/coupon-lines.ts';
import {
  type HoldAnswer,
  holdBalances,
  placeHold,
  postHold,
  voidHold,
} from '../../src/lending/hold.ts';
import { type LoanEvent, viewLoan } from '../../src/lending/loan.ts';
import { applyPpm, divideRounded, type Paise, paise, zeroPaise } from '../../src/money/money.ts';
import { addDays } from '../../src/money/time.ts';
import { dailyTerms } from './daily.ts';
import { interestFor, percentPerDay } from './rates.ts';
import { Differences, type OracleCase, parseAmount, parseDay, scaled } from './read.ts';

type CaseInput = Record<string, unknown>;

/**
 * C3: the part of a balance that a yearly rate is for some days; and what a business date means.
 */
export function replayRateUnit(one: OracleCase): string[] {
  const differences = new Differences();
  const [given, expected] = [
    one.given as CaseInput,
    one.expect as Record<string, Record<string, string> | string>,
  ];

  for (const [name, figures] of Object.entries(expected)) {
    if (typeof figures === 'string')
      checkBusinessDate(differences, { given, name, figure: figures });
    else {
      for (const [days, factor] of Object.entries(figures)) {
        const rate = percentPerDay(String(given.annualPct), Number(name));
        const part = rate.numerator * BigInt(Number.parseInt(days, 10)) * 10n ** 12n;
        const got = divideRounded(part, rate.denominator, 'half-up');
        differences.same(`${days} of ${name}`, String(got), String(scaled(factor, 12)));
      }
    }
  }

  return differences.found;
}

function checkBusinessDate(
  differences: Differences,
  at: { given: CaseInput; name: string; figure: string },
): void {
  const today = parseDay(at.given.businessDate);
  if (/^lastClosed/.test(at.name)) {
    differences.same(at.name, addDays(today, -1), parseDay(at.figure));
    return;
  }

  // An event of tomorrow does not count today, whenever it was recorded.
  const terms = dailyTerms({
    principal: paise(100),
    rate: percentPerDay('0'),
    lastDay: 9,
    convention: {},
  });
  const facts: LoanEvent[] = [
    { kind: 'disbursement', id: 'd', day: addDays(today, -1) },
    { kind: 'payment', id: 'p', day: addDays(today, 1), amount: paise(100) },
  ];
  const counts = viewLoan(terms, facts, today).paid > 0;

  differences.same(at.name, counts ? 'accepted' : 'rejected', at.figure);
}

/** D: interest and fees that always round up. */
export function replayRoundedUp(one: OracleCase): string[] {
  const differences = new Differences();
  const [given, expected] = [one.given as CaseInput, one.expect as Record<string, string>];

  if (given.days !== undefined) {
    const rate = percentPerDay(String(given.annualPct), 365);
    const interest = interestFor(parseAmount(given.principal), rate, Number(given.days), 'up');
    differences.same('interest', interest, parseAmount(expected.interest));
  } else if (given.feePct !== undefined) {
    const fee = applyPpm(parseAmount(given.amount), Number(scaled(String(given.feePct), 4)), 'up');
    differences.same('fee', fee, parseAmount(expected.fee));
  } else differences.same('not a figure of ours', Object.keys(given), []);

  return differences.found;
}

const reasonNames: Record<string, string> = {
  'already-posted': 'pending_transfer_already_posted',
  'already-void': 'pending_transfer_already_voided',
  expired: 'pending_transfer_expired',
  'above-held': 'exceeds_pending_transfer_amount',
};

/** F: an amount set aside, then used or freed, once. Three snapshots: before, pending, resolved. */
export function replayHold(one: OracleCase): string[] {
  const differences = new Differences();
  const given = one.given as { pending: number; then: string | string[]; timeoutPassed?: boolean };
  const expected = one.expect as Record<string, { pending: number[]; posted: number[] } | string>;
  const steps = [given.then].flat();
  let hold = placeHold(paise(given.pending), given.timeoutPassed ? 1 : undefined);
  const pending = holdBalances(hold, 0);
  const nowMs = given.timeoutPassed ? 1 : 0;
  let last: HoldAnswer | undefined;

  for (const step of steps) {
    const amount = /^post (\d+)$/.exec(step)?.[1];
    const use = { nowMs, ...(amount === undefined ? {} : { amount: paise(Number(amount)) }) };
    last = /^void/.test(step) ? voidHold(hold, use) : postHold(hold, use);
    if (last.ok) hold = last.hold;
  }

  const resolved = holdBalances(hold, nowMs);
  for (const [side, figures] of Object.entries(expected)) {
    if (typeof figures === 'string') {
      differences.same(side, last && !last.ok ? reasonNames[last.reason] : 'ok', figures);
    } else {
      const snapshots = {
        pending: [0, pending.pending, resolved.pending],
        posted: [0, pending.posted, resolved.posted],
      };
      differences.same(side, snapshots, { pending: figures.pending, posted: figures.posted });
    }
  }

  return differences.found;
}

/** H: what a coupon takes off lines, what is left of it, and whether it comes back. */
export function replayCoupon(one: OracleCase): string[] {
  const differences = new Differences();
  const [given, expected] = [one.given as CaseInput, one.expect as CaseInput];

  if (given.creditReversed !== undefined) {
    const back = (isWithdrawn: boolean, isForever: boolean) =>
      isReusableAfterReversal({ isWithdrawn, isForever });
    const text = String(expected.coupon);

    differences.same('given back', back(false, false), /active again/.test(text));
    if (/not for forever/.test(text))
      differences.same('a coupon without end', back(false, true), false);
    if (/coupon itself was terminated/.test(text))
      differences.same('a coupon withdrawn', back(true, false), false);

    return differences.found;
  }

  const lines = (given.lines as number[]).map((line): Paise => paise(line));
  const used = given.usedBefore === undefined ? zeroPaise : paise(Number(given.usedBefore));
  const times = given.remaining === undefined ? {} : { usesLeft: Number(given.remaining) };
  const got = creditLines({ amount: paise(Number(given.coupon)), used, ...times }, lines);
  const named = { ...got, couponSpent: got.isSpent, remainingAfter: got.usesLeft } as Record<
    string,
    unknown
  >;

  for (const [name, figure] of Object.entries(expected))
    differences.same(name, named[name], figure);

  return differences.found;
}
