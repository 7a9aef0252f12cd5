import { OrderStatus } from '@noren/core/lending/order-status';
import { rupees } from '@noren/core/money/money';
import { addDays } from '@noren/core/money/time';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { recordAction } from '../../platform/audit-store.ts';
import { listStaffActs } from '../../platform/staff/audit-chain-store.ts';
import { reconcileDay } from '../../processes/reconciliation/reconcile-day.ts';
import { saveReconciliation } from '../../processes/reconciliation/reconciliation-store.ts';
import {
  anActiveLoan,
  anAppliedLoan,
  aPaymentEvent,
  openSandboxBank,
  readRepayDetail,
  runJobs,
  sendWebhook,
  startFullPayment,
} from '../../testing/loans.ts';
import { aBankTransfer, aPaidLoan, aUtr, sendProof } from '../../testing/repayments.ts';
import { type StaffClient, useConsole } from '../../testing/staff.ts';
import { useMoneyApp } from '../../testing/use-app.ts';
import { aSignedInUser } from '../../testing/users.ts';
import { fetchPayoutBalance } from './fetch-payout-balance.ts';

const app = await useMoneyApp();
const desk = await useConsole(app);
let officer: StaffClient;
let second: StaffClient;

beforeEach(async () => {
  officer = await desk.as('payments');
  second = await desk.as('payments', 'second');
});

async function aLoan() {
  const who = await aSignedInUser(app);
  return { who, repayId: await anActiveLoan(app, who) };
}

async function approved(proposal: Record<string, unknown>): Promise<void> {
  const { requestId } = await officer.data('propose', {
    body: { proposal, reason: 'the payer wrote to us' },
  });
  const { effectNow: seen } = await second.data('approval', { params: { requestId } });
  await second.data('approve', { body: { requestId, seen } });
}

describe('an order', () => {
  test('shows what was agreed, what is owed and why, and everything that moved', async () => {
    const { who, repayId } = await aLoan();
    const { code } = await startFullPayment(who, repayId);

    await sendWebhook(app, aPaymentEvent(app, code, rupees(4_000)));

    const seen = await officer.data('loan', { params: { repayId } });
    const { totalPaise } = await readRepayDetail(who, repayId);

    expect(seen).toMatchObject({
      repayId,
      status: OrderStatus.active,
      owedPaise: totalPaise,
      messages: [{}],
    });
    expect(seen.owed.reduce((sum, { owedPaise }) => sum + owedPaise, 0)).toBe(totalPaise);
    expect(seen.owed.find(({ of }) => of === 'interest')).toMatchObject({
      workings: [{ days: 1 }],
    });
    expect(seen.journals.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['disbursement', 'payment']),
    );
    for (const { lines } of seen.journals)
      expect(lines.reduce((sum, [, amount]) => sum + amount, 0)).toBe(0);
    expect(seen.payouts).toMatchObject([{ state: 'confirmed' }]);
    expect(seen.payments).toMatchObject([{ amountPaise: rupees(4_000), isReversed: false }]);
    expect(JSON.stringify(seen)).not.toContain(who.phone);
    expect(await officer.send('loan', { params: { repayId: 'N0000000000' } })).toMatchObject({
      status: 404,
    });
  });

  test('is found by its number, and in the list page by page', async () => {
    const { repayId } = await aLoan();
    const { rows } = await officer.data('loanList', { query: { repayId } });

    expect(rows[0]?.maskedName).toMatch(/^\p{L}\*{4}/u);
    expect(rows.map((row) => row.repayId)).toEqual([repayId]);

    const newest = await officer.data('loanList', { query: {} });
    expect(newest.rows.map((row) => row.repayId)).toContain(repayId);

    const { appliedAt, orderId } = newest.rows.find((row) => row.repayId === repayId)!;
    const more = await officer.data('loanList', { query: { after: `${appliedAt}_${orderId}` } });
    const rest = newest.rows.slice(newest.rows.findIndex((row) => row.repayId === repayId) + 1);

    expect(more.rows.slice(0, rest.length)).toEqual(rest);
  });

  test('has its key facts as a document', async () => {
    const { repayId } = await aLoan();
    const answer = await fetch(`${desk.origin}/staff/loans/${repayId}/key-facts`, {
      headers: { cookie: officer.cookie! },
    });

    expect(answer.headers.get('content-type')).toContain('application/pdf');
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
  });

  test('is closed to roles that see no loans', async () => {
    const { repayId } = await aLoan();
    const manager = await desk.as('product_manager');

    expect(await manager.send('loan', { params: { repayId } })).toMatchObject({
      error: { code: 'forbidden' },
    });
    expect(await manager.send('moneyPayments', { query: {} })).toMatchObject({
      error: { code: 'forbidden' },
    });
  });
});

