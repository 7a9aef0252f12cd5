import { CALLS } from '@noren/contract/index';
import { addDays } from '@noren/core/money/time';
import { expect, test } from 'vitest';
import { dueClock } from '../../lending/payments/autopay/change-mandate.ts';
import { planDebits } from '../../lending/payments/autopay/plan-debits.ts';
import { smsText } from '../../notifications/notification-texts.ts';
import { readSandboxMessages } from '../../sandbox/phone/store.ts';
import {
  aLoanWithAutopay,
  changeAutopay,
  readDebitRows,
  report,
  useAutopayApp,
} from '../../testing/autopay.ts';
import { readStatus, runJobs } from '../../testing/loans.ts';
import { passDays, passOnce } from '../../testing/pass-days.ts';
import { type SignedInUser, successData } from '../../testing/users.ts';

const { app, double } = await useAutopayApp();

const OTHERS = new Set(['loan_paid_out', 'loan_settled', 'papers_sealed']);

/** What the borrower was sent about dues, oldest first. */
async function readMessages(who: SignedInUser) {
  const all = await readSandboxMessages(app.deps.db, who.phone);
  return all.reverse().filter(({ template }) => !OTHERS.has(template));
}

/** Their kinds, without the suffix of the texts from 2027. */
const readTemplates = async (who: SignedInUser) =>
  (await readMessages(who)).map(({ template }) => template.replace('_with_link', ''));

/** Plans debits, and takes every message and step that waits. */
async function work(): Promise<void> {
  app.advance(3_001);
  await planDebits(app.deps);
  await runJobs(app, { delayed: true });
}

const HOUR = 3_600_000;
/** The tests begin at 10:00. */
const EARLY = -1.5 * HOUR;
const EVENING = 10 * HOUR;

/** Does something some hours earlier or later on the day. */
async function at(hours: number, act: () => Promise<unknown>): Promise<void> {
  app.advance(hours);
  await act();
  app.advance(-hours);
}

/** A loan with AutoPay, two days before its due date. */
async function twoDaysBefore(hours = 0) {
  const loan = await aLoanWithAutopay(app, double);
  await at(hours, () => passOnce(app, 13));
  return loan;
}

test('a debit that will come is announced, and no reminder is sent', async () => {
  const { who, repayId } = await twoDaysBefore(EARLY);
  // The reminder would come now; the debit is announced from 09:00.
  expect(await readDebitRows(app, who)).toEqual([]);
  expect(await readTemplates(who)).toEqual([]);

  await work();
  expect(await readTemplates(who)).toEqual(['debit_announced']);
  await passDays(app, 1);
  await passDays(app, 1);
  await work();
  const [debit] = await readDebitRows(app, who);
  expect(debit?.state).toBe('presented');
  await work();
  expect(await readTemplates(who)).toEqual(['debit_announced']);

  const payment = double.recurring.capture(debit!.code);
  await report(app, double, 'payment.captured', { payment });
  await passDays(app, 1);
  expect(await readTemplates(who)).toEqual(['debit_announced']);
  expect(await readStatus(who, repayId)).toBe(70);
});

test('a debit that failed on the due date: the reminder comes on the same day', async () => {
  const { who } = await twoDaysBefore();
  await work();
  await passDays(app, 2);
  await work();
  const [debit] = await readDebitRows(app, who);
  const payment = double.recurring.fail(debit!.code, 'insufficient_funds');
  await report(app, double, 'payment.failed', { payment });
  await runJobs(app);
  expect(await readTemplates(who)).toEqual(['debit_announced', 'due_today']);

  await passDays(app, 1);
  expect(await readTemplates(who)).toEqual(['debit_announced', 'due_today', 'overdue']);
});

test('a debit that came late and failed: the loan is called overdue only then', async () => {
  const { who } = await twoDaysBefore();
  await work();
  await passOnce(app, 3);
  const [debit] = await readDebitRows(app, who);
  expect(debit?.state).toBe('presented');
  await work();
  expect(await readTemplates(who)).toEqual(['debit_announced']);

  const payment = double.recurring.fail(debit!.code, 'insufficient_funds');
  await report(app, double, 'payment.failed', { payment });
  await runJobs(app);
  expect(await readTemplates(who)).toEqual(['debit_announced', 'overdue']);
});

