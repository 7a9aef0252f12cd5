import { type LoanEvent, type LoanView, viewLoan } from '@noren/core/loan';
import { paise } from '@noren/core/money';
import { loanTermsOf, type Quote } from '@noren/core/offer';
import { activeOrOverdue } from '@noren/core/order-status';
import { type BusinessDay, businessDay } from '@noren/core/time';
import type { Db, Tx } from './db.ts';
import { type Account, type JournalKind, type Line, type PostedJournal, readJournals } from './ledger.ts';

/** What an order was accepted with, kept in `orders.terms`. */
export interface OrderTerms {
  readonly quote: Quote;
  readonly lenderName: string;
}

/** A payment not yet in the ledger. */
export interface NewPayment {
  readonly day: BusinessDay;
  readonly amountPaise: number;
}

/** Sorts after every journal's own id, so that of two payments of one day the newer comes second. */
const NEW_PAYMENT = 'new';

/** The ledger's journals as the facts of the loan; promises of the limit are none. */
function eventsOf(journals: readonly PostedJournal[]): LoanEvent[] {
  return journals.flatMap((journal): LoanEvent[] => {
    const id = journal.journalId;
    const day = businessDay(journal.valueDay);
    switch (journal.kind) {
      case 'hold':
      case 'release':
        return [];
      case 'disbursement':
        return [{ kind: 'disbursement', id, day }];
      case 'payment':
        return [{ kind: 'payment', id, day, amount: paise(sumOf(journal.lines, 'settlement_in')) }];
      case 'waiver':
        return [{ kind: 'waiver', id, day, amount: paise(sumOf(journal.lines, 'waiver_expense')) }];
      case 'reversal':
        return [{ kind: 'reversal', id, day, of: journal.reverses ?? '' }];
      default: {
        const missing: never = journal.kind;
        throw new RangeError(`unknown journal: ${missing}`);
      }
    }
  });
}

/** What an order stands at by the end of a day, from its terms and its journals. */
function viewOrder(terms: OrderTerms, journals: readonly PostedJournal[], asOf: BusinessDay): LoanView {
  return viewLoan(loanTermsOf(terms.quote), eventsOf(journals), asOf);
}

/** Reads an order's journals and what it stands at. */
export async function readLoan(
  db: Db | Tx,
  order: { userId: string; orderId: string; terms: OrderTerms },
  asOf: BusinessDay,
): Promise<{ journals: PostedJournal[]; view: LoanView }> {
  const journals = await readJournals(db, order.userId, order.orderId);
  return { journals, view: viewOrder(order.terms, journals, asOf) };
}

/** An order's status as the ledger and the day have it: 50 and 60 are derived, every other one is kept. */
export function shownStatus(kept: number, view: LoanView): number {
  return kept === 50 || kept === 60 ? activeOrOverdue(view.overdueDays) : kept;
}

/**
 * The lines of a new payment's journal: what brings the ledger from where it stands to where the loan's facts put it,
 * so that a payment arriving after a later one corrects what that one was booked as.
 */
export function paymentLines(
  terms: OrderTerms,
  journals: readonly PostedJournal[],
  payment: NewPayment,
): { lines: Line[]; view: LoanView } {
  const { day, amountPaise } = payment;
  const facts: LoanEvent[] = [
    ...eventsOf(journals),
    { kind: 'payment', id: NEW_PAYMENT, day, amount: paise(amountPaise) },
  ];
  const view = viewLoan(loanTermsOf(terms.quote), facts, lastDay(facts));
  const standing = balancesOf(journals);
  const lines = loanBalances(view).map(([account, wanted]): Line => [account, wanted - (standing[account] ?? 0)]);
  return { lines: showAccruals(lines).filter(([, amount]) => amount !== 0), view };
}

/** What a receivable was charged with and what was paid off it, as two lines: their difference alone would hide both. */
const INCOME_OF: Partial<Record<Account, Account>> = {
  interest_receivable: 'interest_income',
  penal_receivable: 'penal_income',
};

function showAccruals(lines: readonly Line[]): Line[] {
  return lines.flatMap(([account, amount]): Line[] => {
    const income = INCOME_OF[account];
    if (!income) return [[account, amount]];
    const charged = -sumOf(lines, income);
    return [
      [account, charged],
      [account, amount - charged],
    ];
  });
}

/** Kinds of journal at which interest and penal charge are booked up to their day. */
const BOOKING: readonly JournalKind[] = ['payment', 'waiver', 'reversal'];

/** What the ledger's accounts of one order should hold by its facts, as of its last booking. */
export function bookedBalances(terms: OrderTerms, journals: readonly PostedJournal[]): (readonly [Account, number])[] {
  const facts = eventsOf(journals);
  if (facts.length === 0) return [];
  if (!journals.some((journal) => BOOKING.includes(journal.kind))) return [['loan_principal', terms.quote.principal]];
  return loanBalances(viewLoan(loanTermsOf(terms.quote), facts, lastDay(facts)));
}

/** Interest and penal charge that have run up and stand in no journal yet. */
export function notYetBooked(
  terms: OrderTerms,
  journals: readonly PostedJournal[],
  view: LoanView,
): { kind: 'interest' | 'penal'; days: number; amountPaise: number }[] {
  const facts = eventsOf(journals);
  const isBooked = journals.some((journal) => BOOKING.includes(journal.kind));
  const before = isBooked ? viewLoan(loanTermsOf(terms.quote), facts, lastDay(facts)) : null;
  const since = (now: number, then: number | undefined): number => now - (then ?? 0);
  return [
    {
      kind: 'interest' as const,
      days: since(view.interestDays, before?.interestDays),
      amountPaise: since(view.charged.interest, before?.charged.interest),
    },
    {
      kind: 'penal' as const,
      days: since(view.penalDays, before?.penalDays),
      amountPaise: since(view.charged.penal, before?.charged.penal),
    },
  ].filter((one) => one.amountPaise > 0);
}

function loanBalances(view: LoanView): (readonly [Account, number])[] {
  return [
    ['settlement_in', view.paid],
    ['interest_receivable', view.interestOwed],
    ['interest_income', -view.charged.interest],
    ['penal_receivable', view.penalOwed],
    ['penal_income', -view.charged.penal],
    ['loan_principal', view.principalOwed],
    ['waiver_expense', view.waived],
    ['borrower_credit', -view.overpaid],
  ];
}

/** Sums of an order's entries by account. */
export function balancesOf(journals: readonly PostedJournal[]): Partial<Record<Account, number>> {
  const sums: Partial<Record<Account, number>> = {};
  for (const { lines } of journals)
    for (const [account, amount] of lines) sums[account] = (sums[account] ?? 0) + amount;
  return sums;
}

function sumOf(lines: readonly Line[], account: Account): number {
  return lines.reduce((sum, [of, amount]) => (of === account ? sum + amount : sum), 0);
}

function lastDay(facts: readonly LoanEvent[]): BusinessDay {
  return facts.reduce((last, { day }) => (day > last ? day : last), facts[0]!.day);
}
