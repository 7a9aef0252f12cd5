import { BY_UTR } from '../../features/repayment/posting/provider-payments-store.ts';
import { lenderUserId } from '../../lending/ledger.ts';
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

const nameOf = ({ provider, providerRef }: PaymentName): string => `${provider}:${providerRef}`;
const keyOf = ({ userId, journalId }: JournalKey): string => `${userId}:${journalId}`;
/** How many payments are read at once. */
const PAGE = 1_000;

/**
 * Of each payment that something happened to in the scope: the settlement accounts hold what its provider received, less
 * what was refunded and charged back. Every journal that moved these accounts is of a payment.
 */
export async function checkMovedPayments(tx: Tx, scope: Exclude<Scope, 'all'>): Promise<CheckResult> {
  const moved = await listMovedJournals(tx, scope);
  const names = new Map<string, PaymentName>();
  for (const name of await listChargedBack(tx, scope)) names.set(nameOf(name), name);
  const problems: string[] = [];
  for (let at = 0; at < moved.length; at += PAGE) {
    const page = moved.slice(at, at + PAGE);
    const found = await findPaymentsOfJournals(tx, page.map(rootOf));
    for (const name of found) names.set(nameOf(name), name);
    const known = new Set(found.map(keyOf));
    for (const journal of page) {
      if (!known.has(keyOf(rootOf(journal))))
        problems.push(`journal ${journal.journalId} moves money of no known payment`);
    }
  }
  problems.push(...(await checkPayments(tx, [...names.values()])));
  return { examined: names.size, problems };
}

const rootOf = ({ userId, journalId, of }: MovedJournal): JournalKey => ({ userId, journalId: of ?? journalId });

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
  const journals = new Map(journalsIn(rows).map((journal) => [keyOf(journal), journal]));
  const held = new Map((await sumSettlement(tx, [...journals.values()])).map((sum) => [keyOf(sum), sum]));
  const chargedBack = new Map((await readChargebacks(tx, names)).map((sum) => [nameOf(sum), sum.amountPaise]));
  return groups.flatMap((group) => checkPayment(group, { held, chargedBack }));
}

const journalsIn = ({ postings, refunds, suspense }: PaymentRows): JournalKey[] => [
  ...postings,
  ...refunds,
  ...suspense.map(({ journalId }) => ({ userId: lenderUserId, journalId })),
];

/** The rows of payments, with those of the same journals: one that staff posted by its bank number has two names. */
async function readWhole(
  tx: Tx,
  payments: readonly PaymentName[],
): Promise<{ rows: PaymentRows; names: PaymentName[] }> {
  const names = new Map(payments.map((name) => [nameOf(name), name]));
  for (;;) {
    const rows = await readPaymentRows(tx, [...names.values()]);
    const before = names.size;
    for (const name of await findPaymentsOfJournals(tx, rows.postings)) names.set(nameOf(name), name);
    if (names.size === before) return { rows, names: [...names.values()] };
  }
}

/** A payment under all its names, with its rows. */
interface PaymentGroup extends PaymentRows {
  readonly names: readonly PaymentName[];
}

function groupByPayment(rows: PaymentRows, names: readonly PaymentName[]): PaymentGroup[] {
  const leader = new Map(names.map((name) => [nameOf(name), nameOf(name)]));
  const leaderOf = (name: string): string => {
    const next = leader.get(name) ?? name;
    return next === name ? name : leaderOf(next);
  };
  for (const same of Map.groupBy(rows.postings, keyOf).values())
    for (const one of same) leader.set(leaderOf(nameOf(one)), leaderOf(nameOf(same[0]!)));
  const groupOf = (name: PaymentName): string => leaderOf(nameOf(name));
  const [postings, refunds, suspense] = [
    Map.groupBy(rows.postings, groupOf),
    Map.groupBy(rows.refunds, groupOf),
    Map.groupBy(rows.suspense, groupOf),
  ];
  return [...Map.groupBy(names, groupOf)].map(([group, own]) => ({
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

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, one) => sum + one, 0);

function checkPayment({ names, postings, refunds, suspense }: PaymentGroup, sums: Sums): string[] {
  const reported = names.filter(({ provider }) => provider !== BY_UTR);
  const name = (reported[0] ?? names[0])!.providerRef;
  const isReversed = (posting: JournalKey): boolean => sums.held.get(keyOf(posting))?.isReversed ?? false;
  const expected = reported.map((one) => {
    const own = [...postings, ...suspense].filter((row) => nameOf(row) === nameOf(one));
    // A posting has what its provider received; in suspense there may be less.
    const posted = postings.filter((row) => nameOf(row) === nameOf(one));
    const received = Math.max(0, ...(posted.length > 0 ? posted : own).map(({ amountPaise }) => amountPaise));
    return received - Math.min(received, sums.chargedBack.get(nameOf(one)) ?? 0);
  });
  const byNumber = postings.filter(
    (posting) =>
      posting.provider === BY_UTR &&
      !isReversed(posting) &&
      !postings.some((other) => other.provider !== BY_UTR && keyOf(other) === keyOf(posting)),
  );
  const left =
    sumOf(expected) +
    sumOf(byNumber.map(({ amountPaise }) => amountPaise)) -
    sumOf(refunds.map(({ amountPaise }) => amountPaise)) -
    sumOf(suspense.map(({ returnedPaise }) => returnedPaise));
  const journals = new Set(journalsIn({ postings, refunds, suspense }).map(keyOf));
  const held = sumOf([...journals].map((journal) => sums.held.get(journal)?.paise ?? 0));
  if (held === left) return [];
  const isLost = held === 0 && postings.length > 0 && postings.every(isReversed);
  return [
    isLost
      ? `payment ${name}: ${left} paise were taken off its order and are in no account`
      : `payment ${name}: the settlement accounts hold ${held} paise of it, should be ${left}`,
  ];
}
