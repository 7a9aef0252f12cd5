import { listChargeCodes } from '@noren/core/lending/kfs';
import type { CeilingRow } from '@noren/core/lending/level-ceilings';
import type { Quote } from '@noren/core/lending/offer';
import { owingOrderStatuses, unsanctionedOrderStatuses } from '@noren/core/lending/order-status';
import type { Renewal } from '@noren/core/lending/renewal';
import { defaultProducts, type ProductTerms } from '@noren/core/lending/terms';
import type { BusinessDay } from '@noren/core/money/time';
import type { IdentityFacts } from '@noren/core/people/identity-level';
import type { PanDifference, PanVerdict } from '@noren/core/people/pan-check';
import { type Nullable, sql } from 'kysely';
import { listColumns, type RowOf } from '../../platform/db/column-list.ts';
import { type Db, type Tx, timestamp } from '../../platform/db/db.ts';
import { compileOnce, queueWithNext } from '../../platform/db/statements.ts';
import { toStatusList } from '../../platform/db/status-list.ts';
import type { SourceKind } from '../../platform/ports/identity-sources.ts';
import type { KfsDocument } from '../statements/kfs-document.ts';
import { joinKfs, type SplitKfs } from '../statements/kfs-forms.ts';
import { type LendingHold, selectLendingHold, selectPhoneDueAt } from './lending-stop-store.ts';
import { selectCeilings } from './level-ceilings-store.ts';
import { type RenewalRow, selectRenewal, toRenewal } from './renewal-store.ts';

/** The row of a product version without an end. */
export function productVersionRow(terms: ProductTerms, effectiveFrom: string) {
  return {
    code: terms.code,
    version: terms.version,
    terms: JSON.stringify(terms),
    effectiveFrom,
    effectiveTo: null,
  };
}

/** Writes the sandbox's products where a version of them is not there yet. */
export async function saveDefaultProducts(db: Db, effectiveFrom: string): Promise<void> {
  await db
    .insertInto('product_versions')
    .values(defaultProducts.map((terms) => productVersionRow(terms, effectiveFrom)))
    .onConflict((clash) => clash.doNothing())
    .execute();
}

/** The products on offer on a business day, newest version of each. */
export async function readProducts(db: Db | Tx, day: BusinessDay): Promise<ProductTerms[]> {
  const rows = await db
    .selectFrom('product_versions')
    .distinctOn('code')
    .select(sql<ProductTerms>`terms`.as('terms'))
    .where('effectiveFrom', '<=', day)
    .where((where) => where.or([where('effectiveTo', 'is', null), where('effectiveTo', '>=', day)]))
    .orderBy('code')
    .orderBy('version', 'desc')
    .execute();
  return rows.map(({ terms }) => terms).sort((a, b) => a.tenorDays - b.tenorDays);
}

/** One version of a product, whether it is still on offer or not. */
export async function readProductVersion(
  tx: Tx,
  code: string,
  version: number,
): Promise<ProductTerms> {
  const row = await tx
    .selectFrom('product_versions')
    .select(sql<ProductTerms>`terms`.as('terms'))
    .where('code', '=', code)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return row.terms;
}

/** A user's limit and its use, read in one statement. */
export interface CreditFacts {
  readonly state: 'evaluating' | 'approved' | 'declined' | 'review';
  readonly limitPaise: number;
  /** Outstanding principal, and principal held for pending orders; from the ledger. */
  readonly owedPaise: number;
  readonly heldPaise: number;
  readonly isLocked: boolean;
  /**
   * Why nothing new is lent, though the limit may allow it; null while it is. An update of the
   * details that is late holds no payout, unlike the others.
   */
  readonly hold: LendingHold | 'renewal' | null;
  /** The next update of the details; null of who has nothing to confirm. */
  readonly renewal: Renewal | null;
  /** When a new phone number that waits is due, UTC ms; null while none waits. */
  readonly phoneDueAt: number | null;
  /** Whether full KYC was done, which lifts the yearly ceiling. */
  readonly isFullKyc: boolean;
  /** State of the confirmed identity; null before. */
  readonly identity: IdentityFacts['identity'];
  /** The newest signed source of the identity; null without one. */
  readonly source: IdentitySource | null;
  /** What the register of PANs said of the identity; null when it was not asked. */
  readonly pan: KnownPan | null;
  /** What two people of the lender decided about the levels' ceilings, up to the day. */
  readonly ceilings: readonly CeilingRow[];
  /** Loans sanctioned in the last year. */
  readonly sanctions: readonly { day: BusinessDay; amountPaise: number }[];
}

