import { sql } from 'kysely';
import { type Db, instantValue, type Tx } from '../../platform/db/db.ts';

/**
 * A provider event that conflicts with a decided state: it changed nothing, and an operator must
 * ask the provider.
 */
export interface ProviderDiscrepancy {
  readonly discrepancyId: string;
  readonly at: number;
  readonly what: 'payment' | 'payout' | 'refund';
  /** The provider's name for a payment; our reference of a payout or refund. */
  readonly ref: string;
  /** Stored and reported value: paise, or a state. */
  readonly stored: unknown;
  readonly reported: unknown;
}

/** The audit action of a resolved discrepancy. */
export const RESOLVED = 'discrepancy_resolved';
/** Literals, so that the partial index can be used. */
const isProviderDiscrepancy = sql`c.action in ('payment_discrepancy', 'payout_discrepancy', 'refund_discrepancy')`;
const isOpen = sql`not exists (
  select from audit_log s where s.user_id = c.user_id and s.action = ${sql.lit(RESOLVED)} and s.subject = c.audit_id::text)`;

/** Rows of audit_log, as `c`: discrepancies that no operator has resolved. */
export const OPEN_DISCREPANCIES = sql`audit_log c where ${isProviderDiscrepancy} and ${isOpen}`;

const columns = sql`c.audit_id::text as discrepancy_id, c.at, split_part(c.action, '_', 1) as what, c.subject as ref,
  c.detail->'stored' as stored, c.detail->'reported' as reported`;

/** All discrepancies no operator has resolved, oldest first. */
export async function listProviderDiscrepancies(db: Db | Tx): Promise<ProviderDiscrepancy[]> {
  const { rows } = await sql<ProviderDiscrepancy>`
    select ${columns} from ${OPEN_DISCREPANCIES} order by c.at, c.audit_id`.execute(db);
  return rows;
}

/** A page of them, oldest first, after one. */
export async function listProviderDiscrepanciesAfter(
  db: Db,
  { after, limit }: { after: { at: number; name: string } | null; limit: number },
): Promise<ProviderDiscrepancy[]> {
  const isLater =
    after === null
      ? sql`true`
      : sql`(date_trunc('milliseconds', c.at), c.audit_id) > (${instantValue(after.at)}, ${after.name}::uuid)`;
  const { rows } = await sql<ProviderDiscrepancy>`
    select ${columns} from ${OPEN_DISCREPANCIES} and ${isLater}
    order by date_trunc('milliseconds', c.at), c.audit_id limit ${limit}`.execute(db);

  return rows;
}

/** Locks a discrepancy until the transaction ends. */
export async function lockDiscrepancy(tx: Tx, discrepancyId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${RESOLVED + discrepancyId}, 0))`.execute(
    tx,
  );
}

/** The user of an open discrepancy; undefined when it is not open. */
export async function readOpenDiscrepancy(
  tx: Tx,
  discrepancyId: string,
): Promise<{ userId: string } | undefined> {
  const { rows } = await sql<{ userId: string }>`
      select c.user_id from audit_log c
      where c.audit_id = ${discrepancyId}::uuid and ${isProviderDiscrepancy} and ${isOpen}`.execute(
    tx,
  );
  return rows[0];
}
