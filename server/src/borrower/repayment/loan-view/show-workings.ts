import type { AnswerOf } from '@noren/contract/call';
import type { repayEntries } from '@noren/contract/repayment';
import { computeWorkings, workingsAfter } from '@noren/core/lending/loan-workings';
import { toLoanTerms } from '@noren/core/lending/offer';
import type { ProductTerms } from '@noren/core/lending/terms';
import { applyPpm, paise } from '@noren/core/money/money';
import type { BusinessDay } from '@noren/core/money/time';
import type { PostedJournal } from '../../../lending/book/ledger.ts';
import { type OrderTerms, sumBalances } from '../../../lending/book/loan-book.ts';
import { accruedThrough, sumAccount, toLoanEvents } from '../../../lending/book/loan-events.ts';

type Working = AnswerOf<typeof repayEntries>['entries'][number]['workings'][number];
type Journals = readonly PostedJournal[];

/** The terms an order was accepted with: its own, and those of its product version. */
export interface AcceptedTerms {
  readonly terms: OrderTerms;
  readonly product: ProductTerms;
}

/** The workings of the charges a group of journals posted, after all journals before them. */
export function showWorkings(
  { terms, product }: AcceptedTerms,
  before: Journals,
  group: Journals,
): Working[] {
  const [first] = group;
  if (first?.kind === 'disbursement') return feesOfLoan(terms);

  const fees = first?.kind === 'extension' ? feesOfExtension(product, before, first) : [];
  const asOf = accruedThrough([...before, ...group]);

  return asOf === null ? fees : [...fees, ...listCharges(terms, { before, group, asOf })];
}

/** The workings of an amount accrued since the last posting. */
export function showRunning(
  terms: OrderTerms,
  { journals, asOf }: { journals: Journals; asOf: BusinessDay },
  { kind, amountPaise }: { kind: 'interest' | 'penal'; amountPaise: number },
): Working[] {
  return withRest(kind, listRows(terms, { before: journals, group: [], asOf }), amountPaise);
}

interface Span {
  readonly before: Journals;
  readonly group: Journals;
  readonly asOf: BusinessDay;
}

function listRows(terms: OrderTerms, { before, group, asOf }: Span): Working[] {
  const facts = toLoanEvents(withoutFutureLinks([...before, ...group]));
  const rows = workingsAfter(
    computeWorkings(toLoanTerms(terms.quote), facts, asOf),
    accruedThrough(before),
  );

  return rows.map(({ kind, base, ppmPerDay, days, amount }) => {
    return { of: kind, how: 'rate', basePaise: base, ppm: ppmPerDay, days, amountPaise: amount };
  });
}

/**
 * A waiver or fee reversal is posted before the payment it belongs to; until that payment is in the
 * list it counts by itself.
 */
function withoutFutureLinks(journals: Journals): PostedJournal[] {
  const there = new Set(journals.map(({ journalId }) => journalId));
  return journals.map((journal) => {
    const { ofPayment, ...detail } = journal.detail;
    return (journal.kind !== 'waiver' && journal.kind !== 'fee_reversal') ||
      ofPayment === undefined ||
      there.has(ofPayment)
      ? journal
      : { ...journal, detail };
  });
}

const INCOME = { interest: 'interest_income', penal: 'penal_income' } as const;

/**
 * The rows, plus any difference from what was posted: rounding, or a correction after a backdated
 * entry.
 */
function listCharges(terms: OrderTerms, span: Span): Working[] {
  const lines = span.group.flatMap((journal) => journal.lines);
  const rows = listRows(terms, span);
  return (['interest', 'penal'] as const).flatMap((of) =>
    withRest(of, rows, 0 - sumAccount(lines, INCOME[of])),
  );
}

function withRest(of: 'interest' | 'penal', rows: readonly Working[], charged: number): Working[] {
  const own = rows.filter((row) => row.of === of);
  const rest = own.reduce((left, { amountPaise }) => left - amountPaise, charged);
  if (rest === 0) return own;

  // Each row is rounded here; the loan is rounded once per event.
  const isRounding = Math.abs(rest) <= own.length + 1;
  return [...own, { of, how: isRounding ? 'rounding' : 'earlier', amountPaise: rest }];
}

function feesOfLoan({ quote }: OrderTerms): Working[] {
  const { principal, feePpm, fee, feeDiscount, gstPpm, gst } = quote;
  return [
    { of: 'fee', how: 'rate', basePaise: principal, ppm: feePpm, amountPaise: fee + feeDiscount },
    { of: 'gst', how: 'rate', basePaise: fee, ppm: gstPpm, amountPaise: gst },
  ];
}

function feesOfExtension(
  { extension }: ProductTerms,
  before: Journals,
  { detail }: PostedJournal,
): Working[] {
  const { feePaise = 0, gstPaise = 0 } = detail;
  const principal = sumBalances(before).loan_principal ?? 0;
  // Shown only where it adds up: the addendum may have been priced before a backdated entry.
  if (feePaise === 0 || applyPpm(paise(principal), extension.feePpm, 'half-up') !== feePaise)
    return [];

  return [
    { of: 'fee', how: 'rate', basePaise: principal, ppm: extension.feePpm, amountPaise: feePaise },
    { of: 'gst', how: 'rate', basePaise: feePaise, ppm: extension.gstPpm, amountPaise: gstPaise },
  ];
}
