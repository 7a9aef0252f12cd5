import { type LoanEvent, viewLoan } from '../../src/lending/loan.ts';
import { subtract } from '../../src/money/money.ts';
import { dailyTerms } from './daily.ts';
import type { Step } from './orders-book.ts';
import { replaySteps } from './orders-checks.ts';
import { percentPerDay } from './rates.ts';
import { Differences, type OracleCase, parseAmount, parseDay } from './read.ts';

type RawStep = { text: string; table?: string[][] };
type Row = Record<string, string>;

/** A table as rows by column, empty cells left out. */
function toRows(step: RawStep): Row[] {
  const [columns, ...rows] = step.table ?? [[]];
  return rows.map((row) => {
    return Object.fromEntries(
      row.flatMap((cell, index) => (cell === '' ? [] : [[columns![index]!, cell]])),
    );
  });
}

const defaultLoan = { termDays: 30, allocation: 'PENALTIES_FEES_INTEREST_PRINCIPAL' };

/** Sentences of a scenario and the steps they mean; `of` are a sentence's words in brackets. */
const sentences: [RegExp, (of: string[], step: RawStep) => Step][] = [
  [/sets the business date to "(.+?)"/, ([date]) => ({ op: 'businessDate', date })],
  [/creates a fully customized loan/, (_, step) => ({ op: 'submitCustom', loan: toRows(step)[0] })],
  [/creates a new default Loan/, () => ({ op: 'submit', ...defaultLoan })],
  [
    /disburse the loan on "(.+?)" with "(.+?)"/,
    ([date, amount]) => ({ op: 'disburse', date, amount }),
  ],
  [
    /adds "(.+?)" due date charge with "(.+?)" due date and ([\d.]+)/,
    ([charge, due, amount]) => chargeStep(charge!, due, amount),
  ],
  [
    /makes "[^"]+" repayment on "(.+?)" with ([\d.]+)/,
    ([date, amount]) => ({ op: 'pay', type: 'REPAYMENT', date, amount }),
  ],
  [
    /makes "([A-Z_]+)" transaction with .* on "(.+?)" with ([\d.]+)/,
    ([type, date, amount]) => ({ op: 'pay', type, date, amount }),
  ],
  [
    /Credit Balance Refund transaction on "(.+?)" with ([\d.]+)/,
    ([date, amount]) => ({ op: 'refundOverpayment', date, amount }),
  ],
  [
    /undo "(\d+)"th repayment on "(.+?)"/,
    ([nth, date]) => ({ op: 'undo', nth, ofType: 'REPAYMENT', clickedOn: date }),
  ],
  [
    /undo "(\d+)"th "(.+?)" transaction made on "(.+?)"/,
    ([nth, ofType, madeOn]) => ({ op: 'undo', nth, ofType, madeOn }),
  ],
  [/does charge-off the loan on "(.+?)"/, ([date]) => ({ op: 'chargeOff', date })],
  [/charge-off undo/, () => ({ op: 'undoChargeOff' })],
  [
    /creates and approves Loan reschedule/,
    (_, step) => ({ op: 'reschedule', to: toRows(step)[0]!.adjustedDueDate }),
  ],
  [/status will be "(.+?)"/, ([status]) => ({ op: 'expectStatus', status })],
  [/has ([\d.]+) outstanding amount/, ([amount]) => ({ op: 'expectOutstanding', amount })],
  [/has ([\d.]+) overpaid amount/, ([amount]) => ({ op: 'expectOverpaid', amount })],
  [/schedule has \d+ periods/, (_, step) => ({ op: 'expectSchedule', rows: toRows(step) })],
  [
    /schedule has the following data in Total row/,
    (_, step) => ({ op: 'expectScheduleTotal', row: toRows(step)[0] }),
  ],
  [
    /has a transaction with date: "(.+?)"/,
    ([date], step) => ({ op: 'expectTransactionOn', date, rows: toRows(step) }),
  ],
  [
    /Transactions tab has the following data/,
    (_, step) => ({ op: 'expectTransactions', rows: toRows(step) }),
  ],
  [
    /Charges tab has the following data/,
    (_, step) => ({ op: 'expectCharges', rows: toRows(step) }),
  ],
  [
    /the "(.+?)" Transaction with date "(.+?)" is reverted/,
    ([type, date]) => ({ op: 'expectReverted', type, date }),
  ],
  [/creates a client|approves the loan|COB job/, () => ({ op: 'other' })],
];

