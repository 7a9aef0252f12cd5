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

/** The terms that the borrower accepted: the order's, and those of its product version. */
export interface AcceptedTerms {
  readonly terms: OrderTerms;
  readonly product: ProductTerms;
}

/**
 * Shows how each charge in a group of journals was computed.
 * @param before every journal posted before the group
 */
export function showWorkings(
  { terms, product }: AcceptedTerms,
  before: Journals,
  group: Journals,
): Working[] {
  const [first] = group;
  if (first?.kind === 'disbursement') return listLoanFees(terms);

  const fees = first?.kind === 'extension' ? listExtensionFees(product, before, first) : [];
  const asOf = accruedThrough([...before, ...group]);

  return asOf === null ? fees : [...fees, ...listCharges(terms, { before, group, asOf })];
}

/** Shows how an amount that accrued since the last posting was computed. */
export function showRunning(
  terms: OrderTerms,
  { journals, asOf }: { journals: Journals; asOf: BusinessDay },
  { kind, amountPaise }: { kind: 'interest' | 'penal'; amountPaise: number },
): Working[] {
  return addDifference(kind, listRows(terms, { before: journals, group: [], asOf }), amountPaise);
}

interface Span {
  readonly before: Journals;
  readonly group: Journals;
  readonly asOf: BusinessDay;
}

function listRows(terms: OrderTerms, { before, group, asOf }: Span): Working[] {
  const events = toLoanEvents(removeFutureLinks([...before, ...group]));
  const workings = workingsAfter(
    computeWorkings(toLoanTerms(terms.quote), events, asOf),
    accruedThrough(before),
  );

  return workings.map(({ kind, base, ppmPerDay, days, amount }) => {
    return { of: kind, how: 'rate', basePaise: base, ppm: ppmPerDay, days, amountPaise: amount };
  });
}

/**
 * A waiver or fee reversal is posted before the payment it belongs to. While that payment is not in
 * the list, its link is removed, so that the waiver counts by itself.
 */
function removeFutureLinks(journals: Journals): PostedJournal[] {
  const journalIds = new Set(journals.map(({ journalId }) => journalId));

  return journals.map((journal) => {
    const { ofPayment, ...detail } = journal.detail;
    return (journal.kind !== 'waiver' && journal.kind !== 'fee_reversal') ||
      ofPayment === undefined ||
      journalIds.has(ofPayment)
      ? journal
      : { ...journal, detail };
  });
}

const INCOME_ACCOUNTS = { interest: 'interest_income', penal: 'penal_income' } as const;

/**
 * The rows, and a row for any difference from the posted amount: rounding, or a correction after a
 * backdated entry.
 */
function listCharges(terms: OrderTerms, span: Span): Working[] {
  const lines = span.group.flatMap((journal) => journal.lines);
  const rows = listRows(terms, span);
  return (['interest', 'penal'] as const).flatMap((kind) =>
    addDifference(kind, rows, 0 - sumAccount(lines, INCOME_ACCOUNTS[kind])),
  );
}

function addDifference(
  kind: 'interest' | 'penal',
  rows: readonly Working[],
  charged: number,
): Working[] {
  const ownRows = rows.filter((row) => row.of === kind);
  const difference = ownRows.reduce((rest, { amountPaise }) => rest - amountPaise, charged);
  if (difference === 0) return ownRows;

  // Here each row is rounded; the ledger rounds once per loan event.
  const isRounding = Math.abs(difference) <= ownRows.length + 1;
  const how = isRounding ? 'rounding' : 'earlier';

  return [...ownRows, { of: kind, how, amountPaise: difference }];
}

function listLoanFees({ quote }: OrderTerms): Working[] {
  const { principal, feePpm, fee, feeDiscount, gstPpm, gst } = quote;
  return [
    { of: 'fee', how: 'rate', basePaise: principal, ppm: feePpm, amountPaise: fee + feeDiscount },
    { of: 'gst', how: 'rate', basePaise: fee, ppm: gstPpm, amountPaise: gst },
  ];
}

function listExtensionFees(
  { extension }: ProductTerms,
  before: Journals,
  { detail }: PostedJournal,
): Working[] {
  const { feePaise = 0, gstPaise = 0 } = detail;
  const principal = sumBalances(before).loan_principal ?? 0;
  // Shown only if the rate gives the fee: a backdated entry may have changed the principal since the
  // addendum was priced.
  if (feePaise === 0 || applyPpm(paise(principal), extension.feePpm, 'half-up') !== feePaise)
    return [];

  return [
    { of: 'fee', how: 'rate', basePaise: principal, ppm: extension.feePpm, amountPaise: feePaise },
    { of: 'gst', how: 'rate', basePaise: feePaise, ppm: extension.gstPpm, amountPaise: gstPaise },
  ];
}
