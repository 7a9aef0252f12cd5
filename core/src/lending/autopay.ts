import type { DebitStop, MandateState } from '../money/mandate-states.ts';
import { add, applyPpm, type Paise } from '../money/money.ts';
import { addDays, type BusinessDay, instantOfDayStart } from '../money/time.ts';
import { type ExtensionTerms, type PenalTerms, regulatoryRowOn } from './terms.ts';

const HOUR_MS = 3_600_000;

/**
 * @ASSUMED The hours of the due date, in India: a debit is presented from the first one on, and
 * announced so early that it may be presented before the second.
 */
const FROM_HOUR = 9;
const UNTIL_HOUR = 21;
/** @ASSUMED How long before the first hour of the due date it is announced. */
const ANNOUNCED_AHEAD_MS = 48 * HOUR_MS;
/** What the provider and the bank take to deliver an announcement, on top of the lawful hours. */
const DELIVERY_MS = HOUR_MS / 6;
/** @ASSUMED How long before the last announcement a mandate can still be asked for. */
const APPROVAL_MS = HOUR_MS;
/**
 * @ASSUMED Days after the due date on which a debit that our side delayed is still presented. It
 * counts for the due date, so the delay costs the borrower nothing.
 */
const LATE_DAYS = 2;
/** @ASSUMED Days after the last possible due date until a mandate runs out by itself. */
const DAYS_AFTER_LAST_DUE = 7;

/**
 * The most that one debit may be: what the key facts say is to be repaid, and the penal charge of
 * all days that may ever be charged. Half up.
 */
export function mandateMost({
  totalRepayable,
  penal,
}: {
  readonly totalRepayable: Paise;
  readonly penal: PenalTerms;
}): Paise {
  return add(totalRepayable, applyPpm(totalRepayable, penal.ppmPerDay * penal.maxDays, 'half-up'));
}

/** The last day of a mandate: the due date moved as often and as far as it may be, and a week. */
export function mandateLastDay(dueDay: BusinessDay, extension: ExtensionTerms): BusinessDay {
  const longest = Math.max(0, ...extension.days) * extension.maxTimes;
  return addDays(dueDay, longest + DAYS_AFTER_LAST_DUE);
}

/** Debits up to this amount are made without the PIN; above it the bank asks for it. Paise. */
export const silentDebitMost = (day: BusinessDay): number =>
  regulatoryRowOn('silentDebitMostPaise', day).value;

/** When a due date's debit may be announced and presented; UTC ms. */
export interface DebitTimes {
  /** From when it is announced, and the last instant at which it is in time. */
  readonly announceFrom: number;
  readonly announceUntil: number;
  /** The last instant at which it is presented. */
  readonly presentUntil: number;
}

export function debitTimes(dueDay: BusinessDay): DebitTimes {
  const start = instantOfDayStart(dueDay);

  return {
    announceFrom: start + FROM_HOUR * HOUR_MS - ANNOUNCED_AHEAD_MS,
    announceUntil: start + UNTIL_HOUR * HOUR_MS - leastAheadMs(dueDay),
    presentUntil: start + UNTIL_HOUR * HOUR_MS + LATE_DAYS * 24 * HOUR_MS,
  };
}

/**
 * From when a debit may be presented that is announced now: the due date's first hour, and the
 * lawful hours after that. UTC ms.
 */
export function presentFrom(dueDay: BusinessDay, announcedAt: number): number {
  const first = instantOfDayStart(dueDay) + FROM_HOUR * HOUR_MS;
  return Math.max(first, announcedAt + leastAheadMs(dueDay));
}

/** Whether the borrower has time to approve a mandate before it must be announced; UTC ms. */
export function mayAskForMandate(dueDay: BusinessDay, now: number): boolean {
  return now + APPROVAL_MS <= debitTimes(dueDay).announceUntil;
}

/** The last day on which a debit may be presented. */
export const lastDebitDay = (dueDay: BusinessDay): BusinessDay => addDays(dueDay, LATE_DAYS);

/** When a debit is looked at once more: another announcement of another amount is in time then. */
export const lastLookAt = (dueDay: BusinessDay): number =>
  debitTimes(dueDay).announceUntil - APPROVAL_MS;

/**
 * From when a debit may be presented: the lawful hours after its announcement reached the payer.
 * UTC ms.
 */
export const presentFromDelivery = (dueDay: BusinessDay, deliveredAt: number): number =>
  deliveredAt + lawfulAheadMs(dueDay);

const leastAheadMs = (dueDay: BusinessDay): number => lawfulAheadMs(dueDay) + DELIVERY_MS;

const lawfulAheadMs = (dueDay: BusinessDay): number =>
  regulatoryRowOn('debitAnnouncedLeastHours', dueDay).value * HOUR_MS;

/** What decides whether a debit goes on. Paise. */
export interface DebitFacts {
  readonly mandate: {
    readonly state: MandateState;
    /** Whether the borrower paused debits here. */
    readonly isPaused: boolean;
    readonly mostPaise: number;
  };
  readonly loan: {
    readonly isLent: boolean;
    readonly dueDay: BusinessDay | undefined;
    /** What is owed at the end of the debit's due date. */
    readonly owedPaise: number;
    /** Whether the loan may still be returned in its cooling-off days. */
    readonly isCoolingOff: boolean;
    /**
     * Whether a dispute, a hold, a promise, a settlement offer, a payment in checking or a
     * nominee's claim is open.
     */
    readonly isHeld: boolean;
  };
}

/**
 * Why a debit of an amount for a due date is not announced or presented; null when it may be. A
 * debit is never more than is owed.
 */
export function stopDebit(
  { mandate, loan }: DebitFacts,
  debit: { readonly dueDay: BusinessDay; readonly amountPaise: number },
): DebitStop | null {
  switch (mandate.state) {
    case 'asked':
      return 'not_confirmed';
    case 'paused_by_payer':
      return 'paused_by_payer';
    case 'refused':
    case 'ended':
      return 'mandate_over';
    case 'confirmed':
      break;
    default: {
      const missing: never = mandate.state;
      throw new RangeError(`unknown state of a mandate: ${missing}`);
    }
  }

  if (mandate.isPaused) return 'paused';
  if (!loan.isLent) return 'not_lent';
  if (loan.owedPaise === 0) return 'nothing_owed';
  if (loan.dueDay !== debit.dueDay) return 'due_day_moved';
  if (loan.isCoolingOff) return 'cooling_off';
  if (loan.isHeld) return 'waiting_for_us';
  if (loan.owedPaise < debit.amountPaise) return 'amount_changed';

  return debit.amountPaise > mandate.mostPaise ? 'above_most' : null;
}

/**
 * The day that a debit counts for: a debit of ours that came late counts for its due date, so that
 * neither interest nor a penal charge runs meanwhile.
 */
export function debitValueDay(debit: {
  readonly dueDay: BusinessDay;
  readonly paidDay: BusinessDay;
}): BusinessDay {
  return debit.paidDay > debit.dueDay ? debit.dueDay : debit.paidDay;
}
