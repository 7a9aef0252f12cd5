import type { Quote } from '@noren/core/lending/offer';
import { sql } from 'kysely';
import type { FieldCrypto } from '../../platform/crypto/field-crypto.ts';
import { type Db, timestamp } from '../../platform/db/db.ts';
import type { OrderKey } from '../book/ledger.ts';
import { selectQuote } from '../credit/credit-store.ts';
import { joinKfs } from '../statements/kfs-forms.ts';
import type { AddendumData } from './draw-addendum.ts';
import type { StoredKfs } from './draw-kfs.ts';

/** The stored acceptance of a quote or addendum. */
export interface StoredAcceptance {
  readonly at: number;
  readonly language: string;
  readonly textVersion: string;
  readonly kfsHash: string;
  readonly deviceId: string;
  readonly sessionId: string;
}

/** A quote with its KFS and acceptance. */
export interface KfsRecord {
  readonly quote: Quote;
  readonly kfs: StoredKfs;
  readonly kfsHash: string;
  readonly acceptance: StoredAcceptance | null;
}

export async function readKfs(
  db: Db,
  userId: string,
  proposalNo: string,
): Promise<KfsRecord | undefined> {
  const row = await selectQuote(db, userId, proposalNo)
    .select(sql<StoredAcceptance | null>`a.acceptance`.as('acceptance'))
    .executeTakeFirst();
  if (!row) return undefined;

  const { quote, kfsHash, acceptance } = row;
  return { quote, kfs: joinKfs(row), kfsHash, acceptance };
}

/** An order, or a quote that is still open, in the document list. */
export interface ListedLoan {
  readonly proposalNo: string;
  readonly productName: string;
  readonly principalPaise: number;
  readonly madeAt: number;
  readonly acceptedAt: number | null;
  readonly repayId: string | null;
  readonly orderId: string | null;
  readonly status: number | null;
  readonly appliedAt: number | null;
  readonly disbursedDay: string | null;
  readonly closedAt: number | null;
  /** Whether the privacy policy is among its papers. */
  readonly hasPolicy: boolean;
}

/** How many of the newest open quotes are listed. */
const OPEN_OFFERS = 3;

/** A user's orders, and the newest quotes that can still be accepted. */
export async function listLoans(db: Db, userId: string, now: number): Promise<ListedLoan[]> {
  const columns = sql`q.proposal_no, q.quote->>'productName' as product_name,
    q.principal_paise, q.created_at as made_at,
    (select a.accepted_at from acceptances a
     where a.user_id = ${userId} and a.proposal_no = q.proposal_no) as accepted_at`;
  const read = await sql<ListedLoan>`
    select ${columns}, o.repay_id, o.order_id, o.status, o.applied_at,
           o.disbursed_day, o.closed_at, exists (
             select from sealed_papers p
             where p.user_id = ${userId} and p.document_id = 'privacy.' || o.repay_id
               and p.sealed_at is not null) as has_policy
    from orders o join quotes q on q.user_id = ${userId} and q.proposal_no = o.proposal_no
    where o.user_id = ${userId}
    union all (
      select ${columns}, null, null, null, null, null, null, false
      from quotes q
      where q.user_id = ${userId} and q.valid_until > ${timestamp(now)}
        and not exists (
          select from orders o where o.user_id = ${userId} and o.proposal_no = q.proposal_no)
      order by q.created_at desc limit ${OPEN_OFFERS})`.execute(db);

  return read.rows;
}

/** An accepted addendum in the document list. */
export interface ListedAddendum {
  readonly orderId: string;
  readonly addendumNo: string;
  readonly at: number;
}

/** A posted payment in the document list. */
export interface ListedPayment {
  readonly orderId: string;
  readonly journalId: string;
  readonly bookedAt: number;
  readonly amountPaise: number;
}

