import { validateAccount } from './bank/ask-bank.ts';
import { closeMissedDays } from './close-of-day.ts';
import { tellDebt } from './debt-messages.ts';
import type { Deps } from './deps.ts';
import { forgetDue } from './forget-due.ts';
import type { JobTable } from './jobs.ts';
import { evaluateCredit } from './loans/evaluate-credit.ts';
import { makeExport } from './make-export.ts';
import { sendNotice } from './messages-out/send-notice.ts';
import { queuePayouts } from './orders/payout-store.ts';
import { askPayout, sendPayout } from './orders/send-payout.ts';
import { askPayment } from './repayment/ask-payment.ts';
import { refundOverpaid } from './repayment/refunds.ts';
import { returnReceipt } from './repayment/return-receipt.ts';
import { askRefund, sendRefund } from './repayment/send-refund.ts';
import { standAgain } from './repayment/stand-again.ts';
import { tellSettledLater } from './repayment/stand-order.ts';
import { selfCheck } from './self-checks.ts';
import { expireQuotes, sweepOld } from './sweep.ts';

/** The work behind each kind of job. */
export const jobTable: JobTable = {
  'send-payout': sendPayout,
  'ask-payout': askPayout,
  'evaluate-credit': evaluateCredit,
  'validate-account': validateAccount,
  'ask-payment': askPayment,
  'refund-overpaid': refundOverpaid,
  'let-go-of-paise': standAgain,
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
  await tellSettledLater(deps);
}
