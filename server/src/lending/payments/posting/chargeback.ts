import type { PostedJournal } from '../../book/ledger.ts';
import { sumAccount } from '../../book/loan-events.ts';

/** Total charged back on a payment so far, in paise. */
export function sumChargebacks(journals: readonly PostedJournal[], paymentId: string): number {
  const taken = journals.filter(
    ({ kind, detail }) => kind === 'chargeback' && detail.ofPayment === paymentId,
  );
  return taken.reduce((sum, { lines }) => sum - sumAccount(lines, 'settlement_in'), 0);
}
