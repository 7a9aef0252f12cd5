import { randomUUID } from 'node:crypto';
import { CALLS } from '@noren/contract/index';
import { OrderStatus } from '@noren/core/lending/order-status';
import { rupees } from '@noren/core/money/money';
import { addDays } from '@noren/core/money/time';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { listStaffActs } from '../../../platform/staff/audit-chain-store.ts';
import {
  anActiveLoan,
  anAppliedLoan,
  aPaymentEvent,
  readRepayDetail,
  runJobs,
  sendWebhook,
  startFullPayment,
} from '../../../testing/loans.ts';
import { judgeProof, listProofs, requestProof, sendProof } from '../../../testing/proofs.ts';
import { aBankTransfer, aUtr, readPaid } from '../../../testing/repayments.ts';
import { useConsole } from '../../../testing/staff.ts';
import { useMoneyApp } from '../../../testing/use-app.ts';
import { aSignedInUser } from '../../../testing/users.ts';
import { listFailedRefunds } from '../../../testing/waiting-lists.ts';

const app = await useMoneyApp();
const desk = await useConsole(app);

test('a proof of an unknown transfer waits for an operator, its number masked, its picture re-encoded and encrypted', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const utr = aUtr();
  const proof = await sendProof(app, who, { repayId, utr });

  expect(proof).toMatchObject({
    repayId,
    utrMasked: `••••${utr.slice(-4)}`,
    state: 'received',
    reason: null,
  });
  expect(await listProofs(who, repayId)).toEqual([proof]);

  const officer = await desk.as('payments');
  const picture = `${desk.origin}/staff/evidence/proofs/${proof.proofId}/picture`;
  const seen = await fetch(picture, { headers: { cookie: officer.cookie! } });

  expect((await sharp(Buffer.from(await seen.arrayBuffer())).metadata()).format).toBe('jpeg');

  const [act] = await listStaffActs(app.deps.db, { limit: 1 });
  expect(act).toMatchObject({
    action: 'proof_picture_seen',
    userId: who.userId,
    subject: proof.proofId,
  });

  const stored = await app.deps.db
    .selectFrom('repayment_proofs')
    .selectAll()
    .where('userId', '=', who.userId)
    .execute();
  expect(JSON.stringify(stored)).not.toContain(utr);
  expect(await readPaid(who, repayId)).toBe(0);
});

test('a proof of a posted payment is matched; of another order’s payment it is refused without naming that order', async () => {
  const [who, other] = [await aSignedInUser(app), await aSignedInUser(app)];
  const [repayId, theirs] = [await anActiveLoan(app, who), await anActiveLoan(app, other)];
  const { code } = await startFullPayment(who, repayId);
  const utr = aUtr();

  await sendWebhook(app, { ...aPaymentEvent(app, code, rupees(500)), utr });
  expect((await sendProof(app, who, { repayId, utr: ` ${utr.toLowerCase()} ` })).state).toBe(
    'matched',
  );

  const refused = await sendProof(app, other, { repayId: theirs, utr });
  expect(refused.state).toBe('refused');
  expect(refused.reason).toContain('counted for another loan');
  expect(JSON.stringify(refused)).not.toMatch(new RegExp(`${repayId}|${who.userId}`));
  expect(await readPaid(other, theirs)).toBe(0);
});

test('a transfer without a code is matched to the proof with its number, amount and day, whichever comes first', async () => {
  for (const isFirst of [true, false]) {
    const who = await aSignedInUser(app);
    const repayId = await anActiveLoan(app, who);
    const utr = aUtr();

    if (isFirst) await aBankTransfer(app, utr, rupees(500));

    const proof = await sendProof(app, who, { repayId, utr });
    expect(proof.state).toBe(isFirst ? 'matched' : 'received');
    if (!isFirst) await aBankTransfer(app, utr, rupees(500));
    expect((await listProofs(who, repayId))[0]?.state).toBe('matched');
    expect(await readPaid(who, repayId)).toBe(rupees(500));
  }

  const stored = await app.deps.db
    .selectFrom('provider_events')
    .select('event')
    .where('kind', '=', 'payment')
    .execute();
  expect(JSON.stringify(stored)).not.toContain('SBIN');
});

