import { rupees } from '@noren/core/money/money';
import { MONEY_KINDS } from '@noren/core/staff/approval-kinds';
import { beforeAll, expect, test } from 'vitest';
import {
  anActiveLoan,
  anAppliedLoan,
  aPaymentEvent,
  openSandboxBank,
  readEntries,
  readRepayDetail,
  runJobs,
  sendWebhook,
  startFullPayment,
} from '../../testing/loans.ts';
import { sendProof } from '../../testing/proofs.ts';
import { reconcileDay } from '../../testing/reconcile-day.ts';
import { aBankTransfer, aPaidLoan, aUtr } from '../../testing/repayments.ts';
import { type StaffClient, useConsole } from '../../testing/staff.ts';
import { useMoneyApp } from '../../testing/use-app.ts';
import { aSignedInUser, type SignedInUser } from '../../testing/users.ts';
import { findKind } from './kinds/kinds.ts';
import type { OperatorRequest } from './request/requests-store.ts';

const app = await useMoneyApp();
const desk = await useConsole(app);
let maker: StaffClient;
let checker: StaffClient;

beforeAll(async () => {
  maker = await desk.enrolled('Mira Maker', [
    'payments',
    'accountant',
    'collections',
    'credit_officer',
  ]);
  checker = await desk.enrolled('Chandra Checker', ['payments', 'accountant', 'credit_officer']);
});

const reason = 'the payer wrote to us';
const preview = async (proposal: object) =>
  (await maker.data('previewApproval', { body: { proposal } })).effect.money ?? null;
const propose = async (proposal: object) =>
  (await maker.data('propose', { body: { proposal, reason } })).requestId;
const read = (requestId: string) => checker.data('approval', { params: { requestId } });

async function maskedPerson({ userId }: SignedInUser): Promise<string> {
  const support = await desk.as('support');
  const { name, maskedPhone } = await support.data('borrower', { params: { userId } });
  return `${name}, ${maskedPhone}`;
}

/** A loan with one payment by a bank transfer. */
async function aPaidByTransfer(paise: number, utr: string) {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const { code } = await startFullPayment(who, repayId);

  await openSandboxBank(app).payIntent(code, paise, { utr });
  await openSandboxBank(app).deliverAll(app.url);

  const { journalId } = (await readEntries(who, repayId)).entries.find(
    ({ kind }) => kind === 'payment',
  )!;
  return { who, repayId, journalId };
}

test('a payment that is moved or reversed is shown with amount, bank number, day and payer', async () => {
  const utr = aUtr();
  const { who, repayId, journalId } = await aPaidByTransfer(rupees(432), utr);
  const toRepayId = await anActiveLoan(app, await aSignedInUser(app));
  const money = {
    amountPaise: rupees(432),
    utrLast4: utr.slice(-4),
    day: app.deps.today(),
    person: await maskedPerson(who),
  };

  expect(await preview({ kind: 'payment_move', repayId, journalId, toRepayId })).toEqual(money);
  expect(await preview({ kind: 'reversal', repayId, journalId })).toEqual(money);

  const requestId = await propose({ kind: 'payment_move', repayId, journalId, toRepayId });
  expect((await read(requestId)).effectNow?.money).toEqual(money);

  const { rows } = await checker.data('approvalList', { query: { list: 'to_decide' } });
  expect(rows.find((row) => row.requestId === requestId)?.money).toEqual(money);
});

test('money in suspense is shown with amount and bank number; its payer where it was taken off an order', async () => {
  await aPaidByTransfer(rupees(10), aUtr());

  const utr = aUtr();
  const { providerRef } = await aBankTransfer(app, utr, rupees(250));
  const day = app.deps.today();

  app.moveDays(1);
  await reconcileDay(app.deps, day);

  const shown = { amountPaise: rupees(250), utrLast4: utr.slice(-4), day };
  const proposal = { kind: 'unclaimed_payment_return', provider: 'sandbox', providerRef };

  expect(await preview(proposal)).toEqual({ ...shown, person: null });

  const repayId = await anActiveLoan(app, await aSignedInUser(app));
  expect(await preview({ ...proposal, kind: 'unclaimed_payment_claim', repayId })).toEqual({
    ...shown,
    person: null,
  });

  const paid = await aPaidByTransfer(rupees(100), aUtr());
  const requestId = await propose({
    kind: 'reversal',
    repayId: paid.repayId,
    journalId: paid.journalId,
  });

  await checker.data('approve', { body: { requestId, seen: (await read(requestId)).effectNow } });

  const { rows } = await maker.data('moneyUnclaimed', { query: {} });
  const funds = rows.find(({ amountPaise }) => amountPaise === rupees(100));
  const takenOff = {
    kind: 'unclaimed_payment_return',
    provider: funds?.provider,
    providerRef: funds?.providerRef,
  };

  expect(await preview(takenOff)).toMatchObject({
    amountPaise: rupees(100),
    person: await maskedPerson(paid.who),
  });
});

