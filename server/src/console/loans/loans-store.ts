import type { KnownIdentity } from '@noren/contract/staff/identity';
import { sql } from 'kysely';
import type { OrderKey } from '../../lending/book/ledger.ts';
import type { NotificationKind } from '../../notifications/notification-texts.ts';
import { valuesContext } from '../../notifications/store.ts';
import { selectPersonLabel } from '../../people/person-label-store.ts';
import type { FieldCrypto } from '../../platform/crypto/field-crypto.ts';
import type { Columns } from '../../platform/db/column-list.ts';
import type { Db } from '../../platform/db/db.ts';
import { findOwner } from '../../platform/db/name-owners-store.ts';
import { isAsked, type ListFilter } from '../money/list-filter-store.ts';
import { isAfter } from '../money/money-in-store.ts';
import type { Place } from '../money/pages.ts';

export type LoanRow = Columns<
  'orders',
  | 'orderId'
  | 'repayId'
  | 'userId'
  | 'productCode'
  | 'status'
  | 'principalPaise'
  | 'appliedAt'
  | 'dueDay'
> &
  Columns<'users', 'maskedPhone'> & { readonly nameEnc: Buffer | null };

interface LoanQuery extends ListFilter {
  readonly repayId?: string | undefined;
  readonly status?: number | undefined;
  readonly after: Place | null;
  readonly limit: number;
}

/** Orders, newest first, after one of them; or the one with a public id. */
export async function listLoans(
  db: Db,
  { repayId, status, after, limit, ...filter }: LoanQuery,
): Promise<LoanRow[]> {
  let query = db
    .selectFrom('orders as o')
    .innerJoin('users as u', 'u.userId', 'o.userId')
    .leftJoin('identities as i', 'i.userId', 'u.userId')
    .select([
      'o.userId',
      'i.nameEnc',
      'o.orderId',
      'o.repayId',
      'u.maskedPhone',
      'o.productCode',
      'o.status',
      'o.principalPaise',
    ])
    .select(['o.appliedAt', 'o.dueDay']);
  if (repayId !== undefined) {
    const userId = await findOwner(db, { kind: 'repay_id', name: repayId });
    if (userId === null) return [];
    query = query.where('o.userId', '=', userId).where('o.repayId', '=', repayId);
  }

  if (status !== undefined) query = query.where('o.status', '=', status);
  query = query.where(isAsked(filter, sql`o.applied_at`, sql`o.principal_paise`));
  if (after !== null) query = query.where(isAfter(sql`o.applied_at`, sql`o.order_id`, after));

  return query.orderBy('o.appliedAt', 'desc').orderBy('o.orderId', 'desc').limit(limit).execute();
}

/** A journal with when it was posted and whether another one reverses it. */
export interface BookedJournal {
  readonly journalId: string;
  readonly kind: string;
  readonly valueDay: string;
  readonly bookedAt: number;
  readonly reason: string | null;
  readonly reverses: string | null;
  readonly isReversed: boolean;
  readonly lines: [account: string, amountPaise: number][];
}

/** All journals of an order, in posting order. */
export async function listBookedJournals(
  db: Db,
  { userId, orderId }: OrderKey,
): Promise<BookedJournal[]> {
  const { rows } = await sql<BookedJournal>`
    select j.journal_id, j.kind, j.value_day, j.booked_at, j.reason, j.reverses,
           exists (
             select from journals r
             where r.user_id = j.user_id and r.reverses = j.journal_id) as is_reversed,
           (select json_agg(json_build_array(e.account, e.amount_paise) order by e.line)
            from entries e
            where e.user_id = j.user_id and e.journal_id = j.journal_id) as lines
    from journals j where j.user_id = ${userId} and j.order_id = ${orderId}
    order by j.journal_id`.execute(db);
  return rows;
}

export async function listLoanPayouts(db: Db, { userId, orderId }: OrderKey) {
  return db
    .selectFrom('payouts as p')
    .innerJoin('bank_accounts as a', (join) =>
      join.onRef('a.userId', '=', 'p.userId').onRef('a.accountId', '=', 'p.accountId'),
    )
    .select([
      'p.payoutRef',
      'p.state',
      'p.amountPaise',
      'a.accountLast4',
      'p.reason',
      'p.createdAt',
      'p.decidedAt',
    ])
    .where('p.userId', '=', userId)
    .where('p.orderId', '=', orderId)
    .orderBy('p.createdAt', 'desc')
    .execute();
}

type LoanPaymentRow = Columns<
  'provider_payments',
  'journalId' | 'provider' | 'providerRef' | 'channel' | 'utrLast4' | 'amountPaise' | 'paidAt'
> & { readonly isReversed: boolean };

export async function listLoanPayments(
  db: Db,
  { userId, orderId }: OrderKey,
): Promise<LoanPaymentRow[]> {
  const { rows } = await sql<LoanPaymentRow>`
    select p.journal_id, p.provider, p.provider_ref, p.channel, p.utr_last4, p.amount_paise,
           p.paid_at,
           exists (
             select from journals r
             where r.user_id = p.user_id and r.reverses = p.journal_id) as is_reversed
    from provider_payments p where p.user_id = ${userId} and p.order_id = ${orderId}
    order by p.paid_at desc, p.journal_id desc`.execute(db);
  return rows;
}

/** A user's newest messages about an order. */
export async function listLoanMessages(
  db: Db,
  crypto: FieldCrypto,
  { userId, repayId }: { userId: string; repayId: string },
): Promise<{ id: string; kind: NotificationKind; at: number; values: Record<string, string> }[]> {
  const rows = await db
    .selectFrom('notifications')
    .select(['notificationId as id', 'kind', 'sentAt as at', 'valuesEnc'])
    .where('userId', '=', userId)
    .orderBy('notificationId', 'desc')
    .limit(100)
    .execute();

  return rows.flatMap(({ valuesEnc, kind, ...row }) => {
    const values = JSON.parse(crypto.decrypt(valuesEnc, valuesContext(userId))) as Record<
      string,
      string
    >;
    return values.repayId === repayId ? [{ ...row, kind: kind as NotificationKind, values }] : [];
  });
}

export async function listOpenOrderRequests(db: Db, { userId, orderId }: OrderKey) {
  return db
    .selectFrom('operator_requests')
    .select(['requestId', 'kind'])
    .where('userId', '=', userId)
    .where('orderId', '=', orderId)
    .where('state', '=', 'open')
    .orderBy('requestId')
    .execute();
}

export async function readBorrower(db: Db, userId: string) {
  return selectPersonLabel(db, userId).executeTakeFirstOrThrow();
}

/** How well the borrower was known at the application; null for an order from before levels. */
export async function readKnownIdentity(
  db: Db,
  { userId, orderId }: OrderKey,
): Promise<KnownIdentity | null> {
  const row = await db
    .selectFrom('orders')
    .select('decision')
    .where('userId', '=', userId)
    .where('orderId', '=', orderId)
    .executeTakeFirstOrThrow();
  const known = row.decision?.identity as KnownIdentity | undefined;

  // Of an application from before the register of PANs was asked.
  return known ? { ...known, pan: known.pan ?? null } : null;
}
