import { rupees } from '@noren/core/money/money';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { sweep } from '../../../schedule/sweep.ts';
import {
  anActiveLoan,
  aPaymentEvent,
  openSandboxBank,
  readEntries,
  readRepayDetail,
  runJobs,
  sendWebhook,
  startFullPayment,
} from '../../../testing/loans.ts';
import { sendProof } from '../../../testing/proofs.ts';
import { aUtr, postOperatorEvent } from '../../../testing/repayments.ts';
import type { TestApp } from '../../../testing/start-app.ts';
import { makeSuspense } from '../../../testing/suspense.ts';
import { useNewLedgerApp } from '../../../testing/use-app.ts';
import { aSignedInUser } from '../../../testing/users.ts';
import { verifyLedger } from '../../../testing/verify-ledger.ts';
import { listUnclaimedFunds } from '../../../testing/waiting-lists.ts';
import { decideProof } from '../proofs/match-proof.ts';
import { releasePostedFunds } from './unclaimed-funds.ts';

let app: TestApp;

useNewLedgerApp((started) => {
  app = started;
});

const { unclaimed, reconcile, balances, runChecks, propose, approve } = makeSuspense(() => app);

test('unclaimed funds are posted once and listed, and are no problem', async () => {
  const { providerRef } = await unclaimed();
  expect(await balances()).toEqual({ settlement_in: rupees(500), unclaimed_funds: -rupees(500) });
  expect(await reconcile()).toEqual([]);
  expect(await balances()).toEqual({ settlement_in: rupees(500), unclaimed_funds: -rupees(500) });

  const { problems, listed } = await runChecks();
  expect(problems).toEqual([]);
  expect(listed).toEqual([
    expect.stringMatching(`^payment ${providerRef} of 50000 paise, .*unclaimed$`),
  ]);
});

test('a matching proof moves unclaimed funds to its order', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const { utr } = await unclaimed();

  expect((await sendProof(app, who, { repayId, utr })).state).toBe('matched');
  expect((await readRepayDetail(who, repayId)).paidPaise).toBe(rupees(500));
  expect(await balances()).toEqual({ settlement_in: rupees(500), unclaimed_funds: 0 });
  expect(await listUnclaimedFunds(app.deps.db)).toEqual([]);
  expect((await runChecks()).problems).toEqual([]);
});

test('a later event with its code posts the payment and clears suspense; it can no longer be refunded', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const { provider, providerRef } = await unclaimed();
  const proposal = await propose({
    kind: 'unclaimed_payment_return',
    detail: { provider, providerRef },
  });
  const { code } = await startFullPayment(who, repayId);

  await sendWebhook(app, { ...aPaymentEvent(app, code, rupees(500)), providerRef });
  expect((await runChecks()).problems).toEqual([]);
  expect(await balances()).toEqual({ settlement_in: rupees(500), unclaimed_funds: 0 });
  await expect(approve(proposal)).rejects.toMatchObject({ reason: 'not_possible' });
});

test('the next reconciliation fixes a payment that is both posted and in suspense, without refund or claim', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const { provider, providerRef } = await unclaimed();
  const { code } = await startFullPayment(who, repayId);
  const payment = aPaymentEvent(app, code, rupees(500));

  await sendWebhook(app, payment);

  const of = { provider, providerRef: payment.providerRef };
  await sql`update unclaimed_funds set provider_ref = ${of.providerRef}
    where provider = ${provider} and provider_ref = ${providerRef}`.execute(app.deps.db);
  expect((await runChecks()).problems).toContain(
    `payment ${of.providerRef} is posted to an order and in suspense`,
  );

  const back = await propose({ kind: 'unclaimed_payment_return', detail: of });
  await expect(approve(back)).rejects.toMatchObject({ reason: 'not_possible' });

  const claim = await propose({ kind: 'unclaimed_payment_claim', repayId, detail: of });
  await expect(approve(claim)).rejects.toMatchObject({ reason: 'not_possible' });
  await releasePostedFunds(app.deps);
  expect((await runChecks()).problems).toEqual([]);
});

