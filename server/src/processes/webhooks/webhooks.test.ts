import { OrderStatus } from '@noren/core/lending/order-status';
import { rupees } from '@noren/core/money/money';
import { expect, test, vi } from 'vitest';
import type { ProviderEvent } from '../../platform/ports/payments.ts';
import {
  anActiveLoan,
  anAppliedLoan,
  aPaymentEvent,
  aQuote,
  listLines,
  openSandboxBank,
  readEntries,
  readRepayDetail,
  runJobs,
  sendWebhook,
  startFullPayment,
  viewPayment,
} from '../../testing/loans.ts';
import { useMoneyApp } from '../../testing/use-app.ts';
import { aSignedInUser } from '../../testing/users.ts';
import { receiveEvent, retryUnmatchedEvents } from './provider-events.ts';

const app = await useMoneyApp();

test('one webhook twenty times at once, then a query: one repayment', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const { code } = await startFullPayment(who, repayId);
  const event = await openSandboxBank(app).payIntent(code);
  const answers = await Promise.all(Array.from({ length: 20 }, () => sendWebhook(app, event!)));

  expect(answers.every(({ status }) => status === 200)).toBe(true);
  expect(answers.filter(({ text }) => text === 'done')).toHaveLength(1);
  await viewPayment(app, code);
  await sendWebhook(app, {
    ...event!,
    eventId: 'the same payment under another event',
  } as ProviderEvent);
  expect((await readEntries(who, repayId)).entries).toHaveLength(2);
});

test('a payment whose webhook was lost is found when its page is viewed, or by its job', async () => {
  await openSandboxBank(app).setBehaviour('payments', 'lost');

  const [one, two] = [await aSignedInUser(app), await aSignedInUser(app)];
  const [looked, left] = [await anActiveLoan(app, one), await anActiveLoan(app, two)];
  const first = await startFullPayment(one, looked);

  expect((await viewPayment(app, first.code)).state).toBe('pending');
  await openSandboxBank(app).payIntent(first.code);
  app.advance(3_100);
  expect((await viewPayment(app, first.code)).state).toBe('paid');

  const second = await startFullPayment(two, left);
  await openSandboxBank(app).payIntent(second.code);
  await runJobs(app, { delayed: true });
  expect((await readRepayDetail(two, left)).borrowStatus).toBe(OrderStatus.settled);
});

test('forged, altered, empty and unreadable webhooks change nothing', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const { code, amountPaise } = await startFullPayment(who, repayId);
  const event = aPaymentEvent(app, code, amountPaise);

  for (const signature of ['', '00', 'f'.repeat(64)])
    expect((await sendWebhook(app, event, { signature })).status).toBe(401);

  const other = JSON.stringify({ ...event, amountPaise: 1 });
  expect((await sendWebhook(app, event, { body: other })).status).toBe(401);
  for (const amountPaise of [-5, 0, 1.5, 1_000_000_000_001])
    expect((await sendWebhook(app, { ...event, amountPaise })).status).toBe(400);
  for (const paidAtMs of [-1, 0.5, 9e15])
    expect((await sendWebhook(app, { ...event, paidAtMs })).status).toBe(400);
  expect((await sendWebhook(app, { kind: 'rubbish' } as never)).status).toBe(400);

  const long = await fetch(`${app.url}/api/hooks/sandbox`, {
    method: 'POST',
    body: 'x'.repeat(70_000),
  });
  expect(long.status).toBe(413);
  expect((await fetch(`${app.url}/api/hooks/nobody`, { method: 'POST', body: '{}' })).status).toBe(
    404,
  );
  expect((await readRepayDetail(who, repayId)).totalPaise).toBe(amountPaise);
});

