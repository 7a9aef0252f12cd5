import { CALLS } from '@noren/contract/index';
import { OrderStatus } from '@noren/core/lending/order-status';
import { rupees } from '@noren/core/money/money';
import { addDays } from '@noren/core/money/time';
import { UserStatus } from '@noren/core/people/status';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { offsetClock } from '../../../platform/business-time.ts';
import { readSandboxMessages } from '../../../sandbox/phone/store.ts';
import {
  anActiveLoan,
  listLines,
  readBill,
  readEntries,
  readRepayDetail,
  runJobs,
  sendWebhook,
} from '../../../testing/loans.ts';
import { startMovingApp } from '../../../testing/moving-clock-app.ts';
import {
  aStartedPayment,
  postChargeback,
  receivePayment,
  requestPayment,
  startAndPay,
} from '../../../testing/repayments.ts';
import { aSignedInUser, type SignedInUser, successData } from '../../../testing/users.ts';

const { app, later } = await startMovingApp();
const requestReturn = (who: SignedInUser, repayId: string) =>
  who.client.send(CALLS.returnLoan, { body: { repayId } });
const mayReturn = async (who: SignedInUser, repayId: string) =>
  (await readBill(who, repayId)).bill.mayReturn;

/**
 * Makes today's product version refund the fee on a return; earlier acceptances keep their terms.
 */
async function sellOtherTerms(code: string, change: Record<string, unknown>): Promise<void> {
  await sql`insert into product_versions (code, version, terms, effective_from)
    select code, version + 1, terms || ${JSON.stringify({ ...change })}::jsonb
             || jsonb_build_object('version', version + 1), ${app.deps.today()}
    from product_versions where code = ${code} order by version desc limit 1`.execute(app.deps.db);
}

test('a return on the third day costs the principal and the days’ interest only, and the order becomes returned', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);

  later(3);
  expect(await mayReturn(who, repayId)).toBe(true);

  const requested = successData(await requestReturn(who, repayId));
  expect(requested).toEqual({
    lastDay: app.deps.today(),
    principalPaise: rupees(10_000),
    interestPaise: rupees(30),
    feeBackPaise: 0,
    totalPaise: rupees(10_030),
    isFeeKept: true,
  });

  expect((await readRepayDetail(who, repayId)).coolingOff).toEqual({
    lastDay: requested.lastDay,
    totalPaise: requested.totalPaise,
    isFeeKept: true,
  });

  const noted = await app.deps.db
    .selectFrom('audit_log')
    .select('action')
    .where('userId', '=', who.userId)
    .where('subject', '=', repayId)
    .execute();
  expect(noted).toContainEqual({ action: 'return_requested' });
  expect(await startAndPay(app, who, { repayId, kind: 'return' })).toBe(rupees(10_030));
  expect(await readRepayDetail(who, repayId)).toMatchObject({
    borrowStatus: OrderStatus.returned,
    totalPaise: 0,
    coolingOff: null,
  });
  expect((await readBill(who, repayId)).history.at(-1)?.reason).toBe(
    'You returned it in the cooling-off days.',
  );
  expect(await mayReturn(who, repayId)).toBe(false);
  // A returned loan does not count as settled: the user does not become regular.
  expect(successData(await who.client.send(CALLS.userStatus, {})).bizStatus).toBe(
    UserStatus.certified,
  );
});

test('after the last day a return is refused, and money that arrives then is an ordinary payment', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);

  later(3);

  const { code, amountPaise } = await aStartedPayment(who, { repayId, kind: 'return' });
  later(1);
  expect(await requestReturn(who, repayId)).toMatchObject({
    code: 409,
    data: { reason: 'too_late' },
  });

  expect(await requestPayment(who, { repayId, kind: 'return' })).toMatchObject({
    code: 409,
    data: { reason: 'too_late' },
  });
  expect(await mayReturn(who, repayId)).toBe(false);
  await receivePayment(app, code, amountPaise);
  expect(await readRepayDetail(who, repayId)).toMatchObject({
    borrowStatus: OrderStatus.active,
    totalPaise: rupees(10),
    coolingOff: null,
  });
  await runJobs(app);
  expect(
    (await readSandboxMessages(app.deps.db, who.phone, 9)).map(({ template }) => template),
  ).toContain('return_missed');
  await startAndPay(app, who, { repayId, kind: 'full' });
  expect((await readRepayDetail(who, repayId)).borrowStatus).toBe(OrderStatus.settled);
});

