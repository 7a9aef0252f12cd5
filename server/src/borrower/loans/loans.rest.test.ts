import { CALLS } from '@noren/contract/index';
import { rupees } from '@noren/core/money/money';
import { expect, test } from 'vitest';
import { setNameMatch } from '../../testing/bank-accounts.ts';
import { acceptanceBody, applyFor, aQuote, readCredit } from '../../testing/loans.ts';
import { useLedgerApp } from '../../testing/use-app.ts';
import { aSignedInUser } from '../../testing/users.ts';
import { evaluateCredit } from './evaluate-credit.ts';

const app = await useLedgerApp();

test('an evaluation run twice decides once; a different account name leads to review', async () => {
  const who = await aSignedInUser(app, { limitPaise: null });
  await setNameMatch(app, who, 'mismatch');
  await Promise.all([evaluateCredit(app.deps, who), evaluateCredit(app.deps, who)]);

  const info = await readCredit(who);
  expect(info).toMatchObject({ state: 'review', limitPaise: 0, availablePaise: 0 });
  expect(info.reasons.map((reason) => reason.id)).toContain('names-differ');
  expect(info.reasons.every((reason) => reason.text.length > 10)).toBe(true);

  const rows = await app.deps.db
    .selectFrom('credit_evaluations')
    .where('userId', '=', who.userId)
    .select('at')
    .execute();
  expect(rows).toHaveLength(1);
  expect(
    (
      await who.client.send(CALLS.quoteLoan, {
        body: { productCode: 'N15', principalPaise: 500_000 },
      })
    ).code,
  ).toBe(315);
});

test('quotes are limited to 30 a minute', async () => {
  const who = await aSignedInUser(app);
  for (let i = 0; i < 30; i++) await aQuote(who);

  const body = { productCode: 'N15', principalPaise: rupees(10_000) };
  expect((await who.client.send(CALLS.quoteLoan, { body })).code).toBe(429);
  app.advance(61_000);
  expect((await who.client.send(CALLS.quoteLoan, { body })).code).toBe(200);
});

test('one quote applied for twenty times concurrently, with equal and different request ids, is one order', async () => {
  const who = await aSignedInUser(app);
  const body = acceptanceBody(await aQuote(who));
  const requestId = crypto.randomUUID();
  const same = Array.from({ length: 10 }, () =>
    who.client.send(CALLS.applyLoan, { body, requestId }),
  );
  const others = Array.from({ length: 10 }, () => who.client.send(CALLS.applyLoan, { body }));
  const codes = (await Promise.all([...same, ...others])).map(({ code }) => code);

  expect(codes.every((code) => [200, 409, 700].includes(code))).toBe(true);
  expect(codes.filter((code) => code === 200).length).toBeGreaterThan(0);

  const orders = await app.deps.db
    .selectFrom('orders')
    .select('repayId')
    .where('userId', '=', who.userId)
    .execute();
  expect(orders).toHaveLength(1);
  expect((await readCredit(who)).heldPaise).toBe(rupees(10_000));
});

test('of two quotes that compete for the limit one becomes an order', async () => {
  const who = await aSignedInUser(app);
  const [one, two] = [await aQuote(who, { rupees: 15_000 }), await aQuote(who, { rupees: 12_000 })];
  const sent = [one, two].map((quoted) => applyFor(who, quoted));
  const codes = (await Promise.all(sent)).map(({ code }) => code).sort();

  expect(codes).toEqual([200, 315]);
});
