import { expect, test } from 'vitest';
import { aLoanWithAutopay, changeAutopay, useAutopayApp } from '../../testing/autopay.ts';
import { anActiveLoan } from '../../testing/loans.ts';
import { useConsole } from '../../testing/staff.ts';
import { aSignedInUser } from '../../testing/users.ts';

const { app, double } = await useAutopayApp();
const desk = await useConsole(app);

test('a person’s page says how AutoPay of each order stands', async () => {
  const support = await desk.as('support');
  const read = async (userId: string) => {
    const { orders } = await support.data('borrower', { params: { userId } });
    return orders.map(({ autopay }) => autopay);
  };

  const { who, repayId } = await aLoanWithAutopay(app, double);
  expect(await read(who.userId)).toEqual([{ state: 'confirmed', isPaused: false }]);
  await changeAutopay(who, repayId, 'pause');
  expect(await read(who.userId)).toEqual([{ state: 'confirmed', isPaused: true }]);
  await changeAutopay(who, repayId, 'end');
  expect(await read(who.userId)).toEqual([{ state: 'ended', isPaused: true }]);

  const other = await aSignedInUser(app);
  await anActiveLoan(app, other);
  expect(await read(other.userId)).toEqual([null]);
});
