import { KEEP_DAYS } from '@noren/core/people/tracking-rules';
import { scheduleValidation } from '../borrower/bank/validate-account.ts';
import { requeuePanChecks } from '../borrower/certification/check-pan.ts';
import { listStuckEvaluations } from '../borrower/loans/evaluation-store.ts';
import { expireFailedPayouts } from '../borrower/orders/expired-payouts.ts';
import { deleteOldTracking } from '../borrower/tracking/store.ts';
import { expireOldRequests } from '../console/approvals/decide-request.ts';
import { queueLinkCampaigns } from '../console/links/send-link-campaign.ts';
import { queueCampaigns } from '../console/products/give-coupons.ts';
import { JOBS, JOBS_WITHOUT_ROW } from '../job-list.ts';
import { requeueDunningMessages } from '../lending/close/dunning-store.ts';
import { deleteUnusedQuotes, markQuotesRetained } from '../lending/credit/credit-store.ts';
import {
  listStalePayouts,
  markAlarmedPayouts,
  UNDECIDED_TOO_LONG_MS,
} from '../lending/orders/payout-store.ts';
import { expireReservations } from '../lending/orders/reservations.ts';
import { listStalePapers } from '../lending/papers/papers-store.ts';
import { expireIntents } from '../lending/payments/checkout/intent-lists-store.ts';
import { endPassedOffers } from '../lending/payments/posting/keep-settlement-offer.ts';
import { listRefundsToHold, listStaleRefunds } from '../lending/payments/refunds/refund-store.ts';
import { queueToHold } from '../lending/payments/refunds/refunds.ts';
import { listStaleUnclaimedReturns } from '../lending/payments/unclaimed-funds/unclaimed-funds-store.ts';
import { deleteEndedSubscriptions } from '../notifications/store.ts';
import { listStalledValidations } from '../people/bank/store.ts';
import { deleteOldVisits } from '../people/certification/digilocker-visit-store.ts';
import { deleteOldReviewPictures } from '../people/certification/liveness-store.ts';
import { deleteOldSources, SOURCE_RETENTION_MS } from '../people/certification/source-store.ts';
import { queueRotations } from '../people/encryption/rotate-keys.ts';
import { deleteOldPasskeyChallenges } from '../people/login/passkey-store.ts';
import { deleteOldChanges, listDueChanges } from '../people/login/phone-change-store.ts';
import { deleteExpiredCodes } from '../people/login/store.ts';
import type { Deps } from '../platform/deps.ts';
import { sweepRequests } from '../platform/http/idempotency-store.ts';
import { addJob, requeueExhausted } from '../platform/jobs/job-store.ts';
import { deleteOldChallenges } from '../platform/staff/passkey-store.ts';
import { requeueNotifications } from '../processes/notifications/send-notification.ts';
import { removeOrphanClaims } from '../processes/retention/remove-orphan-claims.ts';
import { retryUnmatchedEvents } from '../processes/webhooks/provider-events.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** A payout, refund or evaluation untouched for this long has lost its job. */
const STALE_MS = 30 * MINUTE;
/** @ASSUMED How long until staff are told again about an undecided payout. */
const ALARM_AGAIN_MS = 6 * 60 * MINUTE;
/** How long a quote that was never accepted is kept. Source: `docs/lawful.md`, row 20. */
const QUOTE_RETENTION_MS = 180 * DAY;
/** @ASSUMED How long the picture of a face check waits for a reviewer. */
const REVIEW_PICTURE_RETENTION_MS = 30 * DAY;
/** @ASSUMED How long an ended change of the phone number shows which number it was. */
const PHONE_CHANGE_RETENTION_MS = 90 * DAY;
/** Each sweep checks the claims of names this recent; the purge job finds older ones. */
const SWEPT_CLAIM_MINUTES = 30;
/** How long after its expiry an intent can still be paid; then it is closed. */
const INTENT_GRACE_MS = 2 * DAY;

/**
 * Job: deletes expired counters and stored answers, and requeues work whose job was lost. A failing
 * part does not stop the others.
 * @throws AggregateError of the failures
 */
