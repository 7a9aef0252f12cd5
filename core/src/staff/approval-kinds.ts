/** Kinds that say where a payment, a refund or a payout goes. */
export const PAYMENT_KINDS = [
  'reversal',
  'payment_move',
  'refund_retry',
  'refund_payout',
  'payout_reversal',
  'payout_cancel',
  'proof',
  'unclaimed_payment_claim',
  'unclaimed_payment_return',
] as const;

/** Kinds that move money or change what somebody owes. */
export const MONEY_KINDS = [
  'waiver',
  'write_off',
  ...PAYMENT_KINDS,
  'settlement_offer',
  'coupon',
] as const;

/** Kinds about products, coupons and settings. */
export const PRODUCT_KINDS = [
  'product_version',
  'scorecard_version',
  'level_ceiling',
  'coupon',
  'configuration',
] as const;

/** Kinds of requests that need a second person. Source: `docs/console.md`, "Two people". */
export const APPROVAL_KINDS = [
  ...MONEY_KINDS,
  'product_version',
  'scorecard_version',
  'level_ceiling',
  'limit_override',
  'full_kyc',
  'risk_class',
  'contact_hold',
  'lending_freeze',
  'lending_start',
  'erasure',
  'nominee_claim',
  'staff_invitation',
  'role_change',
  'key_rotation',
  'configuration',
  'close_days',
  'undo_closes',
  'link_campaign',
  'sanctions_list',
] as const;

export type ApprovalKind = (typeof APPROVAL_KINDS)[number];

/** How many days a request waits for its second person; then it expires. */
export const APPROVAL_WAITS_DAYS = 7;

/** How many comments a request can have. */
export const COMMENTS_A_REQUEST = 50;

/** Upper bound in paise of what one person may do alone; other kinds always need two people. */
export const ALONE_BOUND_PAISE: Readonly<Partial<Record<ApprovalKind, number>>> = {
  waiver: 10_000,
};
