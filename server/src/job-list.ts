import {
  DELETE_FILE,
  type Job,
  type JobName,
  type JobPayloads,
} from './platform/jobs/job-store.ts';

/**
 * The jobs of lending, features and operations, and what each is given; schedule/job-table.ts
 * maps each to its work.
 */
declare module './platform/jobs/job-store.ts' {
  interface JobPayloads {
    'send-payout': { userId: string; orderId: string; payoutRef: string };
    /**
     * Cancels a payout that waits at its provider, for the lender, or for the borrower who
     * withdraws the loan.
     */
    'cancel-payout': { userId: string; orderId: string; payoutRef: string; isWithdrawal?: boolean };
    'query-payout': { userId: string; orderId: string; payoutRef: string; attempt: number };
    'evaluate-credit': { userId: string };
    'validate-account': { userId: string; attempt: number };
    /** Asks the register of PANs about a confirmed identity. */
    'check-pan': { userId: string };
    'query-payment': { userId: string; orderId: string; code: string; attempt: number };
    /** Takes a mandate on at its provider. */
    'tend-mandate': { userId: string; mandateId: string; attempt: number };
    /** Takes a debit by a mandate one step on. */
    'present-debit': { userId: string; debitId: string; attempt: number };
    /** Plans the debits of the coming due dates. */
    'plan-debits': Record<string, never>;
    /** Refunds an overpayment. */
    'refund-overpaid': { userId: string; orderId: string };
    /** Waives the residual of an order. */
    'sync-order': { userId: string; orderId: string };
    'send-refund': { userId: string; orderId: string; refundRef: string };
    'query-refund': { userId: string; orderId: string; refundRef: string; attempt: number };
    /** Puts a refund that failed after its payment was taken off its order into suspense. */
    'hold-failed-refund': { userId: string; orderId: string; refundRef: string };
    /** Returns unclaimed funds to their sender. */
    'refund-unclaimed-funds': { refundRef: string; attempt: number };
    /** Seals the papers of an order that wait for it. */
    'seal-papers': { userId: string; orderId: string };
    /** Sends or resends a notification, or queries its status. */
    'send-notification': { userId: string; notificationId: string };
    /** Sends the due reminders of an order. */
    'send-dunning-message': { userId: string; orderId: string };
    'close-missed-days': Record<string, never>;
    /** Closes orders of the day that another process is closing. */
    'help-close': Record<string, never>;
    /** Undoes the closes of days that have not ended. */
    'undo-closes': { requestId: string };
    'self-check': Record<string, never>;
    'expire-quotes': Record<string, never>;
    /** Gives the coupons of a campaign to its segment. */
    'give-campaign-coupons': { campaignId: string };
    /** Makes a link of staff's and sends it to a borrower. */
    'send-staff-link': { userId: string; linkId: string };
    /** Makes the links of a campaign. */
    'send-link-campaign': { campaignId: string };
    sweep: Record<string, never>;
    /** A copy of a user's data. */
    'make-export': { userId: string; exportId: string };
    /** Gives the account of a user its new phone number. */
    'finish-phone-change': { userId: string };
    /** Encrypts every field with the newest key. */
    'rotate-keys': { rotationId: string };
    'purge-expired': Record<string, never>;
    /** Records in the erasure ledger what must not come back of a user. */
    'record-erasure': { userId: string };
    /** The ledger of a month as a file. */
    'make-ledger-export': { exportId: string };
    /** Adds what was posted since to the totals of the ledger. */
    'sum-ledger': Record<string, never>;
    /** Asks the payouts' provider what is left there. */
    'fetch-payout-balance': Record<string, never>;
    /** Sums what is lent and overdue, once a day. */
    'take-portfolio': Record<string, never>;
    /** Computes the rates of the last quarter for the rate card, once. */
    'take-quarter-rates': Record<string, never>;
    /** Passes complaints on, makes somebody own them, notifies borrowers of the Reserve Bank. */
    'keep-complaint-promises': Record<string, never>;
    /** Tells people once that a new loan needs a step of their identity. */
    'notify-held-by-level': Record<string, never>;
    /** Gives the reminders of an update of details that are due. */
    'give-renewal-reminders': Record<string, never>;
    /** Alerts staff of what began to wait; the schedule says which run it is. */
    'alert-staff': { _cron?: { ts: string } };
    /** Fetches the sanctions list of the United Nations. */
    'import-sanctions': Record<string, never>;
    /** Screens who was not screened with the sanctions lists in force. */
    'screen-everybody': Record<string, never>;
    /** Logs the end of the chain of staff acts. */
    'log-audit-head': Record<string, never>;
  }
}