/** What the issuer of a card said about the borrower. */
export interface IdentitySource {
  readonly kind: SourceKind;
  readonly verdict: 'pending' | 'agrees' | 'differs';
  /** When it was compared; until then, when it was sent. UTC ms. */
  readonly at: number;
}

/** What the register of PANs said about the borrower. */
export interface KnownPan {
  readonly verdict: PanVerdict;
  readonly differences: PanDifference[];
  /** When it answered; until then, when it was asked. UTC ms. */
  readonly at: number;
}

/** The state of an identity `i`, of {@link IdentityFacts}. */
export const IDENTITY_STATE = sql<NonNullable<IdentityFacts['identity']>>`
  case when i.was_verified then 'review_again' else i.state end`;

const LIMIT = listColumns('credit_limits', 'c', ['state', 'limitPaise']);

/** {@link CreditFacts} as read by the query. */
export type CreditRow = Nullable<RowOf<typeof LIMIT>> &
  Pick<
    CreditFacts,
    | 'isLocked'
    | 'phoneDueAt'
    | 'isFullKyc'
    | 'identity'
    | 'source'
    | 'pan'
    | 'ceilings'
    | 'sanctions'
  > & {
    readonly owed: number;
    readonly held: number;
    readonly hold: LendingHold | null;
    readonly renewal: RenewalRow | null;
    readonly today: BusinessDay;
  };

/** What {@link toCreditFacts} reads, for a statement over {@link creditTables}. */
export const creditColumns = compileOnce(sql<CreditRow>`
  ${LIMIT}, e.owed, e.held, s.is_locked, s.sanctions, u.today,
  ${selectLendingHold(sql`u.user_id`)} as hold,
  ${selectPhoneDueAt(sql`u.user_id`)} as phone_due_at,
  ${selectRenewal(sql`u.user_id`)} as renewal,
  exists (
    select 1 from users k where k.user_id = u.user_id and k.full_kyc_at is not null) as is_full_kyc,
  (select ${IDENTITY_STATE} from identities i where i.user_id = u.user_id) as identity,
  (select json_build_object('kind', n.kind, 'verdict', n.verdict,
      'at', floor(extract(epoch from coalesce(n.decided_at, n.created_at)) * 1000)::bigint)
   from identity_sources n where n.user_id = u.user_id order by n.source_id desc limit 1) as source,
  (select json_build_object('verdict', p.verdict, 'differences', p.differences,
      'at', floor(extract(epoch from coalesce(p.decided_at, p.created_at)) * 1000)::bigint)
   from pan_checks p where p.user_id = u.user_id) as pan,
  l.ceilings`);

/** The tables behind {@link creditColumns}; `u` is the user. */
export const creditTables = (userId: string, today: BusinessDay) => sql`
    (select ${userId}::uuid as user_id, ${today}::date as today) u
    left join credit_limits c using (user_id)
    cross join lateral (
      select coalesce(sum(amount_paise) filter (where account = 'loan_principal'), 0)::bigint
               as owed,
             coalesce(sum(amount_paise) filter (where account = 'limit_held'), 0)::bigint as held
      from entries where user_id = u.user_id) e
    cross join lateral (
      select coalesce(bool_or(status in ${toStatusList(owingOrderStatuses)}
                              and due_day < ${today}::date), false) as is_locked,
             coalesce(
               json_agg(json_build_object('day', applied_day, 'amountPaise', principal_paise))
               filter (where status not in ${toStatusList(unsanctionedOrderStatuses)}
                 and applied_day > ${today}::date - interval '12 months'), '[]') as sanctions
      from orders where user_id = u.user_id) s
    cross join (${selectCeilings(today)}) l`;

