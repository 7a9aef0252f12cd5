import { lenderUserId } from '../../lending/book/ledger.ts';
import { BY_UTR } from '../../lending/payments/posting/provider-payments-store.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { CheckResult } from './check-result.ts';
import type { Scope } from './check-scope-store.ts';
import {
  findPaymentsOfJournals,
  type JournalKey,
  listChargedBack,
  listMovedJournals,
  type MovedJournal,
  type PaymentName,
  type PaymentRows,
  readChargebacks,
  readPaymentRows,
  sumSettlement,
} from './settled-payments-store.ts';

const toName = ({ provider, providerRef }: PaymentName): string => `${provider}:${providerRef}`;
const toKey = ({ userId, journalId }: JournalKey): string => `${userId}:${journalId}`;
/** How many payments are read at once. */
const PAGE = 1_000;

/**
 * Of each payment that something happened to in the scope: the settlement accounts hold what its
 * provider received, less what was refunded and charged back. Every journal that moved these
 * accounts is of a payment.
 */
export async function checkMovedPayments(
  tx: Tx,
  scope: Exclude<Scope, 'all'>,
): Promise<CheckResult> {
  const moved = await listMovedJournals(tx, scope);
  const names = new Map<string, PaymentName>();

  for (const name of await listChargedBack(tx, scope)) names.set(toName(name), name);

  const problems: string[] = [];
  for (let at = 0; at < moved.length; at += PAGE) {
    const page = moved.slice(at, at + PAGE);
    const found = await findPaymentsOfJournals(tx, page.map(findRoot));

    for (const name of found) names.set(toName(name), name);

    const known = new Set(found.map(toKey));
    for (const journal of page) {
      if (!known.has(toKey(findRoot(journal))))
        problems.push(`journal ${journal.journalId} moves money of no known payment`);
    }
  }

  problems.push(...(await checkPayments(tx, [...names.values()])));

  return { examined: names.size, problems };
}

const findRoot = ({ userId, journalId, of }: MovedJournal): JournalKey => ({
  userId,
  journalId: of ?? journalId,
});

/** @returns what is wrong with payments, as sentences */
export async function checkPayments(tx: Tx, payments: readonly PaymentName[]): Promise<string[]> {
  const problems: string[] = [];
  for (let at = 0; at < payments.length; at += PAGE)
    problems.push(...(await checkPage(tx, payments.slice(at, at + PAGE))));
  return problems;
}

async function checkPage(tx: Tx, payments: readonly PaymentName[]): Promise<string[]> {
  const { rows, names } = await readWhole(tx, payments);
  const groups = groupByPayment(rows, names);
  // Two names of a payment have one journal.
  const journals = new Map(journalsIn(rows).map((journal) => [toKey(journal), journal]));
  const held = new Map(
    (await sumSettlement(tx, [...journals.values()])).map((sum) => [toKey(sum), sum]),
  );
  const chargedBack = new Map(
    (await readChargebacks(tx, names)).map((sum) => [toName(sum), sum.amountPaise]),
  );

  return groups.flatMap((group) => checkPayment(group, { held, chargedBack }));
}

const journalsIn = ({ postings, refunds, suspense }: PaymentRows): JournalKey[] => [
  ...postings,
  ...refunds,
  ...suspense.map(({ journalId }) => ({ userId: lenderUserId, journalId })),
];

/**
 * The rows of payments, with those of the same journals: one that staff posted by its bank number
 * has two names.
 */
async function readWhole(
  tx: Tx,
  payments: readonly PaymentName[],
): Promise<{ rows: PaymentRows; names: PaymentName[] }> {
  const names = new Map(payments.map((name) => [toName(name), name]));
  for (;;) {
    const rows = await readPaymentRows(tx, [...names.values()]);
    const before = names.size;

    for (const name of await findPaymentsOfJournals(tx, rows.postings))
      names.set(toName(name), name);
    if (names.size === before) return { rows, names: [...names.values()] };
  }
}

/** A payment under all its names, with its rows. */
interface PaymentGroup extends PaymentRows {
  readonly names: readonly PaymentName[];
}

function groupByPayment(rows: PaymentRows, names: readonly PaymentName[]): PaymentGroup[] {
  const leader = new Map(names.map((name) => [toName(name), toName(name)]));

  const findLeader = (name: string): string => {
    const next = leader.get(name) ?? name;
    return next === name ? name : findLeader(next);
  };

  for (const same of Map.groupBy(rows.postings, toKey).values())
    for (const one of same) leader.set(findLeader(toName(one)), findLeader(toName(same[0]!)));

  const findGroup = (name: PaymentName): string => findLeader(toName(name));
  const [postings, refunds, suspense] = [
    Map.groupBy(rows.postings, findGroup),
    Map.groupBy(rows.refunds, findGroup),
    Map.groupBy(rows.suspense, findGroup),
  ];

  return [...Map.groupBy(names, findGroup)].map(([group, own]) => ({
    names: own,
    postings: postings.get(group) ?? [],
    refunds: refunds.get(group) ?? [],
    suspense: suspense.get(group) ?? [],
  }));
}

interface Sums {
  /** By journal. */
  readonly held: ReadonlyMap<string, { isReversed: boolean; paise: number }>;
  /** By payment. */
  readonly chargedBack: ReadonlyMap<string, number>;
}

const sumAmounts = (amounts: readonly number[]): number =>
  amounts.reduce((sum, one) => sum + one, 0);

function checkPayment({ names, postings, refunds, suspense }: PaymentGroup, sums: Sums): string[] {
  const reported = names.filter(({ provider }) => provider !== BY_UTR);
  const name = (reported[0] ?? names[0])!.providerRef;
  const isReversed = (posting: JournalKey): boolean =>
    sums.held.get(toKey(posting))?.isReversed ?? false;
  const expected = reported.map((one) => {
    const own = [...postings, ...suspense].filter((row) => toName(row) === toName(one));
    // A posting has what its provider received; in suspense there may be less.
    const posted = postings.filter((row) => toName(row) === toName(one));
    const received = Math.max(
      0,
      ...(posted.length > 0 ? posted : own).map(({ amountPaise }) => amountPaise),
    );

    return received - Math.min(received, sums.chargedBack.get(toName(one)) ?? 0);
  });
  const byNumber = postings.filter(
    (posting) =>
      posting.provider === BY_UTR &&
      !isReversed(posting) &&
      !postings.some((other) => other.provider !== BY_UTR && toKey(other) === toKey(posting)),
  );
  const left =
    sumAmounts(expected) +
    sumAmounts(byNumber.map(({ amountPaise }) => amountPaise)) -
    sumAmounts(refunds.map(({ amountPaise }) => amountPaise)) -
    sumAmounts(suspense.map(({ returnedPaise }) => returnedPaise));
  const journals = new Set(journalsIn({ postings, refunds, suspense }).map(toKey));
  const held = sumAmounts([...journals].map((journal) => sums.held.get(journal)?.paise ?? 0));
  if (held === left) return [];

  const isLost = held === 0 && postings.length > 0 && postings.every(isReversed);
  return [
    isLost
      ? `payment ${name}: ${left} paise were taken off its order and are in no account`
      : `payment ${name}: the settlement accounts hold ${held} paise of it, should be ${left}`,
  ];
}
