import { chargeCodesOf } from '@noren/core/lending/kfs';
import type { Quote } from '@noren/core/lending/offer';
import { owingOrderStatuses, unsanctionedOrderStatuses } from '@noren/core/lending/order-status';
import { defaultProducts, type ProductTerms } from '@noren/core/lending/terms';
import type { BusinessDay } from '@noren/core/money/time';
import { CompiledQuery, sql } from 'kysely';
import { type Db, type Tx, timestamp } from '../platform/db/db.ts';
import { rideWritten } from '../platform/db/db-client.ts';
import type { KfsDocument } from './kfs-document.ts';
import { joinStatement, type StatementParts } from './kfs-forms.ts';

/** Writes the sandbox's products where a version of them is not there yet. */
export async function saveDefaultProducts(db: Db, effectiveFrom: string): Promise<void> {
  await db
    .insertInto('product_versions')
    .values(
      defaultProducts.map((terms) => ({
        code: terms.code,
        version: terms.version,
        terms: JSON.stringify(terms),
        effectiveFrom,
        effectiveTo: null,
      })),
    )
    .onConflict((clash) => clash.doNothing())
    .execute();
}

/** The products on offer on a business day, newest version of each. */
export async function readProducts(db: Db | Tx, day: string): Promise<ProductTerms[]> {
  const rows = await db
    .selectFrom('product_versions')
    .distinctOn('code')
    .select('terms')
    .where('effectiveFrom', '<=', day)
    .where((where) => where.or([where('effectiveTo', 'is', null), where('effectiveTo', '>=', day)]))
    .orderBy('code')
    .orderBy('version', 'desc')
    .execute();
  return rows.map((row) => row.terms as ProductTerms).sort((a, b) => a.tenorDays - b.tenorDays);
}

/** One version of a product, whether it is still on offer or not. */
export async function readProductVersion(tx: Tx, code: string, version: number): Promise<ProductTerms> {
  const row = await tx
    .selectFrom('product_versions')
    .select('terms')
    .where('code', '=', code)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return row.terms as ProductTerms;
}

/** A user's limit and what is taken of it, all from one look. */
export interface CreditFacts {
  readonly state: 'evaluating' | 'approved' | 'declined' | 'review';
  readonly limitPaise: number;
  /** Principal with the borrower, and principal promised to orders on their way; from the ledger. */
  readonly owedPaise: number;
  readonly heldPaise: number;
  readonly isLocked: boolean;
  /** Whether the identity was checked in full: the year's ceiling holds no longer. */
  readonly isFullKyc: boolean;
  /** Loans sanctioned in the last year. */
  readonly sanctions: readonly { day: BusinessDay; amountPaise: number }[];
}
/** The same as a query reads it. */
export interface CreditRow {
  state: CreditFacts['state'] | null;
  limitPaise: number | null;
  owed: number;
  held: number;
  isLocked: boolean;
  isFullKyc: boolean;
  sanctions: { day: BusinessDay; amountPaise: number }[];
}

/** What {@link creditOf} reads, for a statement over {@link creditTables}. */
export const creditColumns = `c.state, c.limit_paise, e.owed, e.held, s.is_locked, s.sanctions,
  exists (select 1 from users k where k.user_id = u.user_id and k.full_kyc_at is not null) as is_full_kyc`;
/** The tables behind {@link creditColumns}; `u` is the user. `$1` is the user's id, `$2` the business day. */
export const creditTables = `
    (select $1::uuid as user_id) u
    left join credit_limits c using (user_id)
    cross join lateral (
      select coalesce(sum(amount_paise) filter (where account = 'loan_principal'), 0)::bigint as owed,
             coalesce(sum(amount_paise) filter (where account = 'limit_held'), 0)::bigint as held
      from entries where user_id = u.user_id) e
    cross join lateral (
      select coalesce(bool_or(status in (${owingOrderStatuses.join(', ')}) and due_day < $2::date), false) as is_locked,
             coalesce(json_agg(json_build_object('day', applied_day, 'amountPaise', principal_paise))
               filter (where status not in (${unsanctionedOrderStatuses.join(', ')}) and applied_day > $2::date - interval '12 months'), '[]')
               as sanctions
      from orders where user_id = u.user_id) s`;
/** The facts of a row of {@link creditColumns}. */
export function creditOf(row: CreditRow): CreditFacts {
  return {
    // No row yet: the account was saved before its evaluation was asked for, and the answer is the same.
    state: row.state ?? 'evaluating',
    limitPaise: row.limitPaise ?? 0,
    owedPaise: row.owed,
    heldPaise: row.held,
    isLocked: row.isLocked,
    isFullKyc: row.isFullKyc,
    sanctions: row.sanctions,
  };
}

