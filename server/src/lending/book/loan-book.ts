import { type LoanEvent, type LoanView, viewLoan } from '@noren/core/lending/loan';
import { type Quote, toLoanTerms } from '@noren/core/lending/offer';
import { activeOrOverdue, OrderStatus } from '@noren/core/lending/order-status';
import { sumBuckets } from '@noren/core/lending/repayment';
import type { BusinessDay } from '@noren/core/money/time';
import type { Db, Tx } from '../../platform/db/db.ts';
import { readJournals } from './journal-store.ts';
import type { Account, Line, OrderKey, PostedJournal } from './ledger.ts';
import {
  accruedThrough,
  effectiveDay,
  journalsOfLoan,
  sumAccount,
  toLoanEvents,
} from './loan-events.ts';

/** The terms the borrower accepted, stored in `orders.terms`. */
export interface OrderTerms {
  readonly quote: Quote;
  readonly lenderName: string;
}

/** An order's journals, its loan events and its balances at the end of a day. */
export interface Loan {
  readonly journals: PostedJournal[];
  readonly facts: LoanEvent[];
  readonly view: LoanView;
  readonly asOf: BusinessDay;
}

/** The loan at the end of a business day, computed from its terms and journals. */
export function buildLoan(terms: OrderTerms, journals: PostedJournal[], asOf: BusinessDay): Loan {
  const facts = toLoanEvents(journals);
  return { journals, facts, view: viewLoan(toLoanTerms(terms.quote), facts, asOf), asOf };
}

/** The loan as of today; see {@link effectiveDay} for journals dated later. */
export function loanToday(
  terms: OrderTerms,
  journals: readonly PostedJournal[],
  today: BusinessDay,
): Loan {
  return buildLoan(terms, [...journals], effectiveDay(journals, today));
}

/** Reads an order's journals and computes the loan as of today. */
export async function readLoan(
  db: Db | Tx,
  order: OrderKey & { terms: OrderTerms },
  today: BusinessDay,
): Promise<Loan> {
  return loanToday(order.terms, await readJournals(db, order.userId, order.orderId), today);
}

/**
 * The status to show: active and overdue are derived from the ledger and the day; every other
 * status is the stored one.
 */
export function displayedStatus(stored: number, view: LoanView): number {
  return stored === OrderStatus.active || stored === OrderStatus.overdue
    ? activeOrOverdue(view.overdueDays)
    : stored;
}

/**
 * The amount that closes the loan today, in paise: everything owed plus what was written off and
 * not recovered.
 */
export function payoffAmount(view: LoanView): number {
  return view.totalOwed + sumBuckets(view.writtenOff) - sumBuckets(view.recovered);
}

/**
 * The balances that an order's accounts should have as of its last accrual, computed from its
 * events.
 */
export function expectedBalances(
  terms: OrderTerms,
  journals: readonly PostedJournal[],
): (readonly [Account, number])[] {
  const facts = toLoanEvents(journals);
  const [first] = facts;
  if (!first) return [];

  const view = viewLoan(toLoanTerms(terms.quote), facts, accruedThrough(journals) ?? first.day);
  return balancesAt(terms, journals, accruedThrough(journals) ? view : withoutInterest(view));
}

/**
 * The disbursement posts principal only; interest of the first day is posted by the first accrual.
 */
function withoutInterest(view: LoanView): LoanView {
  const none = { ...view.charged, interest: view.paid, penal: view.paid };
  return { ...view, interestOwed: view.paid, penalOwed: view.paid, charged: none };
}

/**
 * The balance of every account of an order for a computed loan. Fees and GST include extensions
 * that are not reversed.
 */
