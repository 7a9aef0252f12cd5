import type { BusinessDay } from '@noren/core/money/time';
import type { OrderKey } from '../../lending/book/ledger.ts';
import { findPayout } from '../../lending/orders/payout-store.ts';
import { queryPayout } from '../../lending/orders/send-payout.ts';
import { listForReconciliation } from '../../lending/payments/checkout/intent-lists-store.ts';
import { queryProvider } from '../../lending/payments/checkout/query-payment.ts';
import { findRefund } from '../../lending/payments/refunds/refund-store.ts';
import { sentBack, settleRefund } from '../../lending/payments/refunds/refunds.ts';
import { queryRefund } from '../../lending/payments/refunds/send-refund.ts';
import { reversePayout } from '../../lending/payments/reverse-payout.ts';
import { refundUnclaimedFunds } from '../../lending/payments/unclaimed-funds/refund-unclaimed-funds.ts';
import {
  postUnclaimedFunds,
  releasePostedFunds,
} from '../../lending/payments/unclaimed-funds/unclaimed-funds.ts';
import { findUnclaimedByRefundRef } from '../../lending/payments/unclaimed-funds/unclaimed-funds-store.ts';
import {
  type DayTotal,
  listPaymentsOfDay,
  listPayoutsOfDay,
  listRefundsOfDay,
  type PostedRow,
  readConfirmedPayouts,
  readConfirmedRefunds,
  readPostedPayments,
} from '../../lending/reconciliation/posted-lines-store.ts';
import type { ReconciliationDifference } from '../../lending/reconciliation/reconciliation-difference.ts';
import type { Deps } from '../../platform/deps.ts';
import type { Payments, ProviderStatementLine } from '../../platform/ports/payments.ts';
import { receiveEvent, retryUnmatchedEvents } from '../webhooks/provider-events.ts';

interface Line {
  readonly ref: string;
  readonly amountPaise: number;
}

type DatedLine = Line & { readonly atMs: number };
/** Reads the posted amounts of references; missing ones are absent from the map. */
type PostedAmountsReader = (refs: readonly string[]) => Promise<ReadonlyMap<string, number>>;

/** Most payment queries for one day; needing more means another fault. */
const MAX_QUERIES = 2_000;

/** How the statements of a day compare with the ledger: of each kind of money the totals. */
interface DayComparison {
  readonly differences: readonly ReconciliationDifference[];
  readonly totals: readonly DayTotal[];
}

/** The statement of one provider's payments, refunds or payouts, compared. */
interface Comparison {
  readonly differences: readonly ReconciliationDifference[];
  readonly total: DayTotal;
}

/**
 * Compares the providers' statements of a day with the ledger, both ways. What is missing here is
 * queried and posted as if reported now, or posted to suspense when unclaimed; all other
 * differences are returned. Idempotent.
 * @param day YYYY-MM-DD of India's calendar, over by now
 */
export async function compareDay(deps: Deps, day: BusinessDay): Promise<DayComparison> {
  const compared: Comparison[] = [];
  for (const provider of deps.payments) compared.push(...(await moneyIn(deps, day, provider)));
  compared.push(await payouts(deps, day));

  return {
    differences: compared.flatMap(({ differences }) => differences),
    totals: [...Map.groupBy(compared, ({ total }) => total.kind).values()].map((own) =>
      own.map(({ total }) => total).reduce(addTotals),
    ),
  };
}

function addTotals(one: DayTotal, other: DayTotal): DayTotal {
  const [a, b] = [one.theirsPaise ?? null, other.theirsPaise ?? null];
  return {
    kind: one.kind,
    totalPaise: one.totalPaise + other.totalPaise,
    count: one.count + other.count,
    theirsPaise: a === null || b === null ? null : a + b,
  };
}

/** What one provider took in and gave back. */
async function moneyIn(deps: Deps, day: BusinessDay, provider: Payments): Promise<Comparison[]> {
  const all = await linesOrNull(deps, () => provider.dailyStatement(day));
  if (!all)
    return [
      withoutStatement('payment', await listPaymentsOfDay(deps.db, provider.name, day)),
      {
        ...withoutStatement('refund', await listRefundsOfDay(deps.db, provider.name, day)),
        differences: [],
      },
    ];

  const statement = { day, provider, all };
  return [await payments(deps, statement), await refunds(deps, statement)];
}

