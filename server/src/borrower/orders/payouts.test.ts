import { OrderStatus } from '@noren/core/lending/order-status';
import { rupees } from '@noren/core/money/money';
import { expect, test } from 'vitest';
import { queryPayout, sendPayout } from '../../lending/orders/send-payout.ts';
import type { Deps } from '../../platform/deps.ts';
import { cancelJob } from '../../platform/jobs/job-store.ts';
import { sweep } from '../../schedule/sweep.ts';
import {
  anActiveLoan,
  anAppliedLoan,
  countPaidOut,
  openSandboxBank,
  queuedJobNames,
  readBill,
  readCredit,
  readPayouts,
  readStatus,
  runJobs,
  sendWebhook,
} from '../../testing/loans.ts';
import { useMoneyApp } from '../../testing/use-app.ts';
import { aSignedInUser, type SignedInUser } from '../../testing/users.ts';

const app = await useMoneyApp();

const listPayouts = (who: SignedInUser) => readPayouts(app, who);

test.each(['time_out', 'never_taken'] as const)(
  'a payout without an answer (%s) is unknown until a status check',
  async (does) => {
    const who = await aSignedInUser(app);
    const repayId = await anAppliedLoan(who);

    await openSandboxBank(app).setBehaviour('payouts', does);
    await runJobs(app);
    expect((await readBill(who, repayId)).payout?.state).toBe('unknown');
    expect(await readStatus(who, repayId)).toBe(OrderStatus.disbursing);
    expect((await readCredit(who)).heldPaise).toBe(rupees(10_000));
    await openSandboxBank(app).setBehaviour('payouts', 'succeed');
    await runJobs(app, { delayed: true });
    expect(await readStatus(who, repayId)).toBe(OrderStatus.active);

    const [payout] = await listPayouts(who);
    expect(await countPaidOut(app, payout?.payoutRef ?? '')).toBe(1);
  },
);

test('a payout that is never answered stays unknown and is checked again and again', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anAppliedLoan(who);

  await openSandboxBank(app).setBehaviour('payouts', 'never_taken');
  for (let round = 0; round < 5; round++) await runJobs(app, { delayed: true });
  expect((await readBill(who, repayId)).payout?.state).toBe('unknown');
  expect(await queuedJobNames(app)).toContain('query-payout');
  await openSandboxBank(app).setBehaviour('payouts', 'succeed');
  await runJobs(app, { delayed: true });
  expect(await readStatus(who, repayId)).toBe(OrderStatus.active);
});

test.each(['by_webhook', 'duplicate', 'late'] as const)(
  'a payout confirmed by webhook (%s) is posted once',
  async (does) => {
    const who = await aSignedInUser(app);
    await openSandboxBank(app).setBehaviour('payouts', does);

    const repayId = await anActiveLoan(app, who);
    expect((await readBill(who, repayId)).payout?.state).toBe('sent');
    expect(await openSandboxBank(app).deliverAll(app.url)).toBe(does === 'duplicate' ? 2 : 1);
    expect(await readStatus(who, repayId)).toBe(OrderStatus.active);
    await runJobs(app, { delayed: true });
    expect((await readBill(who, repayId)).history.map((move) => move.borrowStatus)).toEqual([
      OrderStatus.underReview,
      OrderStatus.disbursing,
      OrderStatus.active,
    ]);
  },
);

test('a webhook before the answer to the payout request wins, and the answer changes nothing', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anAppliedLoan(who);
  const [payout] = await listPayouts(who);
  const { payouts } = app.deps;
  const early: Deps = {
    ...app.deps,
    payouts: {
      ...payouts,
      async send(request) {
        const event = {
          kind: 'payout',
          eventId: 'evt-early',
          payoutRef: request.payoutRef,
          state: 'confirmed',
          providerId: 'p1',
        } as const;
        expect((await sendWebhook(app, event)).text).toBe('done');

        return { state: 'pending', providerId: 'p1' };
      },
    },
  };

  await sendPayout(early, payout!);
  expect((await readBill(who, repayId)).payout?.state).toBe('confirmed');
  expect(await readStatus(who, repayId)).toBe(OrderStatus.active);
});

test('a status check makes up for a lost webhook', async () => {
  const who = await aSignedInUser(app);
  await openSandboxBank(app).setBehaviour('payouts', 'lost');

  const repayId = await anActiveLoan(app, who);
  expect(await readStatus(who, repayId)).toBe(OrderStatus.disbursing);
  await runJobs(app, { delayed: true });
  expect(await readStatus(who, repayId)).toBe(OrderStatus.active);
});

test('after a crash at any step and a rerun there is one payout and one loan', async () => {
  for (const step of ['before the call', 'after the call', 'before booking'] as const) {
    const who = await aSignedInUser(app);
    const repayId = await anAppliedLoan(who);
    const [payout] = await listPayouts(who);
    const key = payout!;
    const broken: Deps = { ...app.deps, payouts: breaking(app.deps, step) };
    const run = sendPayout(step === 'before booking' ? breakingBook(app.deps) : broken, key);

    await run.catch((error: Error) => expect(error.message).toBe('the process ended'));
    await sendPayout(app.deps, key);
    await queryPayout(app.deps, { ...key, attempt: 3 });
    await sendPayout(app.deps, key);
    expect(await readStatus(who, repayId), step).toBe(OrderStatus.active);
    expect(await countPaidOut(app, key.payoutRef), step).toBe(1);
  }

  await runJobs(app, { delayed: true });
});

function breaking(deps: Deps, step: string): Deps['payouts'] {
  return {
    ...deps.payouts,
    async send(request) {
      if (step === 'after the call') await deps.payouts.send(request);
      throw new Error('the process ended');
    },
  };
}

function breakingBook(deps: Deps): Deps {
  return {
    ...deps,
    today: () => {
      throw new Error('the process ended');
    },
  };
}

test('the sweep requeues a payout whose job was lost', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anAppliedLoan(who);
  const [payout] = await listPayouts(who);

  await cancelJob(app.deps.db, payout!.payoutRef, who.userId);
  expect(await queuedJobNames(app)).not.toContain('send-payout');
  app.advance(31 * 60_000);
  await sweep(app.deps);
  await runJobs(app);
  app.advance(-31 * 60_000);
  expect(await readStatus(who, repayId)).toBe(OrderStatus.active);
});
