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

test('without AutoPay no daily page makes a call or a statement for it', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const recorder = recordStatements();

  const open = async (at: string): Promise<string[]> => {
    recorder.take();
    const { answers } = successData(await who.client.send(CALLS.firstView, { query: { at } }));

    expect(answers.length).toBeGreaterThan(1);
    for (const { address, answer } of answers) {
      expect(address).not.toMatch(/autopay/);
      expect([address, answer.code]).toEqual([address, 200]);
    }

    const texts = recorder.take().map(({ text }) => text);
    expect(texts.join()).toMatch(/from "?orders/);
    return texts.filter((text) => /mandate/.test(text));
  };

  expect(await open('/home')).toEqual([]);
  expect(await open('/order')).toEqual([]);
  // The statement that reads the order says whether it has debits.
  expect(await open(`/repay/${repayId}`)).toEqual([expect.stringContaining('has_addenda')]);
  recorder.stop();

  expect((await readRepayDetail(who, repayId)).debit).toBeNull();
});
