import { OrderStatus } from '@noren/core/lending/order-status';
import { rupees } from '@noren/core/money/money';
import { addDays } from '@noren/core/money/time';
import type { ProposalDetails } from '@noren/server/src/testing/decisions.ts';
import { sql } from 'kysely';
import type { Chance } from './chance.ts';
import type { RecordedPayment } from './lender.ts';
import type { World } from './world.ts';

/** The lender's and the banks' actions with money, and what they draw on. */
interface MoneyActing {
  readonly world: World;
  readonly chance: Chance;
  readonly payments: readonly RecordedPayment[];
  decide(details: ProposalDetails): Promise<void>;
}

/**
 * What happens to money that counts for no order, and to money that went out: transfers without a
 * code, payouts and refunds that the bank sends back, failed refunds, moved payments, claims,
 * returns, settlements.
 */
export async function moneyActs(acting: MoneyActing): Promise<void> {
  const { chance } = acting;
  if (chance.percent(12)) await strayTransfer(acting);
  if (chance.percent(12)) await sendPayoutBack(acting);
  if (chance.percent(8)) await movePayment(acting);
  if (chance.percent(20)) await offerSettlement(acting);
  await decideFailedRefunds(acting);
  await decideUnclaimedFunds(acting);
}

async function strayTransfer({ world, chance }: MoneyActing): Promise<void> {
  const utr = `SBIN${String(chance.int(0, 999_999_999_999)).padStart(12, '0')}`;
  const how = { channel: 'bank_transfer', utr } as const;
  await world.bank.payIntent(`stray ${utr}`, rupees(chance.int(1, 20)) * 100, how);
}

/** A payout of the last days, or a refund that was paid out. */
async function sendPayoutBack({ world, chance, decide }: MoneyActing): Promise<void> {
  const paid = await sql<{ ref: string; repayId: string | null }>`
    select p.payout_ref as ref, o.repay_id from payouts p join orders o using (user_id, order_id) join users u using (user_id)
    where p.state = 'confirmed' and o.disbursed_day > ${addDays(world.deps.today(), -12)}::date
    order by u.created_at, o.applied_at, o.product_code, o.principal_paise, p.created_at`.execute(
    world.deps.db,
  );
  const refunded = await sql<{ ref: string; repayId: null }>`
    select r.refund_ref as ref, null as repay_id from refunds r join users u using (user_id)
    where r.state = 'confirmed' and r.account_id is not null order by u.created_at, r.created_at, r.amount_paise`.execute(
    world.deps.db,
  );
  const all = [...paid.rows, ...refunded.rows];
  if (all.length === 0) return;

  const { ref, repayId } = chance.pick(all);
  const isReported = repayId === null || chance.percent(80);

  if (isReported) await world.bank.reversePayout(ref);
  else await decide({ kind: 'payout_reversal', detail: {}, repayId });
}

async function movePayment({ world, chance, payments, decide }: MoneyActing): Promise<void> {
  const orders = await listPaidOut(world);
  if (payments.length === 0 || orders.length === 0) return;

  const { repayId, journalId } = chance.pick(payments);
  const toRepayId = chance.pick(orders);

  await decide({ kind: 'payment_move', repayId, detail: { journalId, toRepayId } });
}

async function offerSettlement({ world, chance, decide }: MoneyActing): Promise<void> {
  const late = await sql<{ repayId: string; principalPaise: number }>`
    select o.repay_id, o.principal_paise from orders o join users u using (user_id)
    where o.status = ${sql.lit(OrderStatus.overdue)} order by u.created_at, o.applied_at, o.product_code, o.principal_paise`.execute(
    world.deps.db,
  );
  if (late.rows.length === 0) return;

  const { repayId, principalPaise } = chance.pick(late.rows);
  const payPaise = Math.ceil((principalPaise * chance.int(30, 95)) / 10_000) * 100;
  const payBy = addDays(world.deps.today(), chance.int(0, 5));

  await decide({ kind: 'settlement_offer', repayId, detail: { payPaise, payBy } });
}

async function decideFailedRefunds({ world, chance, decide }: MoneyActing): Promise<void> {
  const failed = await sql<{ refundRef: string }>`
    select r.refund_ref from refunds r join users u using (user_id)
    where r.state = 'failed' order by u.created_at, r.created_at, r.amount_paise`.execute(
    world.deps.db,
  );
  for (const { refundRef } of failed.rows) {
    if (chance.percent(60)) continue;
    const kind = chance.percent(50) ? 'refund_retry' : 'refund_payout';
    await decide({ kind, detail: { refundRef } });
  }
}

/** Counts money in suspense for an order, mostly the one it was taken off, or sends it back. */
async function decideUnclaimedFunds({ world, chance, decide }: MoneyActing): Promise<void> {
  const open = await sql<{ provider: string; providerRef: string }>`
    select provider, provider_ref from unclaimed_funds
    where state = 'open' order by paid_at, amount_paise, found_at`.execute(world.deps.db);
  const orders = await listPaidOut(world);

  for (const detail of open.rows) {
    if (chance.percent(70)) continue;

    const takenOff = await findLastOrder(world, detail);
    const isClaimed = orders.length > 0 && chance.percent(60);
    const repayId =
      takenOff !== null && chance.percent(60) ? takenOff : isClaimed ? chance.pick(orders) : null;

    if (isClaimed && repayId !== null)
      await decide({ kind: 'unclaimed_payment_claim', repayId, detail });
    else await decide({ kind: 'unclaimed_payment_return', detail });
  }
}

/** The order that a payment last counted for. */
async function findLastOrder(
  { deps }: World,
  { provider, providerRef }: { provider: string; providerRef: string },
): Promise<string | null> {
  const { rows } = await sql<{ repayId: string }>`
    select o.repay_id from provider_payments p join orders o using (user_id, order_id)
    where p.provider = ${provider} and p.provider_ref = ${providerRef} order by p.journal_id desc limit 1`.execute(
    deps.db,
  );
  return rows[0]?.repayId ?? null;
}

/** Orders that money may be counted for. */
async function listPaidOut(world: World): Promise<string[]> {
  const { rows } = await sql<{ repayId: string }>`
    select o.repay_id from orders o join users u using (user_id)
    where o.disbursed_day > ${addDays(world.deps.today(), -60)}::date
    order by u.created_at, o.applied_at, o.product_code, o.principal_paise`.execute(world.deps.db);
  return rows.map(({ repayId }) => repayId);
}
