import { CALLS } from '@noren/contract/index';
import { rupees } from '@noren/core/money/money';
import { expect, test } from 'vitest';
import {
  anAnnouncedDebit,
  changeAutopay,
  moveAndTend,
  report,
  useAutopayApp,
} from '../../../testing/autopay.ts';
import { anActiveLoan, readRepayDetail } from '../../../testing/loans.ts';
import { recordStatements } from '../../../testing/record-statements.ts';
import { aSignedInUser, successData } from '../../../testing/users.ts';

const { app, double } = await useAutopayApp();

test('the repay page shows a coming debit, and for three days why it was not made', async () => {
  const { who, repayId, debit } = await anAnnouncedDebit(app, double);
  const shown = {
    state: 'announced',
    day: debit.dueDay,
    amountPaise: rupees(10_149),
    needsPin: false,
    reason: null,
  };
  expect((await readRepayDetail(who, repayId)).debit).toEqual(shown);

  await moveAndTend(app, 2);
  expect((await readRepayDetail(who, repayId)).debit).toEqual({ ...shown, state: 'presented' });

  const payment = double.recurring.fail(debit.code, 'insufficient_funds');
  await report(app, double, 'payment.failed', { payment });
  const failed = { ...shown, state: 'failed', reason: 'no_money' };
  expect((await readRepayDetail(who, repayId)).debit).toEqual(failed);

  app.moveDays(3);
  expect((await readRepayDetail(who, repayId)).debit).toBeNull();
});

test('a debit that the borrower paused says so', async () => {
  const { who, repayId } = await anAnnouncedDebit(app, double);

  await changeAutopay(who, repayId, 'pause');

  expect((await readRepayDetail(who, repayId)).debit).toMatchObject({
    state: 'withdrawn',
    reason: 'paused',
  });
});

test('without AutoPay the daily pages send no statement of their own for it', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const recorder = recordStatements();

  for (const at of ['/home', '/order', `/repay/${repayId}`])
    successData(await who.client.send(CALLS.firstView, { query: { at } }));
  const statements = recorder.take().filter(({ text }) => /mandate/.test(text));
  recorder.stop();

  // The statement that reads the order says whether it has debits.
  expect(statements).toHaveLength(1);
  expect(statements[0]?.text).toContain('has_addenda');
  expect((await readRepayDetail(who, repayId)).debit).toBeNull();
});
