import { JOBS } from '../../../job-list.ts';
import type { Deps } from '../../../platform/deps.ts';
import { addJob, type JobPayloads } from '../../../platform/jobs/job-store.ts';
import { findProvider, findProviderOfChannel } from '../../../platform/payment-providers.ts';
import type { Instrument, Payments } from '../../../platform/ports/payments.ts';
import { findDebitByCode } from '../autopay/debit-store.ts';
import { PAYMENT_GRACE_MS } from '../posting/midnight-waiver.ts';
import { claimProviderQuery, endIntent, findIntent, type Intent } from '../store.ts';
import { recoverInstruments } from './instruments.ts';

/** Payment pages poll about once a second; the provider is queried no more often than this. */
const QUERY_EVERY_MS = 3_000;
/**
 * When a payment is queried after its code was made: a webhook can be lost, and the borrower may
 * not return.
 */
const QUERY_AFTER_MS = [5, 30, 60, 6 * 60, 24 * 60].map((minutes) => minutes * 60_000);

/**
 * Queries the provider for payments against a code and processes them as a webhook would. Without
 * an answer nothing changes.
 */
export async function queryProvider(deps: Deps, intent: Intent): Promise<void> {
  if (!(await claimProviderQuery(deps.db, intent, { now: deps.now(), everyMs: QUERY_EVERY_MS })))
    return;
  try {
    const made = await recoverInstruments(deps, intent);
    for (const provider of deps.payments)
      await queryOne(deps, provider, { code: intent.code, made });
    if (intent.debitDay) await queryDebit(deps, intent);
  } catch (err) {
    deps.log.warn({ err, intentId: intent.intentId }, 'payment provider gave no answer');
  }
}

/** Processes what one provider knows of a code, by the channels that it makes. */
async function queryOne(
  deps: Deps,
  provider: Payments,
  { code, made }: { code: string; made: readonly Instrument[] },
): Promise<void> {
  const own = made.filter(
    ({ channel }) => findProviderOfChannel(deps.payments, channel) === provider,
  );
  if (own.length === 0) return;

  for (const event of await provider.find(code, own))
    await deps.receiveProviderEvent(deps, provider.name, event);
}

/**
 * Processes the payment of a debit that was presented. It has no instrument, and one that counted
 * as failed can still be made.
 */
async function queryDebit(deps: Deps, { userId, code }: Intent): Promise<void> {
  const debit = await findDebitByCode(deps.db, { userId, code });
  if (!debit || debit.orderRef === null || debit.presentedAt === null) return;

  const { provider, orderRef } = debit;
  const answer = await findProvider(deps.payments, provider)?.mandates?.findDebit({
    code,
    orderRef,
  });
  if (answer?.state === 'paid') await deps.receiveProviderEvent(deps, provider, answer.event);
}

/** Job: queries a payment until it is paid or long expired. */
export async function queryPayment(
  deps: Deps,
  payload: JobPayloads['query-payment'],
): Promise<void> {
  const intent = await findIntent(deps.db, payload.code);
  if (!intent || intent.state === 'paid') return;

  await queryProvider(deps, intent);

  const after = await findIntent(deps.db, payload.code);
  if (!after || after.state === 'paid') return;

  if (after.expiresAt + PAYMENT_GRACE_MS < deps.now())
    await endIntent(deps.db, after, { state: 'expired', now: deps.now() });

  const afterMs = QUERY_AFTER_MS[payload.attempt - 1];
  if (afterMs === undefined) return;

  const { userId, orderId, code, attempt } = payload;
  const next = { userId, orderId, code, attempt: attempt + 1 };

  await addJob(deps.db, JOBS['query-payment'], next, { afterMs });
}
