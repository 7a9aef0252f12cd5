import { divideRounded, min, type Paise, paise, ratioOf, subtract } from './money.ts';
import { addDays, addMonths, type BusinessDay } from './time.ts';

/** One row of a repayment schedule (RBI KFS, Annex C). Amounts in paise; `outstanding` is before the instalment. */
export type Instalment = {
  number: number;
  dueDay: BusinessDay;
  outstanding: Paise;
  principal: Paise;
  interest: Paise;
  amount: Paise;
};

/** The one-instalment schedule of a loan repaid whole after so many days, at simple interest a day, half up. */
export function singleInstalment(loan: {
  principal: Paise;
  interestPpmPerDay: number;
  startDay: BusinessDay;
  tenorDays: number;
}): Instalment[] {
  const interest = ratioOf(
    loan.principal,
    BigInt(loan.interestPpmPerDay) * BigInt(loan.tenorDays),
    1_000_000,
    'half-up',
  );
  const amount = paise(loan.principal + interest);
  const dueDay = addDays(loan.startDay, loan.tenorDays);
  return [{ number: 1, dueDay, outstanding: loan.principal, principal: loan.principal, interest, amount }];
}

/**
 * A schedule of equal monthly instalments at a yearly rate on the reducing balance: one twelfth of the rate a month,
 * each interest half up to a paisa; the last instalment takes what rounding left. `count` 1 to 600.
 * Throws RangeError for a count outside that. Source: RBI KFS circular, Annexes B and C.
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
    const interest = ratioOf(outstanding, loan.ratePpmPerYear, 12_000_000, 'half-up');
    const principal = number === loan.count ? outstanding : min(outstanding, subtract(equal, interest));
    const amount = paise(principal + interest);
    rows.push({ number, dueDay: addMonths(loan.startDay, number), outstanding, principal, interest, amount });
    outstanding = subtract(outstanding, principal);
  }
  return rows;
}

/**
 * The equal instalment that repays a loan at one twelfth of the yearly rate a month, half up to a paisa:
 * P·i / (1 − (1 + i)^−n). Exact inside, as a fraction of whole numbers.
 */
function equalAmount(principal: Paise, ratePpmPerYear: number, count: number): Paise {
  if (ratePpmPerYear === 0) return ratioOf(principal, 1, count, 'half-up');
  const whole = 12_000_000n;
  const rate = BigInt(ratePpmPerYear);
  const grown = (whole + rate) ** BigInt(count);
  const flat = whole ** BigInt(count);
  return paise(Number(divideRounded(BigInt(principal) * rate * grown, whole * (grown - flat), 'half-up')));
}
