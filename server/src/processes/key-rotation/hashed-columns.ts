import type { NameKind } from '../../platform/db/tables/people.ts';
import type { Tables } from '../../platform/db/tables.ts';

/** A column of keyed hashes by which people are found. */
export interface HashedColumn {
  readonly table: keyof Tables;
  readonly column: string;
  /** The kind under which the directory has the hash too. */
  readonly kind?: NameKind;
}

/**
 * Every column whose hashes move to a new hash key, in the order of the move. Documents come after
 * identities: an Aadhaar number is claimed from a document's hash, and only an earlier key's hash
 * says what a later one's is.
 */
export const HASHED_COLUMNS: readonly HashedColumn[] = [
  { table: 'users', column: 'phone_hash', kind: 'phone' },
  { table: 'identities', column: 'pan_hash', kind: 'pan' },
  { table: 'identities', column: 'aadhaar_hash', kind: 'aadhaar' },
  { table: 'identities', column: 'name_hash' },
  { table: 'identity_sources', column: 'holder_hash', kind: 'card_holder' },
  { table: 'pan_checks', column: 'asked_hash' },
  { table: 'bank_accounts', column: 'account_hash', kind: 'bank_account' },
  { table: 'bank_account_validations', column: 'account_hash' },
  { table: 'bank_account_details', column: 'account_hash' },
  { table: 'push_subscriptions', column: 'endpoint_hash', kind: 'push_endpoint' },
  { table: 'identity_documents', column: 'aadhaar_hash' },
  { table: 'devices', column: 'fingerprint_hash' },
];
