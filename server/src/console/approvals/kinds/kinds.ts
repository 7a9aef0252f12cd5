import type { RequestKind } from '../request/requests-store.ts';
import { closeDays } from './close-days.ts';
import { configuration } from './configuration.ts';
import { contactHold } from './contact-hold.ts';
import { coupon } from './coupon.ts';
import { erasure } from './erasure.ts';
import { fullKyc } from './full-kyc.ts';
import { keyRotation } from './key-rotation.ts';
import type { Kind } from './kind.ts';
import { lendingFreeze } from './lending-freeze.ts';
import { lendingStart } from './lending-start.ts';
import { levelCeiling } from './level-ceiling.ts';
import { limitOverride } from './limit-override.ts';
import { linkCampaign } from './link-campaign.ts';
import { nomineeClaim } from './nominee-claim.ts';
import { paymentMove } from './payment-move.ts';
import { payoutCancel } from './payout-cancel.ts';
import { payoutReversal } from './payout-reversal.ts';
import { productVersion } from './product-version.ts';
import { proof } from './proof.ts';
import { refundPayout } from './refund-payout.ts';
import { refundRetry } from './refund-retry.ts';
import { reversal } from './reversal.ts';
import { riskClass } from './risk-class.ts';
import { roleChange } from './role-change.ts';
import { sanctionsList } from './sanctions-list.ts';
import { scorecardVersion } from './scorecard-version.ts';
import { settlementOffer } from './settlement-offer.ts';
import { staffInvitation } from './staff-invitation.ts';
import { unclaimedPaymentClaim } from './unclaimed-payment-claim.ts';
import { unclaimedPaymentReturn } from './unclaimed-payment-return.ts';
import { undoCloses } from './undo-closes.ts';
import { waiver } from './waiver.ts';
import { writeOff } from './write-off.ts';

const KINDS: { readonly [K in RequestKind]: Kind<K> } = {
  waiver,
  settlement_offer: settlementOffer,
  write_off: writeOff,
  reversal,
  payment_move: paymentMove,
  payout_reversal: payoutReversal,
  payout_cancel: payoutCancel,
  refund_payout: refundPayout,
  refund_retry: refundRetry,
  proof,
  unclaimed_payment_claim: unclaimedPaymentClaim,
  unclaimed_payment_return: unclaimedPaymentReturn,
  coupon,
  product_version: productVersion,
  scorecard_version: scorecardVersion,
  level_ceiling: levelCeiling,
  configuration,
  limit_override: limitOverride,
  full_kyc: fullKyc,
  risk_class: riskClass,
  lending_freeze: lendingFreeze,
  lending_start: lendingStart,
  contact_hold: contactHold,
  erasure,
  nominee_claim: nomineeClaim,
  link_campaign: linkCampaign,
  key_rotation: keyRotation,
  close_days: closeDays,
  undo_closes: undoCloses,
  sanctions_list: sanctionsList,
  staff_invitation: staffInvitation,
  role_change: roleChange,
};

/** What a request's kind does; each of its functions takes that request. */
export function findKind<K extends RequestKind>({ kind }: { readonly kind: K }): Kind<K> {
  return KINDS[kind];
}
