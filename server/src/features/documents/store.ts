import type { Quote } from '@noren/core/lending/offer';
import { sql } from 'kysely';
import { joinStatement } from '../../lending/kfs-forms.ts';
import type { FieldCrypto } from '../../platform/crypto/field-crypto.ts';
import { type Db, timestamp } from '../../platform/db/db.ts';
import type { AddendumData } from './draw-addendum.ts';
import type { KeptKfs } from './draw-kfs.ts';

/** An accepted quote's record of how, as applying wrote it. */
export interface KeptAcceptance {
  readonly at: number;
  readonly language: string;
  readonly textVersion: string;
  readonly kfsHash: string;
  readonly deviceId: string;
}
/** A quote with its statement and how it was accepted. */
export interface KeptStatement {
  readonly quote: Quote;
  readonly kfs: KeptKfs;
  readonly kfsHash: string;
  readonly acceptance: KeptAcceptance | null;
}

/** A user's quote by its number. */
export async function readStatement(db: Db, userId: string, proposalNo: string): Promise<KeptStatement | undefined> {
  const row = await db
    .selectFrom('quotes as q')
    .innerJoin('kfs_forms as f', 'f.form_id', 'q.form_id')
    .leftJoin('acceptances as a', (join) =>
      join.onRef('a.user_id', '=', 'q.user_id').onRef('a.proposal_no', '=', 'q.proposal_no'),
    )
    .select([
      sql<Quote>`q.quote`.as('quote'),
      'f.form',
      'q.kfs_values as values',
      'q.kfs_hash as kfsHash',
      sql<KeptAcceptance | null>`a.acceptance`.as('acceptance'),
    ])
    .where('q.user_id', '=', userId)
    .where('q.proposal_no', '=', proposalNo)
    .executeTakeFirst();
  if (!row) return undefined;
  const { quote, kfsHash, acceptance } = row;
  return { quote, kfs: joinStatement(row), kfsHash, acceptance };
}

/** An order, or an offer that is none yet, as the list tells of it. */
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
}

/** Offers that are still open and no order yet: so many of the newest are listed. */
const OPEN_OFFERS = 3;

/** A user's orders with their statements, and the newest offers that may still be accepted. */
export async function listLoans(db: Db, userId: string, now: number): Promise<ListedLoan[]> {
  const columns = sql`q.proposal_no as "proposalNo", q.quote->>'productName' as "productName",
    q.principal_paise as "principalPaise", q.created_at as "madeAt",
    (select a.accepted_at from acceptances a where a.user_id = q.user_id and a.proposal_no = q.proposal_no) as "acceptedAt"`;
  const read = await sql<ListedLoan>`
    select ${columns}, o.repay_id as "repayId", o.order_id as "orderId", o.status, o.applied_at as "appliedAt",
           o.disbursed_day as "disbursedDay", o.closed_at as "closedAt"
    from orders o join quotes q on q.user_id = o.user_id and q.proposal_no = o.proposal_no
    where o.user_id = ${userId}
    union all (
      select ${columns}, null, null, null, null, null, null
      from quotes q
      where q.user_id = ${userId} and q.valid_until > ${timestamp(now)}
        and not exists (select from orders o where o.user_id = q.user_id and o.proposal_no = q.proposal_no)
      order by q.created_at desc limit ${OPEN_OFFERS})`.execute(db);
  return read.rows;
}

/** An accepted addendum as the list tells of it. */
export interface ListedAddendum {
  readonly orderId: string;
  readonly addendumNo: string;
  readonly at: number;
}

/** A payment that was booked, as the list tells of it. */
export interface ListedPayment {
  readonly orderId: string;
  readonly journalId: string;
  readonly bookedAt: number;
  readonly amountPaise: number;
}

/** Every payment of a user's orders, in the order in which they were booked. */
export async function listPayments(db: Db, userId: string, orderId?: string): Promise<ListedPayment[]> {
  return db
    .selectFrom('journals as j')
    .innerJoin('entries as e', (join) =>
      join.onRef('e.user_id', '=', 'j.user_id').onRef('e.journal_id', '=', 'j.journal_id'),
    )
    .select([
      sql<string>`j.order_id`.as('orderId'),
      'j.journal_id as journalId',
      'j.booked_at as bookedAt',
      sql<number>`sum(e.amount_paise)::bigint`.as('amountPaise'),
    ])
    .where('j.user_id', '=', userId)
    .where('j.kind', '=', 'payment')
    .where('e.account', '=', 'settlement_in')
    .$if(orderId !== undefined, (query) => query.where('j.order_id', '=', orderId ?? ''))
    .groupBy(['j.user_id', 'j.journal_id', 'j.order_id', 'j.booked_at'])
    .orderBy('j.journal_id')
    .execute();
}

