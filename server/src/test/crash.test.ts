import { randomUUID } from 'node:crypto';
import { CALLS } from '@noren/contract/index';
import pg from 'pg';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { verifyLedger } from '../verify-ledger.ts';
import { openCrashed } from './crashed.ts';
import { becomePerson, control, killLeftovers, type Person, startProcess } from './own-process.ts';

/*
 * kill -9 between any two steps: a lock on one table stops the program just before it writes there; then it is killed,
 * the lock goes, the program starts again, and the same request is sent again. Whatever table it died at, one order,
 * one payout and one repayment must result. Tables that are written by one statement are tried at its first and its last.
 */
const { settings, db, killAt } = await openCrashed();
afterEach(killLeftovers);

async function acceptanceOf(
  person: Person,
): Promise<{ proposalNo: string; kfsHash: string; acknowledged: true; purpose: string }> {
  const quoted = await person.send(CALLS.quoteLoan, { body: { productCode: 'N07', principalPaise: 200_000 } });
  if (quoted.code !== 200) throw new Error(`${quoted.code} ${quoted.msg}`);
  const { kfs } = quoted.data as { kfs: { proposalNo: string; hash: string } };
  return { proposalNo: kfs.proposalNo, kfsHash: kfs.hash, acknowledged: true, purpose: 'medical' };
}

const countOf = async (
  table: 'orders' | 'payouts' | 'sandbox_payouts' | 'journals',
  userId: string,
): Promise<number> => {
  const of =
    table === 'sandbox_payouts' ? 'payout_ref in (select payout_ref from payouts where user_id = $1)' : 'user_id = $1';
  const rows = await pgQuery(`select count(*)::int as n from ${table} where ${of}`, [userId]);
  return rows[0]?.n ?? 0;
};
async function pgQuery(text: string, values: unknown[]): Promise<{ n?: number; total?: number }[]> {
  const client = new pg.Client({ connectionString: settings.databaseUrl });
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}

describe('killed while applying, just before it writes to', () => {
  test.each(['idempotency', 'orders', 'entries'])(
    '%s',
    async (table) => {
      let program = await startProcess(settings, 'api');
      const person = await becomePerson(program.url, 'limit');
      const body = await acceptanceOf(person);
      const requestId = randomUUID();
      await killAt(table, program.kill, () => person.send(CALLS.applyLoan, { body, requestId }).catch(() => 'lost'));
      program = await startProcess(settings, 'all');
      const answer = await person.send(CALLS.applyLoan, { body, requestId });
      expect(answer, answer.msg).toMatchObject({ code: 200 });
      expect(await person.send(CALLS.applyLoan, { body, requestId })).toEqual(answer);
      await paidOut(person);
      await program.stop();
      expect(await countOf('orders', person.userId)).toBe(1);
      expect(await countOf('payouts', person.userId)).toBe(1);
      expect(await countOf('sandbox_payouts', person.userId)).toBe(1);
      expect(await verifyLedger(db)).toEqual([]);
    },
    120_000,
  );
});

describe('killed while paying out, just before it writes to', () => {
  test.each(['payouts', 'sandbox_payouts', 'journals'])(
    '%s',
    async (table) => {
      let program = await startProcess(settings, 'api');
      const person = await becomePerson(program.url, 'limit');
      expect((await person.send(CALLS.applyLoan, { body: await acceptanceOf(person) })).code).toBe(200);
      await program.stop();
      await killAt(
        table,
        () => program.kill(),
        async () => {
          program = await startProcess(settings, 'all').catch(() => program);
        },
      );
      program = await startProcess(settings, 'all');
      await paidOut(person);
      await program.stop();
      expect(await countOf('sandbox_payouts', person.userId)).toBe(1);
      const paid = await pgQuery(
        `select sum(amount_paise)::int as total from entries where user_id = $1 and account = 'loan_principal'`,
        [person.userId],
      );
      expect(paid[0]?.total).toBe(200_000);
      expect(await verifyLedger(db)).toEqual([]);
    },
    120_000,
  );
});