export async function sweep(deps: Deps): Promise<void> {
  const now = deps.now();
  const steps = [
    () => requeuePayouts(deps, now),
    () => alarmOldPayouts(deps, now),
    () => requeuePapers(deps, now),
    () => requeueRefunds(deps, now),
    () => requeueHolds(deps),
    () => requeueReturns(deps, now),
    () => requeueEvaluations(deps, now),
    () => requeueAccountValidations(deps, now),
    () => requeuePanChecks(deps, now - STALE_MS),
    () => requeuePhoneChanges(deps, now),
    () => requeueExhausted(deps.db, JOBS_WITHOUT_ROW),
    () => retryUnmatchedEvents(deps),
    () => expireFailedPayouts(deps),
    () => expireReservations(deps),
    () => deps.limits.sweep(now),
    () => sweepRequests(deps.db, now),
    () => deleteExpiredCodes(deps.db, now - DAY),
    () => deleteOldChanges(deps.db, now - PHONE_CHANGE_RETENTION_MS),
    () => deleteOldPasskeyChallenges(deps.db, now - DAY),
    () => deleteOldVisits(deps.db, now - DAY),
    () => deleteOldChallenges(deps.db, now),
    () => expireOldRequests(deps),
    () => queueCampaigns(deps),
    () => queueLinkCampaigns(deps),
    () => queueRotations(deps),
    () => endPassedOffers(deps),
    () => requeueDunningMessages(deps, now - DAY),
    () => requeueNotifications(deps, now - STALE_MS),
    () => deleteOldReviewPictures(deps.db, now - REVIEW_PICTURE_RETENTION_MS),
    () => deleteOldSources(deps.db, now - SOURCE_RETENTION_MS),
    () => deleteEndedSubscriptions(deps.db, now),
    () => removeOrphanClaims(deps.db, SWEPT_CLAIM_MINUTES),
    () => deleteOldTracking(deps.db, now - KEEP_DAYS * DAY),
  ];
  const errors: unknown[] = [];

  for (const step of steps) await step().catch((error: unknown) => errors.push(error));
  if (errors.length > 0)
    throw new AggregateError(errors, `${errors.length} steps of the sweep failed`);
}

async function requeuePayouts(deps: Deps, now: number): Promise<void> {
  for (const { userId, orderId, payoutRef } of await listStalePayouts(deps.db, now - STALE_MS))
    await addJob(deps.db, JOBS['send-payout'], { userId, orderId, payoutRef });
}

/**
 * Tells staff about payouts that stay undecided, such as one that waits at the provider until our
 * balance suffices. Repeats it every `ALARM_AGAIN_MS`.
 */
async function alarmOldPayouts(deps: Deps, now: number): Promise<void> {
  const times = {
    madeBefore: now - UNDECIDED_TOO_LONG_MS,
    alarmedBefore: now - ALARM_AGAIN_MS,
    now,
  };
  const payouts = await markAlarmedPayouts(deps.db, times);
  if (payouts.length === 0) return;

  const details = payouts.slice(0, 50).map(({ payoutRef, state, createdAt }) => {
    return { payoutRef, state, hours: Math.floor((now - createdAt) / (60 * MINUTE)) };
  });
  deps.log.error(
    { payouts: details, of: payouts.length },
    'payouts are undecided for long: ask the provider, look at its balance',
  );
}

async function requeuePapers({ db, sealsPapers }: Deps, now: number): Promise<void> {
  if (!sealsPapers) return;
  for (const order of await listStalePapers(db, now - STALE_MS))
    await addJob(db, JOBS['seal-papers'], order);
}

async function requeueRefunds(deps: Deps, now: number): Promise<void> {
  for (const { userId, orderId, refundRef } of await listStaleRefunds(deps.db, now - STALE_MS))
    await addJob(deps.db, JOBS['send-refund'], { userId, orderId, refundRef });
}

/**
 * Queues the failed refunds that wait for their job. Adding a job under the same key also restarts
 * one that exhausted its retries.
 */
async function requeueHolds({ db }: Deps): Promise<void> {
  for (const refund of await listRefundsToHold(db)) await queueToHold(db, refund);
}

async function requeueReturns(deps: Deps, now: number): Promise<void> {
  for (const refundRef of await listStaleUnclaimedReturns(deps.db, now - STALE_MS))
    await addJob(deps.db, JOBS['refund-unclaimed-funds'], { refundRef, attempt: 0 });
}

async function requeueEvaluations(deps: Deps, now: number): Promise<void> {
  // Adding under the same key also restarts a job that exhausted its retries.
  for (const userId of await listStuckEvaluations(deps.db, now - STALE_MS))
    await addJob(deps.db, JOBS['evaluate-credit'], { userId });
}

async function requeuePhoneChanges({ db }: Deps, now: number): Promise<void> {
  for (const userId of await listDueChanges(db, now))
    await addJob(db, JOBS['finish-phone-change'], { userId });
}

async function requeueAccountValidations(deps: Deps, now: number): Promise<void> {
  for (const userId of await listStalledValidations(deps.db, now - STALE_MS))
    await scheduleValidation(deps.db, userId, 0);
}

/** Job: deletes quotes and expires payment codes that were not used in time. */
export async function expireQuotes(deps: Deps): Promise<void> {
  const now = deps.now();
  await expireIntents(deps.db, now - INTENT_GRACE_MS);
  await deleteUnusedQuotes(deps.db, now - QUOTE_RETENTION_MS);
  await markQuotesRetained(deps.db, now - QUOTE_RETENTION_MS);
}
