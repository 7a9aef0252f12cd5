import { OrderStatus } from '@noren/core/lending/order-status';
import { addDays } from '@noren/core/money/time';
import { UserStatus } from '@noren/core/people/status';
import { OperatorError } from '@noren/server/src/console/approvals/request/operator-error.ts';
import {
  decideByName,
  type NamedProposal,
  type ProposalDetails,
  proposeByName,
} from '@noren/server/src/testing/decisions.ts';
import { sql } from 'kysely';
import type { Chance } from './chance.ts';
import { moneyActs } from './lender-money.ts';
import type { World } from './world.ts';

/**
 * For this many borrowers, one payment may be reversed, one charged back, and one identity fully
 * checked per day.
 */
const FOR_EACH = 200;

/**
 * Actions of operators and payers' banks on a day: waivers, write-offs, reversals, chargebacks,
 * identity checks, and what becomes of money that counts for no order; their number grows with the
 * number of borrowers.
 */
export async function lenderActs(world: World, chance: Chance, borrowers: number): Promise<void> {
  const orders = await listLate(world);
  for (const { repayId, lateDays, penal } of orders) {
    if (lateDays >= 90 && chance.percent(10))
      await decide(world, { kind: 'write_off', detail: {}, repayId });
    else if (penal > 0 && chance.percent(3))
      await decide(world, {
        kind: 'waiver',
        detail: { amountPaise: chance.int(1, penal), bucket: 'penal' },
        repayId,
      });
  }

  const payments = await listPayments(world);
  for (let each = 0; each < borrowers / FOR_EACH; each += 1) {
    if (payments.length > 0 && chance.percent(25))
      await reversePayment(world, chance.pick(payments));
    if (payments.length > 0 && chance.percent(20))
      await chargeBack(world, chance.pick(payments), chance);
    if (chance.percent(30)) await fullKyc(world, chance);
  }

  await moneyActs({
    world,
    chance: chance.of('money'),
    payments,
    decide: (details) => decide(world, details),
  });
}

/** One operator proposes, another approves; an action that is not possible is skipped. */
async function decide(world: World, details: ProposalDetails): Promise<void> {
  const proposal = {
    ...details,
    maker: 'meera',
    reason: 'a day of the simulation',
  } as NamedProposal;
  try {
    const requestId = await proposeByName(world.deps, proposal);
    await decideByName(world.deps, { requestId, checker: 'arun', decision: 'approve' });
  } catch (error) {
    if (world.isDropped()) return world.restart();
    if (!(error instanceof OperatorError)) throw error;
  }
}

async function listLate(
  world: World,
): Promise<{ repayId: string; lateDays: number; penal: number }[]> {
  const read = await sql<{ repayId: string; lateDays: number; penal: number }>`
    select o.repay_id, ${world.deps.today()}::date - o.due_day as late_days,
           coalesce((select sum(e.amount_paise) from journals j join entries e using (user_id, journal_id)
                     where j.user_id = o.user_id and j.order_id = o.order_id and e.account = 'penal_receivable'), 0)::bigint as penal
    from orders o join users u using (user_id)
    where o.status = ${sql.lit(OrderStatus.overdue)} order by u.created_at, o.applied_at, o.product_code, o.principal_paise`.execute(
    world.deps.db,
  );
  return read.rows;
}

export interface RecordedPayment {
  readonly providerRef: string;
  readonly journalId: string;
  readonly repayId: string;
  readonly amountPaise: number;
}

/** Unreversed payments of the last month, in a reproducible order. */
async function listPayments(world: World): Promise<RecordedPayment[]> {
  const read = await sql<RecordedPayment>`
    select p.provider_ref, p.journal_id, o.repay_id,
           p.amount_paise
    from provider_payments p join orders o using (user_id, order_id) join users u using (user_id)
    where p.paid_at > ${addDays(world.deps.today(), -30)}::date
      and not exists (select from journals j where j.user_id = p.user_id
                      and (j.reverses = p.journal_id or j.detail->>'ofPayment' = p.journal_id::text))
    order by p.paid_at, u.created_at, p.amount_paise, o.applied_at, o.product_code, o.principal_paise`.execute(
    world.deps.db,
  );
  return read.rows;
}

function reversePayment(world: World, { repayId, journalId }: RecordedPayment): Promise<void> {
  return decide(world, { kind: 'reversal', detail: { journalId }, repayId });
}

async function chargeBack(
  world: World,
  { providerRef, amountPaise }: RecordedPayment,
  chance: Chance,
): Promise<void> {
  await world.bank.chargeBack(
    providerRef,
    chance.percent(50) ? amountPaise : chance.int(1, amountPaise),
  );
}

async function fullKyc(world: World, chance: Chance): Promise<void> {
  const read = await sql<{ userId: string }>`
    select user_id from users where full_kyc_at is null and onboarding_status >= ${UserStatus.certified}
    order by created_at limit 20`.execute(world.deps.db);
  if (read.rows.length === 0) return;

  await decide(world, {
    kind: 'full_kyc',
    detail: { how: 'in person' },
    userId: chance.pick(read.rows).userId,
  });
}
