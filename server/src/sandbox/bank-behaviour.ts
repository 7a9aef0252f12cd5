/**
 * How the pretended bank behaves. Payouts: `succeed` and `fail` decide at once; the others answer "pending" and tell by
 * webhook, except `time_out` (takes it, answers nothing, tells when asked), `never_taken` and `lost` (no webhook, tells
 * when asked). `out_of_order`: the webhook comes before the answer. Payments: the same, where `out_of_order` brings the
 * newest webhook first and `fail` is a borrower's bank that declines.
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
export type BankPart = 'payouts' | 'payments';

/** What the provider answers when it does not answer. */
export class SandboxTimeout extends Error {
  override readonly name = 'SandboxTimeout';
}
