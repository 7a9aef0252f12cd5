import { CALLS } from '@noren/contract/index';
import { rupees } from '@noren/core/money/money';
import { UserStatus } from '@noren/core/people/status';
import { expect, test } from 'vitest';
import { readScoreInputs } from '../../../borrower/loans/evaluate-credit.ts';
import { decideByName, proposeByName } from '../../../testing/decisions.ts';
import {
  anActiveLoan,
  aPaymentEvent,
  openSandboxBank,
  readEntries,
  sendWebhook,
  startFullPayment,
  viewPayment,
} from '../../../testing/loans.ts';
import { startMovingApp } from '../../../testing/moving-clock-app.ts';
import { sendProof } from '../../../testing/proofs.ts';
import { aUtr, chargeBack } from '../../../testing/repayments.ts';
import { aSignedInUser, type SignedInUser, successData } from '../../../testing/users.ts';

const { app, later } = await startMovingApp();

/** A loan with a payment by code, in full or in part. */
async function paid(amountPaise?: number) {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const { code } = await startFullPayment(who, repayId);
  const utr = aUtr();
  const event = await openSandboxBank(app).payIntent(code, amountPaise, { utr });
  if (event?.kind !== 'payment') throw new Error('the bank took no payment');

  await openSandboxBank(app).deliverAll(app.url);

  return {
    who,
    repayId,
    code,
    utr,
    providerRef: event.providerRef,
    amountPaise: event.amountPaise,
  };
}

async function reverse(who: SignedInUser, repayId: string): Promise<void> {
  const { journalId } = (await readEntries(who, repayId)).entries.find(
    ({ kind }) => kind === 'payment',
  )!;
  const of = { maker: 'Asha', reason: 'booked for another by mistake' };
  const requestId = await proposeByName(app.deps, {
    kind: 'reversal',
    repayId,
    detail: { journalId },
    ...of,
  });

  await decideByName(app.deps, { requestId, checker: 'Ravi', decision: 'approve' });
}

async function payFully(who: SignedInUser, repayId: string): Promise<void> {
  const { code } = await startFullPayment(who, repayId);
  await openSandboxBank(app).payIntent(code);
  await openSandboxBank(app).deliverAll(app.url);
}

const readStatus = async ({ client }: SignedInUser): Promise<number> =>
  successData(await client.send(CALLS.userStatus, {})).bizStatus;

const prove = async ({ who, repayId, utr, amountPaise }: Awaited<ReturnType<typeof paid>>) =>
  (await sendProof(app, who, { repayId, utr, amountPaise, channel: 'upi' })).state;

test('a charged-back payment no longer shows as paid; a partial chargeback shows its amount', async () => {
  const { code, providerRef, amountPaise } = await paid();
  expect(await viewPayment(app, code)).toMatchObject({
    state: 'paid',
    reversedPaise: 0,
    missingPaise: 0,
  });
  await chargeBack(app, providerRef, rupees(700));
  expect(await viewPayment(app, code)).toMatchObject({
    state: 'paid',
    amountPaise,
    reversedPaise: rupees(700),
  });
  await chargeBack(app, providerRef, amountPaise - rupees(700));
  expect(await viewPayment(app, code)).toMatchObject({
    state: 'reversed',
    amountPaise,
    reversedPaise: amountPaise,
    channels: [],
    instruments: [],
  });
});

test('a payment an operator reversed no longer shows as paid, nor its proof as matched', async () => {
  const of = await paid();
  expect(await prove(of)).toBe('matched');
  await reverse(of.who, of.repayId);
  expect(await viewPayment(app, of.code)).toMatchObject({
    state: 'reversed',
    reversedPaise: of.amountPaise,
  });

  const list = successData(
    await of.who.client.send(CALLS.proofList, { params: { repayId: of.repayId } }),
  );
  expect(list.details).toMatchObject([{ state: 'reversed', reason: null }]);
});

test('the proof of a partially reversed payment is still matched', async () => {
  const of = await paid();
  await chargeBack(app, of.providerRef, rupees(1));
  expect(await prove(of)).toBe('matched');
});

test.each([
  ['much less than was asked', rupees(1_000), (requested: number) => requested - rupees(1_000)],
  ['a few paise less, which are waived', null, () => 0],
] as const)('a code paid with %s says what is missing of it', async (_, came, missing) => {
  const who = await aSignedInUser(app);
  const { code, amountPaise: requested } = await startFullPayment(
    who,
    await anActiveLoan(app, who),
  );

  await sendWebhook(app, aPaymentEvent(app, code, came ?? requested - 40));
  expect(await viewPayment(app, code)).toMatchObject({
    state: 'paid',
    missingPaise: missing(requested),
  });
});

test('a borrower whose only repaid loan is charged back is certified, not regular, until it is repaid again', async () => {
  const { who, repayId, providerRef, amountPaise } = await paid();
  expect(await readStatus(who)).toBe(UserStatus.regular);
  await chargeBack(app, providerRef, amountPaise);
  expect(await readStatus(who)).toBe(UserStatus.certified);
  await payFully(who, repayId);
  expect(await readStatus(who)).toBe(UserStatus.regular);
});

test('a borrower who repaid another loan stays regular after a chargeback', async () => {
  const first = await paid();
  await payFully(first.who, await anActiveLoan(app, first.who));
  await chargeBack(app, first.providerRef, first.amountPaise);
  expect(await readStatus(first.who)).toBe(UserStatus.regular);
});

test('a reversed payment does not make its loan a late one', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);

  later(20);

  const late = await startFullPayment(who, repayId);
  const begun = app.deps.now();
  const onDay = (day: number) => ({ paidAtMs: begun + day * 86_400_000 });

  await sendWebhook(app, aPaymentEvent(app, late.code, late.amountPaise, onDay(20)));

  const worst = async () =>
    (await readScoreInputs(app.deps.db, app.deps, who.userId))?.inputs.worstOverdueDays;
  expect(await worst()).toBe(5);
  await reverse(who, repayId);

  const { code, amountPaise } = await startFullPayment(who, repayId);
  await sendWebhook(app, aPaymentEvent(app, code, amountPaise, onDay(14)));
  expect(await worst()).toBe(0);
});
