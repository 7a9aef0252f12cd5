import { sql } from 'kysely';
import { checkPayoutStatus } from '../../features/orders/send-payout.ts';
import { listForStatement } from '../../features/repayment/checkout/intent-lists.ts';
import { queryProvider } from '../../features/repayment/checkout/query-payment.ts';
import { findRefund } from '../../features/repayment/refunds/refund-store.ts';
import { askRefund } from '../../features/repayment/refunds/send-refund.ts';
import { refundUnclaimed } from '../../features/repayment/unclaimed-funds/refund-unclaimed.ts';
import { postUnclaimedFunds, releasePostedFunds } from '../../features/repayment/unclaimed-funds/unclaimed-funds.ts';
import {
  findUnclaimedByRefundRef,
  type UnclaimedKey,
} from '../../features/repayment/unclaimed-funds/unclaimed-funds-store.ts';
import { findPayout } from '../../lending/payout-store.ts';
import { isOnDay } from '../../platform/business-time.ts';
import type { Deps } from '../../platform/deps.ts';
import type { StatementLine } from '../../platform/ports/payments.ts';
import { receiveEvent, retryUnmatchedEvents } from '../webhooks/provider-events.ts';

/** One thing on which a provider's account of a day and the ledger do not agree, or did not before it was taken in. */
export interface StatementDifference {
  readonly kind: 'payment' | 'refund' | 'payout';
  /** The provider's name for a payment; our reference of a refund or payout. */
  readonly ref: string;
  /** `taken_in`: it was missing here and is booked now, in suspense where it is nobody's; the others wait for a person. */
  readonly what: 'taken_in' | 'missing_here' | 'missing_there' | 'amount_differs' | 'no_answer';
  /** By the provider's account, and by ours. */
  readonly theirsPaise: number | null;
  readonly oursPaise: number | null;
}

interface Line {
  readonly ref: string;
  readonly amountPaise: number;
}
/** The same as it is read here. */
interface Booked {
  readonly ref: string;
  readonly amount: number;
}
type Dated = Line & { readonly atMs: number };
/** What is found of lines here, by their names: the amounts of those that are booked. */
type Look = (refs: readonly string[]) => Promise<ReadonlyMap<string, number>>;

/** Most payments that are asked after for one day: a day that needs more has another trouble. */
const MAX_QUERIES = 2_000;

/**
 * Lays the providers' own account of a day beside the ledger, both ways. What is missing here is asked for and taken in
 * as if it were told of now, or stands in suspense where nobody claims it; all else is told. Running it again is
 * harmless.
 * @param day YYYY-MM-DD of India's calendar, over by now
 */
export async function reconcileDay(deps: Deps, day: string): Promise<StatementDifference[]> {
  const all = await linesOrNull(deps, () => deps.payments.statement(day));
  const takenIn = all
    ? [...(await payments(deps, day, all)), ...(await refunds(deps, day, all))]
    : [noAnswer('payment')];
  return [...takenIn, ...(await payouts(deps, day))];
}

async function payments(deps: Deps, day: string, all: readonly StatementLine[]): Promise<StatementDifference[]> {
  const theirs = all.filter(({ kind }) => kind === 'payment');
  const provider = deps.payments.name;
  const look: Look = async (refs) => {
    const read = await sql<Booked>`
      select provider_ref as ref, amount_paise as amount from unclaimed_funds
      where provider = ${provider} and provider_ref = any(${refs})
      union all
      select provider_ref, amount_paise from provider_payments
      where provider = ${provider} and provider_ref = any(${refs})`.execute(deps.db);
    return amountsOf(read.rows);
  };
  const takeIn = async (missing: readonly Dated[]): Promise<void> => {
    await retryUnmatchedEvents(deps);
    let left = await stillMissing(missing, look);
    for (const intent of await listForStatement(deps.db, day, MAX_QUERIES)) {
      if (left.length === 0) return;
      await queryProvider(deps, intent);
      left = await stillMissing(left, look);
    }
    for (const line of left)
      await receiveWithoutCode(deps, line).catch((err: unknown) => {
        // It is told as missing here, and looked at again with its day.
        deps.log.warn({ err, providerRef: line.ref }, 'a payment of a statement was not taken in');
      });
  };
  await releasePostedFunds(deps);
  const ours = await sql<Booked>`
    select provider_ref as ref, amount_paise as amount from provider_payments
    where provider = ${provider} and ${isOnDay('paidAt', day)}`.execute(deps.db);
  return compare('payment', theirs, { look, takeIn, ours: linesOf(ours.rows), isThere: async () => false });
}

/** A payment that nothing here bears the name of: by its bank's number it may be somebody's; else it is in suspense. */
async function receiveWithoutCode(deps: Deps, { ref: providerRef, amountPaise, atMs: paidAtMs }: Dated): Promise<void> {
  const { name: provider } = deps.payments;
  const utr = await deps.payments.bankNumber(providerRef);
  const event = { kind: 'payment', eventId: `statement:${providerRef}`, code: '', providerRef } as const;
  // Kept like any word that names nothing here, so that a proof which comes later finds it.
  const said = utr ? await receiveEvent(deps, provider, { ...event, amountPaise, paidAtMs, utr }) : 'unknown';
  if (said === 'unknown') await postUnclaimedFunds(deps, { provider, providerRef, amountPaise, paidAtMs });
}

