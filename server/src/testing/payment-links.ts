import { CALLS } from '@noren/contract/index';
import { createPaymentLink } from '../lending/payments/checkout/payment-link-store.ts';
import { aBorrowerWithLoan, openSandboxBank, readOrder } from './loans.ts';
import { useMoneyApp } from './use-app.ts';
import { type SignedInUser, successData } from './users.ts';

/** An app, and loans that are paid by a link. */
export async function usePaymentLinks() {
  const app = await useMoneyApp();

  async function makeLink(who: SignedInUser, repayId: string): Promise<string> {
    const order = await readOrder(app, who, repayId);
    return createPaymentLink(app.deps.db, order, app.deps.now());
  }

  async function aLoanWithLink() {
    const { who, repayId } = await aBorrowerWithLoan(app);
    return { who, repayId, token: await makeLink(who, repayId) };
  }

  const view = async (token: string) =>
    successData(await app.client().send(CALLS.viewPaymentLink, { params: { token } }));

  const pay = (token: string, more: { amountPaise?: number } = {}, client = app.client()) =>
    client.send(CALLS.payByLink, { body: { token, channel: 'upi', ...more } });

  /** Says that a payment was made, as anybody with its code may. */
  const say = async (code: string) =>
    successData(await app.client().send(CALLS.reportPaid, { body: { code } })).state;

  async function settle(code: string, amountPaise: number): Promise<void> {
    await openSandboxBank(app).payIntent(code, amountPaise);
    await openSandboxBank(app).deliverAll(app.url);
  }

  return { app, makeLink, aLoanWithLink, view, pay, say, settle };
}