describe('a transfer', () => {
  test('is found by the bank’s number, and the search is in the audit without it', async () => {
    const { who, repayId } = await aLoan();
    const { code } = await startFullPayment(who, repayId);
    const utr = aUtr();
    const event = await openSandboxBank(app).payIntent(code, rupees(1_000), { utr });

    await openSandboxBank(app).deliverAll(app.url);
    if (event?.kind !== 'payment') throw new Error('the sandbox bank made no payment');

    for (const text of [utr, ` ${utr.toLowerCase()} `, event.providerRef])
      expect((await officer.data('findMoney', { body: { text } })).rows).toMatchObject([
        { what: 'payment', repayId, amountPaise: rupees(1_000), isReversed: false },
      ]);

    const [act] = await listStaffActs(app.deps.db, { limit: 1, action: 'money_searched' });
    expect(act).toMatchObject({ detail: { found: 1 } });
    expect(JSON.stringify(act)).not.toContain(utr);

    const { rows } = await officer.data('moneyPayments', { query: {} });
    expect(rows[0]).toMatchObject({ repayId, utrLast4: utr.slice(-4) });
  });

  test('that nobody claims is listed with the orders it may belong to, claimed and returned', async () => {
    const { who, repayId } = await aLoan();
    const { amountPaise } = await startFullPayment(who, repayId);
    const one = await aBankTransfer(app, aUtr(), amountPaise);
    const two = await aBankTransfer(app, aUtr(), rupees(321));

    await reconcileDay(app.deps, app.deps.today());

    const refs = async () =>
      (await officer.data('moneyUnclaimed', { query: {} })).rows.map((row) => row.providerRef);
    expect(await refs()).toEqual(expect.arrayContaining([one.providerRef, two.providerRef]));

    const query = { provider: 'sandbox', providerRef: one.providerRef };
    const { rows: matches } = await officer.data('unclaimedMatches', { query });

    expect(matches).toMatchObject([{ repayId, why: 'amount' }]);
    expect(matches[0]?.maskedName).toMatch(/^\p{L}\*{4}/u);
    await approved({ kind: 'unclaimed_payment_claim', ...query, repayId });
    expect(await readRepayDetail(who, repayId)).toMatchObject({ totalPaise: 0 });
    await approved({
      kind: 'unclaimed_payment_return',
      provider: 'sandbox',
      providerRef: two.providerRef,
    });
    await runJobs(app);
    expect(await refs()).not.toContain(two.providerRef);
  });
});

