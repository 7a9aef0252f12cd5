import type { Deps } from '../../platform/deps.ts';
import type { PayoutBalance } from '../../platform/ports/payouts.ts';
import { savePayoutBalance } from './payout-balance-store.ts';

/**
 * Job: asks the payouts' provider what is left, for the console, whose process has no key to ask
 * with.
 */
export async function fetchPayoutBalance({ db, payouts, log }: Deps): Promise<void> {
  let balance: PayoutBalance | null;
  try {
    balance = await payouts.balance();
  } catch (error) {
    log.warn({ err: error }, 'the balance for payouts is not known');
    return;
  }

  if (balance) await savePayoutBalance(db, { provider: payouts.name, ...balance });
}
