import type { Tx } from '../../platform/db/db.ts';
import type { CheckResult } from './check-result.ts';
import { listLostPayments, readSettlementTotals } from './check-settlement-store.ts';

/**
 * The settlement accounts hold what providers received, less what was refunded and charged back; a payment that was
 * reversed is in suspense or was posted to another order.
 */
export async function checkSettlement(tx: Tx): Promise<CheckResult> {
  const { payments, ledgerPaise, receivedPaise, refundedPaise, chargedBackPaise } = await readSettlementTotals(tx);
  const expected = receivedPaise - refundedPaise - chargedBackPaise;
  const problems = (await listLostPayments(tx)).map(
    ({ ref, leftPaise }) => `payment ${ref}: ${leftPaise} paise were taken off its order and are in no account`,
  );
  if (ledgerPaise !== expected)
    problems.push(
      `the settlement accounts hold ${ledgerPaise} paise; payments of ${receivedPaise}, refunds of ${refundedPaise} and ` +
        `chargebacks of ${chargedBackPaise} leave ${expected}`,
    );
  return { examined: payments, problems };
}
