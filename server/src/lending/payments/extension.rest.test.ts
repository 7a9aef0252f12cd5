import { rupees } from '@noren/core/money/money';
import { expect, test } from 'vitest';
import { readSandboxMessages } from '../../sandbox/phone/store.ts';
import { readEntries, readRepayDetail, runJobs } from '../../testing/loans.ts';
import { startMovingApp } from '../../testing/moving-clock-app.ts';
import {
  acceptExtension,
  anAcceptedExtension,
  aStartedPayment,
  quoteExtension,
  receivePayment,
  requestPayment,
} from '../../testing/repayments.ts';
import { successData } from '../../testing/users.ts';

const { app, later, borrowDaysAgo } = await startMovingApp();

test('the rows of the APR are those of the extra days alone', async () => {
  const { who, repayId } = await borrowDaysAgo(13);
  const { addendum } = successData(await quoteExtension(who, repayId));

  expect(addendum.extraInterestPaise).toBe(rupees(70));

  const rows = addendum.sections
    .find(({ id }) => id === 'apr')
    ?.rows.map(({ id, value }) => [id, value]);
  expect(rows).toEqual([
    ['principalUnchanged', rupees(10_000)],
    ['loanTerm', 7],
    ['interestPerDay', 1_000],
    ['feesToLender', rupees(177)],
    ['totalInterest', rupees(70)],
    ['totalRepayable', rupees(10_070)],
    ['apr', 1_311_100],
  ]);
});

test('an addendum accepted twice at once is accepted once', async () => {
  const { who, repayId } = await borrowDaysAgo(14);
  const { addendum } = successData(await quoteExtension(who, repayId));
  const answers = await Promise.all([
    acceptExtension(who, addendum),
    acceptExtension(who, addendum),
  ]);

  expect(answers.map((answer) => successData(answer).addendum.isAccepted)).toEqual([true, true]);

  const { chargeCodes } = await app.deps.db
    .selectFrom('orders')
    .select('chargeCodes')
    .where('repayId', '=', repayId)
    .executeTakeFirstOrThrow();
  expect(chargeCodes.filter((code) => code === 'extension_fee')).toHaveLength(1);
});

test('an extension payment a day late or too small is an ordinary payment, and the borrower is notified', async () => {
  for (const [days, short] of [
    [1, 0],
    [0, 1],
  ] as const) {
    const { who, repayId } = await borrowDaysAgo(14);
    const addendum = await anAcceptedExtension(who, repayId);
    const { code, amountPaise } = await aStartedPayment(who, {
      repayId,
      kind: 'extension',
      addendumNo: addendum.addendumNo,
    });

    later(days);
    await receivePayment(app, code, amountPaise - short);
    expect(await readRepayDetail(who, repayId)).toMatchObject({
      extendedDueDay: null,
      feesPaise: 0,
      paidPaise: amountPaise - short,
      addendum: { addendumNo: addendum.addendumNo, state: 'lapsed' },
    });

    expect((await readEntries(who, repayId)).entries.map(({ kind }) => kind)).toEqual([
      'disbursement',
      'accrual',
      'payment',
    ]);
    await runJobs(app);
    expect(
      (await readSandboxMessages(app.deps.db, who.phone, 9)).map(({ template }) => template),
    ).toContain('extension_lapsed');

    const again = await requestPayment(who, {
      repayId,
      kind: 'extension',
      addendumNo: addendum.addendumNo,
    });
    expect(again).toMatchObject({ code: 409, data: { reason: 'lapsed' } });
    later(-14 - days);
  }
});