/** The key of each job: at most one with it is queued. */
const KEYS: { readonly [N in JobName]: (payload: JobPayloads[N]) => string } = {
  'send-payout': ({ payoutRef }) => payoutRef,
  'cancel-payout': ({ payoutRef }) => `cancel:${payoutRef}`,
  'query-payout': ({ payoutRef }) => `query:${payoutRef}`,
  'evaluate-credit': ({ userId }) => `evaluate-credit:${userId}`,
  'validate-account': ({ userId }) => `validate-account:${userId}`,
  'check-pan': ({ userId }) => `check-pan:${userId}`,
  'query-payment': ({ code }) => `pay:${code}`,
  'tend-mandate': ({ mandateId }) => `mandate:${mandateId}`,
  'present-debit': ({ debitId }) => `debit:${debitId}`,
  'plan-debits': () => 'plan-debits',
  'refund-overpaid': ({ orderId }) => `refund:${orderId}`,
  'sync-order': ({ orderId }) => `paise:${orderId}`,
  'send-refund': ({ refundRef }) => refundRef,
  'query-refund': ({ refundRef }) => `query:${refundRef}`,
  'hold-failed-refund': ({ refundRef }) => `hold:${refundRef}`,
  'refund-unclaimed-funds': ({ refundRef }) => `return:${refundRef}`,
  'seal-papers': ({ orderId }) => `papers:${orderId}`,
  'send-notification': ({ notificationId }) => `notification:${notificationId}`,
  'delete-file': DELETE_FILE.key,
  'send-dunning-message': ({ orderId }) => `dunning:${orderId}`,
  'close-missed-days': () => 'close-missed-days',
  'help-close': () => 'help-close',
  'undo-closes': () => 'undo-closes',
  'self-check': () => 'self-check',
  'expire-quotes': () => 'expire-quotes',
  'give-campaign-coupons': ({ campaignId }) => `campaign:${campaignId}`,
  'send-staff-link': ({ linkId }) => `staff-link:${linkId}`,
  'send-link-campaign': ({ campaignId }) => `link-campaign:${campaignId}`,
  sweep: () => 'sweep',
  'make-export': ({ exportId }) => `export:${exportId}`,
  'finish-phone-change': ({ userId }) => `phone-change:${userId}`,
  'rotate-keys': ({ rotationId }) => `key-rotation:${rotationId}`,
  'purge-expired': () => 'purge-expired',
  'record-erasure': ({ userId }) => `record-erasure:${userId}`,
  'make-ledger-export': ({ exportId }) => `ledger-export:${exportId}`,
  'sum-ledger': () => 'sum-ledger',
  'fetch-payout-balance': () => 'fetch-payout-balance',
  'take-portfolio': () => 'take-portfolio',
  'take-quarter-rates': () => 'take-quarter-rates',
  'keep-complaint-promises': () => 'keep-complaint-promises',
  'notify-held-by-level': () => 'notify-held-by-level',
  'give-renewal-reminders': () => 'give-renewal-reminders',
  'alert-staff': () => 'alert-staff',
  'import-sanctions': () => 'import-sanctions',
  'screen-everybody': () => 'screen-everybody',
  'log-audit-head': () => 'log-audit-head',
};

/** Every job by its name. */
export const JOBS = Object.fromEntries(
  Object.entries(KEYS).map(([name, key]) => [name, { name, key }]),
) as unknown as {
  readonly [N in JobName]: Job<N>;
};

/** Scheduled jobs; times are UTC. */
export const JOB_SCHEDULE = `
*/5 * * * * sweep ?max=3
*/5 * * * * plan-debits ?max=3&jobKey=plan-debits
*/5 * * * * alert-staff ?max=3&fill=1h
7 * * * * expire-quotes ?max=3
2 * * * * keep-complaint-promises ?max=3
43 */6 * * * purge-expired ?max=3
31 18 * * * close-missed-days ?max=3&jobKey=close-missed-days&fill=1d&id=close-missed-days
*/15 * * * * sum-ledger ?max=3
*/5 * * * * fetch-payout-balance ?max=1
52 */6 * * * import-sanctions ?max=3
37 * * * * screen-everybody ?max=3&jobKey=screen-everybody
17 * * * * close-missed-days ?max=3&jobKey=close-missed-days&id=close-missed-days-again
`;

/** Jobs no table row can recreate: one that exhausted its attempts must be requeued. */
export const JOBS_WITHOUT_ROW = [
  'refund-overpaid',
  'sync-order',
  'cancel-payout',
  'delete-file',
  'record-erasure',
] as const satisfies readonly JobName[];