async function refunds(deps: Deps, day: string, all: readonly StatementLine[]): Promise<StatementDifference[]> {
  const theirs = all.filter(({ kind }) => kind === 'refund');
  const look: Look = async (refs) => {
    const read = await sql<Booked>`
      select refund_ref as ref, amount_paise as amount from refunds
      where state = 'confirmed' and refund_ref = any(${refs})
      union all
      select refund_ref, amount_paise from unclaimed_funds
      where state = 'returned' and refund_ref = any(${refs})`.execute(deps.db);
    return amountsOf(read.rows);
  };
  const takeIn = async (missing: readonly Line[]): Promise<void> => {
    for (const { ref } of missing) {
      const refund = await findRefund(deps.db, ref);
      if (refund) await askRefund(deps, { ...keyOf(refund), refundRef: ref, attempt: 0 });
      const receipt = refund ? undefined : await findUnclaimedByRefundRef(deps.db, ref);
      if (receipt) await refundUnclaimed(deps, { ...nameOf(receipt), attempt: 0 });
    }
  };
  const ours = await sql<Booked>`
    select refund_ref as ref, amount_paise as amount from refunds
    where state = 'confirmed' and provider = ${deps.payments.name} and ${isOnDay('decidedAt', day)}`.execute(deps.db);
  // Ours are dated by when we heard: one of another day of theirs is found by asking.
  const isThere = async (refundRef: string): Promise<boolean> => {
    const refund = await findRefund(deps.db, refundRef);
    if (!refund) return false;
    const { paymentRef: paymentProviderRef, amountPaise } = refund;
    return (await deps.payments.askRefund({ refundRef, paymentProviderRef, amountPaise })).state === 'confirmed';
  };
  return compare('refund', theirs, { look, takeIn, ours: linesOf(ours.rows), isThere });
}

async function payouts(deps: Deps, day: string): Promise<StatementDifference[]> {
  const all = await linesOrNull(deps, () => deps.payouts.statement(day));
  if (!all) return [noAnswer('payout')];
  const theirs = all.map(({ payoutRef: ref, amountPaise }) => ({ ref, amountPaise }));
  const look: Look = async (refs) => {
    const read = await sql<Booked>`
      select payout_ref as ref, amount_paise as amount from payouts
      where state = 'confirmed' and payout_ref = any(${refs})`.execute(deps.db);
    return amountsOf(read.rows);
  };
  const takeIn = async (missing: readonly Line[]): Promise<void> => {
    for (const { ref } of missing) {
      const payout = await findPayout(deps.db, ref);
      if (payout) await checkPayoutStatus(deps, { ...keyOf(payout), payoutRef: ref, attempt: 0 });
    }
  };
  const ours = await sql<Booked>`
    select payout_ref as ref, amount_paise as amount from payouts
    where state = 'confirmed' and provider = ${deps.payouts.name} and ${isOnDay('decidedAt', day)}`.execute(deps.db);
  const isThere = async (ref: string): Promise<boolean> => (await deps.payouts.ask(ref)).state === 'confirmed';
  return compare('payout', theirs, { look, takeIn, ours: linesOf(ours.rows), isThere });
}

async function compare<L extends Line>(
  kind: StatementDifference['kind'],
  theirs: readonly L[],
  at: {
    look: Look;
    takeIn: (missing: readonly L[]) => Promise<void>;
    ours: readonly Line[];
    isThere: (ref: string) => Promise<boolean>;
  },
): Promise<StatementDifference[]> {
  const found: StatementDifference[] = [];
  const missing = await stillMissing(theirs, at.look);
  if (missing.length > 0) await at.takeIn(missing);
  const here = await at.look(theirs.map(({ ref }) => ref));
  for (const { ref, amountPaise } of theirs) {
    const oursPaise = here.get(ref) ?? null;
    const line = { kind, ref, theirsPaise: amountPaise, oursPaise };
    if (oursPaise === null) found.push({ ...line, what: 'missing_here' });
    else if (oursPaise !== amountPaise) found.push({ ...line, what: 'amount_differs' });
    else if (missing.some((one) => one.ref === ref)) found.push({ ...line, what: 'taken_in' });
  }
  const named = new Set(theirs.map(({ ref }) => ref));
  for (const { ref, amountPaise } of at.ours)
    if (!named.has(ref) && !(await at.isThere(ref).catch(() => false)))
      found.push({ kind, ref, what: 'missing_there', theirsPaise: null, oursPaise: amountPaise });
  return found;
}

async function stillMissing<L extends Line>(lines: readonly L[], look: Look): Promise<L[]> {
  const here = await look(lines.map(({ ref }) => ref));
  return lines.filter(({ ref }) => !here.has(ref));
}

async function linesOrNull<T>(deps: Deps, call: () => Promise<readonly T[]>): Promise<readonly T[] | null> {
  try {
    return await call();
  } catch (err) {
    deps.log.warn({ err }, 'provider gave no statement');
    return null;
  }
}

const noAnswer = (kind: StatementDifference['kind']): StatementDifference => {
  return { kind, ref: '', what: 'no_answer', theirsPaise: null, oursPaise: null };
};
const amountsOf = (rows: readonly Booked[]) => new Map(rows.map(({ ref, amount }) => [ref, amount]));
const linesOf = (rows: readonly Booked[]): Line[] => {
  return rows.map(({ ref, amount: amountPaise }) => ({ ref, amountPaise }));
};
const nameOf = ({ provider, providerRef }: UnclaimedKey): UnclaimedKey => ({ provider, providerRef });
const keyOf = ({ userId, orderId }: { userId: string; orderId: string }) => ({ userId, orderId });
