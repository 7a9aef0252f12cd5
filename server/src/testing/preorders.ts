import { CALLS } from '@noren/contract/index';
import { anActiveLoan, aPaymentEvent, sendWebhook, startFullPayment } from './loans.ts';
import type { TestApp } from './start-app.ts';
import { aSignedInUser, type SignedInUser, successData } from './users.ts';

/** Pays an order in full. */
export async function repayInFull(app: TestApp, who: SignedInUser, repayId: string): Promise<void> {
  const { code, amountPaise } = await startFullPayment(who, repayId);
  await sendWebhook(app, aPaymentEvent(app, code, amountPaise));
}

/** A user who has settled a Noren 7 of ₹5,000 on time, with a limit of ₹20,000. */
export async function aRepeatBorrower(app: TestApp): Promise<SignedInUser> {
  const who = await aSignedInUser(app);
  await repayInFull(app, who, await anActiveLoan(app, who, { productCode: 'N07', rupees: 5_000 }));
  return who;
}

/** The loan guide's current guidance. */
export const readGuide = async (who: SignedInUser) =>
  successData(await who.client.send(CALLS.guidanceMsg, {})).guidance;

/** The body that applies for the guide's offer. */
export async function preorderBody(who: SignedInUser) {
  const guidance = await readGuide(who);
  if (!guidance) throw new Error('the loan guide has no offer');
  const { applyTotalAmount, products } = guidance;
  return { applyTotalAmount, products };
}

/** Applies for the guide's offer, or for the one that was read before. @returns the answer */
export const requestGuidance = async (
  who: SignedInUser,
  body?: Awaited<ReturnType<typeof preorderBody>>,
) => who.client.send(CALLS.applyGuidance, { body: body ?? (await preorderBody(who)) });

/** Applies for the guide's offer. @returns the orders, the larger one first */
export const reservedOffers = async (who: SignedInUser) =>
  successData(await requestGuidance(who)).reserved;

/** Opens an offer. */
export const reviewOffer = async (who: SignedInUser, repayId: string) =>
  successData(await who.client.send(CALLS.reviewOffer, { body: { repayId } }));

/** Withdraws an order. */
export const cancelOrder = (who: SignedInUser, repayId: string) =>
  who.client.send(CALLS.cancelOrder, { body: { repayId } });

/** A regular user with an active loan of ₹4,000, due in 7 days, and two reservations. */
export async function aUserWithReservations(app: TestApp) {
  const who = await aRepeatBorrower(app);
  const running = await anActiveLoan(app, who, { productCode: 'N07', rupees: 4_000 });
  const [larger, smaller] = await reservedOffers(who);

  return { who, running, larger: larger?.repayId ?? '', smaller: smaller?.repayId ?? '' };
}
