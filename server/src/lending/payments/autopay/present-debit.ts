import {
  debitTimes,
  lastLookAt,
  presentFrom,
  presentFromDelivery,
  stopDebit,
} from '@noren/core/lending/autopay';
import type { DebitStop } from '@noren/core/money/mandate-states';
import { businessDay } from '@noren/core/money/time';
import { JOBS } from '../../../job-list.ts';
import { type Tx, timestamp } from '../../../platform/db/db.ts';
import { transact } from '../../../platform/db/transact.ts';
import type { Deps } from '../../../platform/deps.ts';
import { addJob, type JobPayloads } from '../../../platform/jobs/job-store.ts';
import { findProvider } from '../../../platform/payment-providers.ts';
import type { DebitAnswer, DebitRequest, Mandates } from '../../../platform/ports/mandates.ts';
import { findOrderById, type Order } from '../../orders/order-store.ts';
import { dueClock, waitBefore } from './change-mandate.ts';
import {
  AT_BANK,
  changeDebit,
  closeDebit,
  type Debit,
  readDebit,
  saveAnnounced,
} from './debit-store.ts';
import { lockMandate, type Mandate, noteEvent, readPhone } from './mandate-store.ts';
import { notifyOfDebit } from './notify-of-debit.ts';
import { readDebitFacts } from './read-debit-facts.ts';
import { withdrawDebit } from './withdraw-debit.ts';

/**
 * Job: takes a debit one step on. It is announced, looked at again while it can be announced again,
 * presented once on its due date unless something stops it, and then asked about until it is final.
 */
export async function presentDebit(
  deps: Deps,
  { userId, debitId, attempt }: JobPayloads['present-debit'],
): Promise<void> {
  const debit = await readDebit(deps.db, { userId, debitId });
  const mandates = debit && findProvider(deps.payments, debit.provider)?.mandates;
  if (!debit || !mandates) return;

  switch (debit.state) {
    case 'planned':
      return announce(deps, mandates, { debit, attempt });
    case 'announced':
      return presentInTime(deps, mandates, debit);
    case 'presented':
    case 'unknown':
      return followUp(deps, mandates, { debit, attempt });
    case 'paid':
    case 'failed':
    case 'withdrawn':
      return;
    default: {
      const missing: never = debit.state;
      throw new RangeError(`unknown state of a debit: ${missing}`);
    }
  }
}

interface Step {
  readonly debit: Debit;
  readonly attempt: number;
}

/** Queues the next step of a debit; the sandbox's due dates may come sooner than the clock says. */
async function queueStep(
  tx: Tx,
  { userId, debitId }: Debit,
  { attempt, afterMs }: { attempt: number; afterMs: number },
): Promise<void> {
  await addJob(
    tx,
    JOBS['present-debit'],
    { userId, debitId, attempt },
    { afterMs: Math.max(0, afterMs) },
  );
}

interface OpenDebit {
  readonly debit: Debit;
  readonly mandate: Mandate;
  readonly order: Order;
  /** Why its next step is not taken. */
  readonly stop: DebitStop | null;
}

/** Locks a debit by its mandate and reads what stops its next step. */
async function open(tx: Tx, deps: Deps, key: Debit): Promise<OpenDebit | null> {
  const mandate = await lockMandate(tx, key);
  const debit = await readDebit(tx, key);
  const order = await findOrderById(tx, key.userId, key.orderId);
  if (!debit || !order) return null;

  const dueDay = businessDay(debit.dueDay);
  const facts = await readDebitFacts(tx, deps, { mandate, order, dueDay });
  const until = debitTimes(dueDay)[debit.state === 'planned' ? 'announceUntil' : 'presentUntil'];
  const late = dueClock(deps) > until ? 'too_late' : null;

  return { debit, mandate, order, stop: stopDebit(facts, { ...debit, dueDay }) ?? late };
}

/** Withdraws a debit that was not presented; a plan of the due date may follow while in time. */
async function withdraw(
  tx: Tx,
  deps: Deps,
  { debit, order }: OpenDebit,
  reason: DebitStop,
): Promise<void> {
  const because = { reason, actor: 'lender', now: deps.now() } as const;
  if (!(await withdrawDebit(tx, debit, because))) return;

  // Another amount is announced at once, while there is time.
  const isAnnouncedAgain =
    reason === 'amount_changed' &&
    dueClock(deps) <= debitTimes(businessDay(debit.dueDay)).announceUntil;

  if (debit.state !== 'planned' && reason !== 'nothing_owed' && !isAnnouncedAgain)
    await notifyOfDebit(tx, deps, { kind: 'debit_not_made', debit, order });
}

/** Has the payer's bank announce it, the lawful hours before the debit. */
async function announce(deps: Deps, mandates: Mandates, { debit, attempt }: Step): Promise<void> {
  const request = await transact(deps.db, async (tx) => {
    const opened = await open(tx, deps, debit);
    if (opened?.debit.state !== 'planned') return null;

    if (opened.stop) {
      await withdraw(tx, deps, opened, opened.stop);
      return null;
    }

    const presentAfterMs = presentFrom(businessDay(debit.dueDay), dueClock(deps));
    await changeDebit(tx, debit, ['planned'], { presentAfter: timestamp(presentAfterMs) });
    return { ...toRequest(debit, opened.mandate), presentAfterMs };
  });
  if (!request) return;

  const answer = await orNull(deps, debit, () => mandates.announce(request));
  await transact(deps.db, async (tx) => {
    const opened = await open(tx, deps, debit);
    if (!opened) return;

    if (!answer) {
      const next = attempt + 1;
      await queueStep(tx, debit, { attempt: next, afterMs: waitBefore(next) });
      return;
    }

    const now = deps.now();
    const { order, mandate } = opened;
    if (!(await saveAnnounced(tx, debit, { ...answer, now }))) return;

    const { debitId } = debit;
    await noteEvent(tx, mandate, { debitId, kind: 'announced', actor: 'lender', at: now });
    await notifyOfDebit(tx, deps, { kind: 'debit_announced', debit, order });
    const afterMs = lastLookAt(businessDay(debit.dueDay)) - dueClock(deps);
    await queueStep(tx, debit, { attempt: 0, afterMs });
  });
}

