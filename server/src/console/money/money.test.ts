import { OrderStatus } from '@noren/core/lending/order-status';
import { rupees } from '@noren/core/money/money';
import { addDays } from '@noren/core/money/time';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { listStaffActs } from '../../platform/staff/audit-chain-store.ts';
import { compareDay } from '../../processes/reconciliation/reconcile-day.ts';
import { saveReconciliation } from '../../processes/reconciliation/reconciliation-store.ts';
import {
  anAppliedLoan,
  aPaymentEvent,
  openSandboxBank,
  readRepayDetail,
  runJobs,
  sendWebhook,
  startFullPayment,
} from '../../testing/loans.ts';
import { useMoneyDesk } from '../../testing/money-desk.ts';
import { sendProof } from '../../testing/proofs.ts';
import { reconcileDay } from '../../testing/reconcile-day.ts';
import { aBankTransfer, aPaidLoan, aUtr } from '../../testing/repayments.ts';
import { aSignedInUser } from '../../testing/users.ts';
import { fetchPayoutBalance } from './fetch-payout-balance.ts';

const office = await useMoneyDesk();
const { app, desk, aLoan, decide } = office;

describe('an order', () => {
  test('shows what was agreed, what is owed and why, and everything that moved', async () => {
    const { who, repayId } = await aLoan();
    const { code } = await startFullPayment(who, repayId);

    await sendWebhook(app, aPaymentEvent(app, code, rupees(4_000)));

    const seen = await office.officer.data('loan', { params: { repayId } });
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
    expect(await office.officer.send('loan', { params: { repayId: 'N0000000000' } })).toMatchObject(
      {
        status: 404,
      },
    );
  });

  test('is found by its number, and in the list page by page', async () => {
    const { repayId } = await aLoan();
    const { rows } = await office.officer.data('loanList', { query: { repayId } });

    expect(rows[0]?.maskedName).toMatch(/^\p{L}\*{4}/u);
    expect(rows.map((row) => row.repayId)).toEqual([repayId]);

    const newest = await office.officer.data('loanList', { query: {} });
    expect(newest.rows.map((row) => row.repayId)).toContain(repayId);

    const { appliedAt, orderId } = newest.rows.find((row) => row.repayId === repayId)!;
    const more = await office.officer.data('loanList', {
      query: { after: `${appliedAt}_${orderId}` },
    });
    const rest = newest.rows.slice(newest.rows.findIndex((row) => row.repayId === repayId) + 1);

    expect(more.rows.slice(0, rest.length)).toEqual(rest);
  });

  test('has its key facts as a document', async () => {
    const { repayId } = await aLoan();
    const answer = await fetch(`${desk.origin}/staff/loans/${repayId}/key-facts`, {
      headers: { cookie: office.officer.cookie! },
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

    for (const text of [utr, ` ${utr.toLowerCase()} `, `UTR: ${utr}`, event.providerRef])
      expect((await office.officer.data('findMoney', { body: { text } })).rows).toMatchObject([
        { what: 'payment', repayId, amountPaise: rupees(1_000), isReversed: false },
      ]);

    const [act] = await listStaffActs(app.deps.db, { limit: 1, action: 'money_searched' });
    expect(act).toMatchObject({ detail: { found: 1 } });
    expect(JSON.stringify(act)).not.toContain(utr);

    const { rows } = await office.officer.data('moneyPayments', { query: {} });
    expect(rows[0]).toMatchObject({ repayId, utrLast4: utr.slice(-4) });
  });

  test('that nobody claims is listed with the orders it may belong to, claimed and returned', async () => {
    const { who, repayId } = await aLoan();
    const { amountPaise } = await startFullPayment(who, repayId);
    const one = await aBankTransfer(app, aUtr(), amountPaise);
    const two = await aBankTransfer(app, aUtr(), rupees(321));

    await reconcileDay(app.deps, app.deps.today());

    const refs = async () =>
      (await office.officer.data('moneyUnclaimed', { query: {} })).rows.map(
        (row) => row.providerRef,
      );
    expect(await refs()).toEqual(expect.arrayContaining([one.providerRef, two.providerRef]));

    const query = { provider: 'sandbox', providerRef: one.providerRef };
    const { rows: matches } = await office.officer.data('unclaimedMatches', { query });

    expect(matches).toMatchObject([{ repayId, why: 'amount' }]);
    expect(matches[0]?.maskedName).toMatch(/^\p{L}\*{4}/u);
    await decide({ kind: 'unclaimed_payment_claim', ...query, repayId });
    expect(await readRepayDetail(who, repayId)).toMatchObject({ totalPaise: 0 });
    await decide({
      kind: 'unclaimed_payment_return',
      provider: 'sandbox',
      providerRef: two.providerRef,
    });
    await runJobs(app);
    expect(await refs()).not.toContain(two.providerRef);

    const { rows } = await office.officer.data('findMoney', { body: { text: two.providerRef } });
    expect(rows).toMatchObject([{ what: 'returned', amountPaise: rupees(321) }]);
  });
});

describe('lists by day, amount and state', () => {
  const today = () => app.deps.today();

  const tomorrow = () => addDays(app.deps.today(), 1);

  test('unclaimed funds show the last digits of the bank’s number, and are found without it', async () => {
    const utr = aUtr();
    const transfer = await aBankTransfer(app, utr, rupees(777));

    await reconcileDay(app.deps, today());

    const query = { amountPaise: rupees(777), from: today(), state: 'open' } as const;
    expect((await office.officer.data('moneyUnclaimed', { query })).rows).toMatchObject([
      { providerRef: transfer.providerRef, utrLast4: utr.slice(-4) },
    ]);
    expect(
      (await office.officer.data('moneyUnclaimed', { query: { ...query, state: 'returning' } }))
        .rows,
    ).toEqual([]);
    expect(
      (await office.officer.data('moneyUnclaimed', { query: { ...query, from: tomorrow() } })).rows,
    ).toEqual([]);
  });

  test('a day that does not exist and an amount that is none are refused by their names', async () => {
    for (const [query, path] of [
      [{ from: '2026-02-30' }, 'from'],
      [{ amountPaise: 1.5 }, 'amountPaise'],
      [{ amountPaise: -1 }, 'amountPaise'],
    ] as const)
      expect(await office.officer.send('moneyPayments', { query })).toMatchObject({
        status: 400,
        error: { code: 'invalid', fields: [{ path }] },
      });
  });
});

test('payouts and refunds are listed while under way and when they failed', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anAppliedLoan(who);
  const listIds = async (kind: string, list: string) =>
    (await office.officer.data('moneyOut', { query: { kind, list } })).rows.map(
      (row) => row.repayId,
    );

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

  // Money that counts for no order is in the statements too: in suspense, and sent back.
  const day = app.deps.today();
  const query = { provider: 'sandbox' };
  await aBankTransfer(app, aUtr(), rupees(778));
  const { providerRef } = await aBankTransfer(app, aUtr(), rupees(654));
  await reconcileDay(app.deps, day);
  await decide({ kind: 'unclaimed_payment_return', ...query, providerRef });
  await runJobs(app);

  const compared = await compareDay(app.deps, day);
  await saveReconciliation(app.deps.db, { day, checkedAt: app.deps.now(), ...compared });

  const { rows } = await office.officer.data('moneyReconciliations', { query: {} });
  expect(rows[0]?.day).toBe(day);

  const lines = await app.deps.payments[0]!.dailyStatement(day);
  for (const kind of ['payment', 'refund'] as const) {
    const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0);
    const theirsPaise = sum(lines.filter((one) => one.kind === kind).map((one) => one.amountPaise));
    // Payments of other tests are known to no bank.
    const onlyHere = rows[0]!.differences.filter(
      (one) => one.kind === kind && one.what === 'missing_there',
    );
    const oursPaise = theirsPaise + sum(onlyHere.map((one) => one.oursPaise ?? 0));

    expect(theirsPaise).toBeGreaterThan(0);
    expect(rows[0]?.totals.find((total) => total.kind === kind)).toMatchObject({
      theirsPaise,
      oursPaise,
    });
  }

  const payouts = rows[0]?.totals.find(({ kind }) => kind === 'payout');
  expect(payouts?.theirsPaise).toBe(payouts?.oursPaise);
  expect(payouts?.oursPaise).toBeGreaterThan(0);

  const moves = await office.officer.data('moneySettlement', { query: {} });
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

  const { rows } = await office.officer.data('moneyDiscrepancies');
  const found = rows.find(({ ref }) => ref === payout.payoutRef)!;

  expect(found.reported).toBe('failed');

  const body = { discrepancyId: found.discrepancyId, note: 'The provider sent it by mistake.' };
  await office.officer.data('resolveDiscrepancy', { body });
  expect(await office.second.send('resolveDiscrepancy', { body })).toMatchObject({
    error: { code: 'taken' },
  });

  const [act] = await listStaffActs(app.deps.db, { limit: 1, action: 'discrepancy_resolved' });
  expect(act).toMatchObject({ subject: found.discrepancyId, detail: { note: body.note } });
});