test('a signed webhook with a NUL or half a surrogate pair is refused without an error in the log', async () => {
  const errors = vi.spyOn(app.deps.log, 'error');
  const event = aPaymentEvent(app, 'code', 100);

  for (const text of ['a\0b', 'a\ud800b', '\udc00'])
    for (const spoiled of [
      { ...event, code: text },
      { ...event, eventId: text },
      { ...event, providerRef: text },
      {
        kind: 'payout',
        eventId: 'e',
        payoutRef: 'r',
        state: 'failed',
        providerId: 'p',
        reason: text,
      },
      { kind: 'chargeback', eventId: 'e', paymentProviderRef: text, amountPaise: 1, takenAtMs: 1 },
    ] as ProviderEvent[])
      expect(await sendWebhook(app, spoiled), JSON.stringify(spoiled)).toEqual({
        status: 400,
        text: 'not text',
      });

  expect(errors).not.toHaveBeenCalled();
  errors.mockRestore();
});

test('an unmatched event is stored, and applied once it matches', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const { code, amountPaise } = await startFullPayment(who, repayId);
  const { db } = app.deps;
  const event = aPaymentEvent(app, code, amountPaise);
  const hidden = `${code}X`;

  await db.updateTable('payment_intents').set({ code: hidden }).where('code', '=', code).execute();
  expect(await sendWebhook(app, event)).toEqual({ status: 200, text: 'unknown' });
  await db.updateTable('payment_intents').set({ code }).where('code', '=', hidden).execute();
  expect(await retryUnmatchedEvents(app.deps)).toBe(1);
  expect(await sendWebhook(app, event)).toEqual({ status: 200, text: 'repeated' });
  expect((await readRepayDetail(who, repayId)).borrowStatus).toBe(OrderStatus.settled);
});

test('an event that fails while posting leaves no trace and is processed when sent again', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const { code, amountPaise } = await startFullPayment(who, repayId);
  const event = aPaymentEvent(app, code, amountPaise);
  const ended = new Error('the process ended');
  let calls = 0;

  for (let step = 1; step <= 3; step++) {
    calls = 0;

    const now = (): number => {
      if (++calls === step) throw ended;
      return app.deps.now();
    };

    await expect(receiveEvent({ ...app.deps, now }, 'sandbox', event)).rejects.toBe(ended);
    expect((await readRepayDetail(who, repayId)).totalPaise).toBe(amountPaise);
    expect((await readEntries(who, repayId)).entries).toHaveLength(1);
  }

  expect(await sendWebhook(app, event)).toEqual({ status: 200, text: 'done' });
  expect((await readRepayDetail(who, repayId)).borrowStatus).toBe(OrderStatus.settled);
});

test('a payment concurrent with a new application and a second payment: nothing is lost or doubled', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const { code, amountPaise } = await startFullPayment(who, repayId);
  const event = aPaymentEvent(app, code, amountPaise);
  const second = aPaymentEvent(app, code, rupees(1));
  const quoted = await aQuote(who, { rupees: 10_000 });

  expect(quoted.kfs.isAccepted).toBe(false);
  await Promise.all([
    sendWebhook(app, event),
    sendWebhook(app, second),
    anAppliedLoan(who),
    viewPayment(app, code),
    sendWebhook(app, event),
  ]);
  expect(
    (await readEntries(who, repayId)).entries.filter((journal) => journal.kind === 'payment'),
  ).toHaveLength(2);
  expect((await readRepayDetail(who, repayId)).paidPaise).toBe(amountPaise + rupees(1));
});

test('ten full payments at once: one settles the loan, nine become the borrower’s credit', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const { code, amountPaise } = await startFullPayment(who, repayId);
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => sendWebhook(app, aPaymentEvent(app, code, amountPaise))),
  );

  expect(answers.map(({ text }) => text)).toEqual(Array(10).fill('done'));

  const payments = (await readEntries(who, repayId)).entries.slice(1).map(listLines);
  const credits = payments.filter((lines) =>
    lines.some(([account]) => account === 'borrower_credit'),
  );

  expect([payments.length, credits.length]).toEqual([10, 9]);
  expect((await readRepayDetail(who, repayId)).borrowStatus).toBe(OrderStatus.settled);
});
