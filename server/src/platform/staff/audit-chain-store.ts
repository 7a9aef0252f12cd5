import { createHash } from 'node:crypto';
import { canonicalJson } from '@noren/core/people/canonical-json';
import type { ChainBreak } from '@noren/core/staff/chain-breaks';
import {
  type ProtectedField,
  SHOWN_IN_CASES,
  SHOWN_IN_DOCUMENTS,
  SHOWN_ON_PICTURES,
} from '@noren/core/staff/protected-fields';
import { type RawBuilder, sql } from 'kysely';
import type { Columns } from '../db/column-list.ts';
import { type Db, instantValue, type Tx, timestamp } from '../db/db.ts';
import { isInDays } from '../db/on-day.ts';
import { queueWithNext } from '../db/statements.ts';
import type { Tables } from '../db/tables.ts';
import { transact } from '../db/transact.ts';

/**
 * An act of a member of staff, or a read of personal data. `detail` holds no personal data, and
 * whole numbers only.
 */
export interface StaffAct {
  readonly at: number;
  /** Null for a command on the server. */
  readonly staffId: string | null;
  readonly action: string;
  readonly userId?: string | null;
  /** Id of what the act was about. */
  readonly subject?: string | null;
  readonly detail?: Readonly<Record<string, unknown>>;
  /** What of the borrower it showed unmasked; stored in `detail` as `fields`. */
  readonly shows?: readonly ProtectedField[];
}

/** A link of the chain as it is stored. */
export type AuditRow = Columns<'staff_audit', keyof Tables['staff_audit']>;

/** SHA-256 of the row before's hash and of this row in canonical JSON. */
function hashOfAuditRow(previous: Buffer, row: Omit<AuditRow, 'previousHash' | 'hash'>): Buffer {
  const { seq, at, staffId, action, userId, subject, detail } = row;
  return createHash('sha256')
    .update(previous)
    .update(canonicalJson({ seq, at, staffId, action, userId, subject, detail }))
    .digest();
}

/**
 * Appends to the chain, in the transaction of the act. Writers wait for each other until their
 * transactions end, so call it last.
 */
export async function appendStaffAct(tx: Tx, act: StaffAct): Promise<void> {
  const head = await lockHead(tx);
  const { action, subject = null, shows = [] } = act;
  const detail = { ...act.detail, ...(shows.length > 0 && { fields: [...shows] }) };
  // Ids are hashed as the database gives them back, else a letter in upper case would break the
  // chain.
  const [staffId, userId] = [act.staffId?.toLowerCase() ?? null, act.userId?.toLowerCase() ?? null];
  const row = { seq: head.seq + 1, at: act.at, staffId, action, userId, subject, detail };
  const hash = hashOfAuditRow(head.hash, row);

  await tx
    .insertInto('staff_audit')
    .values({
      ...row,
      at: timestamp(row.at),
      detail: JSON.stringify(detail),
      previousHash: head.hash,
      hash,
    })
    .execute();

  await tx
    .updateTable('staff_audit_head')
    .set({ seq: row.seq, hash })
    .where('isOnlyRow', '=', true)
    .execute();
}

/**
 * Waits for the end of the chain, as an act does, before the next statement: whose act came first
 * has then committed.
 */
export async function waitForChain(tx: Tx): Promise<void> {
  await queueWithNext(tx, sql`select 1 from staff_audit_head where is_only_row for update`);
}

function lockHead(tx: Tx): Promise<{ seq: number; hash: Buffer }> {
  return tx
    .selectFrom('staff_audit_head')
    .select(['seq', 'hash'])
    .where('isOnlyRow', '=', true)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** Appends an act that changes nothing else, such as a read of personal data. */
export async function recordStaffAct(db: Db, act: StaffAct): Promise<void> {
  await transact(db, (tx) => appendStaffAct(tx, act));
}

/**
 * Screens load again while they are open: a read within this time of an equal one is the same read.
 */
const SAME_READ_MS = 15 * 60_000;

type Opening = StaffAct & { readonly staffId: string; readonly userId: string };

/**
 * Records that somebody opened what is known of a borrower; once for as long as a session may be
 * idle.
 */
export async function recordOpening(db: Db, act: Opening): Promise<void> {
  if (await wasOpened(db, act)) return;
  await transact(db, async (tx) => {
    // A screen asks for several parts at once.
    await lockHead(tx);
    if (!(await wasOpened(tx, act))) await appendStaffAct(tx, act);
  });
}

async function wasOpened(
  db: Db | Tx,
  { staffId, userId, action, subject = null, at }: Opening,
): Promise<boolean> {
  const earlier = await db
    .selectFrom('staff_audit')
    .select('seq')
    .where('userId', '=', userId)
    .where('staffId', '=', staffId)
    .where('action', '=', action)
    .where('subject', 'is not distinct from', subject)
    .where('at', '>', instantValue(at - SAME_READ_MS))
    .limit(1)
    .executeTakeFirst();
  return earlier !== undefined;
}

/** The chain from a row on, in its order. */
async function readAuditChain(db: Db | Tx, after: number, limit: number): Promise<AuditRow[]> {
  return db
    .selectFrom('staff_audit')
    .select([
      'seq',
      'at',
      'staffId',
      'action',
      'userId',
      'subject',
      'detail',
      'previousHash',
      'hash',
    ])
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
    .execute();
}

/** The end of the chain. */
export async function readAuditHead(db: Db | Tx): Promise<{ seq: number; hash: Buffer }> {
  return db.selectFrom('staff_audit_head').select(['seq', 'hash']).executeTakeFirstOrThrow();
}

/** The hash before the first row. */
const FIRST_HASH: Buffer = Buffer.from([0]);

const PAGE = 2_000;

/**
 * Walks the whole chain.
 * @returns how many rows it has, and what is wrong with the first broken one; null when none is
 */
export async function verifyAuditChain(
  db: Db,
): Promise<{ rows: number; broken: { seq: number; why: ChainBreak } | null }> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      let previous = FIRST_HASH;
      let rows = 0;

      for (
        let page = await readAuditChain(tx, 0, PAGE);
        page.length > 0;
        page = await readAuditChain(tx, rows, PAGE)
      )
        for (const row of page) {
          if (row.seq !== rows + 1) return { rows, broken: { seq: rows + 1, why: 'row_missing' } };
          if (!row.previousHash.equals(previous))
            return { rows, broken: { seq: row.seq, why: 'not_in_order' } };
          if (!row.hash.equals(hashOfAuditRow(previous, row)))
            return { rows, broken: { seq: row.seq, why: 'altered' } };

          previous = row.hash;
          rows = row.seq;
        }

      const head = await readAuditHead(tx);
      if (head.seq !== rows || (rows > 0 && !head.hash.equals(previous)))
        return { rows, broken: { seq: rows + 1, why: 'end_missing' } };

      return { rows, broken: null };
    });
}