test('each other request about money names its amount and whose it is', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const person = await maskedPerson(who);
  const plain = { utrLast4: null, day: null, person };

  expect(await preview({ kind: 'waiver', repayId, amountPaise: 500 })).toEqual({
    ...plain,
    amountPaise: 500,
  });

  expect(await preview({ kind: 'payout_reversal', repayId })).toMatchObject({
    person,
    utrLast4: null,
  });

  const waiting = await aSignedInUser(app);
  const applied = await anAppliedLoan(waiting);
  const { amountPaise = 0 } = (await preview({ kind: 'payout_cancel', repayId: applied })) ?? {};

  expect(amountPaise).toBeGreaterThan(rupees(1_000));

  const utr = aUtr();
  await sendProof(app, who, { repayId, utr, amountPaise: rupees(300), paidOn: app.deps.today() });

  const { rows: proofs } = await maker.data('moneyProofs', { query: {} });
  const proof = proofs.find((row) => row.repayId === repayId);
  const counted = { kind: 'proof', proofId: proof?.proofId, decision: 'refuse', why: 'not_found' };

  expect(await preview(counted)).toEqual({
    amountPaise: proof?.amountPaise,
    utrLast4: proof?.utrLast4,
    day: proof?.paidOn,
    person,
  });
});

test.each(MONEY_KINDS)('a request of the kind %s reads its money', (kind) => {
  expect(findKind({ kind } as OperatorRequest).money).toBeTypeOf('function');
});

test('a failed refund is shown with its amount and the transfer that it gives back', async () => {
  await openSandboxBank(app).setBehaviour('refunds', 'fail');

  const { who } = await aPaidLoan(app, rupees(500));
  await runJobs(app);
  await runJobs(app, { delayed: true });

  const [failed] = await app.deps.db
    .selectFrom('refunds')
    .selectAll()
    .where('userId', '=', who.userId)
    .execute();
  await openSandboxBank(app).setBehaviour('refunds', 'succeed');

  for (const kind of ['refund_retry', 'refund_payout'])
    expect(await preview({ kind, refundRef: failed?.refundRef })).toMatchObject({
      amountPaise: rupees(500),
      person: await maskedPerson(who),
    });
});

test('an approved request shows what was posted, with its journals, not what was proposed', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);

  app.moveDays(20);

  const requestId = await propose({ kind: 'waiver', repayId, amountPaise: rupees(50) });
  const { code } = await startFullPayment(who, repayId);

  await sendWebhook(app, aPaymentEvent(app, code, rupees(4_000)));

  const { effectNow, effectWhenMade } = await read(requestId);
  expect(effectNow?.orders).not.toEqual(effectWhenMade?.orders);
  await checker.data('approve', { body: { requestId, seen: effectNow } });

  const { approval, effectDone, effectNow: after } = await read(requestId);
  expect(after).toBeNull();

  const { journals = [], ...done } = effectDone ?? {};
  const { journals: seenJournals, ...seen } = effectNow!;

  expect(done).toEqual(seen);
  expect(journals.map(({ journalId, ...journal }) => journal)).toEqual(seenJournals);

  const { journals: posted } = await maker.data('loan', { params: { repayId } });
  for (const { journalId } of journals)
    expect(posted.map((journal) => journal.journalId)).toContain(journalId);
  expect(approval).toMatchObject({
    checkerName: 'Chandra Checker',
    decidedAt: app.deps.now(),
    money: seen.money,
  });
  expect((await readRepayDetail(who, repayId)).totalPaise).toBe(
    effectDone?.orders[0]?.after.owedPaise,
  );
});

test('a request that moves no money says whom it is about', async () => {
  const who = await aSignedInUser(app);
  const person = await maskedPerson(who);
  const requestId = await propose({
    kind: 'lending_freeze',
    userId: who.userId,
    isFrozen: true,
  });
  const { rows } = await checker.data('approvalList', { query: { list: 'to_decide' } });

  const about = { money: null, userId: who.userId, person };
  expect(rows.find((row) => row.requestId === requestId)).toMatchObject(about);
  expect((await read(requestId)).approval).toMatchObject(about);

  const administrator = await desk.as('administrator');
  const { staffId } = await desk.enrolled('Sunil Support', ['support']);
  const proposal = { kind: 'role_change', staffId, roles: ['auditor'] } as const;
  const change = await administrator.data('propose', { body: { proposal, reason } });
  const params = { requestId: change.requestId };
  expect((await administrator.data('approval', { params })).approval).toMatchObject({
    userId: null,
    person: 'Sunil Support',
  });
});

test('an auditor finds who proposed and who refused a request by its amount', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const amountPaise = rupees(87);
  const requestId = await propose({ kind: 'waiver', repayId, amountPaise });

  await checker.data('refuseApproval', { body: { requestId, reason } });
  await propose({ kind: 'waiver', repayId, amountPaise: rupees(88) });

  const auditor = await desk.as('auditor');
  const query = { borrower: who.userId, leastPaise: amountPaise, mostPaise: amountPaise };
  const { rows } = await auditor.data('auditList', { query });

  expect(rows).toMatchObject([
    {
      action: 'waiver_refused',
      staffName: 'Chandra Checker',
      subject: requestId,
      detail: { amountPaise },
    },
    {
      action: 'waiver_requested',
      staffName: 'Mira Maker',
      subject: requestId,
      detail: { amountPaise },
    },
  ]);
});
