import type { LoanEvent } from '@noren/core/lending/loan';
import { paise } from '@noren/core/money/money';
import type { BusinessDay } from '@noren/core/money/time';
import { businessDay } from '@noren/core/money/time';
import type { JournalKind, Line, PostedJournal } from './ledger.ts';

/**
 * Journals before there is a loan. Those of every other kind also accrue interest and penal charge
 * up to their value day.
 */
const BEFORE_LOAN: ReadonlySet<JournalKind> = new Set(['hold', 'release', 'disbursement']);

/** The reason of a journal that undoes the close of a day that had not ended. */
export const CLOSE_UNDONE = 'close undone';

/**
 * The loan events that an order's journals record. Credit holds and daily accruals are not loan
 * events.
 */
export function toLoanEvents(journals: readonly PostedJournal[]): LoanEvent[] {
  const current = journalsOfLoan(journals);
  const charging = new Set(
    current.filter((one) => extensionFee(one) > 0).map(({ journalId }) => journalId),
  );
  return current.flatMap((journal) => eventsOfJournal(journal, charging));
}

/**
 * The journals of the loan as it runs now: all of them, or those posted since the bank sent its
 * last payout back. The reversal of a disbursement brought every account of the order to zero, so
 * earlier journals are left out, and so are accruals of closes that were undone.
 */
export function journalsOfLoan(all: readonly PostedJournal[]): readonly PostedJournal[] {
  const journals = withoutUndoneAccruals(all);
  const ids = new Set(
    journals.filter(({ kind }) => kind === 'disbursement').map(({ journalId }) => journalId),
  );
  const undone = journals.reduce(
    (last, { journalId, reverses }) =>
      reverses !== null && ids.has(reverses) && journalId > last ? journalId : last,
    '',
  );

  return undone === '' ? journals : journals.filter(({ journalId }) => journalId > undone);
}

/** Whether a reversal is of the order's disbursement: its payout came back from the bank. */
export function isReversedDisbursement(
  journals: readonly PostedJournal[],
  { reverses }: { readonly reverses: string },
): boolean {
  return journals.some(({ journalId, kind }) => kind === 'disbursement' && journalId === reverses);
}

/**
 * The journals without the accruals of closes that were undone and without their reversals, which
 * sum to zero: their days have not ended.
 */
export function withoutUndoneAccruals(journals: readonly PostedJournal[]): PostedJournal[] {
  const reversed = new Set(
    journals.flatMap(({ reverses, reason }) =>
      reverses !== null && reason === CLOSE_UNDONE ? reverses : [],
    ),
  );
  const undone = new Set(
    journals
      .filter(({ kind, journalId }) => kind === 'accrual' && reversed.has(journalId))
      .map((one) => one.journalId),
  );

  return journals.filter(
    ({ journalId, reverses }) =>
      !undone.has(journalId) && (reverses === null || !undone.has(reverses)),
  );
}

function extensionFee({ kind, detail }: PostedJournal): number {
  return kind === 'extension' ? (detail.feePaise ?? 0) + (detail.gstPaise ?? 0) : 0;
}

/**
 * @param charging ids of extensions with a fee: such a journal is two events, the charge and the
 * extension
 */
function eventsOfJournal(journal: PostedJournal, charging: ReadonlySet<string>): LoanEvent[] {
  const { journalId: id, detail, lines } = journal;
  const day = businessDay(journal.valueDay);

  switch (journal.kind) {
    case 'hold':
    case 'release':
    case 'accrual':
      return [];
    case 'disbursement':
      return [{ kind: 'disbursement', id, day }];
    case 'payment': {
      const amount = paise(sumAccount(lines, 'settlement_in'));
      return [{ kind: 'payment', id, day, amount, ...(detail.first && { first: detail.first }) }];
    }
    case 'waiver': {
      const amount = paise(sumAccount(lines, 'waiver_expense'));
      const { bucket, ofPayment } = detail;

      return [
        {
          kind: 'waiver',
          id,
          day,
          amount,
          ...(bucket && { bucket }),
          ...(ofPayment && { ofPayment }),
        },
      ];
    }
    case 'fee_reversal': {
      const amount = paise(
        sumAccount(lines, 'fee_income') +
          sumAccount(lines, 'fee_discount') +
          sumAccount(lines, 'gst_payable'),
      );

      return [
        {
          kind: 'fee-reversal',
          id,
          day,
          amount,
          ...(detail.ofPayment && { ofPayment: detail.ofPayment }),
        },
      ];
    }
    case 'extension': {
      const fee = paise(extensionFee(journal));
      const moved: LoanEvent = { kind: 'extension', id, day, days: detail.days ?? 0 };
      return fee === 0
        ? [moved]
        : [{ kind: 'charge', id: `${id}.fee`, day, amount: fee, code: 'extension_fee' }, moved];
    }
    case 'refund':
      return [{ kind: 'refund', id, day, amount: paise(-sumAccount(lines, 'refunds_out')) }];
    case 'chargeback': {
      const amount = paise(-sumAccount(lines, 'settlement_in'));
      return [{ kind: 'chargeback', id, day, amount, ofPayment: detail.ofPayment ?? '' }];
    }
    case 'write_off':
      return [{ kind: 'write-off', id, day }];
    case 'reversal':
      return toReversals(journal, day, charging);
    default: {
      const missing: never = journal.kind;
      throw new RangeError(`unknown journal: ${missing}`);
    }
  }
}

/** Reversing an extension also reverses its fee. */
function toReversals(
  { journalId: id, reverses }: PostedJournal,
  day: BusinessDay,
  charging: ReadonlySet<string>,
): LoanEvent[] {
  const of = reverses ?? '';
  const whole: LoanEvent = { kind: 'reversal', id, day, of };
  return charging.has(of)
    ? [whole, { kind: 'reversal', id: `${id}.fee`, day, of: `${of}.fee` }]
    : [whole];
}

/** The last day whose interest is posted; null when only the disbursement is posted. */
export function accruedThrough(journals: readonly PostedJournal[]): BusinessDay | null {
  let last: string | null = null;
  for (const { kind, valueDay } of journalsOfLoan(journals))
    if (!BEFORE_LOAN.has(kind) && (last === null || valueDay > last)) last = valueDay;
  return last === null ? null : businessDay(last);
}

/**
 * The business day by which an order is evaluated: today, or the newest value day in its journals
 * if a process with a clock ahead of this one wrote it. Evaluating on an earlier day would ignore
 * posted money, and waiting for that day is no option because no payment is rejected.
 */
export function effectiveDay(journals: readonly PostedJournal[], today: BusinessDay): BusinessDay {
  const newest = withoutUndoneAccruals(journals).reduce(
    (last: string, { valueDay }) => (valueDay > last ? valueDay : last),
    today,
  );
  return newest === today ? today : businessDay(newest);
}

/** Sum of a journal's entries on an account, in signed paise. */
export function sumAccount(lines: readonly Line[], account: Line[0]): number {
  return lines.reduce((sum, [of, amount]) => (of === account ? sum + amount : sum), 0);
}