function chargeStep(charge: string, due: string | undefined, amount: string | undefined): Step {
  return {
    op: 'charge',
    charge,
    kind: /NSF|PENALTY/.test(charge) ? 'PENALTY' : 'FEE',
    due,
    amount,
  };
}

const foreign = 'a sentence for which there is no step';

/** Whether a scenario takes steps that have no counterpart here. */
export function hasForeignStep(one: OracleCase): boolean {
  return listSteps(one).some((step) => step.op.startsWith(foreign));
}

/** A scenario's steps, where its suite has them ready or in sentences. */
function listSteps(one: OracleCase): Step[] {
  if (Array.isArray(one.ops)) return one.ops;
  return (one.steps as RawStep[]).map((step, line) => {
    for (const [sentence, make] of sentences) {
      const found = sentence.exec(step.text);
      if (found) return { line, ...make(found.slice(1), step) };
    }

    return { op: `${foreign}: ${step.text}`, line };
  });
}

/**
 * The loan that a scenario makes, with its columns; undefined for the usual one, which has no
 * interest.
 */
export function findCustomLoan(one: OracleCase): Row | undefined {
  return listSteps(one).find((step) => step.op === 'submitCustom')?.loan as Row | undefined;
}

/**
 * C2: scenarios in sentences, replayed as C1's steps; of one instalment at daily interest, how its
 * interest adds up.
 */
export function replaySentences(one: OracleCase): string[] {
  const loan = findCustomLoan(one);
  if (Number(loan?.['ANNUAL interest rate %'] ?? 0) === 0) return replaySteps(listSteps(one));

  const isDaily =
    loan!['interest type'] === 'DECLINING_BALANCE' &&
    loan!['interest calculation period'] === 'DAILY';
  if (!isDaily || loan!.numberOfRepayments !== '1')
    return ['interest by a schedule made beforehand'];

  return checkAccruals(one, loan!);
}

/** Interest of the whole term, and each accrual as what the sum since the start had not yet. */
function checkAccruals(one: OracleCase, loan: Row): string[] {
  const differences = new Differences();
  const steps = listSteps(one);
  const disbursed = steps.find((step) => step.op === 'disburse')!;
  const start = parseDay(disbursed.date);
  const principal = parseAmount(disbursed.amount);
  const rate = percentPerDay(loan['ANNUAL interest rate %']!, 365);
  const terms = dailyTerms({ principal, rate, lastDay: 365, convention: { rounding: 'half-up' } });
  const events: LoanEvent[] = [{ kind: 'disbursement', id: 'd', day: start }];
  const interestBy = (day: string | undefined) =>
    viewLoan(terms, events, parseDay(day)).interestOwed;

  for (const step of steps) {
    const rows = (step.rows ?? []) as Row[];
    if (step.op === 'expectSchedule') {
      const due = rows.find((row) => row.Nr)!;
      differences.same(
        `step ${step.line} interest`,
        interestBy(due.Date),
        parseAmount(due.Interest),
      );
    }

    if (step.op !== 'expectTransactions') continue;

    let before = parseAmount('0');
    for (const row of rows.filter((each) => each['Transaction Type'] === 'Accrual')) {
      const sum = interestBy(row['Transaction date']);
      const what = `step ${step.line} accrual of ${row['Transaction date']}`;
      differences.same(what, subtract(sum, before), parseAmount(row.Amount));
      before = sum;
    }
  }

  return differences.found;
}

/**
 * Whether a scenario adds a charge after an overpayment was refunded. The other system then reopens
 * the refund.
 */
export function isChargedAfterRefund(one: OracleCase): boolean {
  const ops = listSteps(one).map((step) => step.op);
  const refund = ops.indexOf('refundOverpayment');
  return refund >= 0 && ops.indexOf('charge', refund) > refund;
}

/**
 * Whether a listing of a day has a balance that its own rows do not add up to: left as it was
 * before they were reallocated.
 */
export function isBalanceStale(one: OracleCase): boolean {
  const listings = listSteps(one).filter((step) => step.op === 'expectTransactionOn');
  return listings.some((step) => {
    const rows = step.rows as Row[];
    return rows.slice(1).some((row, index) => {
      const before = parseAmount(rows[index]!['Loan Balance']);
      return subtract(before, parseAmount(row.Principal)) !== parseAmount(row['Loan Balance']);
    });
  });
}
