import { validateAccount } from '../borrower/bank/validate-account.ts';
import { checkPan } from '../borrower/certification/check-pan.ts';
import { evaluateCredit } from '../borrower/loans/evaluate-credit.ts';
import { cancelQueuedPayout } from '../console/approvals/kinds/payout-cancel.ts';
import { makeLedgerExportFile } from '../console/books/ledger-export.ts';
import { takePortfolioOfDay } from '../console/day/portfolio-of-day.ts';
import { sendStaffLinkNow } from '../console/links/send-link.ts';
import { sendLinkCampaign } from '../console/links/send-link-campaign.ts';
import { fetchPayoutBalance } from '../console/money/fetch-payout-balance.ts';
import { giveCampaignCoupons } from '../console/products/give-coupons.ts';
import { alertStaff } from '../console/work/alert-staff.ts';
import { sumPostedJournals } from '../lending/book/ledger-totals-store.ts';
import { queuePayouts } from '../lending/orders/payout-store.ts';
import { queryPayout, sendPayout } from '../lending/orders/send-payout.ts';
import { queuePapers } from '../lending/papers/papers-store.ts';
import { sealPapers } from '../lending/papers/seal-papers.ts';
import { planDebits } from '../lending/payments/autopay/plan-debits.ts';
import { presentDebit } from '../lending/payments/autopay/present-debit.ts';
import { tendMandate } from '../lending/payments/autopay/tend-mandate.ts';
import { queryPayment } from '../lending/payments/checkout/query-payment.ts';
import { notifySettledLater } from '../lending/payments/posting/sync-order.ts';
import { syncOrder } from '../lending/payments/posting/sync-order-job.ts';
import { refundOverpaid } from '../lending/payments/refunds/refunds.ts';
import { queryRefund, sendRefund } from '../lending/payments/refunds/send-refund.ts';
import { holdFailedRefund } from '../lending/payments/unclaimed-funds/hold-failed-refund.ts';
import { refundUnclaimedFunds } from '../lending/payments/unclaimed-funds/refund-unclaimed-funds.ts';
import { takeQuarterRates } from '../lending/rate-card/take-quarter-rates.ts';
import { makeExport } from '../people/personal-data/make-export.ts';
import type { Deps } from '../platform/deps.ts';
import { handOverJobs, type JobPayloads } from '../platform/jobs/job-store.ts';
import type { JobTable } from '../platform/jobs/jobs.ts';
import { readAuditHead } from '../platform/staff/audit-chain-store.ts';
import { recordErasure } from '../processes/backup/erasure-ledger.ts';
import { closeMissedDays, helpClose } from '../processes/close-of-day/close-of-day.ts';
import { sendDunningMessage } from '../processes/close-of-day/dunning.ts';
import { giveRenewalReminders } from '../processes/close-of-day/give-renewal-reminders.ts';
import { notifyHeldByLevel } from '../processes/close-of-day/notify-held-by-level.ts';
import { undoCloses } from '../processes/close-of-day/undo-closes.ts';
import { keepComplaintPromises } from '../processes/complaints/keep-promises.ts';
import { runRotation } from '../processes/key-rotation/run-rotation.ts';
import { sendNotification } from '../processes/notifications/send-notification.ts';
import { finishPhoneChange } from '../processes/phone-change/finish-phone-change.ts';
import { purgeExpired } from '../processes/retention/purge-expired.ts';
import { importSanctions } from '../processes/sanctions/import-list.ts';
import { screenEverybody } from '../processes/sanctions/screen-everybody.ts';
import { selfCheck } from '../processes/self-checks/self-checks.ts';
import { dated } from './dated-jobs.ts';
import { expireQuotes, sweep } from './sweep.ts';

/** The handler of each job kind. */
export const jobTable: JobTable = {
  'send-payout': sendPayout,
  'cancel-payout': cancelQueuedPayout,
  'query-payout': queryPayout,
  'evaluate-credit': evaluateCredit,
  'validate-account': validateAccount,
  'check-pan': checkPan,
  'query-payment': queryPayment,
  'tend-mandate': dated('tend-mandate', tendMandate),
  'present-debit': dated('present-debit', presentDebit),
  'plan-debits': dated('plan-debits', planDebits),
  'refund-overpaid': refundOverpaid,
  'sync-order': syncOrder,
  'send-refund': sendRefund,
  'query-refund': queryRefund,
  'hold-failed-refund': holdFailedRefund,
  'refund-unclaimed-funds': refundUnclaimedFunds,
  'seal-papers': dated('seal-papers', sealPapers),
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
  'finish-phone-change': dated('finish-phone-change', finishPhoneChange),
  'rotate-keys': runRotation,
  'purge-expired': dated('purge-expired', purgeExpired),
  'record-erasure': recordErasure,
  'make-ledger-export': makeLedgerExportFile,
  'sum-ledger': ({ db, now }) => sumPostedJournals(db, now()),
  'fetch-payout-balance': fetchPayoutBalance,
  'take-portfolio': dated('take-portfolio', takePortfolioOfDay),
  'take-quarter-rates': dated('take-quarter-rates', takeQuarterRates),
  'keep-complaint-promises': dated('keep-complaint-promises', keepComplaintPromises),
  'notify-held-by-level': dated('notify-held-by-level', notifyHeldByLevel),
  'give-renewal-reminders': dated('give-renewal-reminders', giveRenewalReminders),
  'alert-staff': alertStaff,
  'import-sanctions': dated('import-sanctions', (deps) => importSanctions(deps)),
  'screen-everybody': (deps) => screenEverybody(deps),
  'log-audit-head': logAuditHead,
};

/** Queues work that API-only processes left to the jobs process. */
export async function queueDeferredWork(deps: Deps): Promise<void> {
  await handOverJobs(deps.db);
  await queuePayouts(deps.db);
  await queuePapers(deps.db);
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