/** A provider's statement of a day. */
interface Statement {
  readonly day: BusinessDay;
  readonly provider: Payments;
  readonly all: readonly ProviderStatementLine[];
}

async function payments(deps: Deps, { day, provider, all }: Statement): Promise<Comparison> {
  const theirs = all.filter(({ kind }) => kind === 'payment');
  const readPosted: PostedAmountsReader = async (refs) =>
    mapAmounts(await readPostedPayments(deps.db, provider.name, refs));

  const postMissing = async (missing: readonly DatedLine[]): Promise<void> => {
    await retryUnmatchedEvents(deps);

    let left = await stillMissing(missing, readPosted);
    const amounts = left.map(({ amountPaise }) => amountPaise);

    for (const intent of await listForReconciliation(deps.db, {
      day,
      amounts,
      most: MAX_QUERIES,
    })) {
      if (left.length === 0) return;
      await queryProvider(deps, intent);
      left = await stillMissing(left, readPosted);
    }

    for (const line of left)
      await receiveWithoutCode(deps, provider, line).catch((err: unknown) => {
        // It is returned as missing here, and its day is reconciled again.
        deps.log.warn({ err, providerRef: line.ref }, 'payment of a statement could not be posted');
      });
  };

  await releasePostedFunds(deps);

  const ours = await listPaymentsOfDay(deps.db, provider.name, day);
  return compare('payment', theirs, {
    readPosted,
    postMissing,
    ours: toLines(ours),
    isAtProvider: async () => false,
  });
}

/** Posts a payment unknown here: to the order found by its bank number, else to suspense. */
async function receiveWithoutCode(
  deps: Deps,
  provider: Payments,
  { ref: providerRef, amountPaise, atMs: paidAtMs }: DatedLine,
): Promise<void> {
  const utr = await provider.bankNumber(providerRef);
  const event = {
    kind: 'payment',
    eventId: `statement:${providerRef}`,
    code: '',
    providerRef,
  } as const;
  // Stored like any unmatched event, so that a later proof finds it.
  const outcome = utr
    ? await receiveEvent(deps, provider.name, { ...event, amountPaise, paidAtMs, utr })
    : 'unknown';

  if (outcome === 'unknown')
    await postUnclaimedFunds(deps, { provider: provider.name, providerRef, amountPaise, paidAtMs });
}

async function refunds(deps: Deps, { day, provider, all }: Statement): Promise<Comparison> {
  const theirs = all.filter(({ kind }) => kind === 'refund');
  const readPosted: PostedAmountsReader = async (refs) =>
    mapAmounts(await readConfirmedRefunds(deps.db, refs));

  const postMissing = async (missing: readonly Line[]): Promise<void> => {
    for (const { ref } of missing) {
      const refund = await findRefund(deps.db, ref);
      if (refund) await queryRefund(deps, { ...toKey(refund), refundRef: ref, attempt: 0 });
      const unclaimed = refund ? undefined : await findUnclaimedByRefundRef(deps.db, ref);
      if (unclaimed) await refundUnclaimedFunds(deps, { refundRef: ref, attempt: 0 });
    }
  };

  const ours = await listRefundsOfDay(deps.db, provider.name, day);

  // Ours are dated when reported to us; one on another day of the provider's is found by a query.
  const isAtProvider = async (refundRef: string): Promise<boolean> => {
    const refund = await findRefund(deps.db, refundRef);
    if (!refund) return false;

    const { paymentRef: paymentProviderRef, amountPaise } = refund;
    return (
      (await provider.findRefund({ refundRef, paymentProviderRef, amountPaise })).state ===
      'confirmed'
    );
  };

  return compare('refund', theirs, { readPosted, postMissing, ours: toLines(ours), isAtProvider });
}

