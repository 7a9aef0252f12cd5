import { applyRatio, type Paise, paise } from '../money/money.ts';
import { addDays, type BusinessDay } from '../money/time.ts';

/**
 * One row of a repayment schedule (RBI KFS, Annex C). Amounts in paise; `outstanding` is before the
 * instalment.
 */
export type Instalment = {
  number: number;
  dueDay: BusinessDay;
  outstanding: Paise;
  principal: Paise;
  interest: Paise;
  amount: Paise;
};

/**
 * The one-instalment schedule of a loan repaid whole after so many days, at simple interest a day,
 * half up.
 */
export function singleInstalment(loan: {
  principal: Paise;
  interestPpmPerDay: number;
  startDay: BusinessDay;
  tenorDays: number;
}): Instalment[] {
  const interest = applyRatio(
    loan.principal,
    BigInt(loan.interestPpmPerDay) * BigInt(loan.tenorDays),
    1_000_000,
    'half-up',
  );
  const amount = paise(loan.principal + interest);
  const dueDay = addDays(loan.startDay, loan.tenorDays);

  return [
    { number: 1, dueDay, outstanding: loan.principal, principal: loan.principal, interest, amount },
  ];
}
