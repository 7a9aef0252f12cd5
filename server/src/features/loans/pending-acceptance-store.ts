import type { AnswerOf } from '@noren/contract/call';
import type { creditInfo } from '@noren/contract/loans';
import { sql } from 'kysely';
import { type Db, type Tx, timestamp } from '../../platform/db/db.ts';
import { queueWithNext } from '../../platform/db/statements.ts';

/** What was accepted while the limit was being evaluated, as the borrower is told of it; null when nothing waits. */
export async function readWaiting(db: Db | Tx, userId: string): Promise<AnswerOf<typeof creditInfo>['waiting']> {
  const read = await sql<NonNullable<AnswerOf<typeof creditInfo>['waiting']>>`
    select w.proposal_no, q.quote->>'productName' as product_name,
           q.principal_paise, (q.quote->>'netDisbursed')::bigint as net_paise,
           w.accepted_at
    from pending_acceptances w join quotes q using (user_id, proposal_no)
    where w.user_id = ${userId} and w.voided_at is null
      and not exists (select from orders o where o.user_id = w.user_id and o.proposal_no = w.proposal_no)
    order by w.accepted_at desc limit 1`.execute(db);
  return read.rows[0] ?? null;
}

/** An acceptance that waits, as it was given. */
export interface Waiting {
  readonly purpose: string;
  readonly acceptance: Readonly<Record<string, unknown>>;
  readonly acceptedAt: number;
}

/** The acceptance that waits for a proposal; undefined when there is none, or it is void. */
export async function findWaiting(tx: Tx, userId: string, proposalNo: string): Promise<Waiting | undefined> {
  return tx
    .selectFrom('pending_acceptances')
    .select(['purpose', 'acceptance', 'acceptedAt'])
    .where('userId', '=', userId)
    .where('proposalNo', '=', proposalNo)
    .where('voidedAt', 'is', null)
    .executeTakeFirst();
}

/**
 * Keeps an acceptance until the evaluation has ended, unless its order is there by now; the caller holds the limit's
 * lock. One waits at a time: the newest is what the borrower wants now. @ASSUMED
 */
export async function keepWaiting(
  tx: Tx,
  given: { userId: string; proposalNo: string; now: number } & Pick<Waiting, 'purpose' | 'acceptance'>,
): Promise<void> {
  const { userId, proposalNo } = given;
  const at = timestamp(given.now);
  const acceptance = JSON.stringify(given.acceptance);
  await replaceWaiting(tx, given);
  await sql`
    with accepted as (
      insert into acceptances (user_id, proposal_no, acceptance, accepted_at)
      select user_id, proposal_no, ${acceptance}::jsonb, ${at} from quotes q
      where user_id = ${userId} and proposal_no = ${proposalNo} and not exists (
        select from orders o where o.user_id = q.user_id and o.proposal_no = q.proposal_no)
      on conflict (user_id, proposal_no) do update set acceptance = excluded.acceptance,
        accepted_at = excluded.accepted_at
      returning 1
    )
    insert into pending_acceptances (user_id, proposal_no, purpose, acceptance, accepted_at)
    select ${userId}::uuid, ${proposalNo}, ${given.purpose}, ${acceptance}::jsonb, ${at} from accepted
    on conflict (user_id, proposal_no) do update set purpose = excluded.purpose, acceptance = excluded.acceptance,
      accepted_at = excluded.accepted_at, voided_at = null, void_reason = null`.execute(tx);
}

/** Voids what else waits, for this proposal is what the borrower wants now; sent with the statement that follows. */
export async function replaceWaiting(
  tx: Tx,
  given: { userId: string; proposalNo: string; now: number },
): Promise<void> {
  const { userId, proposalNo } = given;
  await queueWithNext(
    tx,
    sql`update pending_acceptances set voided_at = ${timestamp(given.now)}, void_reason = 'replaced'
    where user_id = ${userId} and proposal_no <> ${proposalNo} and voided_at is null`,
  );
}

/** Makes a waiting acceptance void: what was accepted cannot be had. */
export async function voidWaiting(
  db: Db | Tx,
  given: { userId: string; proposalNo: string; reason: string; now: number },
): Promise<void> {
  await db
    .updateTable('pending_acceptances')
    .set({ voidedAt: timestamp(given.now), voidReason: given.reason })
    .where('userId', '=', given.userId)
    .where('proposalNo', '=', given.proposalNo)
    .where('voidedAt', 'is', null)
    .execute();
}
