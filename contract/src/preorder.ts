import * as z from 'zod/mini';
import { call } from './call.ts';
import { CODES } from './codes.ts';
import { instant, nothing, paise, proposalNo, repayId, uuid } from './fields.ts';
import { kfs, priced } from './loans.ts';

/** A product in the loan guide. Source: specification §3. */
export const guideProduct = z.object({
  productCode: z.string(),
  productIcon: z.string(),
  productName: z.string(),
  productAmount: paise,
});

/**
 * The loan guide's offer of a larger limit, with a coupon and products; null when there is none.
 * `expiresAt` is enforced by the server. Source: specification §2 "Loan-guide dialog",
 * `docs/credit.md`, pre-order.
 */
export const guidanceMsg = call({
  method: 'GET',
  path: '/api/user/preorder/guidanceMsg',
  who: 'certified',
  response: z.object({
    guidance: z.nullable(
      z.object({
        guidanceId: z.string(),
        limitNowPaise: paise,
        requestedLimitPaise: paise,
        coupon: z.nullable(z.object({ couponId: z.string(), amountPaise: paise })),
        products: z.array(guideProduct),
        applyTotalAmount: paise,
        expiresAt: instant,
        /** False once the user has seen it: it is then opened by the user only. */
        isNew: z.boolean(),
        /** Regular users get a 30-day tenure. */
        isRegular: z.boolean(),
      }),
    ),
  }),
});

/**
 * The user's explicit request for the larger limit, and the reservation of the offered products.
 * Each is reserved (15) while a loan runs, else an offer (20) at once. 315 once the guide's offer
 * has expired or was declined; 409 when it was requested before, or differs from what was offered;
 * 317 while an overdue order locks the limit.
 */
export const applyGuidance = call({
  method: 'POST',
  path: '/api/user/preorder/guidance/apply',
  who: 'certified',
  body: z.object({
    applyTotalAmount: paise,
    products: z.array(guideProduct).check(z.minLength(1), z.maxLength(5)),
  }),
  response: z.object({
    reserved: z.array(z.object({ repayId: z.string(), borrowStatus: z.int() })),
  }),
  codes: [CODES.conflict, CODES.offerGone, CODES.lockedByOverdue],
  changes: true,
});

/**
 * Declines the guide's offer: it is not made again until another loan is settled. The coupon stays.
 */
export const giveUpGuidance = call({
  method: 'POST',
  path: '/api/user/preorder/guidance/giveUp',
  who: 'certified',
  body: z.object({ guidanceId: uuid }),
  response: nothing,
  codes: [CODES.notFound, CODES.conflict],
  changes: true,
  added: true,
});

/**
 * Opens an offer made of a reservation (20): its key facts statement, at the same terms in the
 * language it is now read in, or priced again when it expired while the offer is still open. 409
 * when the order is not an offer, 315 once it has expired.
 */
export const reviewOffer = call({
  method: 'POST',
  path: '/api/user/borrow/review',
  who: 'certified',
  body: z.object({ repayId }),
  response: z.object({ quote: priced, kfs, dependsOnLimit: z.boolean() }),
  codes: [CODES.notFound, CODES.conflict, CODES.offerGone, CODES.lockedByOverdue],
  changes: true,
  added: true,
});

/**
 * Withdraws an application before it is paid out: a reservation, an offer, or a payout that was not
 * sent yet or that failed. 409 once the money is on its way. `borrowStatus` is 40 while the
 * provider, where the payout waits, is asked to cancel it; its answer then appears in the order.
 */
export const cancelOrder = call({
  method: 'POST',
  path: '/api/user/borrow/cancel',
  who: 'certified',
  body: z.object({ repayId }),
  response: z.object({ borrowStatus: z.int() }),
  codes: [CODES.notFound, CODES.conflict],
  changes: true,
  added: true,
});

/**
 * Withdraws a key facts statement accepted during the evaluation, before it becomes an application.
 */
export const cancelWaiting = call({
  method: 'POST',
  path: '/api/user/product/cancelWaiting',
  who: 'certified',
  body: z.object({ proposalNo }),
  response: nothing,
  codes: [CODES.notFound, CODES.conflict],
  changes: true,
  added: true,
});
