import { validateAccount } from '../features/bank/ask-bank.ts';
import { evaluateCredit } from '../features/loans/evaluate-credit.ts';
import { sendNotice } from '../features/notifications/send-notice.ts';
import { askPayout, sendPayout } from '../features/orders/send-payout.ts';
import { queryPaymentJob } from '../features/repayment/checkout/query-payment.ts';
import { notifySettledLater } from '../features/repayment/posting/sync-order.ts';
import { syncOrderJob } from '../features/repayment/posting/sync-order-job.ts';
import { refundOverpaid } from '../features/repayment/refunds/refunds.ts';
import { askRefund, sendRefund } from '../features/repayment/refunds/send-refund.ts';
import { returnReceipt } from '../features/repayment/unclaimed-funds/refund-unclaimed.ts';
import { queuePayouts } from '../lending/payout-store.ts';
import type { Deps } from '../platform/deps.ts';
import type { JobTable } from '../platform/jobs/jobs.ts';
import { closeMissedDays } from './close-of-day/close-of-day.ts';
import { tellDebt } from './close-of-day/dunning.ts';
import { makeExport } from './privacy/make-export.ts';
import { forgetDue } from './privacy/purge-expired.ts';
import { selfCheck } from './self-checks/self-checks.ts';
import { expireQuotes, sweepOld } from './sweep.ts';

/** The work behind each kind of job. */
export const jobTable: JobTable = {
  'send-payout': sendPayout,
  'ask-payout': askPayout,
  'evaluate-credit': evaluateCredit,
  'validate-account': validateAccount,
  'ask-payment': queryPaymentJob,
  'refund-overpaid': refundOverpaid,
  'let-go-of-paise': syncOrderJob,
  'send-refund': sendRefund,
  'ask-refund': askRefund,
  'return-receipt': returnReceipt,
  'send-notice': (deps, notice) => sendNotice(deps, notice),
  'remove-file': (deps, { fileId }) => deps.files.remove(fileId),
  'tell-debt': tellDebt,
  'close-of-day': closeMissedDays,
  'self-check': selfCheck,
  'expire-quotes': expireQuotes,
  'sweep-old': sweepOld,
  'make-export': makeExport,
  'forget-due': forgetDue,
};

/** Takes up what a process that only answers left to whoever runs the jobs. */
export async function fillQueue(deps: Deps): Promise<void> {
  await queuePayouts(deps.db);
  await notifySettledLater(deps);
}
