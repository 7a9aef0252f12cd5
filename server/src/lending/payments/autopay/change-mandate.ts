import { mandateLastDay, mandateMost } from '@noren/core/lending/autopay';
import type { DebitStop, MandateEnd } from '@noren/core/money/mandate-states';
import { addDays, type BusinessDay, instantOfDayStart } from '@noren/core/money/time';
import { JOBS } from '../../../job-list.ts';
import { offsetClock } from '../../../platform/business-time.ts';
import { type Tx, timestamp } from '../../../platform/db/db.ts';
import type { Deps } from '../../../platform/deps.ts';
import { addJob } from '../../../platform/jobs/job-store.ts';
import type { MandateAnswer } from '../../../platform/ports/mandates.ts';
import type { Payments } from '../../../platform/ports/payments.ts';
import { readAcceptedProduct } from '../../orders/accepted-product-store.ts';
import type { Order } from '../../orders/order-store.ts';
import { addMandateIntent, makePaymentCode } from '../store.ts';
import { listUnpresented } from './debit-store.ts';
import {
  addMandate,
  changeMandate,
  type Mandate,
  type MandateEvent,
  noteEvent,
  saveToken,
} from './mandate-store.ts';
import { withdrawDebit } from './withdraw-debit.ts';

/** How long the payer has to approve a mandate. @ASSUMED */
const APPROVE_WITHIN_MS = 30 * 60_000;

/** Now in the calendar of due dates, which a sandbox's may be ahead of the clock. */
export const dueClock = (deps: Pick<Deps, 'now' | 'today'>): number =>
  offsetClock({ now: deps.now(), today: deps.today() });

/** The due date of an order; before its payout the one its key facts say. */
export const dueDayAhead = ({ dueDay, terms }: Order): BusinessDay => dueDay ?? terms.quote.dueDay;

/** Begins a mandate for an order; the provider is asked for it by a job. */
export async function startMandate(
  tx: Tx,
  deps: Deps,
  order: Order,
  provider: Payments & { readonly mandates: { readonly approvalPaise: number } },
): Promise<Mandate> {
  const { userId, orderId, terms } = order;
  const now = deps.now();
  const code = makePaymentCode(userId);
  const product = await readAcceptedProduct(tx, terms.quote);
  const approveUntil = now + APPROVE_WITHIN_MS;
  const mandate = await addMandate(tx, {
    userId,
    orderId,
    code,
    provider: provider.name,
    mostPaise: mandateMost(terms.quote),
    lastDay: mandateLastDay(dueDayAhead(order), product.extension),
    approveUntil,
    now,
  });

  const { approvalPaise: amountPaise } = provider.mandates;
  if (amountPaise > 0)
    await addMandateIntent(tx, {
      userId,
      orderId,
      code,
      kind: 'part',
      amountPaise,
      asOfDay: deps.today(),
      debitDay: null,
      now,
      expiresAt: approveUntil,
    });

  await noteEvent(tx, mandate, { kind: 'asked', actor: 'borrower', at: now });
  // The caller asks the provider at once; this is for when no answer comes.
  await queueTending(tx, mandate, { attempt: 1 });

  return mandate;
}

/** When a mandate runs out by itself; UTC ms. */
export const lastInstant = ({ lastDay }: Pick<Mandate, 'lastDay'>): number =>
  instantOfDayStart(addDays(lastDay, 1)) - 1;

const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 3_600_000;

/** How long until a provider is asked again, by how often it was: growing, so that none storms. */
export const waitBefore = (attempt: number): number =>
  attempt === 0 ? 0 : Math.min(FIRST_WAIT_MS * 2 ** Math.min(attempt - 1, 10), LONGEST_WAIT_MS);

/** The first attempt that comes after the longest wait. */
export const RAREST_ATTEMPT = 1 + Math.ceil(Math.log2(LONGEST_WAIT_MS / FIRST_WAIT_MS));

/** Queues what comes next of a mandate at its provider. */
export async function queueTending(
  tx: Tx,
  { userId, mandateId }: Pick<Mandate, 'userId' | 'mandateId'>,
  { attempt }: { attempt: number },
): Promise<void> {
  await addJob(
    tx,
    JOBS['tend-mandate'],
    { userId, mandateId, attempt },
    { afterMs: waitBefore(attempt) },
  );
}

