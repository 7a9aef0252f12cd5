import { validateAccount } from '../features/bank/validate-account.ts';
import { evaluateCredit } from '../features/loans/evaluate-credit.ts';
import { sendNotification } from '../features/notifications/send-notification.ts';
import { queryPayout, sendPayout } from '../features/orders/send-payout.ts';
import { queryPayment } from '../features/repayment/checkout/query-payment.ts';
import { notifySettledLater } from '../features/repayment/posting/sync-order.ts';
import { syncOrder } from '../features/repayment/posting/sync-order-job.ts';
import { refundOverpaid } from '../features/repayment/refunds/refunds.ts';
import { queryRefund, sendRefund } from '../features/repayment/refunds/send-refund.ts';
import { holdFailedRefund } from '../features/repayment/unclaimed-funds/hold-failed-refund.ts';
import { refundUnclaimedFunds } from '../features/repayment/unclaimed-funds/refund-unclaimed-funds.ts';
import { queuePayouts } from '../lending/payout-store.ts';
import type { Deps } from '../platform/deps.ts';
import { handOverJobs, type JobPayloads } from '../platform/jobs/job-store.ts';
import type { JobTable } from '../platform/jobs/jobs.ts';
import { readAuditHead } from '../platform/staff/audit-chain-store.ts';
import { cancelQueuedPayout } from './approvals/kinds/payout-cancel.ts';
import { recordErasure } from './backup/erasure-ledger.ts';
import { makeLedgerExportFile } from './books/ledger-export.ts';
import { sumPostedJournals } from './books/ledger-totals-store.ts';
import { closeMissedDays, helpClose } from './close-of-day/close-of-day.ts';
import { sendDunningMessage } from './close-of-day/dunning.ts';
import { undoCloses } from './close-of-day/undo-closes.ts';
import { dated } from './dated-jobs.ts';
import { takePortfolioOfDay } from './day/portfolio-of-day.ts';
import { runRotation } from './keys/run-rotation.ts';
import { sendStaffLinkNow } from './links/send-link.ts';
import { sendLinkCampaign } from './links/send-link-campaign.ts';
import { fetchPayoutBalance } from './money/fetch-payout-balance.ts';
import { makeExport } from './privacy/make-export.ts';
import { purgeExpired } from './privacy/purge-expired.ts';
import { giveCampaignCoupons } from './products/give-coupons.ts';
import { selfCheck } from './self-checks/self-checks.ts';
import { expireQuotes, sweep } from './sweep.ts';
import { alertStaff } from './work/alert-staff.ts';

/** The handler of each job kind. */
export const jobTable: JobTable = {
  'send-payout': sendPayout,
  'cancel-payout': cancelQueuedPayout,
  'query-payout': queryPayout,
  'evaluate-credit': evaluateCredit,
  'validate-account': validateAccount,
  'query-payment': queryPayment,
  'refund-overpaid': refundOverpaid,
  'sync-order': syncOrder,
  'send-refund': sendRefund,
  'query-refund': queryRefund,
  'hold-failed-refund': holdFailedRefund,
  'refund-unclaimed-funds': refundUnclaimedFunds,
  'send-notification': (deps, key) => sendNotification(deps, key),
  'delete-file': deleteFile,
  'send-dunning-message': dated('send-dunning-message', sendDunningMessage),
  'close-missed-days': dated('close-missed-days', closeMissedDays),
  'help-close': dated('help-close', helpClose),
  'undo-closes': dated('undo-closes', undoCloses),
  'self-check': dated('self-check', selfCheck),
  'expire-quotes': dated('expire-quotes', expireQuotes),
  'give-campaign-coupons': dated('give-campaign-coupons', giveCampaignCoupons),
  'send-staff-link': sendStaffLinkNow,
  'send-link-campaign': dated('send-link-campaign', sendLinkCampaign),
  sweep: dated('sweep', sweep),
  'make-export': makeExport,
  'rotate-keys': runRotation,
  'purge-expired': dated('purge-expired', purgeExpired),
  'record-erasure': recordErasure,
  'make-ledger-export': makeLedgerExportFile,
  'sum-ledger': ({ db, now }) => sumPostedJournals(db, now()),
  'fetch-payout-balance': fetchPayoutBalance,
  'take-portfolio': dated('take-portfolio', takePortfolioOfDay),
  'alert-staff': alertStaff,
  'log-audit-head': logAuditHead,
};

/** Queues work that API-only processes left to the jobs process. */
export async function queueDeferredWork(deps: Deps): Promise<void> {
  await handOverJobs(deps.db);
  await queuePayouts(deps.db);
  await notifySettledLater(deps);
}

async function deleteFile(deps: Deps, { fileId }: JobPayloads['delete-file']): Promise<void> {
  await deps.files.remove(fileId);
}

/** The log then proves that the chain up to here was not rewritten later. */
async function logAuditHead(deps: Deps): Promise<void> {
  const { seq, hash } = await readAuditHead(deps.db);
  deps.log.info({ day: deps.today(), seq, hash: hash.toString('hex') }, 'staff audit head');
}
