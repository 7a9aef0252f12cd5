import { add, type Paise, rupees, zeroPaise } from '../money/money.ts';
import { addDays, type BusinessDay } from '../money/time.ts';
import { type LoanEvent, type LoanTerms, type LoanView, viewLoan } from './loan.ts';
import { isInSettlementGrace } from './loan-apply.ts';
import { productConvention } from './loan-convention.ts';
import { sumBuckets } from './repayment.ts';

/**
 * The amount that settles a loan on a day, by bucket and in all, in paise. `owedBack` is what the
 * lender must refund instead.
 */
export type SettlementQuote = {
  day: BusinessDay;
  fees: Paise;
  interest: Paise;
  principal: Paise;
  penal: Paise;
  total: Paise;
  owedBack: Paise;
};

/**
 * The payment on `day`, after the facts so far, that settles the loan, equal to the paisa to what
 * `viewLoan` then allocates. All zeros before the disbursement and once settled. Source:
 * `docs/domain.md`, prepayment.
 */
export function settlementQuote(
  terms: LoanTerms,
  events: readonly LoanEvent[],
  day: BusinessDay,
): SettlementQuote {
  const view = viewLoan(terms, events, day);
  const interest = isWithoutInterest(terms, view, day) ? zeroPaise : view.interestOwed;
  const { feesOwed: fees, principalOwed: principal, penalOwed: penal, overpaid: owedBack } = view;

  return {
    day,
    fees,
    interest,
    principal,
    penal,
    total: add(fees, interest, principal, penal),
    owedBack,
  };
}

function isWithoutInterest(terms: LoanTerms, view: LoanView, day: BusinessDay): boolean {
  const convention = { ...productConvention, ...terms.convention };
  return view.disbursedDay !== undefined && isInSettlementGrace(convention, view.disbursedDay, day);
}

/** Principal below this is a residual too small to collect: it is waived without a payment. */
const RESIDUAL_BELOW = rupees(1);

/**
 * Whether the borrower repaid the loan, which makes them a regular borrower: it is settled, nothing
 * was ever written off, even if recovered, and no principal was waived without a payment. Source:
 * `docs/domain.md`, "Products".
 */
export function isRepaid(view: LoanView): boolean {
  return view.isSettled && sumBuckets(view.writtenOff) === 0 && !isWaived(view);
}

/** Whether the loan is settled because the lender waived principal without a payment. */
export function isWaived(view: LoanView): boolean {
  return view.isSettled && view.principalWaivedAlone >= RESIDUAL_BELOW;
}

/** Why a loan cannot be returned. */
export type ReturnRefusal = 'not-disbursed' | 'nothing-owed' | 'too-late';

/**
 * The cost of a return in the cooling-off period, or why there is none. `lastDay` is the last day
 * for it.
 */
export type CoolingOffReturn =
  | { ok: true; lastDay: BusinessDay; principal: Paise; interest: Paise; fees: Paise; total: Paise }
  | { ok: false; reason: ReturnRefusal; lastDay?: BusinessDay };

/**
 * What the borrower pays on `day` to return the loan: the principal and the interest of the days
 * held, no penalty. Open for `coolingOffDays` after the disbursement. Source: `docs/domain.md`,
 * cooling-off; RBI (Digital Lending) 2025.
 */
export function coolingOffReturn(
  terms: LoanTerms,
  events: readonly LoanEvent[],
  day: BusinessDay,
  coolingOffDays: number,
): CoolingOffReturn {
  const { disbursedDay } = viewLoan(terms, events, day);
  if (disbursedDay === undefined) return { ok: false, reason: 'not-disbursed' };

  const lastDay = addDays(disbursedDay, coolingOffDays);
  if (day > lastDay) return { ok: false, reason: 'too-late', lastDay };

  const { principal, interest, fees } = settlementQuote(terms, events, day);
  // A loan of one day can be overdue while it may still be returned; a return carries no penalty.
  const total = add(principal, interest, fees);
  if (total === 0) return { ok: false, reason: 'nothing-owed', lastDay };

  return { ok: true, lastDay, principal, interest, fees, total };
}
