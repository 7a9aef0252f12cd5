import type { RegulatoryName } from '@noren/core/lending/terms';
import type { Tables } from '../../platform/db/tables.ts';

/** Every table with rows of a user's. */
export type DataRecipient = { [T in keyof Tables]: 'userId' extends keyof Tables[T] ? T : never }[keyof Tables];

/**
 * What an erasure does with a table's rows: `deleted`; `kept_apart`: deleted, and of someone who was lent money a sealed
 * copy of what the law wants stays in `retained_records`; `without_loan`: deleted where no loan was made of it; `stays`:
 * it names nobody once the rest is gone; `blanked`: the row stays, emptied.
 */
type Erasure = 'deleted' | 'kept_apart' | 'without_loan' | 'stays' | 'blanked';

/** What becomes of one table's rows of a user. */
export interface RetentionRule {
  /** Whether a copy of one's data shows them: false where there is nothing in them that can be read. */
  readonly isShown: boolean;
  /** Columns left out of a copy: staff's names, secrets. What is not readable (hashes, file numbers) never is in it. */
  readonly hides: readonly string[];
  readonly erasure: Erasure;
  /** The law that has it kept after an erasure; null where it goes, or says nothing of anybody. */
  readonly law: RegulatoryName | null;
}

type Rest = Partial<Pick<RetentionRule, 'hides' | 'law' | 'isShown'>>;
const made = (erasure: Erasure, rest: Rest): RetentionRule => ({
  isShown: true,
  hides: [],
  erasure,
  law: null,
  ...rest,
});
const deleted = (rest: Rest = {}) => made('deleted', rest);
const pseudonymized = () => made('kept_apart', { law: 'kycRetentionYears' });
/** A loan's record or an entry of the books: by number alone. */
const booked = (rest: Rest = {}) => made('stays', { law: 'bookRetentionYears', ...rest });
const ofLoan = (rest: Rest = {}) => made('without_loan', { law: 'bookRetentionYears', ...rest });

/**
 * Every table with a user's data: what a copy shows, what an erasure does, and by which law the rest stays. In the order
 * of an erasure: what refers to another table stands before it. A table left out does not compile.
 */
export const retentionMap: { readonly [T in DataRecipient]: RetentionRule } = {
  sessions: deleted(),
  push_subscriptions: deleted({ hides: ['subscription'] }),
  devices: deleted(),
  tracking_records: deleted(),
  otp_requests: deleted({ isShown: false }),
  magic_links: deleted({ isShown: false }),
  notification_deliveries: deleted({ hides: ['provider_id', 'registered_template', 'pending_device_ids'] }),
  notifications: deleted(),
  feedback_tickets: deleted({ hides: ['decided_by'] }),
  survey_answers: deleted(),
  personal_info: deleted(),
  contacts: deleted(),
  nominees: deleted(),
  data_changes: deleted({ hides: ['decided_by'] }),
  data_exports: deleted(),
  liveness_checks: deleted(),
  bank_account_validations: deleted(),
  bank_account_details: deleted(),
  identity_documents: pseudonymized(),
  identities: pseudonymized(),
  bank_accounts: pseudonymized(),
  users: made('blanked', { law: 'bookRetentionYears' }),
  // The proof that there was a consent. Source: DPDP Act, s. 6(10).
  consents: made('stays', {}),
  // What a loan was decided by is kept as long as the loan.
  review_decisions: ofLoan({ hides: ['operator'] }),
  credit_evaluations: ofLoan(),
  pending_acceptances: deleted(),
  acceptances: ofLoan(),
  quotes: ofLoan(),
  credit_limits: booked(),
  limit_requests: booked(),
  guidances: booked(),
  coupons: booked(),
  orders: booked(),
  addenda: booked(),
  order_status_changes: booked(),
  payouts: booked(),
  payment_intents: booked(),
  payment_instruments: booked(),
  provider_payments: booked(),
  refunds: booked(),
  repayment_proofs: booked({ hides: ['decided_by'] }),
  journals: booked(),
  entries: booked(),
  dunning_messages: booked(),
  day_close_failures: booked({ isShown: false }),
  operator_requests: booked({ hides: ['maker', 'checker', 'reason', 'detail'] }),
  audit_log: made('stays', { law: 'logRetentionDays', hides: ['actor'] }),
  erasures: made('stays', {}),
  retained_records: made('stays', { isShown: false, law: 'kycRetentionYears' }),
};

/** The tables in the order of an erasure. */
export const RECIPIENTS = Object.keys(retentionMap) as DataRecipient[];
