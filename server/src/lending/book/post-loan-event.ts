import { LoanEventError } from '@noren/core/lending/loan';
import { paise } from '@noren/core/money/money';
import type { BusinessDay } from '@noren/core/money/time';
import type { Tx } from '../../platform/db/db.ts';
import { nextJournalId } from './journal-ids.ts';
import { post } from './journal-store.ts';
import type {
  Account,
  Journal,
  JournalDetail,
  JournalKind,
  Line,
  OrderKey,
  PostedJournal,
} from './ledger.ts';
import {
  adjustingLines,
  balancesAt,
  buildLoan,
  clearingLines,
  type OrderTerms,
} from './loan-book.ts';
import { accruedThrough, isReversedDisbursement } from './loan-events.ts';

/**
 * A loan event to post. (order, kind, cause) is unique, so posting it twice is a no-op. Amounts in
 * paise.
 */
export type LoanEventToPost = {
  /** Generated unless another event already refers to it. */
  readonly journalId?: string;
  readonly day: BusinessDay;
  readonly cause: string;
  readonly reason?: string;
  readonly detail?: JournalDetail;
} & (
  | {
      readonly kind: 'payment' | 'waiver' | 'fee_reversal' | 'refund' | 'chargeback';
      readonly amountPaise: number;
    }
  | { readonly kind: 'extension' | 'write_off' | 'accrual' }
  | { readonly kind: 'reversal'; readonly reverses: string }
);

/** The account that carries the amount of an event, and on which side. */
const AMOUNT_ON = {
  payment: ['settlement_in', 1],
  waiver: ['waiver_expense', 1],
  fee_reversal: ['fee_income', 1],
  refund: ['refunds_out', -1],
  chargeback: ['settlement_in', -1],
} as const satisfies Partial<Record<JournalKind, readonly [Account, 1 | -1]>>;

/** The journal of an event, and all journals of the order including it. */
export interface PreparedPosting {
  readonly journal: Journal & { readonly journalId: string };
  readonly journals: PostedJournal[];
}

type OrderOf = OrderKey & { readonly terms: OrderTerms };

/**
 * Computes the journal that moves the ledger to the balances implied by the loan's events and the
 * new one. An event with an earlier value day than one already posted therefore also corrects that
 * one. A waiver or fee reversal may be prepared before the payment it belongs to, in the same
 * transaction; until the payment is posted it counts on its own.
 * @returns null when a journal of this kind and cause exists, or when no balance changes
 * @throws LoanEventError when the loan's state does not allow the event
 */
export function preparePosting(
  order: OrderOf,
  journals: readonly PostedJournal[],
  fact: LoanEventToPost & { readonly bookedAt: number },
): PreparedPosting | null {
  if (journals.some(({ kind, cause }) => kind === fact.kind && cause === fact.cause)) return null;

  const journalId = fact.journalId ?? nextJournalId(journals);
  const unreversed = journalsForPosting(fact, journals);
  const unbooked = asPosted(fact, journalId, amountLines(fact));
  const after = journalsForPosting(fact, [...journals, unbooked]);
  const { view } = buildLoan(order.terms, after, accruedThrough(after) ?? fact.day);

  if (
    fact.kind === 'waiver' &&
    view.waived - computeWaiver(order.terms, unreversed) !== fact.amountPaise
  )
    throw new LoanEventError(journalId, 'waiver exceeds the amount owed');

  const isUndone = fact.kind === 'reversal' && isReversedDisbursement(journals, fact);
  const lines = isUndone
    ? clearingLines(journals)
    : adjustingLines(journals, balancesAt(order.terms, after, view));
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
 * Posts a loan event: {@link preparePosting}, then writes the journal. The caller holds the order's
 * lock.
 * @returns all journals of the order and the new id; null when nothing was written
 * @throws LoanEventError when the loan's state does not allow the event
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

const isTied = (kind: JournalKind): boolean => kind === 'waiver' || kind === 'fee_reversal';

/**
 * Waivers and fee reversals whose payment is not posted yet are counted as if they belonged to no
 * payment.
 */
function journalsForPosting(
  fact: LoanEventToPost,
  journals: readonly PostedJournal[],
): PostedJournal[] {
  const of = isTied(fact.kind) ? fact.detail?.ofPayment : undefined;
  if (of === undefined || journals.some(({ journalId }) => journalId === of)) return [...journals];

  return journals.map((journal) => {
    if (!isTied(journal.kind) || journal.detail.ofPayment !== of) return journal;
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

function computeWaiver(terms: OrderTerms, journals: readonly PostedJournal[]): number {
  const through = accruedThrough(journals);
  return through ? buildLoan(terms, [...journals], through).view.waived : 0;
}
