import type { FieldCrypto } from '../../platform/crypto/field-crypto.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { readUserRows } from './personal-data-store.ts';
import { type DataRecipient, retentionMap } from './retention-map.ts';

/** One row in a data export: decrypted, instants as ISO text, amounts in paise. */
export type PersonalDataRow = Record<string, unknown>;

/**
 * Columns left out of exports: keyed hashes, file and form ids, and the user id, which is given
 * once.
 */
const UNREADABLE =
  /^user_id$|_hash$|file_ids?$|^form_id$|^kfs_(hash|values)$|^written_by_xact$|^(is_queued|is_notified)$/;
/** Encrypted as JSON. */
const JSON_COLUMNS = new Set([
  'info_enc',
  'address_enc',
  'place_enc',
  'ocr_fields_enc',
  'fields_enc',
  'values_enc',
  'subscription_enc',
]);
/** JSON columns whose fields are shown as columns. */
const FLATTENED = new Set(['info', 'address', 'answers']);

/**
 * A user's rows of a table, decrypted.
 * @throws Error when a value does not decrypt
 */
export async function readPersonalData(
  db: Db | Tx,
  crypto: FieldCrypto,
  table: DataRecipient,
  userId: string,
): Promise<PersonalDataRow[]> {
  const rows: PersonalDataRow[] = await readUserRows(db, table, userId);

  return rows.map((row) => {
    const shown: PersonalDataRow = {};
    for (const [column, value] of Object.entries(row)) {
      const name = column.replace(/_enc$/, '');
      if (UNREADABLE.test(column) || retentionMap[table].hides.includes(name)) continue;

      const plain = column.endsWith('_enc')
        ? decryptValue(crypto, { table, column, row, userId })
        : value;
      if (Buffer.isBuffer(plain)) continue;

      if (FLATTENED.has(name)) Object.assign(shown, plain);
      else shown[name] = name.endsWith('_at') || name === 'at' ? isoInstant(plain) : plain;
    }

    return shown;
  });
}

function decryptValue(
  crypto: FieldCrypto,
  of: { table: DataRecipient; column: string; row: PersonalDataRow; userId: string },
): unknown {
  const { table, column, row, userId } = of;
  const sealed = row[column];
  if (!Buffer.isBuffer(sealed)) return null;

  // Each kind of identity document has its own encryption context.
  const part = table === 'identity_documents' ? `.${String(row.type)}` : '';
  const plain = crypto.decrypt(sealed, `${table}.${column}${part}:${userId}`);

  return JSON_COLUMNS.has(column) ? (JSON.parse(plain) as unknown) : plain;
}

function isoInstant(value: unknown): unknown {
  return typeof value === 'number' ? new Date(value).toISOString() : value;
}
