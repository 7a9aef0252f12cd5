import type { AnswerOf } from '@noren/contract/call';
import type { repayEntries } from '@noren/contract/repayment';
import { addDays, type BusinessDay, businessDay } from '@noren/core/money/time';
import type { Line, PostedJournal } from '../../../lending/book/ledger.ts';
import { type Loan, sumBalances, unpostedAccruals } from '../../../lending/book/loan-book.ts';
import { accruedThrough, withoutUndoneAccruals } from '../../../lending/book/loan-events.ts';
import { type AcceptedTerms, showRunning, showWorkings } from './show-workings.ts';

type Entry = AnswerOf<typeof repayEntries>['entries'][number];

/**
 * The entries behind the figures, without credit holds: those are memorandum entries, not the
 * borrower's money.
 */
export function showEntries(agreed: AcceptedTerms, loan: Loan): AnswerOf<typeof repayEntries> {
  const { terms } = agreed;
  const shown = withoutUndoneAccruals(loan.journals).filter(
    ({ kind }) => kind !== 'hold' && kind !== 'release',
  );
  const soFar: PostedJournal[] = [];
  const entries = mergeAccruals(shown).map((group) => {
    const before = [...soFar];
    soFar.push(...group);

    return {
      ...showGroup(group, soFar),
      fromDay: firstDay(before, group),
      workings: showWorkings(agreed, before, group),
    };
  });
  const { journals, asOf } = loan;
  const since = unpostedAccruals(terms, loan).map((one) => {
    return { ...one, workings: showRunning(terms, { journals, asOf }, one) };
  });

  return { asOfDay: asOf, entries, notYetBooked: since };
}

/** Consecutive accruals with nothing between them are shown as one entry. */
function mergeAccruals(journals: readonly PostedJournal[]): PostedJournal[][] {
  const groups: PostedJournal[][] = [];
  for (const journal of journals) {
    const last = groups.at(-1);
    if (journal.kind === 'accrual' && last?.[0]?.kind === 'accrual') last.push(journal);
    else groups.push([journal]);
  }

  return groups;
}

/** The first day of an accrual over several days; null for one day and for other kinds. */
function firstDay(
  before: readonly PostedJournal[],
  group: readonly PostedJournal[],
): BusinessDay | null {
  const [first, last] = [group[0]!, group.at(-1)!];
  if (first.kind !== 'accrual') return null;

  const through = accruedThrough(before);
  const disbursement = before.findLast(({ kind }) => kind === 'disbursement');
  const from = through
    ? addDays(through, 1)
    : businessDay(disbursement?.valueDay ?? first.valueDay);

  return from < last.valueDay ? from : null;
}

function showGroup(
  group: readonly PostedJournal[],
  soFar: readonly PostedJournal[],
): Omit<Entry, 'fromDay' | 'workings'> {
  const [first, last] = [group[0]!, group.at(-1)!];
  const after = sumBalances(soFar);

  return {
    journalId: first.journalId,
    day: last.valueDay,
    kind: first.kind,
    ...explainEntry(first, soFar),
    lines: sumLines(group.flatMap(({ lines }) => lines)),
    after: {
      principalPaise: after.loan_principal ?? 0,
      interestPaise: after.interest_receivable ?? 0,
      penalPaise: after.penal_receivable ?? 0,
      feesPaise: after.fees_receivable ?? 0,
    },
  };
}

const WHY = ['coupon', 'tolerance', 'cooling_off'] as const;

/** An operator's free-text reason is internal and not shown. */
function explainEntry(
  { kind, reason, reverses }: PostedJournal,
  soFar: readonly PostedJournal[],
): Pick<Entry, 'why' | 'reversesKind'> {
  const why = kind === 'waiver' ? WHY.find((one) => one === reason) : undefined;
  const reversesKind = soFar.find(({ journalId }) => journalId === reverses)?.kind;
  return { ...(why && { why }), ...(reversesKind && { reversesKind }) };
}

/** One line for each account and side, so that charges and payments stay separate. */
function sumLines(lines: readonly Line[]): Entry['lines'] {
  const sums = new Map<string, Entry['lines'][number]>();
  for (const [account, amount] of lines) {
    const key = `${account}${amount < 0 ? '-' : '+'}`;
    sums.set(key, { account, amountPaise: (sums.get(key)?.amountPaise ?? 0) + amount });
  }

  return [...sums.values()];
}