test.each([
  ['being refunded', false],
  ['refunded', true],
])('an event with its code that arrives when it is %s is not posted', async (_when, isRefunded) => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const { provider, providerRef } = await unclaimed();

  await approve(
    await propose({ kind: 'unclaimed_payment_return', detail: { provider, providerRef } }),
  );
  if (isRefunded) await runJobs(app);

  const { code } = await startFullPayment(who, repayId);
  await sendWebhook(app, { ...aPaymentEvent(app, code, rupees(500)), providerRef });
  await runJobs(app);
  expect((await readRepayDetail(who, repayId)).paidPaise).toBe(0);
  expect(await balances()).toEqual({ settlement_in: 0, unclaimed_funds: 0 });
});

test('a claim approved by a second operator posts it to an order once, on the day it was paid', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const key = await unclaimed();
  const { provider, providerRef } = key;
  const paidOn = app.deps.today();

  app.moveDays(3);

  const proposal = {
    kind: 'unclaimed_payment_claim',
    repayId,
    detail: { provider, providerRef },
  } as const;
  const one = await propose(proposal);

  await expect(propose(proposal)).rejects.toMatchObject({ reason: 'open', requestId: one });
  await expect(approve(one, 'asha')).rejects.toMatchObject({ reason: 'own_request' });
  await approve(one);

  const two = await propose(proposal);
  await expect(approve(two)).rejects.toMatchObject({ reason: 'not_possible' });
  expect((await readRepayDetail(who, repayId)).paidPaise).toBe(rupees(500));

  const booked = (await readEntries(who, repayId)).entries.find(({ kind }) => kind === 'payment');
  expect(booked?.day).toBe(paidOn);
  // A proof sent later is matched to it.
  expect((await sendProof(app, who, { repayId, utr: key.utr })).state).toBe('matched');
  expect(await balances()).toEqual({ settlement_in: rupees(500), unclaimed_funds: 0 });
  expect(await verifyLedger(app.deps.db)).toEqual([]);
});

test('refunded with a second operator’s approval, it matches the provider’s statement and cannot be claimed', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const { provider, providerRef, utr } = await unclaimed();

  await approve(
    await propose({ kind: 'unclaimed_payment_return', detail: { provider, providerRef } }),
  );

  const proof = await sendProof(app, who, { repayId, utr });
  expect(proof.state).toBe('received');

  const counted = await propose({
    kind: 'proof',
    detail: { proofId: proof.proofId, decision: 'match' },
  });
  await expect(approve(counted)).rejects.toMatchObject({ reason: 'not_possible' });
  await runJobs(app);
  expect(await balances()).toEqual({ settlement_in: 0, unclaimed_funds: 0 });
  expect(await reconcile()).toEqual([]);

  const refunds = await app.deps.db.selectFrom('sandbox_refunds').select('amountPaise').execute();
  expect(refunds).toEqual([{ amountPaise: rupees(500) }]);
  expect((await runChecks()).problems).toEqual([]);

  const again = await propose({
    kind: 'unclaimed_payment_claim',
    repayId,
    detail: { provider, providerRef },
  });
  await expect(approve(again)).rejects.toMatchObject({ reason: 'not_possible' });
});