/** The facts of a row of {@link creditColumns}. */
export function toCreditFacts(row: CreditRow): CreditFacts {
  const renewal = row.renewal && toRenewal(row.renewal, row.today);

  return {
    // No row yet: the account is saved and its evaluation not yet queued. To the borrower that is
    // the same.
    state: row.state ?? 'evaluating',
    limitPaise: row.limitPaise ?? 0,
    owedPaise: row.owed,
    heldPaise: row.held,
    isLocked: row.isLocked,
    hold: row.hold ?? (renewal?.isHeld ? 'renewal' : null),
    renewal,
    phoneDueAt: row.phoneDueAt,
    isFullKyc: row.isFullKyc,
    identity: row.identity,
    source: row.source,
    pan: row.pan,
    ceilings: row.ceilings,
    sanctions: row.sanctions,
  };
}

/**
 * The user's limit, the principal owed and held, the overdue lock and the year's loans, in one
 * statement.
 */
export async function readCredit(
  db: Db | Tx,
  userId: string,
  today: BusinessDay,
): Promise<CreditFacts> {
  const { rows } = await sql<CreditRow>`
    select ${creditColumns} from ${creditTables(userId, today)}`.execute(db);
  return toCreditFacts(rows[0]!);
}

/** Locks the user's limit. Every transaction that moves the user's money takes this lock first. */
export async function lockCredit(tx: Tx, userId: string): Promise<void> {
  await queueWithNext(tx, selectLimitForUpdate(userId));
}

/** The statement of {@link lockCredit}. */
export const selectLimitForUpdate = (userId: string) =>
  sql`select 1 from credit_limits where user_id = ${userId} for update`;

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
 * The reason of the latest manual review if it was a refusal; null after an approval. A refused
 * account name no longer counts once that account was replaced.
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
    .where((where) =>
      where.or([where('kind', '<>', 'bank_name'), where('subject', 'not in', replaced)]),
    )
    .where(
      sql<boolean>`(kind <> 'score' or at >= coalesce(
        (select reviews_from from credit_limits where user_id = ${userId}), '-infinity'))`,
    )
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();

  return row?.decision === 'refuse' ? row.reason : null;
}

/**
 * Stores a quote with the own values of its key facts statement; their form is stored separately.
 * Sent with the next statement.
 */
export async function saveQuote(
  tx: Tx,
  offer: {
    userId: string;
    quote: Quote;
    kfs: KfsDocument;
    parts: SplitKfs;
    orderId?: string | undefined;
  },
): Promise<void> {
  const { userId, quote, kfs, parts } = offer;
  await queueWithNext(
    tx,
    tx.insertInto('quotes').values({
      userId,
      proposalNo: kfs.proposalNo,
      productCode: quote.productCode,
      productVersion: quote.productVersion,
      principalPaise: quote.principal,
      quote: JSON.stringify(quote),
      kfsHash: parts.hash,
      formId: parts.formId,
      kfsValues: JSON.stringify(parts.values),
      textVersion: kfs.textVersion,
      validUntilDay: kfs.validUntilDay,
      chargeCodes: listChargeCodes(kfs),
      language: kfs.language,
      createdAt: timestamp(kfs.madeAt),
      validUntil: timestamp(kfs.validUntil),
      orderId: offer.orderId ?? null,
    }),
  );
}

/** A stored quote. */
export interface StoredQuote {
  readonly quote: Quote;
  readonly kfs: KfsDocument;
  readonly kfsHash: string;
  readonly isAccepted: boolean;
}

