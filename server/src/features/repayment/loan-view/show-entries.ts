import type { AnswerOf } from '@noren/contract/call';
import type { repayEntries } from '@noren/contract/repayment';
import { addDays, type BusinessDay, businessDay } from '@noren/core/money/time';
import type { Line, PostedJournal } from '../../../lending/ledger.ts';
import { balancesOf, type Loan, unpostedAccruals } from '../../../lending/loan-book.ts';
import { accruedThrough } from '../../../lending/loan-events.ts';
import { type Agreed, showRunning, showWorkings } from './show-workings.ts';

type Entry = AnswerOf<typeof repayEntries>['entries'][number];

/** The entries behind the figures: promises of the limit are the lender's memorandum, no money of the borrower's. */
export function showEntries(agreed: Agreed, loan: Loan): AnswerOf<typeof repayEntries> {
  const { terms } = agreed;
  const shown = loan.journals.filter(({ kind }) => kind !== 'hold' && kind !== 'release');
  const so: PostedJournal[] = [];
  const entries = mergeAccruals(shown).map((group) => {
    const before = [...so];
    so.push(...group);
    return { ...showGroup(group, so), fromDay: firstDay(before, group), workings: showWorkings(agreed, before, group) };
  });
  const { journals, asOf } = loan;
  const since = unpostedAccruals(terms, loan).map((one) => {
    return { ...one, workings: showRunning(terms, { journals, asOf }, one) };
  });
  return { asOfDay: asOf, entries, notYetBooked: since };
}

/** Days booked one after the other, with nothing between them, are one entry to a reader. */
function mergeAccruals(journals: readonly PostedJournal[]): PostedJournal[][] {
  const groups: PostedJournal[][] = [];
  for (const journal of journals) {
    const last = groups.at(-1);
    if (journal.kind === 'accrual' && last?.[0]?.kind === 'accrual') last.push(journal);
    else groups.push([journal]);
  }
  return groups;
}

/** The first of several days that a booking is of; null of one day, and of what is no booking of days. */
function firstDay(before: readonly PostedJournal[], group: readonly PostedJournal[]): BusinessDay | null {
  const [first, last] = [group[0]!, group.at(-1)!];
  if (first.kind !== 'accrual') return null;
  const through = accruedThrough(before);
  const paidOut = before.find(({ kind }) => kind === 'disbursement');
  const from = through ? addDays(through, 1) : businessDay(paidOut?.valueDay ?? first.valueDay);
  return from < last.valueDay ? from : null;
}

function showGroup(group: readonly PostedJournal[], so: readonly PostedJournal[]): Omit<Entry, 'fromDay' | 'workings'> {
  const [first, last] = [group[0]!, group.at(-1)!];
  const after = balancesOf(so);
  return {
    journalId: first.journalId,
    day: last.valueDay,
    kind: first.kind,
    ...whyOf(first, so),
    lines: sumLines(group.flatMap(({ lines }) => lines)),
    after: {
      principalPaise: after.loan_principal ?? 0,
      interestPaise: after.interest_receivable ?? 0,
      penalPaise: after.penal_receivable ?? 0,
      feesPaise: after.fees_receivable ?? 0,
    },
  };
}

const WHY = ['coupon', 'tolerance', 'cooling_off', 'cooling_off_fee'] as const;

/** An operator's own words are the lender's record, and told to nobody here. */
function whyOf(
  { kind, reason, reverses }: PostedJournal,
  so: readonly PostedJournal[],
): Pick<Entry, 'why' | 'takesBack'> {
  const why = kind === 'waiver' ? WHY.find((one) => one === reason) : undefined;
  const takesBack = so.find(({ journalId }) => journalId === reverses)?.kind;
  return { ...(why && { why }), ...(takesBack && { takesBack }) };
}

/** One line for each account and side, so that what was charged and what was paid stay apart. */
function sumLines(lines: readonly Line[]): Entry['lines'] {
  const sums = new Map<string, Entry['lines'][number]>();
  for (const [account, amount] of lines) {
    const key = `${account}${amount < 0 ? '-' : '+'}`;
    sums.set(key, { account, amountPaise: (sums.get(key)?.amountPaise ?? 0) + amount });
  }
  return [...sums.values()];
}
