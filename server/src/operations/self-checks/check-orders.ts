import { viewLoan } from '@noren/core/lending/loan';
import { loanTermsOf } from '@noren/core/lending/offer';
import { OrderStatus, openOrderStatuses, owingOrderStatuses } from '@noren/core/lending/order-status';
import { sumBuckets } from '@noren/core/lending/repayment';
import { type BusinessDay, businessDay, instantOfDayStart } from '@noren/core/money/time';
import { type RawBuilder, sql } from 'kysely';
import { type Account, type PostedJournal, readJournalsOfMany } from '../../lending/ledger.ts';
import { balancesOf, expectedBalances, type OrderTerms } from '../../lending/loan-book.ts';
import { loanEventsOf } from '../../lending/loan-events.ts';
import { anyStatusOf } from '../../lending/status-literals.ts';
import { type Tx, timestamp } from '../../platform/db/db.ts';

/**
 * What a self-check saw: how many things it looked at, a sentence for each that does not hold, and one for each that
 * holds and still waits for a person.
 */
export interface Seen {
  readonly looked: number;
  readonly problems: readonly string[];
  readonly listed?: readonly string[];
}

/** An order as the checks read it. */
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
 * Which orders are looked at: all, or those that are not over, that ended since a day or on which something was booked
 * since. Entries are never changed, so an order that held when it was left holds still.
 */
export type Scope = { readonly since: BusinessDay } | 'all';

/** The instant from which things are looked at. */
export const sinceOf = (scope: { readonly since: BusinessDay }): RawBuilder<unknown> =>
  sql`${timestamp(instantOfDayStart(scope.since))}::timestamptz`;

/** Whether a row of a user's order is looked at, as a part of a statement; `of` is the name of its table there. */
export function isWithin(scope: Scope, of: string): RawBuilder<unknown> {
  if (scope === 'all') return sql`true`;
  return sql`(${sql.ref(`${of}.user_id`)}, ${sql.ref(`${of}.order_id`)}) in (${keysOf(scope)})`;
}

/** The same of a row that is a user's. */
export function isUserWithin(scope: Scope, of: string): RawBuilder<unknown> {
  if (scope === 'all') return sql`true`;
  return sql`${sql.ref(`${of}.user_id`)} in (select user_id from (${keysOf(scope)}) k)`;
}

/** Whether a journal was booked since. */
export function isBookedSince(scope: Scope, of: string): RawBuilder<unknown> {
  return scope === 'all' ? sql`true` : sql`${sql.ref(`${of}.booked_at`)} >= ${sinceOf(scope)}`;
}

function keysOf(scope: { readonly since: BusinessDay }): RawBuilder<unknown> {
  return sql`
    select user_id, order_id from orders where status in ${anyStatusOf(openOrderStatuses)}
    union select user_id, order_id from orders where closed_at >= ${sinceOf(scope)}
    union select user_id, order_id from journals where booked_at >= ${sinceOf(scope)} and order_id is not null`;
}

/** Each order's accounts are what its facts make of them, and its status what its accounts say. */
export async function checkOrders(tx: Tx, scope: Scope): Promise<{ views: Seen; statuses: Seen }> {
  const [views, statuses] = [
    { looked: 0, problems: [] as string[] },
    { looked: 0, problems: [] as string[] },
  ];
  for await (const page of eachPage(tx, scope)) {
    const read = await readJournalsOfMany(tx, page);
    for (const order of page) {
      const journals = read.get(order.orderId) ?? [];
      const say = (problem: string): string => `order ${order.repayId}: ${problem}`;
      views.problems.push(...checkView(order, journals).map(say));
      statuses.problems.push(...checkStatus(order, journals).map(say));
    }
    views.looked += page.length;
    statuses.looked += page.length;
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

/** Memorandum accounts are checked by their holds. */
const MEMORANDUM: ReadonlySet<Account> = new Set(['limit_held', 'limit_promised']);

function checkView({ terms }: CheckedOrder, journals: readonly PostedJournal[]): string[] {
  const stands = balancesOf(journals);
  const wanted = new Map<Account, number>(expectedBalances(terms, journals));
  const accounts = new Set([...wanted.keys(), ...(Object.keys(stands) as Account[])]);
  return [...accounts].flatMap((account) => {
    if (MEMORANDUM.has(account)) return [];
    const [is, should] = [stands[account] ?? 0, wanted.get(account) ?? 0];
    return is === should ? [] : [`${account} stands at ${is}, should at ${should} paise`];
  });
}

function checkStatus(order: CheckedOrder, journals: readonly PostedJournal[]): string[] {
  const stands = balancesOf(journals);
  const { status } = order;
  const owed = (['loan_principal', 'interest_receivable', 'penal_receivable', 'fees_receivable'] as const).some(
    (account) => (stands[account] ?? 0) !== 0,
  );
  const isOwing = (owingOrderStatuses as readonly number[]).includes(status);
  const problems: string[] = [];
  if (!isOwing && owed) problems.push(`status ${status}, and something is owed`);
  if ((status === OrderStatus.active || status === OrderStatus.overdue) && !owed)
    problems.push(`status ${status}, and nothing is owed`);
  const facts = loanEventsOf(journals);
  const [last] = facts
    .map(({ day }) => day)
    .sort()
    .slice(-1);
  if (!isOwing || last === undefined) return problems;
  const { dueDay, writtenOff } = viewLoan(loanTermsOf(order.terms.quote), facts, businessDay(last));
  if (status === OrderStatus.writtenOff && sumBuckets(writtenOff) === 0)
    problems.push('written off, and the ledger says nothing of it');
  if (status !== OrderStatus.writtenOff && dueDay !== order.dueDay)
    problems.push(`due on ${order.dueDay}, by its ledger on ${dueDay}`);
  return problems;
}
