import type { Tx } from '../../platform/db/db.ts';
import type { CheckResult } from './check-result.ts';
import type { Scope } from './check-scope-store.ts';
import { checkMovedPayments, checkPayments } from './check-settled-payments.ts';
import {
  listChargebacks,
  listEverUnclaimed,
  listReversedPayments,
  readPosted,
  readPostedAmounts,
  readPostedByNumber,
  readRefunded,
  readReturned,
  readSettlementBalance,
} from './check-settlement-store.ts';
import type { PaymentName } from './settled-payments-store.ts';

/**
 * The settlement accounts hold what providers received, less what was refunded and charged back; a
 * payment that was reversed is in suspense or was posted to another order. Within a scope of each
 * payment that something happened to; else by the sums of all, and of each payment that was
 * reversed.
 */
export async function checkSettlement(tx: Tx, scope: Scope): Promise<CheckResult> {
  if (scope !== 'all') return checkMovedPayments(tx, scope);

  const { payments, receivedPaise, chargedBackPaise } = await readReceived(tx);
  const refundedPaise = (await readRefunded(tx)) + (await readReturned(tx));
  const ledgerPaise = await readSettlementBalance(tx);
  const expected = receivedPaise - refundedPaise - chargedBackPaise;
  const problems = await checkPayments(tx, await listReversedPayments(tx));

  if (ledgerPaise !== expected)
    problems.push(
      `the settlement accounts hold ${ledgerPaise} paise; payments of ${receivedPaise}, refunds of ${refundedPaise} and ` +
        `chargebacks of ${chargedBackPaise} leave ${expected}`,
    );

  return { examined: payments, problems };
}

/**
 * Each payment once: as its provider reported it, or by its bank number until the provider does;
 * and what was charged back.
 */
async function readReceived(
  tx: Tx,
): Promise<{ payments: number; receivedPaise: number; chargedBackPaise: number }> {
  const toName = ({ provider, providerRef }: PaymentName): string => `${provider}:${providerRef}`;
  const [posted, byNumber] = [await readPosted(tx), await readPostedByNumber(tx)];
  const [unclaimed, chargebacks] = [await listEverUnclaimed(tx), await listChargebacks(tx)];
  const postedByName = new Map(
    (await readPostedAmounts(tx, [...unclaimed, ...chargebacks])).map((one) => [
      toName(one),
      one.paise,
    ]),
  );
  const unposted = unclaimed.filter((one) => !postedByName.has(toName(one)));
  const unpostedByName = new Map(unposted.map((one) => [toName(one), one.paise]));
  const findReceived = (one: PaymentName): number =>
    postedByName.get(toName(one)) ?? unpostedByName.get(toName(one)) ?? 0;

  return {
    payments: posted.payments + byNumber.payments + unposted.length,
    receivedPaise:
      posted.paise + byNumber.paise + unposted.reduce((sum, { paise }) => sum + paise, 0),
    chargedBackPaise: chargebacks.reduce(
      (sum, one) => sum + Math.min(one.paise, findReceived(one)),
      0,
    ),
  };
}
