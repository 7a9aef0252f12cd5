import { CALLS } from '@noren/contract/index';
import { OrderStatus } from '@noren/core/lending/order-status';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { toPgQuery } from '../src/platform/db/statements.ts';
import { aSandboxUser, callSandbox, type SandboxUser } from '../src/testing/own-process.ts';
import { successData } from '../src/testing/users.ts';
import type { CrashApp, CrashScenario } from './crash-app.ts';
import {
  countRows,
  entryKinds,
  loanRequestBody,
  quoteExtension,
  readRepayDetail,
  startFullPayment,
  waitUntilPaidOut,
} from './crash-scenarios-requests.ts';

/* Movements of money: after a restart the program completes them by itself. */

async function isPaid(person: SandboxUser, code: string): Promise<void> {
  await expect
    .poll(() => person.send(CALLS.viewPayment, { params: { code } }), { interval: 200 })
    .toMatchObject({ data: { state: 'paid' } });
}

/** The bank has the payment: whatever is killed from now on, the bank reports it again. */
const reachesBank = async ({ query }: CrashApp, code: string): Promise<void> => {
  const payments = toPgQuery(
    sql`select count(*)::int as n from sandbox_payments where code = ${code}`,
  );
  await expect.poll(() => query(payments), { interval: 20 }).toEqual([{ n: 1 }]);
};

const sumEntries = (userId: string, account: string) =>
  toPgQuery(sql`
  select sum(amount_paise)::int as total from entries
  where user_id = ${userId} and account = ${account}`);

const sumConfirmedRefunds = (userId: string) =>
  toPgQuery(sql`
  select count(*)::int as n, sum(r.amount_paise)::int as total
  from refunds r join sandbox_refunds s using (refund_ref)
  where r.user_id = ${userId} and r.state = 'confirmed'`);

const payingOut: CrashScenario = {
  name: 'paying out',
  at: ['sandbox_payouts', 'journals'],
  async begin(crashed, table) {
    const person = await aSandboxUser(crashed.url, 'limit');
    const body = await loanRequestBody(person);
    const apply = async () => successData(await person.send(CALLS.applyLoan, { body }));
    // Applying writes journals too, so it happens before they are locked; the job is blocked before
    // it calls the bank.
    const gate = table === 'sandbox_payouts' ? null : await crashed.lock('sandbox_payouts');

    if (gate) await apply().then(() => gate.waited(1));

    return {
      go: () => (gate ? gate.release() : apply()),
      async check() {
        await waitUntilPaidOut(person);
        expect(await countRows(crashed, 'sandbox_payouts', person)).toBe(1);

        const paid = await crashed.query(sumEntries(person.userId, 'loan_principal'));
        expect(paid[0]?.total).toBe(200_000);
      },
    };
  },
};

const paying: CrashScenario = {
  name: 'posting a payment',
  at: ['provider_events', 'journals', 'provider_payments', 'users'],
  isWebhook: true,
  async begin(crashed) {
    const { url } = crashed;
    const person = await aSandboxUser(url, 'active');
    const { code, amountPaise } = await startFullPayment(person);

    return {
      go: () => callSandbox(url, 'pay', { code }).catch(() => 'lost'),
      come: () => reachesBank(crashed, code),
      async check() {
        await isPaid(person, code);
        expect(await readRepayDetail(person)).toMatchObject({
          totalPaise: 0,
          paidPaise: amountPaise,
          borrowStatus: OrderStatus.settled,
        });
      },
    };
  },
};

const extending: CrashScenario = {
  name: 'posting the payment of an extension',
  at: ['provider_events', 'journals', 'orders', 'users'],
  isWebhook: true,
  async begin(crashed) {
    const { url } = crashed;
    const person = await aSandboxUser(url, 'due-tomorrow');
    const { addendumNo, hash, newDueDay } = await quoteExtension(person);

    successData(
      await person.send(CALLS.acceptExtension, { body: { addendumNo, hash, acknowledged: true } }),
    );

    const body = {
      repayId: person.repayId ?? '',
      kind: 'extension',
      addendumNo,
      channel: 'upi',
    } as const;
    const { code, amountPaise } = successData(await person.send(CALLS.startPayment, { body }));

    return {
      go: () => callSandbox(url, 'pay', { code }).catch(() => 'lost'),
      come: () => reachesBank(crashed, code),
      async check() {
        await isPaid(person, code);
        expect(await readRepayDetail(person)).toMatchObject({
          extendedDueDay: newDueDay,
          principalOwedPaise: 500_000,
          paidPaise: amountPaise,
        });

        const kinds = await entryKinds(person);
        for (const kind of ['extension', 'payment'])
          expect(kinds.filter((one) => one === kind)).toHaveLength(1);
      },
    };
  },
};

const refunding: CrashScenario = {
  name: 'giving back what was paid too much',
  at: ['refunds', 'sandbox_refunds'],
  isWebhook: true,
  async begin({ url, query }) {
    const person = await aSandboxUser(url, 'active');
    const { code, amountPaise } = await startFullPayment(person);
    const refunds = sumConfirmedRefunds(person.userId);

    return {
      go: () => callSandbox(url, 'pay', { code, times: 2 }).catch(() => 'lost'),
      check: async () =>
        void (await expect
          .poll(() => query(refunds), { interval: 200 })
          .toEqual([{ n: 1, total: amountPaise }])),
    };
  },
};

/**
 * Actions that involve jobs or the bank. The payout is last: its lock blocks every other payout.
 */
export const moneyScenarios: readonly CrashScenario[] = [paying, extending, refunding, payingOut];

/** A borrower whose loan of ₹5,000 is closed day by day. */
export async function anAccruingLoan({ url, query }: CrashApp) {
  const person = await aSandboxUser(url, 'active');
  return async (): Promise<void> => {
    // 7 days of ₹5, whenever they were posted.
    const rows = await query(sumEntries(person.userId, 'interest_income'));
    expect(rows[0]?.total).toBe(-3_500);
  };
}
