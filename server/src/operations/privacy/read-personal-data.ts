import { sql } from 'kysely';
import type { FieldCrypto } from '../../platform/crypto/field-crypto.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { type DataRecipient, retentionMap } from './retention-map.ts';

/** One row of a user's as a copy shows it: what was encrypted in plain, instants as ISO text, amounts in paise. */
export type PersonalDataRow = Record<string, unknown>;

/** What nobody can read: keyed hashes, numbers of files and statements, and whose row it is, which is said once. */
const UNREADABLE =
  /^user_id$|_hash$|file_ids?$|^form_id$|^kfs_(hash|values)$|^written_by_xact$|^(is_queued|is_notified)$/;
/** Encrypted as JSON. */
const JSON_COLUMNS = new Set(['info_enc', 'ocr_fields_enc', 'values_enc', 'subscription_enc']);
/** Whose parts a row has as its own. */
const SPREAD = new Set(['info', 'answers']);

/** A user's rows of a table, in plain. @throws Error where a value does not decrypt */
export async function readPersonalData(
  db: Db | Tx,
  crypto: FieldCrypto,
  table: DataRecipient,
  userId: string,
): Promise<PersonalDataRow[]> {
  const { rows } = await sql<PersonalDataRow>`
    select * from ${sql.table(table)} where user_id = ${userId} order by 2`.execute(db.withoutPlugins());
  return rows.map((row) => {
    const shown: PersonalDataRow = {};
    for (const [column, value] of Object.entries(row)) {
      const name = column.replace(/_enc$/, '');
      if (UNREADABLE.test(column) || retentionMap[table].hides.includes(name)) continue;
      const plain = column.endsWith('_enc') ? decrypted(crypto, { table, column, row, userId }) : value;
      if (Buffer.isBuffer(plain)) continue;
      if (SPREAD.has(name)) Object.assign(shown, plain);
      else shown[name] = name.endsWith('_at') || name === 'at' ? moment(plain) : plain;
    }
    return shown;
  });
}

function decrypted(
  crypto: FieldCrypto,
  of: { table: DataRecipient; column: string; row: PersonalDataRow; userId: string },
): unknown {
  const { table, column, row, userId } = of;
  const sealed = row[column];
  if (!Buffer.isBuffer(sealed)) return null;
  // Three cards stand in one table, each bound to what it is.
  const part = table === 'identity_documents' ? `.${String(row.type)}` : '';
  const plain = crypto.decrypt(sealed, `${table}.${column}${part}:${userId}`);
  return JSON_COLUMNS.has(column) ? (JSON.parse(plain) as unknown) : plain;
}

function moment(value: unknown): unknown {
  return typeof value === 'number' ? new Date(value).toISOString() : value;
}
