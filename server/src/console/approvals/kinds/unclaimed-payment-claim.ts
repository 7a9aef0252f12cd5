import { claimUnclaimedFunds } from '../../../lending/payments/unclaimed-funds/unclaimed-funds.ts';
import { type Kind, requireOrder } from './kind.ts';
import { readUnclaimedMoney, requireInSuspense } from './unclaimed-funds.ts';

/** Posts unclaimed funds as a payment of the order. */
export const unclaimedPaymentClaim: Kind<'unclaimed_payment_claim'> = {
  money: (tx, _, { detail }) => readUnclaimedMoney(tx, detail),

  execute: async (tx, deps, request) => {
    const order = requireOrder(request);
    requireInSuspense(await claimUnclaimedFunds(tx, deps, request.detail, order));
  },
};
