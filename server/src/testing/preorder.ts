import { CALLS } from '@noren/contract/index';
import { borrow, paymentOf, startPaying, tell } from './borrow.ts';
import { type GivenUser, given, granted } from './given.ts';
import type { TestApp } from './start-app.ts';

/** Pays all that is owed on an order. */
export async function repayWhole(app: TestApp, who: GivenUser, repayId: string): Promise<void> {
  const { code, amountPaise } = await startPaying(who, repayId);
  await tell(app, paymentOf(app, code, amountPaise));
}

/** A user who has settled a Noren 7 of ₹5,000 on time, with a limit of ₹20,000. */
export async function regularUser(app: TestApp): Promise<GivenUser> {
  const who = await given.user(app);
  await repayWhole(app, who, await borrow(app, who, { productCode: 'N07', rupees: 5_000 }));
  return who;
}

/** What the loan guide tells. */
export const readGuide = async (who: GivenUser) => granted(await who.client.send(CALLS.guidanceMsg, {})).guidance;

/** The body that asks for what the guide tells. */
export async function guideBody(who: GivenUser) {
  const guidance = await readGuide(who);
  if (!guidance) throw new Error('the guide has nothing to offer');
  const { applyTotalAmount, products } = guidance;
  return { applyTotalAmount, products };
}

/** Asks for what the guide tells. @returns the orders, the larger one first */
export async function reserve(who: GivenUser) {
  return granted(await who.client.send(CALLS.applyGuidance, { body: await guideBody(who) })).reserved;
}

/** Opens an offer. */
export const reviewOf = async (who: GivenUser, repayId: string) =>
  granted(await who.client.send(CALLS.reviewOffer, { body: { repayId } }));

/** Withdraws an order. */
export const withdraw = (who: GivenUser, repayId: string) => who.client.send(CALLS.cancelOrder, { body: { repayId } });