test('the balance for payouts is what the provider said last, none once it has not answered for long', async () => {
  expect((await office.officer.data('moneyBalance')).balance).toBeNull();
  await fetchPayoutBalance(app.deps);

  const { provider, balance } = await office.officer.data('moneyBalance');
  expect([provider, balance?.asOf]).toEqual(['sandbox', app.deps.now()]);
  await aLoan();
  await fetchPayoutBalance(app.deps);

  const after = await office.officer.data('moneyBalance');
  expect(after.balance!.availablePaise).toBeLessThan(balance!.availablePaise);
  await openSandboxBank(app).setBehaviour('payouts', 'low_balance');
  await fetchPayoutBalance(app.deps);
  expect((await office.officer.data('moneyBalance')).balance?.availablePaise).toBe(0);

  const { payouts } = app.deps;
  const away = { ...payouts, balance: () => Promise.reject(new Error('no answer')) };

  Object.assign(app.deps, { payouts: away });
  await fetchPayoutBalance(app.deps);
  expect((await office.officer.data('moneyBalance')).balance?.availablePaise).toBe(0);
  await sql`update payout_balances set as_of = as_of - interval '16 minutes'`.execute(app.deps.db);
  expect(await office.officer.data('moneyBalance')).toEqual({ provider: 'sandbox', balance: null });
  Object.assign(app.deps, { payouts });
});

test('the picture of a proof bears the reader’s name, and the view is recorded', async () => {
  const { who, repayId } = await aLoan();
  await sendProof(app, who, { repayId });

  const { rows } = await office.officer.data('moneyProofs', { query: {} });
  const proof = rows.find((one) => one.repayId === repayId)!;

  expect(proof.hasPicture).toBe(true);

  const params = { proofId: proof.proofId };
  const [first, other] = [
    await office.officer.send('proofPicture', { params }),
    await office.second.send('proofPicture', { params }),
  ];

  expect([first.status, other.status]).toEqual([200, 200]);
  expect(first).not.toEqual(other);

  const [act] = await listStaffActs(app.deps.db, { limit: 1, action: 'proof_picture_seen' });
  expect(act).toMatchObject({ userId: who.userId, subject: proof.proofId });
});