async function payouts(deps: Deps, day: BusinessDay): Promise<Comparison> {
  const all = await linesOrNull(deps, () => deps.payouts.dailyStatement(day));
  if (!all)
    return withoutStatement('payout', await listPayoutsOfDay(deps.db, deps.payouts.name, day));

  const theirs = all.map(({ payoutRef: ref, amountPaise }) => ({ ref, amountPaise }));
  const readPosted: PostedAmountsReader = async (refs) =>
    mapAmounts(await readConfirmedPayouts(deps.db, refs));

  const postMissing = async (missing: readonly Line[]): Promise<void> => {
    for (const { ref } of missing) {
      const payout = await findPayout(deps.db, ref);
      if (payout) await queryPayout(deps, { ...toKey(payout), payoutRef: ref, attempt: 0 });
      const refund = payout ? undefined : await findRefund(deps.db, ref);
      if (refund) await queryRefund(deps, { ...toKey(refund), refundRef: ref, attempt: 0 });
    }
  };

  const ours = await listPayoutsOfDay(deps.db, deps.payouts.name, day);

  const isAtProvider = async (ref: string): Promise<boolean> => {
    const answer = await deps.payouts.find(ref);
    if (answer.state !== 'reversed') return answer.state === 'confirmed';

    // The webhook that reports it never came.
    const payout = await findPayout(deps.db, ref);
    if (payout)
      await deps.db.transaction().execute((tx) => reversePayout(tx, deps, payout, answer));

    const refund = payout ? undefined : await findRefund(deps.db, ref);
    if (refund)
      await deps.db
        .transaction()
        .execute((tx) => settleRefund(tx, deps, refund, sentBack(answer.providerId)));

    return payout !== undefined || refund !== undefined;
  };

  return compare('payout', theirs, { readPosted, postMissing, ours: toLines(ours), isAtProvider });
}

async function compare<L extends Line>(
  kind: ReconciliationDifference['kind'],
  theirs: readonly L[],
  at: {
    readPosted: PostedAmountsReader;
    postMissing: (missing: readonly L[]) => Promise<void>;
    ours: readonly Line[];
    isAtProvider: (ref: string) => Promise<boolean>;
  },
): Promise<Comparison> {
  const found: ReconciliationDifference[] = [];
  const missing = await stillMissing(theirs, at.readPosted);

  if (missing.length > 0) await at.postMissing(missing);

  const here = await at.readPosted(theirs.map(({ ref }) => ref));
  for (const { ref, amountPaise } of theirs) {
    const oursPaise = here.get(ref) ?? null;
    const line = { kind, ref, theirsPaise: amountPaise, oursPaise };

    if (oursPaise === null) found.push({ ...line, what: 'missing_here' });
    else if (oursPaise !== amountPaise) found.push({ ...line, what: 'amount_differs' });
    else if (missing.some((one) => one.ref === ref)) found.push({ ...line, what: 'posted' });
  }

  const named = new Set(theirs.map(({ ref }) => ref));
  for (const { ref, amountPaise } of at.ours)
    if (!named.has(ref) && !(await at.isAtProvider(ref).catch(() => false)))
      found.push({ kind, ref, what: 'missing_there', theirsPaise: null, oursPaise: amountPaise });

  const onlyHere = found.flatMap(({ what, oursPaise }) =>
    what === 'missing_there' && oursPaise !== null ? [oursPaise] : [],
  );
  const ours = [...here.values(), ...onlyHere];

  return {
    differences: found,
    total: {
      kind,
      totalPaise: sumAmounts(ours),
      count: ours.length,
      theirsPaise: sumAmounts(theirs.map(({ amountPaise }) => amountPaise)),
    },
  };
}

async function stillMissing<L extends Line>(
  lines: readonly L[],
  readPosted: PostedAmountsReader,
): Promise<L[]> {
  const here = await readPosted(lines.map(({ ref }) => ref));
  return lines.filter(({ ref }) => !here.has(ref));
}

async function linesOrNull<T>(
  deps: Deps,
  call: () => Promise<readonly T[]>,
): Promise<readonly T[] | null> {
  try {
    return await call();
  } catch (err) {
    deps.log.warn({ err }, 'provider gave no statement');
    return null;
  }
}

/** The difference of a statement that the provider did not give, and what is recorded here. */
function withoutStatement(kind: DayTotal['kind'], ours: readonly PostedRow[]): Comparison {
  return {
    differences: [{ kind, ref: '', what: 'no_answer', theirsPaise: null, oursPaise: null }],
    total: {
      kind,
      totalPaise: sumAmounts(ours.map(({ amount }) => amount)),
      count: ours.length,
      theirsPaise: null,
    },
  };
}

const sumAmounts = (amounts: readonly number[]): number =>
  amounts.reduce((sum, amount) => sum + amount, 0);

const mapAmounts = (rows: readonly PostedRow[]) =>
  new Map(rows.map(({ ref, amount }) => [ref, amount]));

const toLines = (rows: readonly PostedRow[]): Line[] => {
  return rows.map(({ ref, amount: amountPaise }) => ({ ref, amountPaise }));
};

const toKey = ({ userId, orderId }: OrderKey) => ({ userId, orderId });