describe('lists by day, amount and state', () => {
  const today = () => app.deps.today();
  const tomorrow = () => addDays(app.deps.today(), 1);

  test('payments are filtered by day, exact amount, and posted or reversed state', async () => {
    const { who, repayId } = await aLoan();
    const { code } = await startFullPayment(who, repayId);

    await sendWebhook(app, aPaymentEvent(app, code, rupees(1_237)));

    const orders = async (query: Record<string, unknown>) =>
      (await officer.data('moneyPayments', { query })).rows.map((row) => row.repayId);
    const ofAmount = { amountPaise: rupees(1_237) };

    expect(await orders({ ...ofAmount, from: today(), to: today(), state: 'posted' })).toEqual([
      repayId,
    ]);
    expect(await orders({ amountPaise: rupees(1_238) })).toEqual([]);
    expect(await orders({ ...ofAmount, from: tomorrow() })).toEqual([]);
    expect(await orders({ ...ofAmount, to: addDays(today(), -1) })).toEqual([]);
    expect(await orders({ ...ofAmount, state: 'reversed' })).toEqual([]);

    const [{ journalId = '' } = {}] = (await officer.data('moneyPayments', { query: ofAmount }))
      .rows;
    await approved({ kind: 'reversal', repayId, journalId });
    expect(await orders({ ...ofAmount, state: 'posted' })).toEqual([]);
    expect(await orders({ ...ofAmount, state: 'reversed' })).toEqual([repayId]);
  });

  test('unclaimed funds show the last digits of the bank’s number, and are found without it', async () => {
    const utr = aUtr();
    const transfer = await aBankTransfer(app, utr, rupees(777));

    await reconcileDay(app.deps, today());

    const query = { amountPaise: rupees(777), from: today(), state: 'open' } as const;
    expect((await officer.data('moneyUnclaimed', { query })).rows).toMatchObject([
      { providerRef: transfer.providerRef, utrLast4: utr.slice(-4) },
    ]);
    expect(
      (await officer.data('moneyUnclaimed', { query: { ...query, state: 'returning' } })).rows,
    ).toEqual([]);
    expect(
      (await officer.data('moneyUnclaimed', { query: { ...query, from: tomorrow() } })).rows,
    ).toEqual([]);
  });

  test('loans by status, day of application and principal', async () => {
    const { repayId } = await aLoan();
    const ids = async (query: Record<string, unknown>) =>
      (await officer.data('loanList', { query })).rows.map((row) => row.repayId);
    const [{ principalPaise = 0 } = {}] = (await officer.data('loanList', { query: { repayId } }))
      .rows;
    const asked = {
      status: OrderStatus.active,
      from: today(),
      to: today(),
      amountPaise: principalPaise,
    };

    expect(await ids(asked)).toContain(repayId);
    expect(await ids({ ...asked, status: OrderStatus.overdue })).not.toContain(repayId);
    expect(await ids({ ...asked, from: tomorrow(), to: tomorrow() })).toEqual([]);
    expect(await ids({ ...asked, from: '1900-01-01', to: '2199-12-31' })).toContain(repayId);
    expect(await ids({ ...asked, amountPaise: principalPaise + 1 })).toEqual([]);
  });

  test('a day that does not exist and an amount that is none are refused by their names', async () => {
    for (const [query, path] of [
      [{ from: '2026-02-30' }, 'from'],
      [{ amountPaise: 1.5 }, 'amountPaise'],
      [{ amountPaise: -1 }, 'amountPaise'],
    ] as const)
      expect(await officer.send('moneyPayments', { query })).toMatchObject({
        status: 400,
        error: { code: 'invalid', fields: [{ path }] },
      });
  });
});

test('payouts and refunds are listed while under way and when they failed', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anAppliedLoan(who);
  const listIds = async (kind: string, list: string) =>
    (await officer.data('moneyOut', { query: { kind, list } })).rows.map((row) => row.repayId);

  expect(await listIds('payout', 'open')).toContain(repayId);
  await openSandboxBank(app).setBehaviour('payouts', 'fail');
  await runJobs(app);
  expect(await listIds('payout', 'failed')).toContain(repayId);
  await openSandboxBank(app).setBehaviour('payouts', 'succeed');
  await openSandboxBank(app).setBehaviour('refunds', 'fail');

  const paid = await aPaidLoan(app, rupees(500));
  await runJobs(app);
  await runJobs(app, { delayed: true });
  expect(await listIds('refund', 'failed')).toContain(paid.repayId);
});

test('a reconciled day shows both totals, and the settlement accounts what moved', async () => {
  await aPaidLoan(app);

  const day = app.deps.today();
  const differences = await reconcileDay(app.deps, day);

  await saveReconciliation(app.deps.db, { day, checkedAt: app.deps.now(), differences });

  const { rows } = await officer.data('moneyReconciliations', { query: {} });
  expect(rows[0]?.day).toBe(day);

  const payouts = rows[0]?.totals.find(({ kind }) => kind === 'payout');
  expect(payouts?.theirsPaise).toBe(payouts?.oursPaise);
  expect(payouts?.oursPaise).toBeGreaterThan(0);

  const moves = await officer.data('moneySettlement', { query: {} });
  expect(moves.rows.map(({ account }) => account)).toEqual(
    expect.arrayContaining(['settlement_in', 'settlement_out']),
  );
});

