import { aprOfSingle } from '../money/apr.ts';
import { add, applyPpm, type Paise, subtract } from '../money/money.ts';
import { addDays, type BusinessDay, daysBetween } from '../money/time.ts';
import { type LoanEvent, type LoanTerms, type LoanView, viewLoan } from './loan.ts';
import { liveEvents } from './loan-events.ts';
import type { ExtensionTerms } from './terms.ts';

/** Why a due date cannot be moved. A user can cause each. */
export type ExtensionRefusal =
  | 'not-disbursed'
  | 'nothing-owed'
  | 'too-early'
  | 'too-late'
  | 'no-more-times'
  | 'other-days';

/** An addendum's price. Amounts in paise, the APR in hundredths of a percent. */
export type ExtensionQuote = {
  day: BusinessDay;
  days: number;
  oldDueDay: BusinessDay;
  newDueDay: BusinessDay;
  /** The number of extensions, this one included. */
  times: number;
  /**
   * Paid on acceptance: interest so far, penal charge, fees owed before, the fee and its GST; and
   * their sum.
   */
  interest: Paise;
  penal: Paise;
  feesBefore: Paise;
  fee: Paise;
  gst: Paise;
  payNow: Paise;
  /**
   * Paid on the new due date if held until then: the principal, which does not fall, and the
   * interest until then.
   */
  principal: Paise;
  interestToCome: Paise;
  payThen: Paise;
  /** The extra days and their interest, counted from the old due date or, if later, today. */
  extraDays: number;
  extraInterest: Paise;
  aprHundredths: number;
};

/**
 * When the window of the next extension opens and closes, both days included; undefined while none
 * is possible.
 */
export function extensionWindow(
  extension: ExtensionTerms,
  dueDay: BusinessDay | undefined,
): { opens: BusinessDay; closes: BusinessDay } | undefined {
  if (dueDay === undefined) return undefined;
  const opens = addDays(dueDay, -extension.opensDaysBeforeDue);
  return { opens, closes: addDays(dueDay, extension.closesDaysAfterDue) };
}

/**
 * Prices moving the due date by `days`, accepted and paid on `day`: the interest so far, the penal
 * charge, and a fee on the principal with GST, both half up; or says why it cannot be moved.
 * @ASSUMED the addendum's APR is what the fee, its GST and the interest of the extra days cost on
 * the principal less the fee, over the extra days alone: the days up to the old due date are owed
 * anyway, those after it that have passed had their penal charge.
 * @ASSUMED the penal charge is paid on acceptance, before the principal, which does not fall.
 * Throws AprDisagreementError when the APR cannot be trusted. Source: `docs/domain.md`, extension.
 */
export function extensionQuote(request: {
  terms: LoanTerms;
  extension: ExtensionTerms;
  events: readonly LoanEvent[];
  day: BusinessDay;
  days: number;
}): { ok: true; quote: ExtensionQuote } | { ok: false; reason: ExtensionRefusal } {
  const { terms, extension, events, day, days } = request;
  const view = viewLoan(terms, events, day);
  const times = liveEvents(events, day).filter((event) => event.kind === 'extension').length + 1;
  const reason = refusal(extension, view, { day, days, times });
  if (reason !== undefined) return { ok: false, reason };

  const principal = view.principalOwed;
  const fee = applyPpm(principal, extension.feePpm, 'half-up');
  const gst = applyPpm(fee, extension.gstPpm, 'half-up');
  const payNow = add(view.feesOwed, view.interestOwed, view.penalOwed, fee, gst);
  const oldDueDay = view.dueDay!;
  const newDueDay = addDays(oldDueDay, days);
  const accepted = [...events, ...extensionEvents({ day, days, fee: add(fee, gst), payNow })];
  const { totalOwed: payThen } = viewLoan(terms, accepted, newDueDay);
  const lastDayBefore = day > oldDueDay ? day : oldDueDay;
  const extraDays = daysBetween(lastDayBefore, newDueDay);
  const extraInterest = subtract(payThen, viewLoan(terms, accepted, lastDayBefore).totalOwed);
  const received = subtract(principal, fee, gst);

  const aprHundredths = aprOfSingle({
    received,
    repaid: add(principal, extraInterest),
    days: extraDays,
  });

  return {
    ok: true,
    quote: {
      day,
      days,
      oldDueDay,
      newDueDay,
      times,
      interest: view.interestOwed,
      penal: view.penalOwed,
      feesBefore: view.feesOwed,
      fee,
      gst,
      payNow,
      principal,
      interestToCome: subtract(payThen, principal),
      payThen,
      extraDays,
      extraInterest,
      aprHundredths,
    },
  };
}

function refusal(
  extension: ExtensionTerms,
  view: LoanView,
  request: { day: BusinessDay; days: number; times: number },
): ExtensionRefusal | undefined {
  const window = extensionWindow(extension, view.dueDay);
  if (!window) return 'not-disbursed';
  if (view.principalOwed === 0) return 'nothing-owed';
  if (request.times > extension.maxTimes) return 'no-more-times';
  if (!extension.days.includes(request.days)) return 'other-days';
  if (request.day < window.opens) return 'too-early';

  return request.day > window.closes ? 'too-late' : undefined;
}

/**
 * The facts of an accepted extension: its fee, what was paid, and the moved date. Ids are made from
 * `id`.
 */
export function extensionEvents(accepted: {
  day: BusinessDay;
  days: number;
  fee: Paise;
  payNow: Paise;
  id?: string;
}): LoanEvent[] {
  const { day, days, fee, payNow, id = 'extension' } = accepted;

  return [
    { kind: 'charge', id: `${id}.fee`, day, amount: fee, code: 'extension-fee' },
    {
      kind: 'payment',
      id: `${id}.payment`,
      day,
      amount: payNow,
      first: ['fees', 'interest', 'penal'],
    },
    { kind: 'extension', id, day, days },
  ];
}
