import type { AnswerOf } from '@noren/contract/call';
import type { creditInfo } from '@noren/contract/loans';
import { sql } from 'kysely';
import { type Db, type Tx, timestamp } from '../../platform/db/db.ts';
import { queueWithNext } from '../../platform/db/statements.ts';

/**
 * The quote accepted during the evaluation, as shown to the borrower; null when none is pending.
 */
export async function readPendingApplication(
  db: Db | Tx,
  userId: string,
): Promise<AnswerOf<typeof creditInfo>['waiting']> {
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

/** An acceptance made while the credit limit is being evaluated. */
export interface PendingAcceptance {
  readonly purpose: string;
  readonly acceptance: Readonly<Record<string, unknown>>;
  readonly acceptedAt: number;
}

/** Undefined when there is none, or it is void. */
export async function findPendingAcceptance(
  tx: Tx,
  userId: string,
  proposalNo: string,
): Promise<PendingAcceptance | undefined> {
  return tx
    .selectFrom('pending_acceptances')
    .select(['purpose', 'acceptance', 'acceptedAt'])
    .where('userId', '=', userId)
    .where('proposalNo', '=', proposalNo)
    .where('voidedAt', 'is', null)
    .executeTakeFirst();
}

/**
 * Saves an acceptance until the evaluation has ended, unless its order exists by now. The caller
 * holds the limit's lock.
 * @ASSUMED Only the newest acceptance counts; it replaces an earlier one.
 */
export async function savePendingAcceptance(
  tx: Tx,
  input: { userId: string; proposalNo: string; now: number } & Pick<
    PendingAcceptance,
    'purpose' | 'acceptance'
  >,
): Promise<void> {
  const { userId, proposalNo } = input;
  const at = timestamp(input.now);
  const acceptance = JSON.stringify(input.acceptance);

  await voidOtherAcceptances(tx, input);

  // The limit's lock keeps an order from being made between the two.
  const ofProposal = sql`from quotes q where q.user_id = ${userId} and q.proposal_no = ${proposalNo} and not exists (
      select from orders o where o.user_id = ${userId} and o.proposal_no = ${proposalNo})`;
  await queueWithNext(
    tx,
    sql`
    insert into acceptances (user_id, proposal_no, acceptance, accepted_at)
    select q.user_id, q.proposal_no, ${acceptance}::jsonb, ${at}::timestamptz ${ofProposal}
    on conflict (user_id, proposal_no) do update set acceptance = excluded.acceptance,
      accepted_at = excluded.accepted_at`,
  );

  await sql`
    insert into pending_acceptances (user_id, proposal_no, purpose, acceptance, accepted_at)
    select q.user_id, q.proposal_no, ${input.purpose}, ${acceptance}::jsonb, ${at}::timestamptz ${ofProposal}
    on conflict (user_id, proposal_no) do update set purpose = excluded.purpose, acceptance = excluded.acceptance,
      accepted_at = excluded.accepted_at, voided_at = null, void_reason = null`.execute(tx);
}

/** Voids pending acceptances of other proposals. Sent together with the statement that follows. */
export async function voidOtherAcceptances(
  tx: Tx,
  input: { userId: string; proposalNo: string; now: number },
): Promise<void> {
  const { userId, proposalNo } = input;
  await queueWithNext(
    tx,
    sql`update pending_acceptances set voided_at = ${timestamp(input.now)}, void_reason = 'replaced'
    where user_id = ${userId} and proposal_no <> ${proposalNo} and voided_at is null`,
  );
}

export async function voidPendingAcceptance(
  db: Db | Tx,
  input: { userId: string; proposalNo: string; reason: string; now: number },
): Promise<void> {
  await db
    .updateTable('pending_acceptances')
    .set({ voidedAt: timestamp(input.now), voidReason: input.reason })
    .where('userId', '=', input.userId)
    .where('proposalNo', '=', input.proposalNo)
    .where('voidedAt', 'is', null)
    .execute();
}
