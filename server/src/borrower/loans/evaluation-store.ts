import { OrderStatus, owingOrderStatuses } from '@noren/core/lending/order-status';
import type { ScoreDecision, ScoreInputs } from '@noren/core/lending/scorecard';
import type { BusinessDay } from '@noren/core/money/time';
import type { IdentityFacts } from '@noren/core/people/identity-level';
import { sql } from 'kysely';
import { IDENTITY_STATE } from '../../lending/credit/credit-store.ts';
import type { FieldCrypto } from '../../platform/crypto/field-crypto.ts';
import { type Db, instantValue, type Tx, timestamp } from '../../platform/db/db.ts';
import { toStatusList } from '../../platform/db/status-list.ts';

/** Stored facts a credit decision is based on. */
export interface EvaluationFacts {
  readonly state: 'evaluating' | 'approved' | 'declined' | 'review';
  readonly infoEnc: Buffer | null;
  readonly otherDebts: string | null;
  readonly identityState: IdentityFacts['identity'];
  readonly nameMatch: 'match' | 'partial' | 'mismatch' | null;
  readonly hasOverdueOrder: boolean;
  readonly settledLoans: number;
  /** Other people whose browser has the fingerprint of one of this user's. */
  readonly othersOnDevice: number;
  readonly worstOverdueDays: number;
  /** An operator's latest decision on a borderline score, or null. */
  readonly scoreReview: 'approve' | 'refuse' | null;
}

/** Undefined when no evaluation was ever started. */
export async function readEvaluationFacts(
  tx: Db | Tx,
  crypto: FieldCrypto,
  userId: string,
  today: BusinessDay,
): Promise<EvaluationFacts | undefined> {
  const read = await sql<Omit<EvaluationFacts, 'othersOnDevice'> & { fingerprints: Buffer[] }>`
    select c.state, p.info_enc, s.answers->>'otherDebts' as other_debts,
           case when exists (
                  select from sanctions_hits m
                  where m.user_id = ${userId} and m.state in ('held', 'same_person'))
                then 'review' else ${IDENTITY_STATE} end as identity_state,
           a.name_match, h.has_overdue as has_overdue_order, h.settled as settled_loans,
           greatest(h.worst_open, h.worst_closed, 0) as worst_overdue_days,
           array(
             select d.fingerprint_hash from devices d
             where d.user_id = ${userId} and d.fingerprint_hash is not null) as fingerprints,
           (select d.decision from review_decisions d
            where d.user_id = ${userId} and d.kind = 'score'
              and d.at >= coalesce(c.reviews_from, '-infinity')
            order by d.at desc limit 1) as score_review
    from credit_limits c
    left join survey_answers s using (user_id)
    left join personal_info p using (user_id)
    left join identities i using (user_id)
    left join bank_accounts a on a.user_id = c.user_id and a.replaced_at is null
    cross join lateral (
      select count(*) filter (where o.is_repaid)::int as settled,
             coalesce(bool_or(o.status in ${toStatusList(owingOrderStatuses)}
                              and o.due_day < ${today}::date), false) as has_overdue,
             max(${today}::date - o.due_day)
               filter (where o.status in ${toStatusList(owingOrderStatuses)}) as worst_open,
             max(paid.last_day - o.due_day)
               filter (where o.status = ${sql.lit(OrderStatus.settled)}) as worst_closed
      from orders o
      left join lateral (
        select max(j.value_day) as last_day from journals j
        where j.user_id = ${userId} and j.order_id = o.order_id and j.kind = 'payment'
          and not exists (
            select from journals r where r.user_id = ${userId} and r.reverses = j.journal_id)
      ) paid on true
      where o.user_id = ${userId}) h
    where c.user_id = ${userId}`.execute(tx);
  const [row] = read.rows;
  if (!row) return undefined;

  const { fingerprints, ...facts } = row;
  // While hashes move to another key, another user's row may already be moved.
  const hashes = fingerprints.flatMap((hash) => crypto.versionsFrom(hash));

  return { ...facts, othersOnDevice: await countOthersWithFingerprint(tx, userId, hashes) };
}

async function countOthersWithFingerprint(
  tx: Db | Tx,
  userId: string,
  fingerprints: readonly Buffer[],
): Promise<number> {
  if (fingerprints.length === 0) return 0;

  const { rows } = await sql<{ others: number }>`
    select count(distinct user_id)::int as others from devices
    where fingerprint_hash = any(${[...fingerprints]}::bytea[]) and user_id <> ${userId}`.execute(
    tx,
  );
  return rows[0]?.others ?? 0;
}

/** Stores a decision with its inputs and sets the limit. */
export async function saveDecision(
  tx: Tx,
  input: { userId: string; inputs: ScoreInputs; decision: ScoreDecision; now: number },
): Promise<void> {
  const { userId, decision } = input;
  await tx
    .insertInto('credit_evaluations')
    .values({
      userId,
      cardVersion: decision.cardVersion,
      inputs: JSON.stringify(input.inputs),
      outcome: JSON.stringify(decision),
      at: timestamp(input.now),
    })
    .execute();

  await tx
    .updateTable('credit_limits')
    .set({ state: decision.outcome, limitPaise: decision.limit, evaluatedAt: timestamp(input.now) })
    .where('userId', '=', userId)
    .execute();
}

/**
 * Users whose evaluation started before `before` (UTC ms) and has not ended: the job was lost or
 * exhausted.
 */
export async function listStuckEvaluations(db: Db, before: number): Promise<string[]> {
  const rows = await db
    .selectFrom('credit_limits')
    .select('userId')
    .where('state', '=', 'evaluating')
    .where('startedAt', '<', instantValue(before))
    .orderBy('startedAt')
    .limit(500)
    .execute();
  return rows.map((row) => row.userId);
}
