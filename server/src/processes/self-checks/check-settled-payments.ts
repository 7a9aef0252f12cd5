import { lenderUserId } from '../../lending/book/ledger.ts';
import {
  BY_UTR,
  type PaymentKey,
  toPaymentName,
} from '../../lending/payments/posting/provider-payments-store.ts';
import type { Tx } from '../../platform/db/db.ts';
import {
  findPaymentsOfJournals,
  type JournalKey,
  type PaymentRows,
  readChargebacks,
  readPaymentRows,
  sumSettlement,
  toJournalName,
} from './settled-payments-store.ts';

/** How many payments are read at once. */
const PAGE = 1_000;

interface CheckedPayments {
  /** A payment under two names is one. */
  readonly examined: number;
  /** What is wrong with them, as sentences. */
  readonly problems: readonly string[];
  /** All their names. */
  readonly names: readonly string[];
  /** The names of those of which several users have journals. */
  readonly namesOfSeveral: readonly string[];
}

/**
 * Of each payment: the settlement accounts hold what its provider received, less what was refunded
 * and charged back.
 */
export async function checkPayments(
  tx: Tx,
  payments: readonly PaymentKey[],
): Promise<CheckedPayments> {
  const groups: PaymentGroup[] = [];
  const problems: string[] = [];

  for (let at = 0; at < payments.length; at += PAGE) {
    const page = await checkPage(tx, payments.slice(at, at + PAGE));
    groups.push(...page.groups);
    problems.push(...page.problems);
  }

  const listNames = (of: readonly PaymentGroup[]): string[] =>
    of.flatMap(({ names }) => names.map(toPaymentName));

  return {
    examined: groups.length,
    problems,
    names: listNames(groups),
    namesOfSeveral: listNames(groups.filter(hasSeveralUsers)),
  };
}

const hasSeveralUsers = (group: PaymentGroup): boolean =>
  new Set(journalsIn(group).map(({ userId }) => userId)).size > 1;

async function checkPage(
  tx: Tx,
  payments: readonly PaymentKey[],
): Promise<{ groups: PaymentGroup[]; problems: string[] }> {
  const { rows, names } = await readWhole(tx, payments);
  const groups = groupByPayment(rows, names);
  // Two names of a payment have one journal.
  const journals = new Map(journalsIn(rows).map((journal) => [toJournalName(journal), journal]));
  const held = new Map(
    (await sumSettlement(tx, [...journals.values()])).map((sum) => [toJournalName(sum), sum]),
  );
  const chargedBack = new Map(
    (await readChargebacks(tx, names)).map((sum) => [toPaymentName(sum), sum.amountPaise]),
  );

  const problems = groups.flatMap((group) => checkPayment(group, { held, chargedBack }));

  return { groups, problems };
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
  payments: readonly PaymentKey[],
): Promise<{ rows: PaymentRows; names: PaymentKey[] }> {
  const names = new Map(payments.map((name) => [toPaymentName(name), name]));
  for (;;) {
    const rows = await readPaymentRows(tx, [...names.values()]);
    const before = names.size;

    for (const name of await findPaymentsOfJournals(tx, rows.postings))
      names.set(toPaymentName(name), name);
    if (names.size === before) return { rows, names: [...names.values()] };
  }
}

/** A payment under all its names, with its rows. */
interface PaymentGroup extends PaymentRows {
  readonly names: readonly PaymentKey[];
}

function groupByPayment(rows: PaymentRows, names: readonly PaymentKey[]): PaymentGroup[] {
  const leader = new Map(names.map((name) => [toPaymentName(name), toPaymentName(name)]));

  const findLeader = (name: string): string => {
    const next = leader.get(name) ?? name;
    return next === name ? name : findLeader(next);
  };

  for (const same of Map.groupBy(rows.postings, toJournalName).values())
    for (const one of same)
      leader.set(findLeader(toPaymentName(one)), findLeader(toPaymentName(same[0]!)));

  const findGroup = (name: PaymentKey): string => findLeader(toPaymentName(name));
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
    sums.held.get(toJournalName(posting))?.isReversed ?? false;
  const expected = reported.map((one) => {
    const own = [...postings, ...suspense].filter(
      (row) => toPaymentName(row) === toPaymentName(one),
    );
    // A posting has what its provider received; in suspense there may be less.
    const posted = postings.filter((row) => toPaymentName(row) === toPaymentName(one));
    const received = Math.max(
      0,
      ...(posted.length > 0 ? posted : own).map(({ amountPaise }) => amountPaise),
    );

    return received - Math.min(received, sums.chargedBack.get(toPaymentName(one)) ?? 0);
  });
  const byNumber = postings.filter(
    (posting) =>
      posting.provider === BY_UTR &&
      !isReversed(posting) &&
      !postings.some(
        (other) => other.provider !== BY_UTR && toJournalName(other) === toJournalName(posting),
      ),
  );
  const left =
    sumAmounts(expected) +
    sumAmounts(byNumber.map(({ amountPaise }) => amountPaise)) -
    sumAmounts(refunds.map(({ amountPaise }) => amountPaise)) -
    sumAmounts(suspense.map(({ returnedPaise }) => returnedPaise));
  const journals = new Set(journalsIn({ postings, refunds, suspense }).map(toJournalName));
  const held = sumAmounts([...journals].map((journal) => sums.held.get(journal)?.paise ?? 0));
  if (held === left) return [];

  const isLost = held === 0 && postings.length > 0 && postings.every(isReversed);
  return [
    isLost
      ? `payment ${name}: ${left} paise were taken off its order and are in no account`
      : `payment ${name}: the settlement accounts hold ${held} paise of it, should be ${left}`,
  ];
}
