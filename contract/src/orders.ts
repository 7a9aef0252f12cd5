import * as z from 'zod/mini';
import { autopayState } from './autopay.ts';
import { call } from './call.ts';
import { CODES } from './codes.ts';
import { day, instant, paise, repayId } from './fields.ts';
import { channel } from './payment.ts';

/** An order as a list shows it. Source: specification §3 "Borrow bill entry". */
export const bill = z.object({
  repayId: z.string(),
  productCode: z.string(),
  productName: z.string(),
  borrowStatus: z.int(),
  principalPaise: paise,
  netPaise: paise,
  appliedAt: instant,
  dueDay: z.nullable(day),
  /** Owed as of the business day; 0 when nothing is. */
  owedPaise: paise,
  overdueDays: z.int(),
  /**
   * Settled by the borrower's payments; false while it is not settled, and where the lender waived
   * or wrote off principal.
   */
  isRepaid: z.boolean(),
  next: z.nullable(z.enum(['repay', 'fix_bank', 'wait', 'review'])),
  /** A payment that is being checked; no other payment is requested meanwhile. */
  checking: z.optional(z.object({ code: z.string(), channel })),
  /** Whether it may be returned in its cooling-off days, or withdrawn before it is paid out. */
  mayReturn: z.boolean(),
  mayWithdraw: z.boolean(),
  /**
   * Until when a reservation waits, its offer can be accepted, or a failed payout can be retried.
   */
  openUntil: z.optional(instant),
});

export type Bill = z.infer<typeof bill>;

/** The most urgent order, and the number of orders in progress and completed. */
export const borrowStatus = call({
  method: 'GET',
  path: '/api/user/borrow/borrowStatus',
  who: 'borrower',
  response: z.object({
    borrowStatus: z.nullable(z.int()),
    repayId: z.nullable(z.string()),
    inProgress: z.int(),
    completed: z.int(),
    /**
     * The different statuses of the completed orders; they decide the subject of a support mail.
     */
    completedStatuses: z.array(z.int()),
  }),
});

/** The user's orders: 0 in progress, 1 completed. */
export const billList = call({
  method: 'GET',
  path: '/api/user/borrow/bill',
  who: 'borrower',
  query: z.object({ borrowType: z.enum(['0', '1']) }),
  response: z.object({ businessDay: day, details: z.array(bill) }),
});

/** One order with its history and the state of its payout. */
export const billDetail = call({
  method: 'GET',
  path: '/api/user/borrow/detail/{repayId}',
  who: 'borrower',
  params: z.object({ repayId }),
  response: z.object({
    bill,
    proposalNo: z.string(),
    lenderName: z.string(),
    payout: z.nullable(
      z.object({
        state: z.enum(['waiting', 'sent', 'unknown', 'confirmed', 'failed']),
        accountLast4: z.string(),
        since: instant,
        reason: z.nullable(z.string()),
        /** The payout failed because of the account, and a retry would use the same account. */
        isAccountsFault: z.boolean(),
      }),
    ),
    history: z.array(
      z.object({ at: instant, borrowStatus: z.int(), reason: z.nullable(z.string()) }),
    ),
    /** Its AutoPay; null where none is offered and none was set up. */
    autopay: z.nullable(autopayState),
    /** Why a declined order was declined, in plain words. */
    declinedBecause: z.optional(z.array(z.object({ id: z.string(), text: z.string() }))),
  }),
  codes: [CODES.notFound],
  added: true,
});

/**
 * After a failed payout: retry to the account now saved, under a new reference, or cancel the loan.
 */
export const failBorrowHandler = call({
  method: 'POST',
  path: '/api/user/borrow/failBorrowHandler',
  who: 'certified',
  body: z.object({ repayId, action: z.enum(['retry', 'cancel']) }),
  bodyMayBeQuery: true,
  response: z.object({ borrowStatus: z.int() }),
  codes: [CODES.notFound, CODES.conflict, CODES.confirmByCode, CODES.lockedByOverdue],
  changes: true,
});