/** The borrower pauses or resumes debits here; the mandate stays as it is at the bank. */
export async function pauseMandate(
  tx: Tx,
  deps: Deps,
  mandate: Mandate,
  isPaused: boolean,
): Promise<void> {
  if (isPaused === (mandate.pausedAt !== null)) return;

  const now = deps.now();
  await changeMandate(tx, mandate, { pausedAt: isPaused ? timestamp(now) : null });
  await noteEvent(tx, mandate, {
    kind: isPaused ? 'paused' : 'resumed',
    actor: 'borrower',
    at: now,
  });
  if (isPaused) await withdrawDebits(tx, mandate, { reason: 'paused', now });
}

/** Ends a mandate: nothing is presented any more, and a job cancels it at the provider. */
export async function endMandate(
  tx: Tx,
  deps: Deps,
  mandate: Mandate,
  { because, actor }: { because: MandateEnd; actor: MandateEvent['actor'] },
): Promise<void> {
  if (isOver(mandate)) return;

  const now = deps.now();
  const state = REFUSALS.includes(because) ? 'refused' : 'ended';
  await changeMandate(tx, mandate, {
    state,
    endedAt: timestamp(now),
    endedBecause: because,
  });
  await noteEvent(tx, mandate, { kind: state, actor, reason: because, at: now });
  const reason = because === 'loan_over' ? 'nothing_owed' : 'mandate_over';
  await withdrawDebits(tx, mandate, { reason, now });
  await queueTending(tx, mandate, { attempt: 0 });
}

const REFUSALS: readonly MandateEnd[] = ['refused_by_payer', 'not_approved'];

export const isOver = ({ state }: Pick<Mandate, 'state'>): boolean =>
  state === 'refused' || state === 'ended';

async function withdrawDebits(
  tx: Tx,
  mandate: Mandate,
  { reason, now }: { reason: DebitStop; now: number },
): Promise<void> {
  for (const debit of await listUnpresented(tx, mandate))
    await withdrawDebit(tx, debit, { reason, actor: 'lender', now });
}

/**
 * Applies where the provider says that a mandate stands, in whatever order that is learnt. The
 * caller holds its lock.
 */
export async function applyAnswer(
  tx: Tx,
  deps: Deps,
  mandate: Mandate,
  answer: MandateAnswer,
): Promise<void> {
  await saveToken(tx, mandate, answer.tokenRef);

  const now = deps.now();
  switch (answer.state) {
    case 'waiting':
      if (mandate.state === 'asked' && mandate.approveUntil <= now)
        await endMandate(tx, deps, mandate, { because: 'not_approved', actor: 'payer' });
      break;
    case 'rejected':
    case 'cancelled': {
      const because = answer.state === 'rejected' ? 'refused_by_payer' : 'payer';
      await endMandate(tx, deps, mandate, { because, actor: 'payer' });
      await changeMandate(tx, mandate, { isClosed: true });
      break;
    }
    case 'confirmed':
    case 'paused':
      if (!isOver(mandate)) await confirm(tx, deps, mandate, { ...answer, state: answer.state });
      break;
    default: {
      const missing: never = answer;
      throw new RangeError(`unknown answer about a mandate: ${JSON.stringify(missing)}`);
    }
  }
}

async function confirm(
  tx: Tx,
  deps: Deps,
  mandate: Mandate,
  { state, tokenRef }: { readonly state: 'confirmed' | 'paused'; readonly tokenRef: string },
): Promise<void> {
  const to = state === 'paused' ? 'paused_by_payer' : 'confirmed';
  if (mandate.state === to) return;

  const now = deps.now();
  const confirmedAt = timestamp(mandate.confirmedAt ?? now);
  await changeMandate(tx, mandate, { state: to, tokenRef, confirmedAt });
  await noteEvent(tx, mandate, { kind: to, actor: 'payer', at: now });
  if (state === 'paused') await withdrawDebits(tx, mandate, { reason: 'paused_by_payer', now });
}
