import type { Tables } from '../../platform/db/tables.ts';

/** A row with encrypted columns, as the rotation reads it. */
export interface EncryptedRow {
  readonly userId: string;
  /** Only of `identity_documents`. */
  readonly type: string | null;
}

/** A table's encrypted columns. */
export interface EncryptedTable {
  readonly table: keyof Tables;
  readonly columns: readonly string[];
  /** What a value is encrypted for; the table, column and user, unless said otherwise. */
  readonly context?: (column: string, row: EncryptedRow) => string;
}

/**
 * Every table with fields that are encrypted for good. Stored answers of calls (`idempotency_keys`)
 * are deleted after a week and keep their key until then.
 */
export const ENCRYPTED_TABLES: readonly EncryptedTable[] = [
  { table: 'users', columns: ['phone_enc'] },
  { table: 'phone_changes', columns: ['new_phone_enc', 'old_phone_enc'] },
  { table: 'email_addresses', columns: ['address_enc'] },
  { table: 'identities', columns: ['name_enc', 'birth_day_enc', 'pan_enc', 'ocr_fields_enc'] },
  { table: 'identity_sources', columns: ['fields_enc'] },
  {
    table: 'identity_documents',
    columns: ['ocr_fields_enc'],
    context: (column, { userId, type }) => `identity_documents.${column}.${type}:${userId}`,
  },
  { table: 'liveness_checks', columns: ['place_enc'] },
  { table: 'addresses', columns: ['address_enc'] },
  { table: 'personal_info', columns: ['info_enc'] },
  { table: 'contacts', columns: ['name_enc', 'phone_enc'] },
  { table: 'bank_accounts', columns: ['account_enc', 'holder_name_enc'] },
  { table: 'bank_account_validations', columns: ['name_at_bank_enc'] },
  { table: 'data_changes', columns: ['before_enc', 'after_enc'] },
  { table: 'nominees', columns: ['name_enc', 'phone_enc'] },
  { table: 'retained_records', columns: ['record_enc'] },
  { table: 'repayment_proofs', columns: ['utr_enc'] },
  { table: 'notifications', columns: ['values_enc'] },
  { table: 'push_subscriptions', columns: ['subscription_enc'] },
  { table: 'user_passkeys', columns: ['name_enc'] },
  { table: 'staff_notes', columns: ['text_enc'] },
  { table: 'request_comments', columns: ['text_enc'] },
  { table: 'collection_contacts', columns: ['note_enc'] },
  { table: 'feedback_tickets', columns: ['text_enc', 'answer_enc'] },
  { table: 'ticket_entries', columns: ['text_enc'] },
  { table: 'tracking_records', columns: ['content_enc'] },
];

/** What the value of a column is bound to. */
export function buildContext(
  { table, context }: EncryptedTable,
  column: string,
  row: EncryptedRow,
): string {
  return context?.(column, row) ?? `${table}.${column}:${row.userId}`;
}
