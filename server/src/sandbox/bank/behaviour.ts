/**
 * How the pretended bank behaves. Payouts: `succeed` and `fail` decide at once; the others answer "pending" and tell by
 * webhook, except `time_out` (takes it, answers nothing, tells when asked), `never_taken` and `lost` (no webhook, tells
 * when asked). `out_of_order`: the webhook comes before the answer. Payments: the same, where `out_of_order` brings the
 * newest webhook first and `fail` is a borrower's bank that declines. Refunds: as payouts.
 */
export const BANK_BEHAVIOURS = [
  'succeed',
  'by_webhook',
  'fail',
  'time_out',
  'never_taken',
  'duplicate',
  'late',
  'out_of_order',
  'lost',
] as const;
export type BankBehaviour = (typeof BANK_BEHAVIOURS)[number];

/**
 * What the pretended bank says of an account it is asked about: it is the holder's, somebody else's, known by initials
 * only, or closed; `answers_later` is pending for 20 seconds, `no_answer` takes the question and tells when asked again,
 * `down` never took it.
 */
export const ACCOUNT_BEHAVIOURS = [
  'own_name',
  'other_name',
  'initials',
  'closed',
  'answers_later',
  'no_answer',
  'down',
] as const;
export type AccountBehaviour = (typeof ACCOUNT_BEHAVIOURS)[number];

/** How each part of the bank behaves. */
export interface Behaviours {
  payouts: BankBehaviour;
  payments: BankBehaviour;
  refunds: BankBehaviour;
  accounts: AccountBehaviour;
}
export type BankPart = keyof Behaviours;

/** What the provider answers when it does not answer. */
export class SandboxTimeout extends Error {
  override readonly name = 'SandboxTimeout';
}
