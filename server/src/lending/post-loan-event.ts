import { LoanEventError } from '@noren/core/lending/loan';
import { paise } from '@noren/core/money/money';
import type { BusinessDay } from '@noren/core/money/time';
import type { Tx } from '../platform/db/db.ts';
import { nextJournalId } from './journal-ids.ts';
import {
  type Account,
  type Journal,
  type JournalDetail,
  type JournalKind,
  type Line,
  type PostedJournal,
  post,
} from './ledger.ts';
import { adjustingLines, balancesAt, loanOf, type OrderTerms } from './loan-book.ts';
import { accruedThrough } from './loan-events.ts';

/** A fact of a loan to be booked. Its amount stands on the account that tells it; `cause` makes it happen once. */
export type LoanEventToPost = {
  /** Made here unless another fact names it. */
  readonly journalId?: string;
  readonly day: BusinessDay;
  readonly cause: string;
  readonly reason?: string;
  readonly detail?: JournalDetail;
} & (
  | { readonly kind: 'payment' | 'waiver' | 'refund' | 'chargeback'; readonly amountPaise: number }
  | { readonly kind: 'extension' | 'write_off' | 'accrual' }
  | { readonly kind: 'reversal'; readonly reverses: string }
);

/** Which account carries a fact's amount, and on which side. */
const AMOUNT_ON = {
  payment: ['settlement_in', 1],
  waiver: ['waiver_expense', 1],
  refund: ['refunds_out', -1],
  chargeback: ['settlement_in', -1],
} as const satisfies Partial<Record<JournalKind, readonly [Account, 1 | -1]>>;

/** A fact with the journal that books it, and all the order's journals with that one. */
export interface PreparedPosting {
  readonly journal: Journal & { readonly journalId: string };
  readonly journals: PostedJournal[];
}

type OrderOf = { readonly userId: string; readonly orderId: string; readonly terms: OrderTerms };

/**
 * The journal that brings the ledger to where a loan's facts and the new one put it: a fact that arrives after a
 * later one corrects what that one was booked as. A waiver may come before the payment that it is tied to, in the
 * transaction that books both: until then it counts by itself.
 * @returns null when a journal of that kind and cause stands already, or when there is nothing to write
 * @throws LoanEventError when the loan cannot have such a fact
 */
export function preparePosting(
  order: OrderOf,
  journals: readonly PostedJournal[],
  fact: LoanEventToPost & { readonly bookedAt: number },
): PreparedPosting | null {
  if (journals.some(({ kind, cause }) => kind === fact.kind && cause === fact.cause)) return null;
  const journalId = fact.journalId ?? nextJournalId(journals);
  const standing = journalsForPosting(fact, journals);
  const unbooked = asPosted(fact, journalId, amountLines(fact));
  const after = journalsForPosting(fact, [...journals, unbooked]);
  const { view } = loanOf(order.terms, after, accruedThrough(after) ?? fact.day);
  if (fact.kind === 'waiver' && view.waived - waivedOf(order.terms, standing) !== fact.amountPaise)
    throw new LoanEventError(journalId, 'more is waived than is owed');
  const lines = adjustingLines(journals, balancesAt(order.terms, after, view));
  if (lines.length === 0) return null;
  const { userId, orderId } = order;
  const { kind, cause, day, reason, detail, bookedAt } = fact;
  const journal = {
    journalId,
    userId,
    orderId,
    kind,
    cause,
    valueDay: day,
    bookedAt,
    lines,
    ...(reason !== undefined && { reason }),
    ...(detail && { detail }),
    ...('reverses' in fact && { reverses: fact.reverses }),
  };
  return { journal, journals: [...journals, asPosted(fact, journalId, lines)] };
}

/**
 * Makes a fact and writes its journal: see {@link preparePosting}. The caller holds the order's lock.
 * @returns the journals with it, and its id; null when nothing was written
 * @throws LoanEventError when the loan cannot have such a fact
 */
export async function postLoanEvent(
  tx: Tx,
  order: OrderOf,
  journals: readonly PostedJournal[],
  fact: LoanEventToPost & { readonly bookedAt: number },
): Promise<{ journals: PostedJournal[]; journalId: string } | null> {
  const made = preparePosting(order, journals, fact);
  if (!made) return null;
  const journalId = await post(tx, made.journal);
  return journalId === null ? null : { journals: made.journals, journalId };
}

/** The journals as they count while a waiver is booked whose payment is still to come: it and its like are tied to none. */
function journalsForPosting(fact: LoanEventToPost, journals: readonly PostedJournal[]): PostedJournal[] {
  const of = fact.kind === 'waiver' ? fact.detail?.ofPayment : undefined;
  if (of === undefined || journals.some(({ journalId }) => journalId === of)) return [...journals];
  return journals.map((journal) => {
    if (journal.kind !== 'waiver' || journal.detail.ofPayment !== of) return journal;
    const { ofPayment: _tied, ...detail } = journal.detail;
    return { ...journal, detail };
  });
}

function amountLines(fact: LoanEventToPost): Line[] {
  if (!('amountPaise' in fact)) return [];
  const [account, sign] = AMOUNT_ON[fact.kind];
  return [[account, sign * paise(fact.amountPaise)]];
}

function asPosted(fact: LoanEventToPost, journalId: string, lines: readonly Line[]): PostedJournal {
  return {
    journalId,
    kind: fact.kind,
    valueDay: fact.day,
    cause: fact.cause,
    reverses: 'reverses' in fact ? fact.reverses : null,
    reason: fact.reason ?? null,
    detail: fact.detail ?? {},
    lines,
  };
}

function waivedOf(terms: OrderTerms, journals: readonly PostedJournal[]): number {
  const through = accruedThrough(journals);
  return through ? loanOf(terms, [...journals], through).view.waived : 0;
}
