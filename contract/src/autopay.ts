import {
  DEBIT_FAILURES,
  DEBIT_STATES,
  DEBIT_STOPS,
  MANDATE_ENDS,
  MANDATE_STATES,
} from '@noren/core/money/mandate-states';
import * as z from 'zod/mini';
import { call } from './call.ts';
import { CODES } from './codes.ts';
import { day, instant, paise, repayId } from './fields.ts';

/** A debit by a mandate for one due date. */
export const debit = z.object({
  state: z.enum(DEBIT_STATES),
  day,
  amountPaise: paise,
  /** Whether the bank asks the payer for the PIN on the day. */
  needsPin: z.boolean(),
  /** Why it failed, or was not presented. */
  reason: z.nullable(z.union([z.enum(DEBIT_FAILURES), z.enum(DEBIT_STOPS)])),
});

/** The mandate of a loan, and its newest debit. */
export const autopayState = z.object({
  repayId: z.string(),
  dueDay: day,
  /** Whether the due date is still to come, or is today. */
  isAhead: z.boolean(),
  /** What is to be repaid on the due date, and the most that a mandate is for. */
  duePaise: paise,
  mostPaise: paise,
  /** Debits above this amount need the PIN. */
  silentMostPaise: paise,
  /** Whether a mandate can be asked for now. */
  mayStart: z.boolean(),
  mandate: z.nullable(
    z.object({
      state: z.enum(MANDATE_STATES),
      /** Whether the borrower paused debits in this app. */
      isPaused: z.boolean(),
      /** Opens the UPI app to approve it; null once it cannot be approved, or not yet. */
      upiUri: z.nullable(z.string()),
      approveUntil: instant,
      /** Why it was refused or has ended. */
      because: z.nullable(z.enum(MANDATE_ENDS)),
    }),
  ),
  debit: z.nullable(debit),
});

export type AutopayState = z.infer<typeof autopayState>;

/**
 * AutoPay of the loans in progress, also of those for which it comes too late. A mandate that waits
 * for its approval is asked about.
 */
export const viewAutopay = call({
  method: 'GET',
  path: '/api/user/autopay',
  who: 'borrower',
  response: z.object({ isOffered: z.boolean(), loans: z.array(autopayState) }),
  added: true,
});

/** Asks for a mandate for a loan; the payer approves it in a UPI app. 409 says why not. */
export const startAutopay = call({
  method: 'POST',
  path: '/api/user/autopay/start',
  who: 'borrower',
  body: z.object({ repayId }),
  response: z.object({ loan: autopayState }),
  codes: [CODES.notFound, CODES.conflict],
  changes: true,
  added: true,
});

/**
 * `pause`: nothing is presented, while the mandate stays in the UPI app. `end`: the mandate is
 * cancelled. Both take effect at once.
 */
export const changeAutopay = call({
  method: 'POST',
  path: '/api/user/autopay/change',
  who: 'borrower',
  body: z.object({ repayId, act: z.enum(['pause', 'resume', 'end']) }),
  response: z.object({ loan: autopayState }),
  codes: [CODES.notFound, CODES.conflict],
  changes: true,
  added: true,
});
