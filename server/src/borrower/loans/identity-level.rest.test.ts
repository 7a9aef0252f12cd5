import { CALLS } from '@noren/contract/index';
import { OrderStatus } from '@noren/core/lending/order-status';
import { rupees } from '@noren/core/money/money';
import { beforeAll, expect, test } from 'vitest';
import { markIdentity } from '../../testing/identity-documents.ts';
import { heldByLevel, setCeiling } from '../../testing/level-ceilings.ts';
import {
  anActiveLoan,
  anAppliedLoan,
  applyFor,
  aQuote,
  readCredit,
  readRepayDetail,
} from '../../testing/loans.ts';
import { aRepeatBorrower, reservedOffers, reviewOffer } from '../../testing/preorders.ts';
import { useLedgerApp } from '../../testing/use-app.ts';
import { aSignedInUser, giveSource, successData } from '../../testing/users.ts';

const app = await useLedgerApp();

beforeAll(() => setCeiling(app, 'document_seen', rupees(5_000)));

test('a product whose least amount is above the ceiling says the step', async () => {
  const who = await aSignedInUser(app, { source: null });
  await anAppliedLoan(who, { productCode: 'N07', rupees: 5_000 });

  const { details } = successData(
    await who.client.send(CALLS.productList, { params: { param: 'loan' } }),
  );
  expect(details.map(({ closedBecause }) => closedBecause)).toEqual([
    expect.stringContaining('₹5,000'),
    expect.stringContaining('₹5,000'),
    expect.stringContaining('first loan'),
  ]);
});

test('a ceiling that two people lowered after the quote stops the application', async () => {
  const who = await aSignedInUser(app, { source: null });
  const quoted = await aQuote(who, { productCode: 'N15', rupees: 5_000 });

  await setCeiling(app, 'document_seen', rupees(4_000));
  expect(await applyFor(who, quoted)).toMatchObject(heldByLevel('₹4,000'));
  await setCeiling(app, 'document_seen', rupees(5_000));
  expect((await applyFor(who, quoted)).code).toBe(200);
});

test('an identity that is looked at again after the quote stops the application, and a refused one declines it', async () => {
  const who = await aSignedInUser(app);
  const quoted = await aQuote(who);

  await markIdentity(app, who, 'review');
  expect(await applyFor(who, quoted)).toMatchObject(heldByLevel('identity'));

  await markIdentity(app, who, 'refused');
  expect(successData(await applyFor(who, quoted)).borrowStatus).toBe(OrderStatus.declined);
});

test('an offer made of a reservation is opened and accepted within the ceiling only', async () => {
  const who = await aRepeatBorrower(app);
  const [larger] = await reservedOffers(who);
  const offer = await reviewOffer(who, larger!.repayId);

  app.advance(1_000);
  await giveSource(app, who.userId, 'differs');
  const opened = await who.client.send(CALLS.reviewOffer, { body: { repayId: larger!.repayId } });
  expect(opened).toMatchObject(heldByLevel('₹5,000'));
  expect(await applyFor(who, offer)).toMatchObject(heldByLevel('₹5,000'));

  app.advance(1_000);
  await giveSource(app, who.userId);
  expect((await applyFor(who, offer)).code).toBe(200);
});

test('a loan that runs goes on when the level falls', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who, { productCode: 'N15', rupees: 10_000 });
  const before = await readRepayDetail(who, repayId);

  app.advance(1_000);
  await giveSource(app, who.userId, 'differs');
  expect(await readRepayDetail(who, repayId)).toEqual(before);
  expect(await readCredit(who)).toMatchObject({
    limitPaise: rupees(20_000),
    owedPaise: rupees(10_000),
    availablePaise: 0,
  });
});
