import { OrderStatus } from '@noren/core/lending/order-status';
import { addDays } from '@noren/core/money/time';
import { expect, test } from 'vitest';
import { closeDay } from '../../processes/close-of-day/close-of-day.ts';
import { anActiveLoan, openSandboxBank, startFullPayment } from '../../testing/loans.ts';
import { useLedgerApp } from '../../testing/use-app.ts';
import { aSignedInUser } from '../../testing/users.ts';
import { findOrder } from '../orders/order-store.ts';
import { lockOrderForPosting } from './close-order.ts';

const app = await useLedgerApp();

async function counted() {
  const rows = await app.deps.db
    .selectFrom('closed_days')
    .select(['day', 'orders', 'failed'])
    .orderBy('day')
    .execute();
  return rows.map(({ day, orders, failed }) => [day, orders, failed]);
}

test('an interrupted and resumed close counts each order once, also one settled since', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => aSignedInUser(app)));
  const repayIds: string[] = [];

  for (const who of people) repayIds.push(await anActiveLoan(app, who, { rupees: 2_000 }));
  app.advance(86_400_000);

  const late = await aSignedInUser(app);
  await anActiveLoan(app, late, { rupees: 2_000 });

  const day = addDays(app.deps.today(), -1);
  // The state left by a process that died before counting; and an order paid after midnight.
  const order = await findOrder(app.deps.db, people[0]!.userId, repayIds[0]!);

  await app.deps.db
    .transaction()
    .execute((tx) => lockOrderForPosting(tx, app.deps, people[0]!.userId, order?.orderId ?? ''));

  const { code } = await startFullPayment(people[1]!, repayIds[1]!);
  await openSandboxBank(app).payIntent(code);
  await openSandboxBank(app).deliverAll(app.url);
  expect((await findOrder(app.deps.db, people[1]!.userId, repayIds[1]!))?.status).toBe(
    OrderStatus.settled,
  );
  expect(await closeDay(app.deps, day)).toEqual({ closed: 4, failed: 0, behind: 0 });
  expect(await counted()).toEqual([[day, 4, 0]]);
  expect(await closeDay(app.deps, day)).toEqual({ closed: 4, failed: 0, behind: 0 });
  expect(await counted()).toEqual([[day, 4, 0]]);
});
