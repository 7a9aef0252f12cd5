import * as z from 'zod';
import type { PayoutAnswer } from './payouts.ts';

const text = z.string().nullish();

/** razorpay.com/docs/api/x/payouts/entity, and the states of razorpay.com/docs/x/payouts/states-life-cycle. */
export const payoutEntity = z.object({
  id: z.string().min(1),
  amount: z.int().min(1),
  currency: z.literal('INR'),
  status: z.enum([
    'queued',
    'pending',
    'scheduled',
    'processing',
    'processed',
    'reversed',
    'cancelled',
    'rejected',
    'failed',
  ]),
  reference_id: text,
  status_details: z.object({ reason: text }).nullish(),
  created_at: z.int().min(0),
});
export type PayoutEntity = z.infer<typeof payoutEntity>;

/** A payout's state in our words; the reason is a word of the documentation, never a sentence. */
export function payoutAnswerOf(payout: PayoutEntity): Extract<PayoutAnswer, { providerId: string | null }> {
  const { id: providerId, status } = payout;
  switch (status) {
    case 'queued':
    case 'pending':
    case 'scheduled':
    case 'processing':
      return { state: 'pending', providerId };
    case 'processed':
      return { state: 'confirmed', providerId };
    case 'reversed':
    case 'cancelled':
    case 'rejected':
    case 'failed':
      return { state: 'failed', providerId, reason: payout.status_details?.reason || status };
    default: {
      const missing: never = status;
      throw new RangeError(`unknown state of a payout: ${missing}`);
    }
  }
}

/** razorpay.com/docs/api/x/composite-account-validation/entity */
export const validationEntity = z.object({
  id: z.string().min(1),
  status: z.enum(['created', 'completed', 'failed']),
  reference_id: text,
  validation_results: z.object({ account_status: text, registered_name: text }).nullish(),
  status_details: z.object({ reason: text }).nullish(),
});
export type ValidationEntity = z.infer<typeof validationEntity>;
