import { viewLoan } from '@noren/core/lending/loan';
import { loanTermsOf } from '@noren/core/lending/offer';
import { OrderStatus, openOrderStatuses, owingOrderStatuses } from '@noren/core/lending/order-status';
import { sumBuckets } from '@noren/core/lending/repayment';
import { type BusinessDay, businessDay, instantOfDayStart } from '@noren/core/money/time';
import { type RawBuilder, sql } from 'kysely';
import { readJournalsOfMany } from '../../lending/journal-store.ts';
import type { Account, PostedJournal } from '../../lending/ledger.ts';
import { balancesOf, expectedBalances, type OrderTerms } from '../../lending/loan-book.ts';
import { loanEventsOf } from '../../lending/loan-events.ts';
import { anyStatusOf } from '../../lending/order-store.ts';
import { type Tx, timestamp } from '../../platform/db/db.ts';

/**
 * The result of a self-check: how many things it examined, a sentence for each problem, and in `listed` one for each item
 * that is no problem but needs a person's decision.
 */
export interface CheckResult {
  readonly examined: number;
  readonly problems: readonly string[];
  readonly listed?: readonly string[];
}

interface CheckedOrder {
  readonly userId: string;
  readonly orderId: string;
  readonly repayId: string;
  readonly status: OrderStatus;
  readonly terms: OrderTerms;
  readonly dueDay: string | null;
}
const PAGE = 500;

/**
 * Which orders are checked: all, or those that are open, closed since a day, or posted to since. Entries never change, so
 * an order that passed and is untouched would pass again.
 */
export type Scope = { readonly since: BusinessDay } | 'all';

/** The start of the scope's day, as SQL. */
export const sinceOf = (scope: { readonly since: BusinessDay }): RawBuilder<unknown> =>
  sql`${timestamp(instantOfDayStart(scope.since))}::timestamptz`;

/** SQL condition: a row with user and order is in scope. `of` is its table alias. */
export function isWithin(scope: Scope, of: string): RawBuilder<unknown> {
  if (scope === 'all') return sql`true`;
  return sql`(${sql.ref(`${of}.user_id`)}, ${sql.ref(`${of}.order_id`)}) in (${keysOf(scope)})`;
}

/** SQL condition: a row of a user is in scope. */
export function isUserWithin(scope: Scope, of: string): RawBuilder<unknown> {
  if (scope === 'all') return sql`true`;
  return sql`${sql.ref(`${of}.user_id`)} in (select user_id from (${keysOf(scope)}) k)`;
}

/** SQL condition: a journal was posted within the scope. */
export function isBookedSince(scope: Scope, of: string): RawBuilder<unknown> {
  return scope === 'all' ? sql`true` : sql`${sql.ref(`${of}.booked_at`)} >= ${sinceOf(scope)}`;
}

function keysOf(scope: { readonly since: BusinessDay }): RawBuilder<unknown> {
  return sql`
    select user_id, order_id from orders where status in ${anyStatusOf(openOrderStatuses)}
    union select user_id, order_id from orders where closed_at >= ${sinceOf(scope)}
    union select user_id, order_id from journals where booked_at >= ${sinceOf(scope)} and order_id is not null`;
}

/** Checks each order's balances against those its loan events imply, and its status against its balances. */
export async function checkOrders(tx: Tx, scope: Scope): Promise<{ views: CheckResult; statuses: CheckResult }> {
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
  let after: CheckedOrder | null = null;
  for (;;) {
    const page: { rows: CheckedOrder[] } = await sql<CheckedOrder>`
      select user_id, order_id, repay_id, status, terms, due_day
      from orders
      where ${after === null ? sql`true` : sql`(user_id, order_id) > (${after.userId}, ${after.orderId})`}
        and ${isWithin(scope, 'orders')}
      order by user_id, order_id limit ${PAGE}`.execute(tx);
    if (page.rows.length === 0) return;
    yield page.rows;
    after = page.rows.at(-1) ?? null;
  }
}

/** Memorandum accounts are checked by `checkHolds`. */
const MEMORANDUM: ReadonlySet<Account> = new Set(['limit_held', 'limit_promised']);

function checkView({ terms }: CheckedOrder, journals: readonly PostedJournal[]): string[] {
  const balances = balancesOf(journals);
  const expected = new Map<Account, number>(expectedBalances(terms, journals));
  const accounts = new Set([...expected.keys(), ...(Object.keys(balances) as Account[])]);
  return [...accounts].flatMap((account) => {
    if (MEMORANDUM.has(account)) return [];
    const [actual, wanted] = [balances[account] ?? 0, expected.get(account) ?? 0];
    return actual === wanted ? [] : [`${account} is ${actual}, should be ${wanted} paise`];
  });
}

function checkStatus(order: CheckedOrder, journals: readonly PostedJournal[]): string[] {
  const balances = balancesOf(journals);
  const { status } = order;
  const owed = (['loan_principal', 'interest_receivable', 'penal_receivable', 'fees_receivable'] as const).some(
    (account) => (balances[account] ?? 0) !== 0,
  );
  const isOwing = (owingOrderStatuses as readonly number[]).includes(status);
  const problems: string[] = [];
  if (!isOwing && owed) problems.push(`status ${status}, but something is owed`);
  if ((status === OrderStatus.active || status === OrderStatus.overdue) && !owed)
    problems.push(`status ${status}, but nothing is owed`);
  const events = loanEventsOf(journals);
  const [last] = events
    .map(({ day }) => day)
    .sort()
    .slice(-1);
  if (!isOwing || last === undefined) return problems;
  const { dueDay, writtenOff } = viewLoan(loanTermsOf(order.terms.quote), events, businessDay(last));
  if (status === OrderStatus.writtenOff && sumBuckets(writtenOff) === 0)
    problems.push('written off, but not in the ledger');
  if (status !== OrderStatus.writtenOff && dueDay !== order.dueDay)
    problems.push(`due on ${order.dueDay}, but on ${dueDay} by its ledger`);
  return problems;
}
