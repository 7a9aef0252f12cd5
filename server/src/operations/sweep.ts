import { KEEP_DAYS } from '@noren/core/people/tracking-rules';
import { listStalledValidations } from '../features/bank/store.ts';
import { scheduleValidation } from '../features/bank/validate-account.ts';
import { deleteOldReviewPictures } from '../features/certification/liveness-store.ts';
import { listStuckEvaluations } from '../features/loans/evaluation-store.ts';
import { deleteOldPasskeyChallenges } from '../features/login/passkey-store.ts';
import { deleteExpiredCodes } from '../features/login/store.ts';
import { requeueNotifications } from '../features/notifications/send-notification.ts';
import { expireFailedPayouts } from '../features/orders/expired-payouts.ts';
import { expireReservations } from '../features/preorder/reservations.ts';
import { expireIntents } from '../features/repayment/checkout/intent-lists-store.ts';
import { endPassedOffers } from '../features/repayment/posting/keep-settlement-offer.ts';
import { listRefundsToHold, listStaleRefunds } from '../features/repayment/refunds/refund-store.ts';
import { queueToHold } from '../features/repayment/refunds/refunds.ts';
import { listStaleUnclaimedReturns } from '../features/repayment/unclaimed-funds/unclaimed-funds-store.ts';
import { deleteOldTracking } from '../features/tracking/store.ts';
import { deleteUnusedQuotes, markQuotesRetained } from '../lending/credit-store.ts';
import { requeueDunningMessages } from '../lending/dunning-store.ts';
import { JOBS, JOBS_WITHOUT_ROW } from '../lending/job-list.ts';
import { deleteEndedSubscriptions } from '../lending/notifications/store.ts';
import {
  listStalePayouts,
  markAlarmedPayouts,
  UNDECIDED_TOO_LONG_MS,
} from '../lending/payout-store.ts';
import type { Deps } from '../platform/deps.ts';
import { sweepRequests } from '../platform/http/idempotency-store.ts';
import { addJob, requeueExhausted } from '../platform/jobs/job-store.ts';
import { deleteOldChallenges } from '../platform/staff/passkey-store.ts';
import { expireOldRequests } from './approvals/decide-request.ts';
import { queueRotations } from './keys/rotate-keys.ts';
import { queueLinkCampaigns } from './links/send-link-campaign.ts';
import { removeOrphanClaims } from './names/remove-orphan-claims.ts';
import { queueCampaigns } from './products/give-coupons.ts';
import { retryUnmatchedEvents } from './webhooks/provider-events.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** A payout, refund or evaluation untouched for this long has lost its job. */
const STALE_MS = 30 * MINUTE;
/** @ASSUMED How long until staff is told again of an undecided payout. */
const ALARM_AGAIN_MS = 6 * 60 * MINUTE;
/** How long a quote that was never accepted is kept. Source: `docs/lawful.md`, row 20. */
const QUOTE_RETENTION_MS = 180 * DAY;
/** @ASSUMED How long the picture of a face check waits for a reviewer. */
const REVIEW_PICTURE_RETENTION_MS = 30 * DAY;
/**
 * Claims of names that are looked at by each sweep; one older than that is found by the job that
 * purges.
 */
const SWEPT_CLAIM_MINUTES = 30;
/** How long after its expiry an intent may still be paid before it is closed. */
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
    () => requeueRefunds(deps, now),
    () => requeueHolds(deps),
    () => requeueReturns(deps, now),
    () => requeueEvaluations(deps, now),
    () => requeueAccountValidations(deps, now),
    () => requeueExhausted(deps.db, JOBS_WITHOUT_ROW),
    () => retryUnmatchedEvents(deps),
    () => expireFailedPayouts(deps),
    () => expireReservations(deps),
    () => deps.limits.sweep(now),
    () => sweepRequests(deps.db, now),
    () => deleteExpiredCodes(deps.db, now - DAY),
    () => deleteOldPasskeyChallenges(deps.db, now - DAY),
    () => deleteOldChallenges(deps.db, now),
    () => expireOldRequests(deps),
    () => queueCampaigns(deps),
    () => queueLinkCampaigns(deps),
    () => queueRotations(deps),
    () => endPassedOffers(deps),
    () => requeueDunningMessages(deps, now - DAY),
    () => requeueNotifications(deps, now - STALE_MS),
    () => deleteOldReviewPictures(deps.db, now - REVIEW_PICTURE_RETENTION_MS),
    () => deleteEndedSubscriptions(deps.db, now),
    () => removeOrphanClaims(deps.db, SWEPT_CLAIM_MINUTES),
    () => deleteOldTracking(deps.db, now - KEEP_DAYS * DAY),
  ];
  const failed: unknown[] = [];

  for (const step of steps) await step().catch((error: unknown) => failed.push(error));
  if (failed.length > 0)
    throw new AggregateError(failed, `${failed.length} steps of the sweep failed`);
}

async function requeuePayouts(deps: Deps, now: number): Promise<void> {
  for (const { userId, orderId, payoutRef } of await listStalePayouts(deps.db, now - STALE_MS))
    await addJob(deps.db, JOBS['send-payout'], { userId, orderId, payoutRef });
}

/**
 * Tells staff of payouts that are undecided for long, such as one that waits at the provider for
 * money, again and again.
 */
async function alarmOldPayouts(deps: Deps, now: number): Promise<void> {
  const times = {
    madeBefore: now - UNDECIDED_TOO_LONG_MS,
    alarmedBefore: now - ALARM_AGAIN_MS,
    now,
  };
  const payouts = await markAlarmedPayouts(deps.db, times);
  if (payouts.length === 0) return;

  const listed = payouts.slice(0, 50).map(({ payoutRef, state, createdAt }) => {
    return { payoutRef, state, hours: Math.floor((now - createdAt) / (60 * MINUTE)) };
  });
  deps.log.error(
    { payouts: listed, of: payouts.length },
    'payouts are undecided for long: ask the provider, look at its balance',
  );
}

async function requeueRefunds(deps: Deps, now: number): Promise<void> {
  for (const { userId, orderId, refundRef } of await listStaleRefunds(deps.db, now - STALE_MS))
    await addJob(deps.db, JOBS['send-refund'], { userId, orderId, refundRef });
}

/**
 * Failed refunds that wait for their job: adding it under the same key also restarts one that
 * exhausted its retries.
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