/** A user's quote by its number, with its key facts statement; `a` is its acceptance. */
export const selectQuote = (db: Db | Tx, userId: string, proposalNo: string) =>
  db
    .selectFrom('quotes as q')
    .innerJoin('kfs_forms as f', 'f.formId', 'q.formId')
    .leftJoin('acceptances as a', (join) =>
      join.onRef('a.userId', '=', 'q.userId').onRef('a.proposalNo', '=', 'q.proposalNo'),
    )
    .select([sql<Quote>`q.quote`.as('quote'), 'f.form', 'q.kfsValues as values', 'q.kfsHash'])
    .where('q.userId', '=', userId)
    .where('q.proposalNo', '=', proposalNo);

/** A user's quote by its number. */
export async function readQuote(
  db: Db | Tx,
  userId: string,
  proposalNo: string,
): Promise<StoredQuote | null> {
  const row = await selectQuote(db, userId, proposalNo).select('a.acceptedAt').executeTakeFirst();
  if (!row) return null;

  return {
    quote: row.quote,
    kfs: joinKfs(row),
    kfsHash: row.kfsHash,
    isAccepted: row.acceptedAt !== null,
  };
}

/**
 * Deletes quotes that expired before an instant (UTC ms). One that a reservation or an offer was
 * made with is retained with that order.
 */
export async function deleteUnusedQuotes(db: Db, before: number): Promise<void> {
  const until = timestamp(before);
  await sql`
    delete from quotes q where not q.is_retained and q.valid_until < ${until}
      and not exists (
        select from acceptances a where a.user_id = q.user_id and a.proposal_no = q.proposal_no)
      and not exists (
        select from orders o
        where o.user_id = q.user_id and o.proposal_no = q.proposal_no)`.execute(db);
}

/** Marks the quotes left that expired before an instant (UTC ms) as retained. */
export async function markQuotesRetained(db: Db, before: number): Promise<void> {
  const until = timestamp(before);
  await sql`
    update quotes set is_retained = true
    where not is_retained and valid_until < ${until}`.execute(db);
}

/** Inserts the user's limit as being evaluated. */
export async function startEvaluation(tx: Tx, userId: string, now: number): Promise<void> {
  await tx
    .insertInto('credit_limits')
    .values({ userId, state: 'evaluating', startedAt: timestamp(now) })
    .onConflict((clash) => clash.column('userId').doNothing())
    .execute();
}

/**
 * Restarts an evaluation that waits for manual review, because its reason may no longer apply. The
 * caller holds the limit's lock.
 * @returns false when none was waiting
 */
export async function reopenReviewedCredit(tx: Tx, userId: string, now: number): Promise<boolean> {
  const row = await tx
    .updateTable('credit_limits')
    .set({ state: 'evaluating', startedAt: timestamp(now) })
    .where('userId', '=', userId)
    .where('state', '=', 'review')
    .returning('userId')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Restarts the evaluation of a user who was declined or waits for a manual review, because
 * something it read has changed or time has passed. What a person decided of the score before a
 * decline no longer counts. The caller holds the limit's lock.
 * @returns false when neither is so
 */
export async function reopenDecidedCredit(tx: Tx, userId: string, now: number): Promise<boolean> {
  const row = await tx
    .updateTable('credit_limits')
    .set({
      state: 'evaluating',
      startedAt: timestamp(now),
      reviewsFrom: sql`
        case when state = 'declined' then ${timestamp(now)}::timestamptz else reviews_from end`,
    })
    .where('userId', '=', userId)
    .where('state', 'in', ['declined', 'review'])
    .returning('userId')
    .executeTakeFirst();
  return row !== undefined;
}

/** When a user was declined, UTC ms; null when they are not. */
export async function readDeclinedAt(db: Db | Tx, userId: string): Promise<number | null> {
  const row = await db
    .selectFrom('credit_limits')
    .select('evaluatedAt')
    .where('userId', '=', userId)
    .where('state', '=', 'declined')
    .executeTakeFirst();
  return row?.evaluatedAt ?? null;
}