/** The user's limit, what is owed and held, the overdue lock and the year's loans, in one statement. */
export async function readCredit(db: Db | Tx, userId: string, today: BusinessDay): Promise<CreditFacts> {
  const read = await db.executeQuery<CreditRow>(CompiledQuery.raw(READ_CREDIT, [userId, today]));
  return creditOf(read.rows[0] as CreditRow);
}
const READ_CREDIT = `select ${creditColumns} from ${creditTables}`;

/** Locks the user's limit, which every money move of the user takes first. */
export async function lockCredit(tx: Tx, userId: string): Promise<void> {
  await rideWritten(tx, { text: LOCK_CREDIT, values: [userId] });
}
/** The statement that locks it; `$1` is the user. */
export const LOCK_CREDIT = 'select 1 from credit_limits where user_id = $1 for update';

/** Reasons of the last decision, as ids. */
export async function readReasons(db: Db, userId: string): Promise<string[]> {
  const row = await db
    .selectFrom('credit_evaluations')
    .select('outcome')
    .where('userId', '=', userId)
    .orderBy('evaluationId', 'desc')
    .limit(1)
    .executeTakeFirst();
  return (row?.outcome.reasons as string[] | undefined) ?? [];
}

/**
 * What a person refused last, of what the reasons of a decision stand on; none after an approval. A name refused on an
 * account that has been replaced is no reason any more.
 */
export async function readRefusal(db: Db, userId: string): Promise<string | null> {
  const replaced = db
    .selectFrom('bank_accounts')
    .select(sql<string>`account_id::text`.as('subject'))
    .where('userId', '=', userId)
    .where('replacedAt', 'is not', null);
  const row = await db
    .selectFrom('review_decisions')
    .select(['decision', 'reason'])
    .where('userId', '=', userId)
    .where((where) => where.or([where('kind', '<>', 'bank_name'), where('subject', 'not in', replaced)]))
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.decision === 'refuse' ? row.reason : null;
}

/** Keeps a quote with what is its own of its statement, the form of which is kept; sent with what follows. */
export async function saveQuote(
  tx: Tx,
  given: { userId: string; quote: Quote; kfs: KfsDocument; parts: StatementParts; orderId?: string | undefined },
): Promise<void> {
  const { userId, quote, kfs, parts } = given;
  const values = [
    userId,
    kfs.proposalNo,
    quote.productCode,
    quote.productVersion,
    quote.principal,
    JSON.stringify(quote),
    parts.hash,
    parts.formId,
    JSON.stringify(parts.values),
    kfs.textVersion,
    kfs.validUntilDay,
    chargeCodesOf(kfs),
    kfs.language,
    timestamp(kfs.madeAt),
    timestamp(kfs.validUntil),
    given.orderId ?? null,
  ];
  await rideWritten(tx, { text: SAVE_QUOTE, values });
}
const SAVE_QUOTE = `insert into quotes (user_id, proposal_no, product_code, product_version, principal_paise, quote,
    kfs_hash, form_id, kfs_values, text_version, valid_until_day, charge_codes, language, created_at, valid_until, order_id)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`;

/** A quote as kept. */
export interface StoredQuote {
  readonly quote: Quote;
  readonly kfs: KfsDocument;
  readonly kfsHash: string;
  readonly isAccepted: boolean;
}

/** A user's quote by its number. */
export async function readQuote(db: Db | Tx, userId: string, proposalNo: string): Promise<StoredQuote | null> {
  const row = await db
    .selectFrom('quotes as q')
    .innerJoin('kfs_forms as f', 'f.formId', 'q.formId')
    .leftJoin('acceptances as a', (join) =>
      join.onRef('a.userId', '=', 'q.userId').onRef('a.proposalNo', '=', 'q.proposalNo'),
    )
    .select(['q.quote', 'f.form', 'q.kfsValues as values', 'q.kfsHash', 'a.acceptedAt'])
    .where('q.userId', '=', userId)
    .where('q.proposalNo', '=', proposalNo)
    .executeTakeFirst();
  if (!row) return null;
  return {
    quote: row.quote as Quote,
    kfs: joinStatement(row),
    kfsHash: row.kfsHash,
    isAccepted: row.acceptedAt !== null,
  };
}

/** Opens the limit's row: its evaluation is running. */
export async function beginEvaluation(tx: Tx, userId: string, now: number): Promise<void> {
  await tx
    .insertInto('credit_limits')
    .values({ userId, state: 'evaluating', startedAt: timestamp(now) })
    .onConflict((clash) => clash.column('userId').doNothing())
    .execute();
}

/** Opens an evaluation again that was waiting for a person, whose reason may be gone; the caller holds the limit's lock. @returns whether one was */
export async function reopenReview(tx: Tx, userId: string, now: number): Promise<boolean> {
  const row = await tx
    .updateTable('credit_limits')
    .set({ state: 'evaluating', startedAt: timestamp(now) })
    .where('userId', '=', userId)
    .where('state', '=', 'review')
    .returning('userId')
    .executeTakeFirst();
  return row !== undefined;
}