test('a full repayment during cooling-off settles the loan; it is not a return', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);

  await startAndPay(app, who, { repayId, kind: 'full' });
  expect((await readRepayDetail(who, repayId)).borrowStatus).toBe(OrderStatus.settled);
  expect(await requestReturn(who, repayId)).toMatchObject({
    code: 409,
    data: { reason: 'nothing_owed' },
  });
});

test('a reversed return makes the loan owed again, and it may be repaid', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);

  await startAndPay(app, who, { repayId, kind: 'return' });
  later(1);
  await postChargeback(app, who, repayId, 'payment');
  expect(await readRepayDetail(who, repayId)).toMatchObject({
    borrowStatus: OrderStatus.active,
    totalPaise: rupees(10_010),
  });
  await startAndPay(app, who, { repayId, kind: 'return' });
  expect((await readRepayDetail(who, repayId)).borrowStatus).toBe(OrderStatus.returned);
});

test('the accepted terms apply: a refundable fee reduces the amount to pay', async () => {
  const before = await aSignedInUser(app);
  const stored = await anActiveLoan(app, before, { productCode: 'N07', rupees: 5_000 });

  await sellOtherTerms('N07', { isFeeKeptOnReturn: false, coolingOffDays: 1 });

  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who, { productCode: 'N07', rupees: 5_000 });

  later(1);
  expect(successData(await requestReturn(before, stored))).toMatchObject({
    isFeeKept: true,
    totalPaise: rupees(5_005),
  });

  // 3 % of 5,000 plus GST: 150 and 27.
  expect(successData(await requestReturn(who, repayId))).toMatchObject({
    lastDay: app.deps.today(),
    isFeeKept: false,
    feeBackPaise: rupees(177),
    totalPaise: rupees(5_005 - 177),
  });
  await startAndPay(app, who, { repayId, kind: 'return' });
  expect(await readRepayDetail(who, repayId)).toMatchObject({
    borrowStatus: OrderStatus.returned,
    totalPaise: 0,
    waivedPaise: 0,
  });

  // The fee and its GST are reversed: no principal is waived, and no GST is owed on an unpaid fee.
  const { entries } = await readEntries(who, repayId);
  expect(listLines(entries.find(({ kind }) => kind === 'fee_reversal'))).toEqual([
    ['interest_receivable', -rupees(5)],
    ['fee_income', rupees(150)],
    ['gst_payable', rupees(27)],
    ['loan_principal', -rupees(172)],
  ]);
  expect(entries.some(({ kind }) => kind === 'waiver')).toBe(false);
  later(1);
  expect(await requestReturn(who, repayId)).toMatchObject({ code: 409 });
  expect(successData(await requestReturn(before, stored)).lastDay).toBe(
    addDays(app.deps.today(), 1),
  );
});

test('a reversed fee that exceeds what is owed is refunded, and is charged again when the return is reversed', async () => {
  await sellOtherTerms('N07', { isFeeKeptOnReturn: false, coolingOffDays: 3 });

  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who, { productCode: 'N07', rupees: 5_000 });

  await startAndPay(app, who, { repayId, kind: 'part', amountPaise: rupees(4_900) });
  // Owed: 100 and 5 of interest. The fee is 177.
  expect(successData(await requestReturn(who, repayId))).toMatchObject({
    feeBackPaise: rupees(177),
    totalPaise: rupees(1),
  });
  await startAndPay(app, who, { repayId, kind: 'return' });
  await runJobs(app);
  expect(await readRepayDetail(who, repayId)).toMatchObject({
    borrowStatus: OrderStatus.returned,
    totalPaise: 0,
    overpaidPaise: 0,
  });

  const { entries } = await readEntries(who, repayId);

  const sumAccount = (account: string) =>
    entries
      .flatMap(listLines)
      .reduce((sum, [name, paise]) => (name === account ? sum + paise : sum), 0);

  expect(
    ['fee_income', 'gst_payable', 'waiver_expense', 'borrower_credit'].map(sumAccount),
  ).toEqual([0, 0, 0, 0]);
  expect(sumAccount('refunds_out')).toBe(-rupees(73));
});