/** The payments of a user's orders, or of one order, in posting order. */
export async function listPayments(
  db: Db,
  userId: string,
  orderId?: string,
): Promise<ListedPayment[]> {
  return db
    .selectFrom('journals as j')
    .innerJoin('entries as e', (join) =>
      join.onRef('e.userId', '=', 'j.userId').onRef('e.journalId', '=', 'j.journalId'),
    )
    .select([
      sql<string>`j.order_id`.as('orderId'),
      'j.journalId',
      'j.bookedAt',
      sql<number>`sum(e.amount_paise)::bigint`.as('amountPaise'),
    ])
    .where('j.userId', '=', userId)
    .where('j.kind', '=', 'payment')
    .where('e.account', '=', 'settlement_in')
    .$if(orderId !== undefined, (query) => query.where('j.orderId', '=', orderId ?? ''))
    .groupBy(['j.userId', 'j.journalId', 'j.orderId', 'j.bookedAt'])
    .orderBy('j.journalId')
    .execute();
}

/** A payment's channel and references, from the provider. */
export interface PaymentSource {
  readonly journalId: string;
  readonly channel: string | null;
  readonly providerRef: string;
  readonly utrLast4: string | null;
}

export async function listSources(
  db: Db,
  userId: string,
  orderId: string,
): Promise<PaymentSource[]> {
  return db
    .selectFrom('provider_payments as p')
    .leftJoin('payment_intents as i', (join) =>
      join
        .onRef('i.userId', '=', 'p.userId')
        .onRef('i.orderId', '=', 'p.orderId')
        .onRef('i.code', '=', 'p.code'),
    )
    .select([
      'p.journalId',
      // Fall back to the requested channel when the provider does not report one.
      (of) => of.fn.coalesce('p.channel', 'i.channel').as('channel'),
      'p.providerRef',
      'p.utrLast4',
    ])
    .where('p.userId', '=', userId)
    .where('p.orderId', '=', orderId)
    .execute();
}

/** The account of an order's latest payout. */
export async function readPaidAccount(
  db: Db,
  order: OrderKey,
): Promise<{ ifsc: string; last4: string } | undefined> {
  return db
    .selectFrom('payouts as p')
    .innerJoin('bank_accounts as a', (join) =>
      join.onRef('a.userId', '=', 'p.userId').onRef('a.accountId', '=', 'p.accountId'),
    )
    .select(['a.ifsc', 'a.accountLast4 as last4'])
    .where('p.userId', '=', order.userId)
    .where('p.orderId', '=', order.orderId)
    .orderBy('p.createdAt', 'desc')
    .orderBy((of) => of.case().when('p.state', '=', 'failed').then(1).else(0).end())
    .limit(1)
    .executeTakeFirst();
}

/** The confirmed name; null before step one. */
export async function readBorrowerName(
  db: Db,
  crypto: FieldCrypto,
  userId: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('identities')
    .select('nameEnc')
    .where('userId', '=', userId)
    .executeTakeFirst();
  return row ? crypto.decrypt(row.nameEnc, `identities.name_enc:${userId}`) : null;
}

export interface StoredAddendum {
  readonly document: AddendumData['document'];
  readonly hash: string;
  readonly acceptance: StoredAcceptance | null;
  readonly isInForce: boolean;
}

export async function readAddendum(
  db: Db,
  userId: string,
  addendumNo: string,
): Promise<StoredAddendum | undefined> {
  return db
    .selectFrom('addenda')
    .select([
      sql<AddendumData['document']>`document`.as('document'),
      'hash',
      sql<StoredAcceptance | null>`acceptance`.as('acceptance'),
      // In force when its extension was posted and not reversed.
      sql<boolean>`exists (
        select from journals j
        where j.user_id = addenda.user_id and j.order_id = addenda.order_id
          and j.kind = 'extension' and j.detail->>'addendumNo' = addenda.addendum_no
          and not exists (
            select from journals r
            where r.user_id = j.user_id and r.reverses = j.journal_id))`.as('isInForce'),
    ])
    .where('userId', '=', userId)
    .where('addendumNo', '=', addendumNo)
    .executeTakeFirst();
}

export async function listAddenda(db: Db, userId: string): Promise<ListedAddendum[]> {
  const rows = await db
    .selectFrom('addenda')
    .select(['orderId', 'addendumNo', 'acceptedAt as at'])
    .where('userId', '=', userId)
    .where('acceptedAt', 'is not', null)
    .execute();
  return rows.map((row) => ({ ...row, at: row.at ?? 0 }));
}
