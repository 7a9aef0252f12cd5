import { CALLS } from '@noren/contract/index';
import { OrderStatus } from '@noren/core/lending/order-status';
import { defaultProducts } from '@noren/core/lending/terms';
import { rupees } from '@noren/core/money/money';
import { UserStatus } from '@noren/core/people/status';
import { describe, expect, test } from 'vitest';
import { readScoreInputs } from '../../borrower/loans/evaluate-credit.ts';
import { offeredProducts } from '../../lending/credit/offered-products.ts';
import {
  aPaymentEvent,
  readRepayDetail,
  sendWebhook,
  startFullPayment,
} from '../../testing/loans.ts';
import { useNamedApprovals } from '../../testing/named-approvals.ts';
import { successData } from '../../testing/users.ts';

const lent = await useNamedApprovals();
const { payAfter, propose, approve, waive, expectNotRegular } = lent;

describe('a waiver', () => {
  test('of what was paid today in full is refused: it would give the payment back', async () => {
    lent.app.moveDays(2);

    const requestId = await waive(rupees(10_020));
    await payAfter(2);
    await expect(approve(requestId)).rejects.toMatchObject({ reason: 'not_possible' });
    expect(await readRepayDetail(lent.who, lent.repayId)).toMatchObject({
      waivedPaise: 0,
      overpaidPaise: 0,
    });
  });

  test('of everything, then a payment of the day before: the borrower repaid the loan', async () => {
    lent.app.moveDays(2);

    const { code } = await startFullPayment(lent.who, lent.repayId);
    await approve(await waive(rupees(10_020)));
    await expectNotRegular();
    await sendWebhook(
      lent.app,
      aPaymentEvent(lent.app, code, rupees(10_020), { paidAtMs: lent.app.deps.now() + 86_400_000 }),
    );

    expect(await readRepayDetail(lent.who, lent.repayId)).toMatchObject({
      borrowStatus: OrderStatus.settled,
      waivedPaise: 0,
    });
    expect(successData(await lent.who.client.send(CALLS.userStatus, {})).bizStatus).toBe(
      UserStatus.regular,
    );
    expect(
      (await readScoreInputs(lent.app.deps.db, lent.app.deps, lent.who.userId))?.inputs
        .settledLoans,
    ).toBe(1);
  });

  test('approved by two operators at once is posted once', async () => {
    const requestId = await waive(500);
    const both = await Promise.allSettled([
      approve(requestId, 'Ravi'),
      approve(requestId, 'Meera'),
    ]);

    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await readRepayDetail(lent.who, lent.repayId)).toMatchObject({ waivedPaise: 500 });
  });
});

test('a written-off loan stays written off while a rupee of penal charge is unpaid', async () => {
  lent.app.moveDays(15 + 90);
  await approve(await propose({ kind: 'write_off', repayId: lent.repayId, detail: {} }));

  const { code, amountPaise } = await startFullPayment(lent.who, lent.repayId);
  await sendWebhook(
    lent.app,
    aPaymentEvent(lent.app, code, amountPaise - rupees(1), {
      paidAtMs: lent.app.deps.now() + 105 * 86_400_000,
    }),
  );

  expect(await readRepayDetail(lent.who, lent.repayId)).toMatchObject({
    borrowStatus: OrderStatus.writtenOff,
    totalPaise: rupees(1),
  });
});

test('a version that the law no longer allows is not offered', async () => {
  const n07 = defaultProducts.find(({ code }) => code === 'N07')!;
  const effectiveFrom = lent.app.deps.today();

  await lent.app.deps.db
    .insertInto('product_versions')
    .values({
      code: 'N07',
      version: 2,
      terms: JSON.stringify({ ...n07, version: 2, gstPpm: 50_000 }),
      effectiveFrom,
    })
    .execute();

  const offered = (await offeredProducts(lent.app.deps.db, effectiveFrom)).map(({ code }) => code);
  expect(offered).toEqual(['N15', 'N30']);
});