export function balancesAt(
  terms: OrderTerms,
  journals: readonly PostedJournal[],
  view: LoanView,
): (readonly [Account, number])[] {
  const { quote } = terms;
  const added = extensionFees(journals);
  const lent = view.disbursedDay === undefined ? NOT_LENT : quote;
  const processing = view.feeReversed > 0 ? NOT_LENT : lent;

  return [
    ['settlement_out', -lent.netDisbursed],
    ['settlement_in', view.paid - view.chargedBack],
    ['interest_receivable', view.interestOwed],
    ['interest_income', -view.charged.interest],
    ['penal_receivable', view.penalOwed],
    ['penal_income', -view.charged.penal],
    ['fees_receivable', view.feesOwed],
    ['fee_income', -(processing.fee + processing.feeDiscount + added.fee)],
    ['fee_discount', processing.feeDiscount],
    ['gst_payable', -(processing.gst + added.gst)],
    ['loan_principal', view.principalOwed],
    ['waiver_expense', view.waived],
    ['write_off_expense', sumBuckets(view.writtenOff)],
    ['recovery_income', -sumBuckets(view.recovered)],
    ['refunds_out', -view.refunded],
    ['borrower_credit', -view.overpaid],
  ];
}

/**
 * The amounts booked at payout for a loan that was not paid out or whose payout was reversed. The
 * fee is 0 too once it was reversed.
 */
const NOT_LENT = { netDisbursed: 0, fee: 0, feeDiscount: 0, gst: 0 } as const;

function extensionFees(posted: readonly PostedJournal[]): { fee: number; gst: number } {
  const journals = journalsOfLoan(posted);
  const reversed = new Set(journals.flatMap(({ reverses }) => reverses ?? []));
  const unreversed = journals.filter(
    ({ kind, journalId }) => kind === 'extension' && !reversed.has(journalId),
  );

  return {
    fee: unreversed.reduce((sum, { detail }) => sum + (detail.feePaise ?? 0), 0),
    gst: unreversed.reduce((sum, { detail }) => sum + (detail.gstPaise ?? 0), 0),
  };
}

/** Sums of an order's entries by account. */
export function sumBalances(journals: readonly PostedJournal[]): Partial<Record<Account, number>> {
  const sums: Partial<Record<Account, number>> = {};
  for (const { lines } of journals)
    for (const [account, amount] of lines) sums[account] = (sums[account] ?? 0) + amount;
  return sums;
}

/**
 * A receivable gets one line for what was charged and one for what was paid: their net alone would
 * hide both.
 */
const INCOME_OF: Partial<Record<Account, readonly Account[]>> = {
  interest_receivable: ['interest_income'],
  penal_receivable: ['penal_income'],
  fees_receivable: ['fee_income', 'gst_payable'],
};

/** The lines that bring every account of an order, but those of its hold, back to zero. */
export function clearingLines(posted: readonly PostedJournal[]): Line[] {
  return Object.entries(sumBalances(posted)).flatMap(([account, amount]): Line[] =>
    amount === 0 || account === 'limit_held' || account === 'limit_promised'
      ? []
      : [[account as Account, -amount]],
  );
}

/** The lines that move an order's accounts from their posted balances to the target balances. */
export function adjustingLines(
  posted: readonly PostedJournal[],
  target: readonly (readonly [Account, number])[],
): Line[] {
  const balances = sumBalances(posted);
  const lines = target.map(
    ([account, amount]): Line => [account, amount - (balances[account] ?? 0)],
  );

  return lines
    .flatMap(([account, amount]): Line[] => {
      const incomes = INCOME_OF[account];
      // The processing fee is deducted from the payout and never receivable.
      if (!incomes || (account === 'fees_receivable' && amount === 0)) return [[account, amount]];

      const charged = -incomes.reduce((sum, income) => sum + sumAccount(lines, income), 0);
      return [
        [account, charged],
        [account, amount - charged],
      ];
    })
    .filter(([, amount]) => amount !== 0);
}

/** Interest and penal charge accrued since the last posting. */
export function unpostedAccruals(
  terms: OrderTerms,
  { journals, facts, view }: Loan,
): { kind: 'interest' | 'penal'; days: number; amountPaise: number }[] {
  const through = accruedThrough(journals);
  const before = through ? viewLoan(toLoanTerms(terms.quote), facts, through) : null;

  return (['interest', 'penal'] as const)
    .map((kind) => ({
      kind,
      days: view[`${kind}Days`] - (before?.[`${kind}Days`] ?? 0),
      amountPaise: view.charged[kind] - (before?.charged[kind] ?? 0),
    }))
    .filter((one) => one.amountPaise > 0);
}