test.each([
  ['amount', { amountPaise: rupees(501) }],
  ['day', { paidOn: '2026-11-26' }],
])(
  'a proof with another %s waits for an operator, who posts it with the provider’s values',
  async (_, other) => {
    const who = await aSignedInUser(app);
    const repayId = await anActiveLoan(app, who);

    app.moveDays(2);

    const utr = aUtr();
    const event = { ...aPaymentEvent(app, randomUUID(), rupees(500)), utr };

    expect((await sendWebhook(app, event)).text).toBe('unknown');

    const proof = await sendProof(app, who, { repayId, utr, ...other });
    expect(proof.state).toBe('received');
    expect(await readPaid(who, repayId)).toBe(0);
    expect(await judgeProof(app, proof.proofId, 'match')).toEqual({ ok: true });
    expect(await readPaid(who, repayId)).toBe(rupees(500));
    // A later event with the same bank number is the same money.
    await sendWebhook(app, { ...event, eventId: `${event.eventId}.2` });
    expect(await readPaid(who, repayId)).toBe(rupees(500));
    app.moveDays(-2);
  },
);

test('a refused proof may be sent again; the reason is translated or the operator’s own text', async () => {
  const who = await aSignedInUser(app, { language: 'es' });
  const repayId = await anActiveLoan(app, who);
  const utr = aUtr();

  for (const [why, words] of [
    [undefined, /transferencia|transfer/],
    ['other_amount', /monto|amount/],
    ['Please write to us.', /^Please write to us\.$/],
  ] as const) {
    const { proofId, state } = await sendProof(app, who, { repayId, utr });
    expect(state).toBe('received');
    await judgeProof(app, proofId, 'refuse', why);
    expect((await listProofs(who, repayId))[0]?.reason).toMatch(words);
  }

  expect(await judgeProof(app, '00000000-0000-4000-8000-000000000000', 'match')).toEqual({
    ok: false,
    reason: 'unknown',
  });
});

test('an invalid proof is refused with the matching code and stores nothing', async () => {
  const [who, stranger] = [await aSignedInUser(app), await aSignedInUser(app)];
  const repayId = await anActiveLoan(app, who);
  const waiting = await anAppliedLoan(stranger, { rupees: 5_000 });
  const today = app.deps.today();
  const cases = [
    [who, { utr: 'SHORT' }, 400],
    [who, { utr: 'A'.repeat(23) }, 400],
    [who, { utr: 'SBIN/12345/67890' }, 400],
    [who, { amountPaise: 0 }, 400],
    [who, { amountPaise: 2 ** 40 }, 400],
    [who, { amountPaise: 1.5 }, 400],
    [who, { paidOn: 'yesterday' }, 400],
    [who, { paidOn: addDays(today, 1) }, 409],
    [who, { paidOn: addDays(today, -1) }, 409],
    [who, { file: new Blob(['%PDF-1.7']) }, 400],
    [who, { file: new Blob([]) }, 400],
    [stranger, {}, 404],
    [stranger, { repayId: waiting }, 409],
  ] as const;

  for (const [by, more, code] of cases)
    expect((await requestProof(app, by, { repayId, ...more })).code, JSON.stringify(more)).toBe(
      code,
    );

  expect((await stranger.client.send(CALLS.proofList, { params: { repayId } })).code).toBe(404);
  expect(await listProofs(who, repayId)).toEqual([]);
  await runJobs(app);
});

test('an overpayment by a transfer no provider reported is listed for an operator to refund', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const { amountPaise } = await startFullPayment(who, repayId);
  const { proofId } = await sendProof(app, who, { repayId, amountPaise: amountPaise + rupees(50) });

  await judgeProof(app, proofId, 'match');
  await runJobs(app);
  await runJobs(app);
  expect(await readRepayDetail(who, repayId)).toMatchObject({
    borrowStatus: OrderStatus.settled,
    overpaidPaise: rupees(50),
  });

  const failed = (await listFailedRefunds(app.deps.db)).filter(
    ({ userId }) => userId === who.userId,
  );
  expect(failed).toEqual([
    expect.objectContaining({ amountPaise: rupees(50), reason: 'no_provider' }),
  ]);
});
