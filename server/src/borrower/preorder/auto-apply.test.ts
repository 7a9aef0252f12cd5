import { OrderStatus } from '@noren/core/lending/order-status';
import { rupees } from '@noren/core/money/money';
import { expect, test } from 'vitest';
import { sendAuto, useAutoApplications } from '../../testing/auto-applications.ts';
import { applyFor, aQuote, readCredit, readStatus, runJobs } from '../../testing/loans.ts';
import { aSignedInUser, type SignedInUser, successData } from '../../testing/users.ts';
import { evaluateCredit } from '../loans/evaluate-credit.ts';

const { app, acceptDuringEvaluation, userInEvaluation, readOrders } = await useAutoApplications();

test('an acceptance made during the evaluation becomes one order when it ends', async () => {
  const who = await userInEvaluation();
  const quoted = await aQuote(who);

  expect(quoted.dependsOnLimit).toBe(true);
  expect((await applyFor(who, quoted)).code).toBe(314);

  const { proposalNo } = quoted.kfs;
  expect((await readCredit(who)).waiting).toEqual({
    proposalNo,
    productName: 'Noren 15',
    principalPaise: rupees(10_000),
    netPaise: rupees(9_646),
    acceptedAt: app.deps.now(),
  });
  expect((await sendAuto(who, proposalNo)).code).toBe(314);
  expect(await readOrders(who)).toEqual([]);

  const acceptedAt = app.deps.now();
  app.advance(60_000);
  await evaluateCredit(app.deps, who);

  const { repayId, borrowStatus } = successData(await sendAuto(who, proposalNo));
  expect(borrowStatus).toBe(OrderStatus.disbursing);
  expect((await readCredit(who)).waiting).toBeNull();
  await runJobs(app);
  expect(await readStatus(who, repayId)).toBe(OrderStatus.active);

  // The order records the original acceptance, not the time of applyLoanAuto.
  const stored = await app.deps.db
    .selectFrom('acceptances')
    .select('acceptance')
    .where('userId', '=', who.userId)
    .executeTakeFirstOrThrow();
  expect(stored.acceptance).toMatchObject({
    at: acceptedAt,
    kfsHash: quoted.kfs.hash,
    deviceId: who.client.deviceId,
  });
});

test('applyLoanAuto is rejected without an acceptance, and for another user', async () => {
  const who = await userInEvaluation();
  const { proposalNo } = (await aQuote(who)).kfs;

  await evaluateCredit(app.deps, who);
  expect(await sendAuto(who, proposalNo)).toMatchObject({
    code: 409,
    data: { reason: 'not_accepted' },
  });

  const stranger = await aSignedInUser(app);
  expect((await sendAuto(stranger, proposalNo)).code).toBe(404);
  expect(await readOrders(who)).toEqual([]);
});

test.each([
  ['the limit came out below it', { rupees: 25_000 }, 0, 'limit'],
  ['the key facts statement has expired', {}, 4, 'expired'],
])(
  'when %s the answer is 315 and the acceptance becomes void',
  async (_what, quoteOptions, days, reason) => {
    const who = await userInEvaluation();
    const proposalNo = await acceptDuringEvaluation(who, quoteOptions);

    await evaluateCredit(app.deps, who);
    app.moveDays(days);
    expect(await sendAuto(who, proposalNo)).toMatchObject({ code: 315, data: { reason } });
    app.moveDays(-days);
    expect((await readCredit(who)).waiting).toBeNull();
    expect((await sendAuto(who, proposalNo)).code).toBe(409);
    expect(await readOrders(who)).toEqual([]);
  },
);

test('a declined limit answers 315; during manual review the acceptance stays pending', async () => {
  const set = (who: SignedInUser, state: 'declined' | 'review') =>
    app.deps.db
      .updateTable('credit_limits')
      .set({ state })
      .where('userId', '=', who.userId)
      .execute();

  const who = await userInEvaluation();
  const proposalNo = await acceptDuringEvaluation(who);

  await set(who, 'review');
  expect((await sendAuto(who, proposalNo)).code).toBe(314);
  expect((await readCredit(who)).waiting?.proposalNo).toBe(proposalNo);
  await set(who, 'declined');
  expect(await sendAuto(who, proposalNo)).toMatchObject({
    code: 315,
    data: { reason: 'declined' },
  });
  expect((await readCredit(who)).waiting).toBeNull();
});

test('after the code has expired a new one is needed, and the acceptance stays pending', async () => {
  const who = await userInEvaluation();
  const proposalNo = await acceptDuringEvaluation(who);

  await evaluateCredit(app.deps, who);
  app.advance(31 * 60_000);
  expect((await sendAuto(who, proposalNo)).code).toBe(316);
  app.advance(-31 * 60_000);
  successData(await sendAuto(who, proposalNo));
});
