import { validateAccount } from '../features/bank/validate-account.ts';
import { evaluateCredit } from '../features/loans/evaluate-credit.ts';
import { sendNotification } from '../features/notifications/send-notification.ts';
import { checkPayoutStatus, sendPayout } from '../features/orders/send-payout.ts';
import { queryPaymentJob } from '../features/repayment/checkout/query-payment.ts';
import { notifySettledLater } from '../features/repayment/posting/sync-order.ts';
import { syncOrderJob } from '../features/repayment/posting/sync-order-job.ts';
import { refundOverpaid } from '../features/repayment/refunds/refunds.ts';
import { askRefund, sendRefund } from '../features/repayment/refunds/send-refund.ts';
import { refundUnclaimed } from '../features/repayment/unclaimed-funds/refund-unclaimed.ts';
import { dunningJobKey } from '../lending/dunning-store.ts';
import { queuePayouts } from '../lending/payout-store.ts';
import type { Deps } from '../platform/deps.ts';
import type { JobTable } from '../platform/jobs/jobs.ts';
import { closeMissedDays } from './close-of-day/close-of-day.ts';
import { sendDunningMessage } from './close-of-day/dunning.ts';
import { undoCloses } from './close-of-day/undo-closes.ts';
import { dated } from './dated-jobs.ts';
import { makeExport } from './privacy/make-export.ts';
import { purgeExpired } from './privacy/purge-expired.ts';
import { selfCheck } from './self-checks/self-checks.ts';
import { expireQuotes, runSweep } from './sweep.ts';

/** The handler of each job kind. */
export const jobTable: JobTable = {
  'send-payout': sendPayout,
  'query-payout': checkPayoutStatus,
  'evaluate-credit': evaluateCredit,
  'validate-account': validateAccount,
  'query-payment': queryPaymentJob,
  'refund-overpaid': refundOverpaid,
  'waive-residual': syncOrderJob,
  'send-refund': sendRefund,
  'query-refund': askRefund,
  'refund-unclaimed-funds': refundUnclaimed,
  'send-notification': (deps, notification) => sendNotification(deps, notification),
  'delete-file': (deps, { fileId }) => deps.files.remove(fileId),
  'send-dunning-message': dated('send-dunning-message', sendDunningMessage, ({ orderId }) => dunningJobKey(orderId)),
  'close-of-day': dated('close-of-day', closeMissedDays),
  'undo-closes': dated('undo-closes', undoCloses),
  'self-check': dated('self-check', selfCheck),
  'expire-quotes': dated('expire-quotes', expireQuotes),
  'sweep-old': dated('sweep-old', runSweep),
  'make-export': makeExport,
  'purge-expired': dated('purge-expired', purgeExpired),
};

/** Queues work that API-only processes left to the jobs process. */
export async function queueDeferredWork(deps: Deps): Promise<void> {
  await queuePayouts(deps.db);
  await notifySettledLater(deps);
}
