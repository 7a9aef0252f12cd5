import { sql } from 'kysely';
import type { Db, Tx } from './db.ts';

/**
 * A table whose rows a trigger keeps: what it refuses, and the columns that an update may change
 * all the same.
 */
export interface AppendOnly {
  readonly table: string;
  readonly refusesUpdate: boolean;
  readonly refusesDelete: boolean;
  readonly changeable: readonly string[];
}

const KEEPS = sql`('refuse_change'::regproc, 'refuse_delete'::regproc, 'refuse_audit_change'::regproc,
  'refuse_consent_change'::regproc)`;

/**
 * The tables that are append-only, of the catalogue's triggers. 16 is UPDATE in tgtype's bits, 8 is
 * DELETE.
 */
export const APPEND_ONLY = sql<AppendOnly & { tableId: number }>`
  select c.oid as table_id, c.relname::text as "table",
         bool_or(t.tgtype & 16 > 0) as refuses_update, bool_or(t.tgtype & 8 > 0) as refuses_delete,
         array(select a.attname::text from pg_attribute a
               where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and not exists (
                 select from pg_trigger k where k.tgrelid = c.oid and k.tgfoid in ${KEEPS} and k.tgtype & 16 > 0
                   and case when k.tgfoid = 'refuse_consent_change'::regproc then a.attname <> 'withdrawn_at'
                            else k.tgattr = ''::int2vector or a.attnum = any (k.tgattr::int2[]) end)
               order by a.attnum) as changeable
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where t.tgfoid in ${KEEPS} and t.tgtype & 24 > 0
  group by c.oid, c.relname`;

export async function readAppendOnly(db: Db | Tx): Promise<readonly AppendOnly[]> {
  return (await APPEND_ONLY.execute(db)).rows;
}
