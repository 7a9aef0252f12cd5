import { DEBIT_FAILURES } from '@noren/core/money/mandate-states';

/**
 * Behaviours of the sandbox bank. Payouts: `succeed` and `fail` decide at once; the others answer
 * "pending" and send a webhook, except `time_out` (accepted, no answer, known when queried),
 * `never_taken` (not accepted) and `lost` (no webhook, known when queried). `out_of_order`: the
 * webhook comes before the answer. Payments: the same, but `out_of_order` delivers the newest
 * webhook first and `fail` means that the borrower's bank declines. Refunds: as payouts.
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

/** `low_balance`: payouts wait at the bank until it behaves otherwise, and may be cancelled. */
export const PAYOUT_BEHAVIOURS = [...BANK_BEHAVIOURS, 'low_balance'] as const;
export type PayoutBehaviour = (typeof PAYOUT_BEHAVIOURS)[number];

/**
 * The sandbox bank's answer to an account validation: the holder's account, somebody else's, with
 * initials only, or closed; `answers_later` is pending for 20 seconds, `no_answer` answers only
 * when asked again, `down` does not accept the request.
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

/**
 * Behaviours of the sandbox bank with mandates and debits: made, failed for a reason, announcement
 * not delivered, or reported late, twice, or never. `time_out`: made, and no answer. `never_taken`:
 * no mandate, announcement or debit is taken.
 */
export const DEBIT_BEHAVIOURS = [
  'succeed',
  ...DEBIT_FAILURES,
  'announcement_failed',
  'time_out',
  'never_taken',
  'duplicate',
  'late',
  'lost',
] as const;

export type DebitBehaviour = (typeof DEBIT_BEHAVIOURS)[number];

export interface Behaviours {
  payouts: PayoutBehaviour;
  payments: BankBehaviour;
  refunds: BankBehaviour;
  accounts: AccountBehaviour;
  debits: DebitBehaviour;
}

export type BankPart = keyof Behaviours;

/** Thrown in place of an answer. */
export class SandboxTimeout extends Error {
  override readonly name = 'SandboxTimeout';
}
