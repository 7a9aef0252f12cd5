import { CALLS } from '@noren/contract/index';
import { rupees } from '@noren/core/money/money';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { anActiveLoan, listCoupons, readCredit } from '../../testing/loans.ts';
import {
  aRepeatBorrower,
  preorderBody,
  readGuide,
  repayInFull,
  requestGuidance,
  reservedOffers,
} from '../../testing/preorders.ts';
import { useLedgerApp } from '../../testing/use-app.ts';
import { aSignedInUser, successData } from '../../testing/users.ts';

const app = await useLedgerApp();

test('guidanceMsg takes no lock when no offer is due, so it does not wait for a payment', async () => {
  // The limit is already the maximum.
  const who = await aRepeatBorrower(app);
  await app.deps.db
    .updateTable('credit_limits')
    .set({ limitPaise: rupees(80_000) })
    .where('userId', '=', who.userId)
    .execute();

  await app.deps.db.transaction().execute(async (tx) => {
    await sql`select from credit_limits where user_id = ${who.userId} for update`.execute(tx);
    expect(await readGuide(who)).toBeNull();
  });
});

test('ten concurrent views create one guidance with one coupon, marked new in one of them', async () => {
  const who = await aRepeatBorrower(app);
  const guidance = await Promise.all(Array.from({ length: 10 }, () => readGuide(who)));

  expect(guidance.filter((one) => one?.isNew)).toHaveLength(1);
  expect(new Set(guidance.map((one) => one?.guidanceId)).size).toBe(1);
  const coupons = await listCoupons(who);
  expect(coupons).toHaveLength(1);
});

test('twenty concurrent applications, with equal and different request ids, are one limit request', async () => {
  const who = await aRepeatBorrower(app);
  const body = await preorderBody(who);
  const requestId = crypto.randomUUID();
  const same = Array.from({ length: 10 }, () =>
    who.client.send(CALLS.applyGuidance, { body, requestId }),
  );
  const others = Array.from({ length: 10 }, () => who.client.send(CALLS.applyGuidance, { body }));
  const answers = await Promise.all([...same, ...others]);

  expect(answers.every(({ code }) => [200, 409, 700].includes(code))).toBe(true);
  expect(
    new Set(answers.flatMap(({ code, data }) => (code === 200 ? [JSON.stringify(data)] : []))).size,
  ).toBe(1);
  const requests = await app.deps.db
    .selectFrom('limit_requests')
    .selectAll()
    .where('userId', '=', who.userId)
    .execute();
  expect(requests).toHaveLength(1);
  expect((await readCredit(who)).heldPaise).toBe(rupees(25_000));
});

test('declined guidance is not offered again until another loan is settled; limit and coupon are kept', async () => {
  const who = await aRepeatBorrower(app);
  const guidanceId = (await readGuide(who))?.guidanceId ?? '';
  const body = await preorderBody(who);
  const stranger = await aSignedInUser(app);

  expect((await stranger.client.send(CALLS.giveUpGuidance, { body: { guidanceId } })).code).toBe(
    404,
  );
  successData(await who.client.send(CALLS.giveUpGuidance, { body: { guidanceId } }));
  successData(await who.client.send(CALLS.giveUpGuidance, { body: { guidanceId } }));
  expect(await readGuide(who)).toBeNull();
  expect((await requestGuidance(who, body)).code).toBe(315);
  expect((await readCredit(who)).limitPaise).toBe(rupees(20_000));
  const coupons = await listCoupons(who);
  expect(coupons).toMatchObject([{ state: 'usable' }]);

  const repayId = await anActiveLoan(app, who, { productCode: 'N07', rupees: 2_000 });
  expect(await readGuide(who)).toBeNull();
  await repayInFull(app, who, repayId);
  expect(await readGuide(who)).toMatchObject({ isNew: true, requestedLimitPaise: rupees(25_000) });
});

test('applied guidance cannot be declined afterwards', async () => {
  const who = await aRepeatBorrower(app);
  const guidanceId = (await readGuide(who))?.guidanceId ?? '';
  await reservedOffers(who);
  expect((await who.client.send(CALLS.giveUpGuidance, { body: { guidanceId } })).code).toBe(409);
});

test('a changed limit or too little available credit ends the offer', async () => {
  const who = await aRepeatBorrower(app);
  const body = await preorderBody(who);

  await anActiveLoan(app, who, { productCode: 'N07', rupees: 1_000 });
  expect((await requestGuidance(who, body)).code).toBe(315);
  expect(await readGuide(who)).toBeNull();
});
