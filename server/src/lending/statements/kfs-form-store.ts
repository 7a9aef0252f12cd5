import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/db.ts';
import { queueWithNext } from '../../platform/db/statements.ts';
import type { SplitKfs } from './kfs-forms.ts';

/**
 * Forms known to be stored, by database; and open transactions that insert one and may still roll
 * back.
 */
const storedForms = new WeakMap<Db, Set<string>>();
const insertingForm = new WeakSet<Tx>();

/** Inserts the form unless it is stored; sent with the next statement. */
export async function saveForm(db: Db, tx: Tx, { formId, form }: SplitKfs): Promise<void> {
  const id = formId.toString('base64');
  const known = storedForms.get(db) ?? new Set();

  storedForms.set(db, known);
  if (known.has(id)) return;
  if (!insertingForm.has(tx) && (await isStored(tx, formId))) {
    known.add(id);
    return;
  }

  insertingForm.add(tx);
  await queueWithNext(
    tx,
    sql`insert into kfs_forms (form_id, form) values (${formId}, ${form}) on conflict do nothing`,
  );
}

async function isStored(tx: Tx, formId: Buffer): Promise<boolean> {
  return (
    (await tx
      .selectFrom('kfs_forms')
      .select('formId')
      .where('formId', '=', formId)
      .executeTakeFirst()) !== undefined
  );
}
