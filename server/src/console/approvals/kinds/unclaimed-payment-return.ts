import { startReturn } from '../../../lending/payments/unclaimed-funds/unclaimed-funds.ts';
import type { Kind } from './kind.ts';
import { readUnclaimedMoney, requireInSuspense } from './unclaimed-funds.ts';

/** Refunds unclaimed funds to their sender. */
export const unclaimedPaymentReturn: Kind<'unclaimed_payment_return'> = {
  money: (tx, _, { detail }) => readUnclaimedMoney(tx, detail),
  execute: async (tx, deps, { detail }) => requireInSuspense(await startReturn(tx, deps, detail)),
};
