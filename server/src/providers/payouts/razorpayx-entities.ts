import * as z from 'zod';
import type { PayoutAnswer } from '../../platform/ports/payouts.ts';

const text = z.string().nullish();

/**
 * razorpay.com/docs/api/x/payouts/entity, and the states of
 * razorpay.com/docs/x/payouts/states-life-cycle.
 */
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

/**
 * Why a payout failed (razorpay.com/docs/errors/x/payout-status-details) as the reasons shown to
 * borrowers: a fault of their account, of their bank, or of ours.
 */
const REASONS: Readonly<Record<string, string>> = {
  bank_account_closed: 'account_closed',
  bank_account_frozen: 'account_blocked',
  beneficiary_account_dormant: 'account_blocked',
  bank_account_invalid: 'account_invalid',
  beneficiary_account_invalid: 'account_invalid',
  invalid_ifsc_code: 'account_invalid',
  imps_not_allowed: 'account_limited',
  transaction_limit_exceeded: 'account_limited',
  beneficiary_bank_failure: 'bank_away',
  beneficiary_bank_offline: 'bank_away',
  beneficiary_bank_technical_error: 'bank_away',
  npci_beneficiary_timeout: 'bank_away',
  amount_limit_exhausted: 'our_side',
  amount_limit_exhausted_neft: 'our_side',
  insufficient_funds: 'our_side',
  gateway_down: 'our_side',
  gateway_technical_error: 'our_side',
  gateway_timeout: 'our_side',
  server_error: 'our_side',
  server_error_temporary: 'our_side',
  // Stopped by our staff at the provider.
  cancelled: 'our_side',
  rejected: 'our_side',
};

/** Our state of a payout; an unknown reason is passed on as the provider's code. */
export function toPayoutAnswer(
  payout: PayoutEntity,
): Extract<PayoutAnswer, { providerId: string | null }> {
  const { id: providerId, status } = payout;
  switch (status) {
    case 'queued':
      return { state: 'queued', providerId };
    case 'pending':
    case 'scheduled':
    case 'processing':
      return { state: 'pending', providerId };
    case 'processed':
      return { state: 'confirmed', providerId };
    case 'reversed':
      return { state: 'reversed', providerId, reason: toReason(payout) };
    case 'cancelled':
    case 'rejected':
    case 'failed':
      return { state: 'failed', providerId, reason: toReason(payout) };
    default: {
      const missing: never = status;
      throw new RangeError(`unknown state of a payout: ${missing}`);
    }
  }
}

function toReason({ status, status_details: details }: PayoutEntity): string {
  const reason = details?.reason || status;
  return REASONS[reason] ?? reason;
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
