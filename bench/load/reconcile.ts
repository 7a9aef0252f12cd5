import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Client } from 'pg';
import { namedStatement } from '../named-statement.ts';
import type { LoadRecord } from './load-record.ts';

/** What the books, the bank and the borrowers' answers say of one another at the end. */
export interface Reconciliation {
  readonly orders: number;
  readonly ordersLost: number;
  /** Orders that no answer named. */
  readonly ordersExtra: number;
  readonly payments: number;
  readonly paymentsLost: number;
  readonly paymentsTwice: number;
  readonly payouts: number;
  /** Payouts at the bank that no confirmed payout of ours has, or that paid an order a second time. */
  readonly payoutsWrong: number;
  readonly ordersUnpaid: number;
  readonly webhooksWaiting: number;
  readonly daysClosed: number;
  readonly closesFailed: number;
  readonly dayClosesUnfinished: number;
  /** The last lines of `npm run verify`, and whether it found no fault. */
  readonly verify: string;
  readonly isVerified: boolean;
}

const READ_ORDERS = namedStatement<'people'>(
  'select repay_id as "repayId" from orders where user_id = any(:people::uuid[])',
);

/** A payment the bank took is booked to one order, or held as unclaimed, and not twice. */
const READ_PAYMENTS = `
  select p.provider_ref as "providerRef",
    (select count(*)::int from provider_payments b where b.provider_ref = p.provider_ref and not exists
      (select 1 from journals r where r.user_id = b.user_id and r.reverses = b.journal_id)) as booked,
    (select count(*)::int from unclaimed_funds u where u.provider_ref = p.provider_ref and u.state <> 'claimed') as held
  from sandbox_payments p where p.state = 'captured'`;

const READ_PAYOUTS = `
  select (select count(*)::int from sandbox_payouts where state = 'confirmed') as payouts,
    (select count(*)::int from sandbox_payouts b where b.state = 'confirmed' and 1 <> (select count(*) from payouts p
      where p.payout_ref = b.payout_ref and p.state = 'confirmed' and p.amount_paise = b.amount_paise)) as unknown,
    (select count(*)::int from (select 1 from payouts where state = 'confirmed' group by user_id, order_id
      having count(*) > 1) twice) as twice,
    (select count(*)::int from payouts where state not in ('confirmed', 'failed', 'reversed')) as open,
    (select count(*)::int from sandbox_webhooks where delivered_at is null) as webhooks,
    (select count(*)::int from closed_days where finished_at is not null) as days,
    (select count(*)::int from closed_days where finished_at is null) as unfinished,
    (select coalesce(sum(failed), 0)::int from closed_days) as failed`;

/** Compares what was acknowledged with the database and with the bank, and runs `npm run verify`. */
export async function reconcile(
  db: Client,
  url: string,
  record: LoadRecord,
  people: readonly string[],
): Promise<Reconciliation> {
  const { rows: found } = await db.query<{ repayId: string }>(READ_ORDERS({ people }));
  const inBooks = new Set(found.map(({ repayId }) => repayId));
  const named = [...record.orders.values()].flat();
  const { rows: payments } = await db.query<{ providerRef: string; booked: number; held: number }>(READ_PAYMENTS);
  const atBank = new Map(payments.map((row) => [row.providerRef, row.booked + row.held]));
  const { rows } = await db.query(READ_PAYOUTS);
  const { payouts, unknown, twice, open, webhooks, days, unfinished, failed } = rows[0];
  const verified = runVerify(url);
  return {
    orders: named.length,
    ordersLost: named.filter((repayId) => !inBooks.has(repayId)).length,
    ordersExtra: inBooks.size - new Set(named).size,
    payments: payments.length,
    paymentsLost:
      payments.filter(({ booked, held }) => booked + held === 0).length +
      [...record.payments.keys()].filter((ref) => !atBank.has(ref)).length,
    paymentsTwice: payments.filter(({ booked, held }) => booked + held > 1).length,
    payouts,
    payoutsWrong: unknown + twice,
    ordersUnpaid: open,
    webhooksWaiting: webhooks,
    daysClosed: days,
    closesFailed: failed,
    dayClosesUnfinished: unfinished,
    verify: verified.said,
    isVerified: verified.isOk,
  };
}

function runVerify(url: string): { said: string; isOk: boolean } {
  const script = join(import.meta.dirname, '..', '..', 'server', 'src', 'commands', 'verify.ts');
  const run = spawnSync(process.execPath, [script], { env: { ...process.env, DATABASE_URL: url }, encoding: 'utf8' });
  const lines = `${run.stdout}${run.stderr}`.trim().split('\n');
  const faults = lines.filter((line) => !line.startsWith('ok'));
  return { said: faults.join('; '), isOk: run.status === 0 };
}
