import { applyLoan, quoteLoan } from '@noren/contract/loans';
import { startPayment } from '@noren/contract/repayment';
import { OrderStatus } from '@noren/core/lending/order-status';
import type { Client } from 'pg';
import { control, jump } from './our-server.ts';
import { payWhole, sendNow, toApplication } from './our-side.ts';
import { openSessions } from './sessions.ts';

/**
 * Makes fictional people of the sandbox, certified, with a limit and no loan. One more comes first
 * and is not copied: a start decrypts the phones of the first and the last user, to know the keys,
 * and those of copies belong to other ids.
 * @returns their user ids
 */
export async function makeBorrowers(db: Client, port: number, count: number): Promise<string[]> {
  const people: string[] = [];
  while (people.length <= count) people.push((await jump(port, 'limit')).userId);

  await openSessions(db, people);

  return people.slice(1);
}

/**
 * Quotes and applies.
 * @returns the order's public id
 */
export async function apply(
  port: number,
  userId: string,
  loan: { productCode: string; principalPaise: number },
): Promise<string> {
  const [quote] = await sendNow(port, quoteLoan, [userId], () => ({ body: loan }));
  const [order] = await sendNow(port, applyLoan, [userId], () => ({ body: toApplication(quote!) }));
  const { repayId, borrowStatus } = order!;
  if (borrowStatus !== OrderStatus.disbursing)
    throw new Error(`an application ended in status ${borrowStatus}`);

  return repayId;
}

/** Starts a payment of all that an order owes, pays it at the bank, and delivers its webhook. */
export async function payAll(port: number, userId: string, repayId: string): Promise<void> {
  const [payment] = await sendNow(port, startPayment, [userId], () => ({
    body: payWhole(repayId),
  }));

  await control(port, 'pay', { code: payment!.code });
  await control(port, 'deliver', {});
}