test('a discrepancy is resolved once, with a note that the audit keeps', async () => {
  const { who, repayId } = await aLoan();
  const payout = await app.deps.db
    .selectFrom('payouts')
    .select('payoutRef')
    .where('userId', '=', who.userId)
    .executeTakeFirstOrThrow();

  expect(repayId).not.toBe('');

  const event = {
    kind: 'payout',
    eventId: `evt_${payout.payoutRef}`,
    providerId: 'x',
    state: 'failed',
  } as const;
  await sendWebhook(app, { ...event, payoutRef: payout.payoutRef, reason: 'refused' });

  const { rows } = await officer.data('moneyDiscrepancies');
  const found = rows.find(({ ref }) => ref === payout.payoutRef)!;

  expect(found.reported).toBe('failed');

  const body = { discrepancyId: found.discrepancyId, note: 'The provider sent it by mistake.' };
  await officer.data('resolveDiscrepancy', { body });
  expect(await second.send('resolveDiscrepancy', { body })).toMatchObject({
    error: { code: 'taken' },
  });

  const [act] = await listStaffActs(app.deps.db, { limit: 1, action: 'discrepancy_resolved' });
  expect(act).toMatchObject({ subject: found.discrepancyId, detail: { note: body.note } });
});

test('discrepancies come page by page, oldest first, each once', async () => {
  const { rows: before } = await officer.data('moneyDiscrepancies', { query: {} });
  const at = app.deps.now();

  await app.deps.db.transaction().execute(async (tx) => {
    for (let one = 0; one < 120; one += 1) {
      const action = {
        at: at + Math.floor(one / 2),
        userId: null,
        actor: 'provider',
        action: 'payment_discrepancy',
      };
      await recordAction(tx, {
        ...action,
        subject: `pay_page${one}`,
        detail: { stored: 100, reported: 200 },
      });
    }
  });

  const refs: string[] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const page = await officer.data('moneyDiscrepancies', {
      query: after === undefined ? {} : { after },
    });
    expect(page.rows.length).toBeLessThanOrEqual(50);
    refs.push(...page.rows.map(({ ref }) => ref));
    after = page.next;
  }

  expect(refs).toHaveLength(before.length + 120);
  expect(new Set(refs).size).toBe(refs.length);

  const made = refs.flatMap((ref) =>
    ref.startsWith('pay_page') ? [Math.floor(Number(ref.slice(8)) / 2)] : [],
  );
  expect(made).toEqual(made.toSorted((a, b) => a - b));
});

test('the balance for payouts is what the provider said last, none once it has not answered for long', async () => {
  expect((await officer.data('moneyBalance')).balance).toBeNull();
  await fetchPayoutBalance(app.deps);

  const { provider, balance } = await officer.data('moneyBalance');
  expect([provider, balance?.asOf]).toEqual(['sandbox', app.deps.now()]);
  await aLoan();
  await fetchPayoutBalance(app.deps);

  const after = await officer.data('moneyBalance');
  expect(after.balance!.availablePaise).toBeLessThan(balance!.availablePaise);
  await openSandboxBank(app).setBehaviour('payouts', 'low_balance');
  await fetchPayoutBalance(app.deps);
  expect((await officer.data('moneyBalance')).balance?.availablePaise).toBe(0);

  const { payouts } = app.deps;
  const away = { ...payouts, balance: () => Promise.reject(new Error('no answer')) };

  Object.assign(app.deps, { payouts: away });
  await fetchPayoutBalance(app.deps);
  expect((await officer.data('moneyBalance')).balance?.availablePaise).toBe(0);
  await sql`update payout_balances set as_of = as_of - interval '16 minutes'`.execute(app.deps.db);
  expect(await officer.data('moneyBalance')).toEqual({ provider: 'sandbox', balance: null });
  Object.assign(app.deps, { payouts });
});

test('the picture of a proof bears the reader’s name, and the view is recorded', async () => {
  const { who, repayId } = await aLoan();
  await sendProof(app, who, { repayId });

  const { rows } = await officer.data('moneyProofs', { query: {} });
  const proof = rows.find((one) => one.repayId === repayId)!;

  expect(proof.hasPicture).toBe(true);

  const params = { proofId: proof.proofId };
  const [first, other] = [
    await officer.send('proofPicture', { params }),
    await second.send('proofPicture', { params }),
  ];

  expect([first.status, other.status]).toEqual([200, 200]);
  expect(first).not.toEqual(other);

  const [act] = await listStaffActs(app.deps.db, { limit: 1, action: 'proof_picture_seen' });
  expect(act).toMatchObject({ userId: who.userId, subject: proof.proofId });
});