/**
 * Presents an announced debit when its time has come; before that it is only looked at, so that a
 * changed amount can be announced again. It is marked as presented before it is: no second
 * presentation can follow.
 */
async function presentInTime(deps: Deps, mandates: Mandates, debit: Debit): Promise<void> {
  const claimed = await transact(deps.db, async (tx) => {
    const opened = await open(tx, deps, debit);
    if (opened?.debit.state !== 'announced') return null;

    if (opened.stop) {
      await withdraw(tx, deps, opened, opened.stop);
      return null;
    }

    const afterMs = presentableFrom(opened.debit) - dueClock(deps);
    if (afterMs > 0) {
      await queueStep(tx, debit, { attempt: 0, afterMs });
      return null;
    }

    const at = deps.now();
    const { debitId } = debit;
    await changeDebit(tx, debit, ['announced'], {
      state: 'presented',
      presentedAt: timestamp(at),
    });
    await noteEvent(tx, opened.mandate, { debitId, kind: 'presented', actor: 'lender', at });

    return opened;
  });

  if (claimed) await present(deps, mandates, { ...claimed, attempt: 0 });
}

/** From when a debit may be presented: its announcement may have reached the payer late. */
const presentableFrom = ({ dueDay, presentAfter, deliveredAt }: Debit): number =>
  deliveredAt === null
    ? presentAfter
    : Math.max(presentAfter, presentFromDelivery(businessDay(dueDay), deliveredAt));

async function present(
  deps: Deps,
  mandates: Mandates,
  { debit, mandate, attempt }: Pick<OpenDebit, 'debit' | 'mandate'> & { attempt: number },
): Promise<void> {
  const { orderRef } = debit;
  if (orderRef === null) throw new Error('a debit without an order is not presented');

  const phone = await readPhone(deps.db, deps.crypto, debit.userId);
  const request = { ...toRequest(debit, mandate), orderRef, phone };
  await take(deps, debit, {
    answer: await orNull(deps, debit, () => mandates.present(request)),
    attempt,
  });
}

/**
 * Asks how a presented debit ended. One that never reached the provider is presented now, unless
 * something stops it meanwhile.
 */
async function followUp(deps: Deps, mandates: Mandates, { debit, attempt }: Step): Promise<void> {
  const { code, orderRef } = debit;
  if (orderRef === null) return;

  const answer = await orNull(deps, debit, () => mandates.findDebit({ code, orderRef }));
  if (answer?.state !== 'absent') return take(deps, debit, { answer, attempt });

  const opened = await transact(deps.db, async (tx) => {
    const found = await open(tx, deps, debit);
    if (!found?.stop) return found;

    await withdraw(tx, deps, found, found.stop);
    return null;
  });
  if (opened) await present(deps, mandates, { ...opened, attempt });
}

/** Applies what a provider says of a presented debit; null: it gave no answer. */
async function take(
  deps: Deps,
  debit: Debit,
  { answer, attempt }: { answer: DebitAnswer | null; attempt: number },
): Promise<void> {
  if (answer?.state === 'paid') {
    await deps.receiveProviderEvent(deps, debit.provider, answer.event);
    return;
  }

  await transact(deps.db, async (tx) => {
    if (answer?.state === 'failed') return failDebit(tx, deps, debit, answer);

    const isStill = await changeDebit(tx, debit, AT_BANK, {
      state: answer ? 'presented' : 'unknown',
    });
    const next = attempt + 1;
    if (isStill) await queueStep(tx, debit, { attempt: next, afterMs: waitBefore(next) });
  });
}

/** The payer's bank made no debit. The borrower is told why, in time to pay by hand. */
export async function failDebit(
  tx: Tx,
  deps: Deps,
  debit: Debit,
  { reason, paymentRef }: Pick<Extract<DebitAnswer, { state: 'failed' }>, 'reason' | 'paymentRef'>,
): Promise<void> {
  const now = deps.now();
  if (!(await closeDebit(tx, debit, { state: 'failed', reason, paymentRef, now }))) return;

  const order = await findOrderById(tx, debit.userId, debit.orderId);
  const { debitId } = debit;
  await noteEvent(tx, debit, { debitId, kind: 'failed', actor: 'provider', reason, at: now });
  if (order) await notifyOfDebit(tx, deps, { kind: 'debit_not_made', debit, order });
}

function toRequest(debit: Debit, { customerRef, tokenRef }: Mandate): DebitRequest {
  if (customerRef === null || tokenRef === null)
    throw new Error('a mandate that is not confirmed has no debits');
  const { code, amountPaise } = debit;
  return { code, customerRef, tokenRef, amountPaise };
}

async function orNull<T>(
  deps: Deps,
  { debitId }: Debit,
  call: () => Promise<T>,
): Promise<T | null> {
  try {
    return await call();
  } catch (err) {
    deps.log.warn({ err, debitId }, 'provider gave no answer to a debit');
    return null;
  }
}
