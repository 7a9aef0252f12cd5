import { CALLS } from '@noren/contract/index';
import { OrderStatus } from '@noren/core/lending/order-status';
import { defaultProducts } from '@noren/core/lending/terms';
import { rupees } from '@noren/core/money/money';
import { UserStatus } from '@noren/core/people/status';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { JOBS } from '../../job-list.ts';
import { addJob } from '../../platform/jobs/job-store.ts';
import {
  acceptanceBody,
  anActiveLoan,
  anAppliedLoan,
  applyFor,
  aQuote,
  queuedJobNames,
  readCredit,
  runJobs,
} from '../../testing/loans.ts';
import { useLedgerApp } from '../../testing/use-app.ts';
import { aSignedInUser, successData } from '../../testing/users.ts';

const app = await useLedgerApp();

test('products are visible during the evaluation; then the scorecard decides the limit and stores its inputs', async () => {
  const who = await aSignedInUser(app, { limitPaise: null });
  expect((await readCredit(who)).state).toBe('evaluating');

  const answer = successData(
    await who.client.send(CALLS.productList, { params: { param: 'home' } }),
  );
  expect(answer.dependsOnLimit).toBe(true);
  expect(answer.details.map((one) => [one.isOpen, one.offeredPaise])).toEqual([
    [true, rupees(10_000)],
    [true, rupees(25_000)],
    [false, 0],
  ]);
  await addJob(app.deps.db, JOBS['evaluate-credit'], { userId: who.userId });
  await runJobs(app);
  expect(await readCredit(who)).toMatchObject({
    state: 'approved',
    limitPaise: rupees(20_000),
    heldPaise: 0,
    reasons: [],
  });

  const stored = await app.deps.db
    .selectFrom('credit_evaluations')
    .selectAll()
    .where('userId', '=', who.userId)
    .execute();
  expect(stored).toHaveLength(1);
  expect(stored[0]?.inputs).toMatchObject({
    workStatus: 'salaried',
    settledLoans: 0,
    nameMatch: 'match',
  });
  expect(stored[0]?.outcome).toMatchObject({ outcome: 'approved', limit: rupees(20_000) });
});

test('productList shows which products are open to the user and why others are not', async () => {
  const who = await aSignedInUser(app, { limitPaise: rupees(7_700) });
  const { details, businessDay } = successData(
    await who.client.send(CALLS.productList, { params: { param: 'loan' } }),
  );

  expect(businessDay).toBe(app.deps.today());
  expect(details.map((one) => [one.productCode, one.isOpen, one.offeredPaise])).toEqual([
    ['N07', true, rupees(7_500)],
    ['N15', true, rupees(7_500)],
    ['N30', false, 0],
  ]);
  expect(details[2]?.closedBecause).toMatch(/first loan/);
  // 10,000 for 15 days at 0.1 % a day: fee 300 + GST 54, so 9,646 is paid out and 10,150 is due.
  expect(details[1]?.example).toEqual({ principalPaise: rupees(10_000), aprHundredths: 12_714 });
  expect(details.map((one) => one.isFeeKeptOnReturn)).toEqual(
    defaultProducts.map((one) => one.isFeeKeptOnReturn),
  );

  const regular = await aSignedInUser(app, { bizStatus: UserStatus.regular });
  const open = successData(
    await regular.client.send(CALLS.productList, { params: { param: 'home' } }),
  ).details;

  expect(open.map((one) => one.isOpen)).toEqual([true, true, true]);
});

test('a quote includes the whole KFS, stored under the hash of what was shown', async () => {
  const who = await aSignedInUser(app);
  const quoted = await aQuote(who);

  expect(quoted.quote).toMatchObject({
    principalPaise: rupees(10_000),
    feePaise: rupees(300),
    gstPaise: rupees(54),
    netPaise: rupees(9_646),
    interestPaise: rupees(150),
    totalPaise: rupees(10_150),
  });
  expect(quoted.kfs.hash).toMatch(/^[0-9a-f]{64}$/);

  const rows = Object.fromEntries(
    quoted.kfs.sections.flatMap((part) => part.rows).map((row) => [row.id, row.value]),
  );
  expect(rows).toMatchObject({
    lender: app.deps.appConfig.lender.name,
    coolingOff: 3,
    netDisbursed: rupees(9_646),
  });
  expect(rows.grievanceOfficerPhone).toBe(app.deps.appConfig.lender.grievance.phone);
  expect(rows.appGrievanceOfficerPhone).toBe(app.deps.appConfig.appGrievance.phone);
  // Quoted on Tuesday, valid until the end of Friday in India.
  expect(new Date(quoted.kfs.validUntil).toISOString()).toBe('2026-11-27T18:30:00.000Z');

  const params = { proposalNo: quoted.kfs.proposalNo };
  expect(successData(await who.client.send(CALLS.viewKfs, { params }))).toEqual(quoted);

  const stranger = await aSignedInUser(app);
  expect((await stranger.client.send(CALLS.viewKfs, { params })).code).toBe(404);
});

