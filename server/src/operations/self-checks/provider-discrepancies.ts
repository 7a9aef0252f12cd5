import { sql } from 'kysely';
import { recordAction } from '../../platform/audit.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { Deps } from '../../platform/deps.ts';

/** A provider's second word on what was decided: it moved nothing, a person asks the provider. */
export interface ProviderDiscrepancy {
  readonly contradictionId: string;
  readonly at: number;
  readonly what: 'payment' | 'payout' | 'refund';
  /** The provider's name for a payment; our reference of a payout or refund. */
  readonly ref: string;
  /** Paise, or a state. */
  readonly kept: unknown;
  readonly said: unknown;
}

const RESOLVED = 'contradiction_seen_to';
/** Written out, so that the indexes of such lines serve. */
const isProviderDiscrepancy = sql`c.action in ('payment_contradicted', 'payout_contradicted', 'refund_contradicted')`;
const isOpen = sql`not exists (
  select from audit_log s where s.action = ${sql.lit(RESOLVED)} and s.subject = c.audit_id::text)`;

/** Those that no operator has seen to, however old, the oldest first. */
export async function listProviderDiscrepancies(db: Db | Tx): Promise<ProviderDiscrepancy[]> {
  const { rows } = await sql<ProviderDiscrepancy>`
    select c.audit_id::text as contradiction_id, c.at, split_part(c.action, '_', 1) as what, c.subject as ref,
           c.detail->'kept' as kept, c.detail->'said' as said
    from audit_log c where ${isProviderDiscrepancy} and ${isOpen} order by c.at, c.audit_id`.execute(db);
  return rows;
}

/** What it says, in a sentence without its end. */
export function wordsOf({ what, ref, kept, said }: ProviderDiscrepancy): string {
  const word = (told: unknown) => (typeof told === 'number' ? `${told} paise` : String(told));
  return `${what} ${ref} stands as ${word(kept)}, its provider said ${word(said)} besides`;
}

/**
 * Operator action: has seen to one, and says what came of it. Money that has to move is moved by an action of its own.
 * @returns false where none such waits: of two operators at once one is noted
 */
export async function resolveProviderDiscrepancy(
  deps: Deps,
  given: { contradictionId: string; operator: string; outcome: string },
): Promise<boolean> {
  const { contradictionId, operator, outcome } = given;
  return deps.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${RESOLVED + contradictionId}, 0))`.execute(tx);
    const { rows } = await sql<{ userId: string | null }>`
      select c.user_id from audit_log c
      where c.audit_id = ${contradictionId}::uuid and ${isProviderDiscrepancy} and ${isOpen}`.execute(tx);
    const [found] = rows;
    if (!found) return false;
    const line = { at: deps.now(), userId: found.userId, actor: `operator:${operator}`, action: RESOLVED };
    await recordAction(tx, { ...line, subject: contradictionId, detail: { outcome } });
    return true;
  });
}
