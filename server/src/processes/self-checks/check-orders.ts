import { viewLoan } from '@noren/core/lending/loan';
import { toLoanTerms } from '@noren/core/lending/offer';
import { OrderStatus, owingOrderStatuses } from '@noren/core/lending/order-status';
import { sumBuckets } from '@noren/core/lending/repayment';
import { isRepaid } from '@noren/core/lending/settlement';
import { businessDay } from '@noren/core/money/time';
import { readJournalsOfMany } from '../../lending/book/journal-store.ts';
import type { Account, PostedJournal } from '../../lending/book/ledger.ts';
import { expectedBalances, sumBalances } from '../../lending/book/loan-book.ts';
import { toLoanEvents } from '../../lending/book/loan-events.ts';
import type { Tx } from '../../platform/db/db.ts';
import {
  type CheckedOrder,
  closeOrdersToCheck,
  nextOrdersToCheck,
  openOrdersToCheck,
} from './check-orders-store.ts';
import type { CheckResult } from './check-result.ts';
import type { Scope } from './check-scope-store.ts';

const PAGE = 500;

/**
 * Checks each order's balances against those its loan events imply, and its status against its
 * balances.
 */
export async function checkOrders(
  tx: Tx,
  scope: Scope,
): Promise<{ views: CheckResult; statuses: CheckResult }> {
  const [views, statuses] = [
    { examined: 0, problems: [] as string[] },
    { examined: 0, problems: [] as string[] },
  ];
  for await (const page of eachPage(tx, scope)) {
    const read = await readJournalsOfMany(tx, page);
    for (const order of page) {
      const journals = read.get(order.orderId) ?? [];
      const withOrder = (problem: string): string => `order ${order.repayId}: ${problem}`;
      views.problems.push(...checkView(order, journals).map(withOrder));
      statuses.problems.push(...checkStatus(order, journals).map(withOrder));
    }

    views.examined += page.length;
    statuses.examined += page.length;
  }

  return { views, statuses };
}

async function* eachPage(tx: Tx, scope: Scope): AsyncGenerator<CheckedOrder[]> {
  await openOrdersToCheck(tx, scope);
  for (;;) {
    const page = await nextOrdersToCheck(tx, PAGE);
    if (page.length === 0) return closeOrdersToCheck(tx);
    yield page;
  }
}

/** Memorandum accounts are checked by `checkHolds`. */
const MEMORANDUM: ReadonlySet<Account> = new Set(['limit_held', 'limit_promised']);

function checkView({ terms }: CheckedOrder, journals: readonly PostedJournal[]): string[] {
  const balances = sumBalances(journals);
  const expected = new Map<Account, number>(expectedBalances(terms, journals));
  const accounts = new Set([...expected.keys(), ...(Object.keys(balances) as Account[])]);

  return [...accounts].flatMap((account) => {
    if (MEMORANDUM.has(account)) return [];
    const [actual, wanted] = [balances[account] ?? 0, expected.get(account) ?? 0];
    return actual === wanted ? [] : [`${account} is ${actual}, should be ${wanted} paise`];
  });
}

function checkStatus(order: CheckedOrder, journals: readonly PostedJournal[]): string[] {
  const balances = sumBalances(journals);
  const { status } = order;
  const owed = (
    ['loan_principal', 'interest_receivable', 'penal_receivable', 'fees_receivable'] as const
  ).some((account) => (balances[account] ?? 0) !== 0);
  const isOwing = (owingOrderStatuses as readonly number[]).includes(status);
  const problems: string[] = [];

  if (!isOwing && owed) problems.push(`status ${status}, but something is owed`);
  if ((status === OrderStatus.active || status === OrderStatus.overdue) && !owed)
    problems.push(`status ${status}, but nothing is owed`);

  const events = toLoanEvents(journals);
  const [last] = events
    .map(({ day }) => day)
    .sort()
    .slice(-1);
  if (last === undefined || (!isOwing && status !== OrderStatus.settled)) return problems;

  const view = viewLoan(toLoanTerms(order.terms.quote), events, businessDay(last));
  if (status === OrderStatus.settled && order.isRepaid !== isRepaid(view))
    problems.push(
      order.isRepaid ? 'counts as repaid, but was not' : 'was repaid, but does not count as repaid',
    );

  if (!isOwing) return problems;

  const { dueDay, writtenOff } = view;
  if (status === OrderStatus.writtenOff && sumBuckets(writtenOff) === 0)
    problems.push('written off, but not in the ledger');
  if (status !== OrderStatus.writtenOff && dueDay !== order.dueDay)
    problems.push(`due on ${order.dueDay}, but on ${dueDay} by its ledger`);

  return problems;
}