test('a debit that waits after the due date is withdrawn: the loan is called overdue', async () => {
  const { who, repayId } = await twoDaysBefore();
  await work();
  const [debit] = await readDebitRows(app, who);
  // 11:00 of the due date, so that it may be presented from 11:00 of the next day.
  const delivered_at = Math.floor((dueClock(app.deps) + 49 * HOUR) / 1_000);
  const notification = { order_id: debit!.orderRef, status: 'delivered', delivered_at };
  await report(app, double, 'order.notification.delivered', { notification });

  await passOnce(app, 3);
  await work();
  expect((await readDebitRows(app, who))[0]?.state).toBe('announced');
  expect(await readTemplates(who)).toEqual(['debit_announced']);

  await changeAutopay(who, repayId, 'pause');
  await runJobs(app, { delayed: true });
  expect(await readTemplates(who)).toEqual(['debit_announced', 'overdue']);
});

test('paused after the announcement: the due date’s reminder comes', async () => {
  const { who, repayId } = await twoDaysBefore();
  await work();
  await changeAutopay(who, repayId, 'pause');
  await passDays(app, 1);
  await passDays(app, 1);

  expect(await readTemplates(who)).toEqual(['debit_announced', 'due_today']);
});

test('paused before: every reminder comes', async () => {
  const loan = await aLoanWithAutopay(app, double);
  await changeAutopay(loan.who, loan.repayId, 'pause');
  await passOnce(app, 13);
  await passDays(app, 1);
  await passDays(app, 1);

  expect(await readTemplates(loan.who)).toEqual(['due_soon', 'due_today']);
});

test('an announcement that waits for the morning is not sent once AutoPay is paused', async () => {
  const { who, repayId } = await twoDaysBefore(EVENING);
  expect((await readDebitRows(app, who))[0]?.state).toBe('announced');
  await changeAutopay(who, repayId, 'pause');

  // 09:00 of the next day.
  await at(23 * HOUR, () => runJobs(app, { delayed: true }));
  expect(await readTemplates(who)).toEqual([]);
});

test('a debit announced after the preferred hours is told in those of the next day', async () => {
  const { who } = await aLoanWithAutopay(app, double);
  const body = { window: 'morning' as const };
  successData(await who.client.send(CALLS.saveContactHours, { body }));

  // 13:00, and 09:00 of the next day.
  await at(3 * HOUR, () => passOnce(app, 13));
  expect((await readDebitRows(app, who))[0]?.state).toBe('announced');
  expect(await readTemplates(who)).toEqual([]);
  await at(23 * HOUR, () => runJobs(app, { delayed: true }));
  expect(await readTemplates(who)).toEqual(['debit_announced']);
});

test('an announcement that waits for the morning is not sent once a complaint waits', async () => {
  const { who } = await twoDaysBefore(EVENING);
  expect((await readDebitRows(app, who))[0]?.state).toBe('announced');
  const body = { type: 'complaint' as const, text: 'I have paid this.' };
  successData(await who.client.send(CALLS.saveFeedback, { body }));

  // 09:00 of the next day.
  await at(23 * HOUR, () => runJobs(app, { delayed: true }));
  expect(await readTemplates(who)).toEqual([]);
});

test('no debit was announced in time: the due date’s reminder comes', async () => {
  const { who } = await twoDaysBefore(EARLY);
  expect(await readTemplates(who)).toEqual([]);
  await passOnce(app, 2);
  expect(await readTemplates(who)).toEqual(['due_today']);
  expect(await readDebitRows(app, who)).toEqual([]);
});

test('from 1 January 2027 the announcement has officer, e-mail and a link that pays', async () => {
  const { grievance } = app.deps.appConfig.lender;
  app.moveDays(40);
  const { who } = await twoDaysBefore();
  await work();

  const [message] = await readMessages(who);
  expect(message?.template).toBe('debit_announced_with_link');
  const [debit] = await readDebitRows(app, who);
  expect(addDays(app.deps.today(), 2)).toBe(debit?.dueDay);
  const text = smsText('en', message!.template, message!.values);
  for (const part of [grievance.name, grievance.phone, grievance.email, '/#/pay/'])
    expect(text).toContain(part);
});
