import { OrderStatus } from '@noren/core/lending/order-status';
import { afterEach, expect, test } from 'vitest';
import { queuePayouts } from '../../lending/orders/payout-store.ts';
import { queueDeferredWork } from '../../schedule/job-table.ts';
import {
  anAppliedLoan,
  aPaymentEvent,
  queuedJobNames,
  readStatus,
  runJobs,
  sendWebhook,
  startFullPayment,
} from '../../testing/loans.ts';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser } from '../../testing/users.ts';
import { verifyLedger } from '../../testing/verify-ledger.ts';

const app = await useApp({ role: 'api' });

afterEach(async () => {
  expect(await verifyLedger(app.deps.db)).toEqual([]);
});

test('an API-only process leaves payouts to the jobs process, which queues each once', async () => {
  const people = await Promise.all(Array.from({ length: 5 }, () => aSignedInUser(app)));
  const orders = await Promise.all(people.map((who) => anAppliedLoan(who)));

  expect(await queuedJobNames(app)).not.toContain('send-payout');

  const queued = await Promise.all([1, 2, 3].map(() => queuePayouts(app.deps.db)));
  expect(queued.reduce((sum, many) => sum + many, 0)).toBe(5);
  expect(await queuePayouts(app.deps.db)).toBe(0);
  expect((await queuedJobNames(app)).filter((name) => name === 'send-payout')).toHaveLength(5);
  await runJobs(app);

  const statuses = await Promise.all(people.map((who, at) => readStatus(who, orders[at] ?? '')));
  expect(statuses).toEqual(Array(5).fill(OrderStatus.active));
});

test('an API-only process leaves the notification of a repaid loan to the jobs process, which queues it once', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anAppliedLoan(who);

  await queuePayouts(app.deps.db);
  await runJobs(app);

  const { code, amountPaise } = await startFullPayment(who, repayId);
  await sendWebhook(app, aPaymentEvent(app, code, amountPaise));
  expect(await readStatus(who, repayId)).toBe(OrderStatus.settled);

  const before = await queuedJobNames(app);
  await Promise.all([1, 2, 3].map(() => queueDeferredWork(app.deps)));
  await queueDeferredWork(app.deps);
  expect((await queuedJobNames(app)).length).toBe(before.length + 1);
});