test.each([
  ['below the least', 'N15', 1_500, 'below_min'],
  ['above the most', 'N07', 10_500, 'above_max'],
  ['off the step', 'N15', 2_250, 'off_step'],
  ['above what is free', 'N15', 20_500, 'above_available'],
])('an amount %s is rejected with the field path', async (_what, productCode, amount, problem) => {
  const who = await aSignedInUser(app);
  const answer = await who.client.send(CALLS.quoteLoan, {
    body: { productCode, principalPaise: rupees(amount) },
  });
  expect(answer).toMatchObject({
    code: 400,
    data: { fields: [{ path: 'principalPaise', problem }] },
  });
});

test('a product for regular users only, or an unknown one, cannot be quoted', async () => {
  const who = await aSignedInUser(app);
  for (const productCode of ['N30', 'N99'])
    expect(
      (await who.client.send(CALLS.quoteLoan, { body: { productCode, principalPaise: 500_000 } }))
        .code,
    ).toBe(315);
});

test('an application creates an order with hold, status history, payout, job and acceptance', async () => {
  const who = await aSignedInUser(app);
  const quoted = await aQuote(who);
  const applied = successData(await applyFor(who, quoted));

  expect(applied.borrowStatus).toBe(OrderStatus.disbursing);
  expect(await readCredit(who)).toMatchObject({
    heldPaise: rupees(10_000),
    owedPaise: 0,
    availablePaise: rupees(10_000),
  });

  const row = await app.deps.db
    .selectFrom('acceptances')
    .select(['acceptance', 'acceptedAt'])
    .where('userId', '=', who.userId)
    .executeTakeFirstOrThrow();
  expect(row.acceptance).toMatchObject({
    at: app.deps.now(),
    language: 'en',
    kfsHash: quoted.kfs.hash,
    deviceId: who.client.deviceId,
  });
  expect(JSON.stringify(row.acceptance)).not.toContain('127.0.0.1');

  const moves = await sql<{ m: string }>`
    select coalesce(from_status, 0) || '>' || to_status as m from order_status_changes where user_id = ${who.userId} order by status_change_id`.execute(
    app.deps.db,
  );
  expect(moves.rows.map(({ m }) => m)).toEqual(['0>10', '10>40']);
  expect(await queuedJobNames(app)).toContain('send-payout');
  await runJobs(app);
  expect(await readCredit(who)).toMatchObject({
    heldPaise: 0,
    owedPaise: rupees(10_000),
    availablePaise: rupees(10_000),
  });
});

test('an application needs a recent code, the right KFS hash, its own user, and an unused, valid quote', async () => {
  const who = await aSignedInUser(app);
  const body = acceptanceBody(await aQuote(who));

  app.advance(31 * 60_000);
  expect((await who.client.send(CALLS.applyLoan, { body })).code).toBe(316);
  app.advance(-31 * 60_000);

  const altered = { ...body, kfsHash: 'f'.repeat(64) };
  expect(await who.client.send(CALLS.applyLoan, { body: altered })).toMatchObject({
    code: 409,
    data: { reason: 'kfs' },
  });

  const stranger = await aSignedInUser(app);
  expect((await stranger.client.send(CALLS.applyLoan, { body })).code).toBe(404);
  app.moveDays(4);
  expect(await who.client.send(CALLS.applyLoan, { body })).toMatchObject({
    code: 315,
    data: { reason: 'expired' },
  });
  app.moveDays(-4);

  const repayId = successData(await who.client.send(CALLS.applyLoan, { body })).repayId;
  const again = await who.client.send(CALLS.applyLoan, { body });

  expect(again).toMatchObject({ code: 409, data: { reason: 'already_applied' } });
  expect(again.msg).toContain(repayId);
});

test('loans within a rolling year stay below the ceiling', async () => {
  const who = await aSignedInUser(app, {
    bizStatus: UserStatus.regular,
    limitPaise: rupees(80_000),
  });
  await anActiveLoan(app, who, { productCode: 'N30', rupees: 40_000 });
  expect((await readCredit(who)).availablePaise).toBe(rupees(20_000));

  const waiting = await aQuote(who, { productCode: 'N30', rupees: 20_000 });
  await anAppliedLoan(who, { productCode: 'N15', rupees: 5_000 });

  const late = await applyFor(who, waiting);
  expect(late).toMatchObject({ code: 315, data: { reason: 'year_ceiling' } });
});

test('an overdue order locks the limit', async () => {
  const who = await aSignedInUser(app);
  await anActiveLoan(app, who, { productCode: 'N07', rupees: 5_000 });

  const quoted = await aQuote(who);
  app.moveDays(7);
  expect((await readCredit(who)).isLocked).toBe(false);
  app.moveDays(1);
  expect(await readCredit(who)).toMatchObject({ isLocked: true, availablePaise: 0 });
  expect((await applyFor(who, quoted)).code).toBe(317);
  expect(
    (
      await who.client.send(CALLS.quoteLoan, {
        body: { productCode: 'N15', principalPaise: 500_000 },
      })
    ).code,
  ).toBe(317);
  app.moveDays(-8);
});