describe('killed while a payment is posted, just before it writes to', () => {
  test.each(['provider_events', 'journals', 'provider_payments', 'users'])(
    '%s',
    async (table) => {
      let program = await startProcess(settings, 'all');
      const person = await becomePerson(program.url, 'active');
      const repayId = person.repayId ?? '';
      const started = await person.send(CALLS.startPayment, { body: { repayId, kind: 'full', channel: 'upi' } });
      if (started.code !== 200) throw new Error(`${started.code} ${started.msg}`);
      const { code, amountPaise } = started.data as { code: string; amountPaise: number };
      await killAt(table, program.kill, () => control(program.url, 'pay', { code }).catch(() => 'lost'));
      program = await startProcess(settings, 'all');
      await vi.waitFor(
        async () =>
          expect(await person.send(CALLS.viewPayment, { params: { code } })).toMatchObject({ data: { state: 'paid' } }),
        { timeout: 60_000, interval: 200 },
      );
      const detail = await person.send(CALLS.repayDetail, { query: {}, params: { repayId } });
      expect(detail).toMatchObject({ data: { totalPaise: 0, paidPaise: amountPaise, borrowStatus: 70 } });
      await program.stop();
      expect(await verifyLedger(db)).toEqual([]);
    },
    120_000,
  );
});

describe('killed while closing days, just before it writes to', () => {
  test.each(['entries', 'orders'])(
    '%s',
    async (table) => {
      let program = await startProcess(settings, 'api');
      const people = [await becomePerson(program.url, 'active'), await becomePerson(program.url, 'active')];
      await program.stop();
      program = await startProcess(settings, 'all');
      await killAt(table, program.kill, () => control(program.url, 'day', { days: 20 }).catch(() => 'lost'));
      program = await startProcess(settings, 'all');
      // Whoever moved the day may have been killed before the close was asked for: it is asked for again.
      const { today } = await control<{ today: string }>(program.url, 'day', { days: 1 });
      const yesterday = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10);
      await vi.waitFor(
        async () => {
          const open = await pgQuery(
            `select count(*)::int as n from orders where status in (50, 60) and closed_through is distinct from $1::date`,
            [yesterday],
          );
          expect(open[0]?.n).toBe(0);
        },
        { timeout: 60_000, interval: 200 },
      );
      await program.stop();
      for (const { userId } of people) {
        // 7 days of ₹5 on ₹5,000, whatever was booked when.
        const rows = await pgQuery(
          `select sum(amount_paise)::int as total from entries where user_id = $1 and account = 'interest_income'`,
          [userId],
        );
        expect(rows[0]?.total).toBe(-3_500);
      }
      expect(await verifyLedger(db)).toEqual([]);
    },
    120_000,
  );
});

async function paidOut(person: Person): Promise<void> {
  await vi.waitFor(
    async () => expect(await person.send(CALLS.borrowStatus, {})).toMatchObject({ data: { borrowStatus: 50 } }),
    { timeout: 60_000, interval: 100 },
  );
}

describe('killed while giving back what was paid too much, just before it writes to', () => {
  test.each(['refunds', 'sandbox_refunds'])(
    '%s',
    async (table) => {
      let program = await startProcess(settings, 'all');
      const person = await becomePerson(program.url, 'active');
      const body = { repayId: person.repayId ?? '', kind: 'full', channel: 'upi' } as const;
      const started = await person.send(CALLS.startPayment, { body });
      if (started.code !== 200) throw new Error(`${started.code} ${started.msg}`);
      const { code, amountPaise } = started.data as { code: string; amountPaise: number };
      await killAt(table, program.kill, () => control(program.url, 'pay', { code, times: 2 }).catch(() => 'lost'));
      program = await startProcess(settings, 'all');
      const refunds = `select count(*)::int as n, sum(r.amount_paise)::int as total
        from refunds r join sandbox_refunds s using (refund_ref) where r.user_id = $1 and r.state = 'confirmed'`;
      await vi.waitFor(
        async () => expect(await pgQuery(refunds, [person.userId])).toEqual([{ n: 1, total: amountPaise }]),
        { timeout: 60_000, interval: 200 },
      );
      await program.stop();
      expect(await verifyLedger(db)).toEqual([]);
    },
    120_000,
  );
});