test('a refund is refused while a proof of the same transfer is being decided', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const { provider, providerRef, utr } = await unclaimed();
  const { proofId } = await sendProof(app, who, { repayId, utr, amountPaise: rupees(499) });
  const back = await propose({
    kind: 'unclaimed_payment_return',
    detail: { provider, providerRef },
  });
  const refused = await app.deps.db.transaction().execute(async (tx) => {
    const decided = await decideProof(tx, app.deps, {
      proofId,
      decision: 'match',
      by: 'operator:one',
    });
    expect(decided).toEqual({ ok: true });

    const approved = approve(back).then(
      () => null,
      (error: unknown) => error,
    );

    const waits = () =>
      sql`select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(
        app.deps.db,
      );

    await expect.poll(async () => (await waits()).rows.length).toBe(1);

    return { approved };
  });

  expect(await refused.approved).toMatchObject({ reason: 'not_possible' });
  expect(await balances()).toEqual({ settlement_in: rupees(500), unclaimed_funds: 0 });
});

test.each([
  ['by_webhook', 'returned'],
  ['duplicate', 'returned'],
  ['lost', 'returned'],
  ['time_out', 'returned'],
  ['never_taken', 'returned'],
  ['fail', 'open'],
] as const)(
  'a refund with provider behaviour %s ends in state %s and pays at most once',
  async (behaviour, state) => {
    const { provider, providerRef } = await unclaimed();
    await openSandboxBank(app).setBehaviour('refunds', behaviour);
    await approve(
      await propose({ kind: 'unclaimed_payment_return', detail: { provider, providerRef } }),
    );
    await runJobs(app);
    if (behaviour !== 'fail') await openSandboxBank(app).setBehaviour('refunds', 'succeed');
    await openSandboxBank(app).deliverAll(app.url);
    await runJobs(app, { delayed: true });
    await runJobs(app, { delayed: true });

    const stored = await app.deps.db
      .selectFrom('unclaimed_funds')
      .select(['state', 'reason'])
      .execute();
    expect(stored).toEqual([{ state, reason: state === 'open' ? 'refused_by_bank' : null }]);

    const left = state === 'open' ? rupees(500) : 0;
    expect(await balances()).toEqual({ settlement_in: left, unclaimed_funds: 0 - left });
    expect((await runChecks()).problems).toEqual([]);
  },
);

test('a payment that an operator takes off an order is counted for the right one, once', async () => {
  const [wrong, right] = [await aSignedInUser(app), await aSignedInUser(app)];
  const [wrongOrder, rightOrder] = [await anActiveLoan(app, wrong), await anActiveLoan(app, right)];
  const { code } = await startFullPayment(wrong, wrongOrder);
  const utr = aUtr();
  const event = await openSandboxBank(app).payIntent(code, rupees(4_000), { utr });

  await openSandboxBank(app).deliverAll(app.url);
  if (event?.kind !== 'payment') throw new Error('the sandbox bank made no payment');

  const { providerRef } = event;
  const { journalId } = (await readEntries(wrong, wrongOrder)).entries.find(
    ({ kind }) => kind === 'payment',
  )!;

  await approve(await propose({ kind: 'reversal', repayId: wrongOrder, detail: { journalId } }));
  expect(await balances()).toEqual({
    settlement_in: rupees(4_000),
    unclaimed_funds: -rupees(4_000),
  });
  expect(await listUnclaimedFunds(app.deps.db)).toMatchObject([
    { providerRef, amountPaise: rupees(4_000) },
  ]);
  // Reported once more by its code, by the statement and after a sweep, it stays where it is.
  await sendWebhook(app, { ...event, eventId: 'evt-again' });
  await releasePostedFunds(app.deps);
  await sweep(app.deps);
  expect(await reconcile()).toEqual([]);
  expect((await readRepayDetail(wrong, wrongOrder)).paidPaise).toBe(0);
  expect((await runChecks()).problems).toEqual([]);
  expect(
    (await sendProof(app, right, { repayId: rightOrder, utr, amountPaise: rupees(4_000) })).state,
  ).toBe('matched');
  expect((await readRepayDetail(right, rightOrder)).paidPaise).toBe(rupees(4_000));
  expect(await balances()).toEqual({ settlement_in: rupees(4_000), unclaimed_funds: 0 });
  expect(await reconcile()).toEqual([]);
  expect((await runChecks()).problems).toEqual([]);

  const claim = await propose({
    kind: 'unclaimed_payment_claim',
    repayId: wrongOrder,
    detail: { provider: 'sandbox', providerRef },
  });
  await expect(approve(claim)).rejects.toMatchObject({ reason: 'not_possible' });
});

test('reversed by mistake, a payment is counted for its order again; a chargeback then finds it', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const { code } = await startFullPayment(who, repayId);
  const event = await openSandboxBank(app).payIntent(code, rupees(4_000));

  await openSandboxBank(app).deliverAll(app.url);

  const providerRef = event?.kind === 'payment' ? event.providerRef : '';
  const { journalId } = (await readEntries(who, repayId)).entries.find(
    ({ kind }) => kind === 'payment',
  )!;

  await approve(await propose({ kind: 'reversal', repayId, detail: { journalId } }));
  await approve(
    await propose({
      kind: 'unclaimed_payment_claim',
      repayId,
      detail: { provider: 'sandbox', providerRef },
    }),
  );
  expect((await readRepayDetail(who, repayId)).paidPaise).toBe(rupees(4_000));
  await openSandboxBank(app).chargeBack(providerRef);
  await openSandboxBank(app).deliverAll(app.url);
  expect(await balances()).toEqual({ settlement_in: 0, unclaimed_funds: 0 });
  expect((await runChecks()).problems).toEqual([]);
  expect(await verifyLedger(app.deps.db)).toEqual([]);
});

test('the rest of a partly refunded payment goes to suspense', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const { code } = await startFullPayment(who, repayId);

  await openSandboxBank(app).payIntent(code, rupees(10_500));
  await openSandboxBank(app).deliverAll(app.url);
  await runJobs(app);

  const refunds = await app.deps.db
    .selectFrom('refunds')
    .select(['amountPaise', 'state'])
    .execute();
  expect(refunds).toEqual([{ amountPaise: rupees(490), state: 'confirmed' }]);

  const { journalId } = (await readEntries(who, repayId)).entries.find(
    ({ kind }) => kind === 'payment',
  )!;
  await approve(await propose({ kind: 'reversal', repayId, detail: { journalId } }));
  expect((await readRepayDetail(who, repayId)).totalPaise).toBe(rupees(10_010));
  expect(await balances()).toEqual({
    settlement_in: rupees(10_010),
    unclaimed_funds: -rupees(10_010),
  });
  expect((await runChecks()).problems).toEqual([]);
  expect(await reconcile()).toEqual([]);
});

test('money taken off an order that is in no account is a problem', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const { code } = await startFullPayment(who, repayId);
  const event = await openSandboxBank(app).payIntent(code, rupees(4_000));

  await openSandboxBank(app).deliverAll(app.url);

  const providerRef = event?.kind === 'payment' ? event.providerRef : '';
  await postOperatorEvent(app, who, repayId, (journals) => ({
    kind: 'reversal',
    day: app.deps.today(),
    cause: 'by hand',
    reverses: journals.find(({ kind }) => kind === 'payment')!.journalId,
  }));

  const lost = `payment ${providerRef}: 400000 paise were taken off its order and are in no account`;
  expect(await runChecks()).toMatchObject({ problems: [lost], nightly: [lost] });
});

test('a journal without an order may only move money in suspense', async () => {
  const { providerRef } = await unclaimed();
  const journal = await app.deps.db
    .selectFrom('journals')
    .selectAll()
    .where('orderId', 'is', null)
    .executeTakeFirstOrThrow();

  expect(journal).toMatchObject({ kind: 'unclaimed_payment', cause: `sandbox:${providerRef}` });

  const forge = (account: string) =>
    sql`
      with j as (
        insert into journals (user_id, kind, value_day, booked_at, cause)
        values (${journal.userId}, 'unclaimed_payment', ${journal.valueDay}, now(), 'forged')
        returning user_id, journal_id
      )
      insert into entries (user_id, journal_id, line, account, amount_paise)
      select user_id, journal_id, 1, 'settlement_in', 1 from j
      union all select user_id, journal_id, 2, ${account}, -1 from j`.execute(app.deps.db);

  const forged = forge('waiver_expense');
  await expect(forged).rejects.toMatchObject({ code: '23514' });
});