/** The rows that somebody may read: newest first, before a row. */
export async function listStaffActs(
  db: Db,
  of: {
    after?: number | undefined;
    /** Business days, both included. */
    from?: string | undefined;
    to?: string | undefined;
    /** Only acts about money of so much, both included. */
    leastPaise?: number | undefined;
    mostPaise?: number | undefined;
    staffId?: string | undefined;
    userId?: string | undefined;
    action?: string | undefined;
    /** Only acts that showed this field. */
    field?: ProtectedField | undefined;
    limit: number;
  },
): Promise<(AuditRow & { staffName: string | null })[]> {
  let query = db
    .selectFrom('staff_audit as a')
    .leftJoin('staff as s', 's.staffId', 'a.staffId')
    .select([
      'a.seq',
      'a.at',
      'a.staffId',
      'a.action',
      'a.userId',
      'a.subject',
      'a.detail',
      'a.previousHash',
      'a.hash',
    ])
    .select(sql<string | null>`s.name`.as('staffName'));
  if (of.after !== undefined) query = query.where('a.seq', '<', of.after);
  if (of.from !== undefined || of.to !== undefined)
    query = query.where(isInDays(sql.ref('a.at'), of));
  if (of.leastPaise !== undefined || of.mostPaise !== undefined)
    query = query.where(isOfAmount(of));
  if (of.staffId !== undefined) query = query.where('a.staffId', '=', of.staffId);
  if (of.userId !== undefined) query = query.where('a.userId', '=', of.userId);
  if (of.field !== undefined) query = query.where(hasShown(of.field));
  if (of.action !== undefined) query = query.where('a.action', '=', of.action);

  return query.orderBy('a.seq', 'desc').limit(of.limit).execute();
}

/**
 * Of an act `a`: whether the money that it was about is so much. In the form of
 * `staff_audit_amount_idx`.
 */
function isOfAmount(of: {
  leastPaise?: number | undefined;
  mostPaise?: number | undefined;
}): RawBuilder<boolean> {
  const { leastPaise = 0, mostPaise = Number.MAX_SAFE_INTEGER } = of;
  return sql<boolean>`a.detail->>'amountPaise' is not null
    and (a.detail->>'amountPaise')::bigint between ${leastPaise} and ${mostPaise}`;
}

/** Of an act `a`: whether it showed a field. Acts of before the list are known by what they did. */
function hasShown(field: ProtectedField): RawBuilder<boolean> {
  const among = (shown: Readonly<Record<string, readonly ProtectedField[]>>) =>
    Object.keys(shown).filter((name) => shown[name]?.includes(field));

  return sql<boolean>`(a.detail->'fields' ? ${field} or not a.detail ? 'fields' and case a.action
    when 'field_revealed' then a.detail->>'field' = ${field}
    when 'review_opened' then a.detail->>'kind' = any(${among(SHOWN_IN_CASES)})
    when 'review_picture_seen' then a.detail->>'picture' = any(${among(SHOWN_ON_PICTURES)})
    when 'document_seen' then a.detail->>'kind' = any(${among(SHOWN_IN_DOCUMENTS)})
    else false end)`;
}

/** Every action that is in the chain. One index lookup each, not a walk over all rows. */
export async function listAuditActions(db: Db): Promise<string[]> {
  const read = await sql<{ action: string }>`
    with recursive found as (
      (select action from staff_audit order by action limit 1)
      union all
      select (
        select a.action from staff_audit a
        where a.action > found.action order by a.action limit 1)
      from found where found.action is not null)
    select action from found where action is not null`.execute(db);
  return read.rows.map(({ action }) => action);
}
