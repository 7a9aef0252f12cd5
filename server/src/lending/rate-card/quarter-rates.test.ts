import { CALLS } from '@noren/contract/index';
import { businessDay, instantOfDayStart } from '@noren/core/money/time';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { anActiveLoan } from '../../testing/loans.ts';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser, successData } from '../../testing/users.ts';
import { takeQuarterRates } from './take-quarter-rates.ts';

const app = await useApp();

const readCard = async () => successData(await app.client().send(CALLS.rateCard, {}));

/** Takes the clock to a day; the tests' is in the last quarter of 2026. */
const goTo = (day: string) => app.advance(instantOfDayStart(businessDay(day)) - app.deps.now());

test('the prices in force are read without signing in', async () => {
  const { products, quarters } = await readCard();

  expect(products.map(({ code }) => code)).toEqual(['N07', 'N15', 'N30']);
  expect(products[0]).toMatchObject({
    minPrincipalPaise: 100_000,
    interestPpmPerDay: 1_000,
    apr: { leastHundredths: 22_920 },
    coolingOffDays: 3,
  });
  expect(quarters).toEqual([]);
});

test('a quarter’s rates are computed once, a week after its end, and never told of so few loans', async () => {
  for (let lent = 0; lent < 4; lent += 1) await anActiveLoan(app, await aSignedInUser(app));
  goTo('2027-01-05');
  await takeQuarterRates(app.deps);
  expect((await readCard()).quarters).toEqual([]);

  goTo('2027-01-09');
  await takeQuarterRates(app.deps);
  expect((await readCard()).quarters).toEqual([
    {
      first: '2026-10-01',
      last: '2026-12-31',
      computedOn: '2027-01-09',
      loans: 'few',
      rates: [],
    },
  ]);

  // What was published stays, whatever happens to a loan later.
  await sql`update orders set disbursed_day = null where true`.execute(app.deps.db);
  await takeQuarterRates(app.deps);
  const { rows } = await sql`select loans from quarter_rates where product_code = 'all'`.execute(
    app.deps.db,
  );
  expect(rows).toEqual([{ loans: 4 }]);
  await expect(sql`update quarter_rates set loans = 5`.execute(app.deps.db)).rejects.toThrow();
});

test('the average counts each loan by its amount', async () => {
  goTo('2027-04-20');
  const people = await Promise.all(Array.from({ length: 6 }, () => aSignedInUser(app)));
  for (const who of people) await anActiveLoan(app, who);
  // Five loans of 1,000 at 100 % and one of 5,000 at 50 %: of each rupee, half cost either.
  await sql`
    update orders o set disbursed_day = '2027-03-31',
      principal_paise = case when r.n = 1 then 500000 else 100000 end,
      terms = jsonb_set(jsonb_set(o.terms, '{quote,aprHundredths}',
        case when r.n = 1 then '5000' else '10000' end::jsonb),
        '{quote,interestPpmPerDay}', case when r.n = 1 then '800' else '1000' end::jsonb)
    from (select order_id, row_number() over (order by order_id) as n from orders
          where user_id = any(${people.map(({ userId }) => userId)}::uuid[])) r
    where o.order_id = r.order_id`.execute(app.deps.db);

  await takeQuarterRates(app.deps);
  const [quarter] = (await readCard()).quarters;
  expect(quarter).toMatchObject({ first: '2027-01-01', loans: 'published' });
  expect(quarter?.rates[0]).toEqual({
    productName: null,
    aprHundredths: { least: 5_000, average: 7_500, most: 10_000 },
    interestPpmPerYear: { least: 292_000, average: 328_500, most: 365_000 },
  });
});

test('a quarter without a loan says so', async () => {
  goTo('2028-07-20');
  await takeQuarterRates(app.deps);
  const [quarter] = (await readCard()).quarters;
  expect(quarter).toMatchObject({ first: '2028-04-01', last: '2028-06-30', loans: 'none' });
});