test('a reversed return charges the fee again', async () => {
  await sellOtherTerms('N07', { isFeeKeptOnReturn: false, coolingOffDays: 3 });

  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who, { productCode: 'N07', rupees: 5_000 });

  await startAndPay(app, who, { repayId, kind: 'return' });
  await postChargeback(app, who, repayId, 'payment');
  expect(await readRepayDetail(who, repayId)).toMatchObject({
    borrowStatus: OrderStatus.active,
    totalPaise: rupees(5_005),
  });

  const { entries } = await readEntries(who, repayId);
  expect(listLines(entries.at(-1))).toEqual(
    expect.arrayContaining([
      ['fee_income', -rupees(150)],
      ['gst_payable', -rupees(27)],
    ]),
  );
});

test('a return that is charged back charges the fee and its GST again, and may be returned once more', async () => {
  await sellOtherTerms('N07', { isFeeKeptOnReturn: false, coolingOffDays: 3 });

  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who, { productCode: 'N07', rupees: 5_000 });
  const { code, amountPaise } = await aStartedPayment(who, { repayId, kind: 'return' });

  await receivePayment(app, code, amountPaise);
  later(1);
  await chargeBack(who, amountPaise);
  // Principal and one day of interest until the return, one day's least; nothing ran up while
  // nothing was owed.
  expect(await readRepayDetail(who, repayId)).toMatchObject({
    borrowStatus: OrderStatus.active,
    totalPaise: rupees(5_005),
  });

  const { entries } = await readEntries(who, repayId);
  expect(listLines(entries.at(-1))).toEqual([
    ['settlement_in', -amountPaise],
    ['interest_receivable', rupees(5)],
    ['fee_income', -rupees(150)],
    ['gst_payable', -rupees(27)],
    ['loan_principal', rupees(5_000)],
  ]);
  expect(successData(await requestReturn(who, repayId)).feeBackPaise).toBe(rupees(177));
  await startAndPay(app, who, { repayId, kind: 'return' });
  expect((await readRepayDetail(who, repayId)).borrowStatus).toBe(OrderStatus.returned);
});

test('a return after another payment was charged back does not reverse the fee a second time', async () => {
  await sellOtherTerms('N07', { isFeeKeptOnReturn: false, coolingOffDays: 3 });

  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who, { productCode: 'N07', rupees: 5_000 });

  await startAndPay(app, who, { repayId, kind: 'part', amountPaise: rupees(2_000) });
  await startAndPay(app, who, { repayId, kind: 'return' });
  await chargeBack(who, rupees(2_000));
  expect(await readRepayDetail(who, repayId)).toMatchObject({
    borrowStatus: OrderStatus.active,
    totalPaise: rupees(2_000),
  });

  expect(successData(await requestReturn(who, repayId))).toMatchObject({
    feeBackPaise: 0,
    totalPaise: rupees(2_000),
  });
});

/** The payer’s bank charges back the borrower’s payment of an amount. */
async function chargeBack(who: SignedInUser, amountPaise: number): Promise<void> {
  const paid = await app.deps.db
    .selectFrom('provider_payments')
    .select('providerRef')
    .where('userId', '=', who.userId)
    .where('amountPaise', '=', amountPaise)
    .executeTakeFirstOrThrow();
  const takenAtMs = offsetClock({ now: app.deps.now(), today: app.deps.today() });
  const eventId = `c${paid.providerRef}`;
  const { status } = await sendWebhook(app, {
    kind: 'chargeback',
    eventId,
    paymentProviderRef: paid.providerRef,
    amountPaise,
    takenAtMs,
  });

  expect(status).toBe(200);
}

test('a return waives the penal charge of the cooling-off days', async () => {
  await sellOtherTerms('N07', { tenorDays: 1, coolingOffDays: 5, isFeeKeptOnReturn: true });

  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who, { productCode: 'N07', rupees: 5_000 });

  later(5);

  const { overdueFeePaise, coolingOff } = await readRepayDetail(who, repayId);
  // Two of four overdue days are grace days: 2 × 0.1 % of 5,005.
  expect(overdueFeePaise).toBe(1_001);
  expect(coolingOff?.totalPaise).toBe(rupees(5_005));
  await startAndPay(app, who, { repayId, kind: 'return' });
  expect(await readRepayDetail(who, repayId)).toMatchObject({
    borrowStatus: OrderStatus.returned,
    totalPaise: 0,
    waivedPaise: 1_001,
  });
});
