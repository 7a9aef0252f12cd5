import { OrderStatus } from '@noren/core/lending/order-status';
import { rupees } from '@noren/core/money/money';
import { UserStatus } from '@noren/core/people/status';
import { expect, test } from 'vitest';
import { timestamp } from '../../platform/db/db.ts';
import { anActiveLoan, applyFor, aQuote, readCredit } from '../../testing/loans.ts';
import type { TestApp } from '../../testing/start-app.ts';
import { useNewLedgerApp } from '../../testing/use-app.ts';
import { aSignedInUser } from '../../testing/users.ts';

let app: TestApp;

useNewLedgerApp((started) => {
  app = started;
});

test('of two concurrent applications for the rest of the ceiling one succeeds', async () => {
  for (let round = 0; round < 4; round++) {
    const who = await aSignedInUser(app, {
      bizStatus: UserStatus.regular,
      limitPaise: rupees(80_000),
    });
    await anActiveLoan(app, who, { productCode: 'N30', rupees: 40_000 });

    const quotes = [
      await aQuote(who, { productCode: 'N30', rupees: 20_000 }),
      await aQuote(who, { productCode: 'N15', rupees: 2_000 }),
    ];
    const codes = (await Promise.all(quotes.map((quoted) => applyFor(who, quoted)))).map(
      ({ code }) => code,
    );

    expect(codes.sort()).toEqual([200, 315]);
  }
});

test('of two concurrent applications for the rest of the limit one succeeds', async () => {
  for (let round = 0; round < 4; round++) {
    const who = await aSignedInUser(app, { limitPaise: rupees(10_000) });
    const quotes = [await aQuote(who), await aQuote(who, { productCode: 'N07', rupees: 1_000 })];
    const codes = (await Promise.all(quotes.map((quoted) => applyFor(who, quoted)))).map(
      ({ code }) => code,
    );

    expect(codes.sort()).toEqual([200, 315]);
  }
});

test('a written-off order keeps the limit locked', async () => {
  const who = await aSignedInUser(app);
  await anActiveLoan(app, who, { productCode: 'N07', rupees: 5_000 });
  app.moveDays(30);

  const at = timestamp(app.deps.now());
  await app.deps.db
    .updateTable('orders')
    .set({ status: OrderStatus.writtenOff, closedAt: at })
    .where('userId', '=', who.userId)
    .execute();
  expect(await readCredit(who)).toMatchObject({ isLocked: true, availablePaise: 0 });
  await app.deps.db
    .updateTable('orders')
    .set({ status: OrderStatus.active, closedAt: null })
    .where('userId', '=', who.userId)
    .execute();
  app.moveDays(-30);
});
