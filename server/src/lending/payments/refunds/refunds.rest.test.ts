import { OrderStatus } from '@noren/core/lending/order-status';
import { rupees } from '@noren/core/money/money';
import { expect, test } from 'vitest';
import { JOBS_WITHOUT_ROW } from '../../../job-list.ts';
import { requeueExhausted } from '../../../platform/jobs/job-store.ts';
import { sweep } from '../../../schedule/sweep.ts';
import { decideByTwo } from '../../../testing/decisions.ts';
import { deleteQueuedJobs, exhaustQueuedJobs } from '../../../testing/job-queue.ts';
import {
  anActiveLoan,
  openSandboxBank,
  readEntries,
  readOrder,
  readRepayDetail,
  runJobs,
  sendWebhook,
  startFullPayment,
} from '../../../testing/loans.ts';
import { useRefunds } from '../../../testing/refunds.ts';
import { sumSandboxRefunds } from '../../../testing/repayments.ts';
import { aSignedInUser } from '../../../testing/users.ts';
import { makeRefunds } from './refunds.ts';

const { app, overpay, readRefunds } = await useRefunds();

test('a refund whose job has exhausted its retries is requeued', async () => {
  const { who, second } = await overpay();
  await exhaustQueuedJobs(app.deps.db);
  await runJobs(app, { delayed: true });
  expect(await readRefunds(who)).toEqual([]);
  expect(await requeueExhausted(app.deps.db, JOBS_WITHOUT_ROW)).toBe(1);
  await runJobs(app);
  expect(await sumSandboxRefunds(app, second)).toBe(rupees(500));
  expect(await requeueExhausted(app.deps.db, JOBS_WITHOUT_ROW)).toBe(0);
});

test('a chargeback of the overpaying payment uses up the overpayment: nothing is refunded', async () => {
  const { who, repayId, second } = await overpay();
  await openSandboxBank(app).chargeBack(second);
  await openSandboxBank(app).deliverAll(app.url);
  await runJobs(app, { delayed: true });
  expect(await readRefunds(who)).toEqual([]);
  expect(await readRepayDetail(who, repayId)).toMatchObject({
    borrowStatus: OrderStatus.settled,
    overpaidPaise: 0,
  });
});

test('a payment that is taken off its order and counted for it again is refunded in full', async () => {
  const bank = openSandboxBank(app);
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const first = await startFullPayment(who, repayId);
  const paidPaise = first.amountPaise + rupees(500);
  const event = await bank.payIntent(first.code, paidPaise);

  await bank.deliverAll(app.url);
  await runJobs(app, { delayed: true });

  if (event?.kind !== 'payment') throw new Error('the sandbox bank made no payment');

  const { providerRef } = event;
  expect(await sumSandboxRefunds(app, providerRef)).toBe(rupees(500));

  const { journalId } = (await readEntries(who, repayId)).entries.findLast(
    ({ kind }) => kind === 'payment',
  )!;
  await decideByTwo(app.deps, { kind: 'reversal', repayId, detail: { journalId } });

  const second = await startFullPayment(who, repayId);
  await bank.payIntent(second.code, second.amountPaise);
  await bank.deliverAll(app.url);
  await decideByTwo(app.deps, {
    kind: 'unclaimed_payment_claim',
    repayId,
    detail: { provider: 'sandbox', providerRef },
  });
  await runJobs(app, { delayed: true });
  expect(await sumSandboxRefunds(app, providerRef)).toBe(paidPaise);
  expect((await readRepayDetail(who, repayId)).overpaidPaise).toBe(0);
});

test('concurrent refund runs refund each rupee once; each payment gets its own part back', async () => {
  const { who, repayId, code } = await overpay();
  await openSandboxBank(app).payIntent(
    (await readRepayDetail(who, repayId)).openIntent?.code ?? code,
    rupees(300),
  );
  await openSandboxBank(app).deliverAll(app.url);

  const { orderId } = await readOrder(app, who, repayId);
  const of = { userId: who.userId, orderId };

  await Promise.all(
    Array.from({ length: 6 }, () =>
      app.deps.db.transaction().execute((tx) => makeRefunds(tx, app.deps, of)),
    ),
  );
  await runJobs(app, { delayed: true });
  expect((await readRefunds(who)).map((row) => row.amountPaise).sort()).toEqual([
    rupees(300),
    rupees(500),
  ]);
  expect((await readRepayDetail(who, repayId)).overpaidPaise).toBe(0);
});

test('a refund whose job was lost is requeued by the sweep; a conflicting event changes nothing', async () => {
  await openSandboxBank(app).setBehaviour('refunds', 'lost');

  const { who } = await overpay();
  await runJobs(app);
  await deleteQueuedJobs(app.deps.db);
  app.advance(31 * 60_000);
  await sweep(app.deps);
  await runJobs(app);
  app.advance(-31 * 60_000);

  const [refund] = await readRefunds(who);
  expect(refund?.state).toBe('confirmed');

  const event = {
    kind: 'refund',
    eventId: `no ${refund?.refundRef}`,
    refundRef: refund!.refundRef,
  } as const;
  expect(
    (await sendWebhook(app, { ...event, state: 'failed', providerId: 'x', reason: 'no' })).text,
  ).toBe('done');
  expect((await readRefunds(who))[0]?.state).toBe('confirmed');

  const actions = app.deps.db
    .selectFrom('audit_log')
    .select('action')
    .where('subject', '=', refund!.refundRef);
  expect(await actions.execute()).toEqual([{ action: 'refund_discrepancy' }]);
});
