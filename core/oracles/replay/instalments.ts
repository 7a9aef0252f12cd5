import type { Instalment } from '../../src/lending/schedule.ts';
import {
  add,
  applyRatio,
  divideRounded,
  min,
  type Paise,
  paise,
  type Rounding,
  subtract,
  zeroPaise,
} from '../../src/money/money.ts';
import type { DayRate } from '../../src/money/rate.ts';
import { addDays, addMonths, type BusinessDay } from '../../src/money/time.ts';
import { interestFor } from './rates.ts';

/**
 * The schedule of any payments at simple interest a day: interest on what is left since the payment
 * before, rounded once a payment, then principal; the last payment takes whatever is left.
 * `afterDays` rise from 0 on; a payment that does not cover the interest leaves the rest of it for
 * the next. Throws RangeError for days out of order or no rows.
 */
export function dailyInstalments(loan: {
  principal: Paise;
  rate: DayRate;
  rounding: Rounding;
  startDay: BusinessDay;
  payments: readonly { afterDays: number; amount: Paise }[];
}): Instalment[] {
  const rows: Instalment[] = [];
  let [outstanding, unpaid, before] = [loan.principal, zeroPaise, 0];

  for (const [index, payment] of loan.payments.entries()) {
    const days = payment.afterDays - before;
    if (days < 0 || (days === 0 && index > 0)) throw new RangeError('payments are not in order');

    const due = add(unpaid, interestFor(outstanding, loan.rate, days, loan.rounding));
    const isLast = index === loan.payments.length - 1;
    const interest = isLast ? due : min(due, payment.amount);
    const principal = isLast ? outstanding : min(outstanding, subtract(payment.amount, interest));
    const amount = add(principal, interest);
    const dueDay = addDays(loan.startDay, payment.afterDays);

    rows.push({ number: index + 1, dueDay, outstanding, principal, interest, amount });
    [outstanding, unpaid, before] = [
      subtract(outstanding, principal),
      subtract(due, interest),
      payment.afterDays,
    ];
  }

  if (rows.length === 0) throw new RangeError('a schedule has a payment');

  return rows;
}

/**
 * The equal payment on each of the days that repays a loan at simple interest a day, half up to a
 * paisa: exact inside, as long as it covers each interest. `afterDays` rise from above 0 on.
 */
export function levelPayment(loan: {
  principal: Paise;
  rate: DayRate;
  afterDays: readonly number[];
}): Paise {
  const { numerator, denominator } = loan.rate;
  // What one unit has grown to, and what one unit paid each time has grown to, over the same
  // denominator.
  let [grown, paid, over, before] = [1n, 0n, 1n, 0];

  for (const after of loan.afterDays) {
    const factor = denominator + numerator * BigInt(after - before);
    over *= denominator;
    [grown, paid, before] = [grown * factor, paid * factor + over, after];
  }

  return paise(Number(divideRounded(BigInt(loan.principal) * grown, paid, 'half-up')));
}

/**
 * A schedule of equal monthly instalments at a yearly rate on the reducing balance: one twelfth of
 * the rate a month, each interest half up to a paisa; the last instalment takes what rounding left.
 * `count` 1 to 600. Throws RangeError for a count outside that. Source: RBI KFS circular, Annexes B
 * and C.
 */
export function equalInstalments(loan: {
  principal: Paise;
  ratePpmPerYear: number;
  count: number;
  startDay: BusinessDay;
}): Instalment[] {
  if (!Number.isSafeInteger(loan.count) || loan.count < 1 || loan.count > 600) {
    throw new RangeError(`not a number of instalments: ${loan.count}`);
  }

  const equal = equalAmount(loan.principal, loan.ratePpmPerYear, loan.count);
  const rows: Instalment[] = [];
  let outstanding = loan.principal;

  for (let number = 1; number <= loan.count; number += 1) {
    const interest = applyRatio(outstanding, loan.ratePpmPerYear, 12_000_000, 'half-up');
    const principal =
      number === loan.count ? outstanding : min(outstanding, subtract(equal, interest));
    const amount = paise(principal + interest);

    rows.push({
      number,
      dueDay: addMonths(loan.startDay, number),
      outstanding,
      principal,
      interest,
      amount,
    });
    outstanding = subtract(outstanding, principal);
  }

  return rows;
}

/**
 * The equal instalment that repays a loan at one twelfth of the yearly rate a month, half up to a
 * paisa: P·i / (1 − (1 + i)^−n). Exact inside, as a fraction of whole numbers.
 */
function equalAmount(principal: Paise, ratePpmPerYear: number, count: number): Paise {
  if (ratePpmPerYear === 0) return applyRatio(principal, 1, count, 'half-up');

  const whole = 12_000_000n;
  const rate = BigInt(ratePpmPerYear);
  const grown = (whole + rate) ** BigInt(count);
  const flat = whole ** BigInt(count);

  return paise(
    Number(divideRounded(BigInt(principal) * rate * grown, whole * (grown - flat), 'half-up')),
  );
}
