import { OrderStatus } from '@noren/core/lending/order-status';
import { rupees } from '@noren/core/money/money';
import { expect, test } from 'vitest';
import {
  anActiveLoan,
  aPaymentEvent,
  openSandboxBank,
  readEntries,
  readRepayDetail,
  sendWebhook,
  startFullPayment,
} from '../../../testing/loans.ts';
import { judgeProof, listProofs, requestProof, sendProof } from '../../../testing/proofs.ts';
import { aBankTransfer, aUtr, readPaid } from '../../../testing/repayments.ts';
import { useMoneyApp } from '../../../testing/use-app.ts';
import { aSignedInUser, successData } from '../../../testing/users.ts';

const app = await useMoneyApp();

test('a payment whose webhook was lost is found when its proof is sent', async () => {
  await openSandboxBank(app).setBehaviour('payments', 'lost');

  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const { code, amountPaise } = await startFullPayment(who, repayId);
  const utr = aUtr();

  await openSandboxBank(app).payIntent(code, undefined, { utr });
  expect((await sendProof(app, who, { repayId, utr, amountPaise })).state).toBe('matched');
  expect((await readRepayDetail(who, repayId)).borrowStatus).toBe(OrderStatus.settled);
});

test('after an operator matched a proof, a later or concurrent event for the transfer is not posted again', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const { code } = await startFullPayment(who, repayId);
  const one = aUtr();
  const first = await sendProof(app, who, { repayId, utr: one });

  expect(await judgeProof(app, first.proofId, 'match')).toEqual({ ok: true });
  expect(await judgeProof(app, first.proofId, 'match')).toEqual({ ok: false, reason: 'decided' });
  await sendWebhook(app, { ...aPaymentEvent(app, code, rupees(500)), utr: one });
  expect(await readPaid(who, repayId)).toBe(rupees(500));

  const two = aUtr();
  const second = await sendProof(app, who, { repayId, utr: two });
  const event = { ...aPaymentEvent(app, code, rupees(500)), utr: two };

  await Promise.all([
    judgeProof(app, second.proofId, 'match'),
    sendWebhook(app, event),
    sendWebhook(app, event),
  ]);
  expect(await readPaid(who, repayId)).toBe(rupees(1_000));
  expect((await listProofs(who, repayId)).map(({ state }) => state)).toEqual([
    'matched',
    'matched',
  ]);
  expect(
    (await readEntries(who, repayId)).entries.filter(({ kind }) => kind === 'payment'),
  ).toHaveLength(2);
});

test('a payment by the order’s code matches its proof; the same transfer claimed by another order is refused', async () => {
  const [who, other] = [await aSignedInUser(app), await aSignedInUser(app)];
  const [repayId, theirs] = [await anActiveLoan(app, who), await anActiveLoan(app, other)];
  const utr = aUtr();

  await sendProof(app, who, { repayId, utr });
  await sendProof(app, other, { repayId: theirs, utr });

  const { code } = await startFullPayment(who, repayId);
  await sendWebhook(app, { ...aPaymentEvent(app, code, rupees(500)), utr });
  expect([
    (await listProofs(who, repayId))[0]?.state,
    (await listProofs(other, theirs))[0]?.state,
  ]).toEqual(['matched', 'refused']);
});

test('two claims on one transfer are both left to an operator', async () => {
  const [who, other] = [await aSignedInUser(app), await aSignedInUser(app)];
  const [repayId, theirs] = [await anActiveLoan(app, who), await anActiveLoan(app, other)];
  const utr = aUtr();
  const mine = await sendProof(app, who, { repayId, utr });
  const copied = await sendProof(app, other, { repayId: theirs, utr });

  await aBankTransfer(app, utr, rupees(500));
  expect([
    (await listProofs(who, repayId))[0]?.state,
    (await listProofs(other, theirs))[0]?.state,
  ]).toEqual(['received', 'received']);
  expect(await judgeProof(app, mine.proofId, 'match')).toEqual({ ok: true });
  expect(await judgeProof(app, copied.proofId, 'match')).toEqual({ ok: false, reason: 'decided' });
  expect((await listProofs(other, theirs))[0]?.state).toBe('refused');
  expect([await readPaid(who, repayId), await readPaid(other, theirs)]).toEqual([rupees(500), 0]);
});

test('a proof sent ten times at once is stored once, and the next is one too many', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const utr = aUtr();
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => requestProof(app, who, { repayId, utr })),
  );

  expect(new Set(answers.map((answer) => successData(answer).proof.proofId)).size).toBe(1);
  expect(await listProofs(who, repayId)).toHaveLength(1);
  expect((await requestProof(app, who, { repayId })).code).toBe(429);
});