/** How a payment came, as its provider told. */
export interface PaymentSource {
  readonly journalId: string;
  readonly channel: string | null;
  readonly providerRef: string;
  readonly utrLast4: string | null;
}

/** How the payments of an order came. */
export async function listSources(db: Db, userId: string, orderId: string): Promise<PaymentSource[]> {
  return db
    .selectFrom('provider_payments as p')
    .leftJoin('payment_intents as i', (join) =>
      join.onRef('i.user_id', '=', 'p.user_id').onRef('i.order_id', '=', 'p.order_id').onRef('i.code', '=', 'p.code'),
    )
    .select([
      'p.journal_id as journalId',
      // A provider that does not say how it came was asked for it by one channel.
      (of) => of.fn.coalesce('p.channel', 'i.channel').as('channel'),
      'p.provider_ref as providerRef',
      'p.utr_last4 as utrLast4',
    ])
    .where('p.user_id', '=', userId)
    .where('p.order_id', '=', orderId)
    .execute();
}

/** The account an order's money was last sent to. */
export async function readPaidAccount(
  db: Db,
  order: { userId: string; orderId: string },
): Promise<{ ifsc: string; last4: string } | undefined> {
  return db
    .selectFrom('payouts as p')
    .innerJoin('bank_accounts as a', (join) =>
      join.onRef('a.user_id', '=', 'p.user_id').onRef('a.account_id', '=', 'p.account_id'),
    )
    .select(['a.ifsc', 'a.account_last4 as last4'])
    .where('p.user_id', '=', order.userId)
    .where('p.order_id', '=', order.orderId)
    .orderBy('p.created_at', 'desc')
    .orderBy((of) => of.case().when('p.state', '=', 'failed').then(1).else(0).end())
    .limit(1)
    .executeTakeFirst();
}

/** The borrower's name as the identity has it; null before there is one. */
export async function readBorrowerName(db: Db, crypto: FieldCrypto, userId: string): Promise<string | null> {
  const row = await db.selectFrom('identities').select('name_enc').where('user_id', '=', userId).executeTakeFirst();
  return row ? crypto.decrypt(row.name_enc, `identities.name_enc:${userId}`) : null;
}

/** An addendum as kept. */
export interface StoredAddendum {
  readonly document: AddendumData['document'];
  readonly hash: string;
  readonly acceptance: KeptAcceptance | null;
  readonly isInForce: boolean;
}

/** A user's addendum by its number. */
export async function readAddendum(db: Db, userId: string, addendumNo: string): Promise<StoredAddendum | undefined> {
  return db
    .selectFrom('addenda')
    .select([
      sql<AddendumData['document']>`document`.as('document'),
      'hash',
      sql<KeptAcceptance | null>`acceptance`.as('acceptance'),
      // The ledger says whether it took effect, and whether that still stands.
      sql<boolean>`exists (select from journals j
        where j.user_id = addenda.user_id and j.order_id = addenda.order_id and j.kind = 'extension'
          and j.detail->>'addendumNo' = addenda.addendum_no
          and not exists (select from journals r where r.user_id = j.user_id and r.reverses = j.journal_id))`.as(
        'isInForce',
      ),
    ])
    .where('user_id', '=', userId)
    .where('addendum_no', '=', addendumNo)
    .executeTakeFirst();
}

/** Every addendum of a user's that was accepted. */
export async function listAddenda(db: Db, userId: string): Promise<ListedAddendum[]> {
  const rows = await db
    .selectFrom('addenda')
    .select(['order_id as orderId', 'addendum_no as addendumNo', 'accepted_at as at'])
    .where('user_id', '=', userId)
    .where('accepted_at', 'is not', null)
    .execute();
  return rows.map((row) => ({ ...row, at: row.at ?? 0 }));
}
