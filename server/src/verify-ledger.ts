import { holdingOrderStatuses, type OrderStatus } from '@noren/core/order-status';
import { sql } from 'kysely';
import type { Db, Tx } from './db.ts';
import { type Account, type PostedJournal, readJournals, trialBalance } from './ledger.ts';
import { balancesOf, bookedBalances, type OrderTerms } from './loan-book.ts';

interface OrderRow {
  user_id: string;
  order_id: string;
  repay_id: string;
  status: OrderStatus;
  principal_paise: number;
  terms: OrderTerms;
  confirmed: number;
}

/**
 * Looks at the whole ledger and says what does not hold: the trial balance, each journal, each order's entries against
 * what its facts make of them, holds against the orders that hold, payouts against disbursements.
 * @returns one sentence a fault; none is the good answer
 */
export function verifyLedger(db: Db | Tx): Promise<string[]> {
  if (db.isTransaction) return check(db);
  // One snapshot: a loan paid out between two readings is no fault.
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(check);
}

async function check(db: Db | Tx): Promise<string[]> {
  const problems: string[] = [];
  const { total } = await trialBalance(db);
  if (total !== 0) problems.push(`the trial balance is out by ${total} paise`);
  const crooked = await sql<{ journal_id: string }>`
    select journal_id from journals left join entries using (user_id, journal_id)
    group by user_id, journal_id having coalesce(sum(amount_paise), 1) <> 0`.execute(db);
  problems.push(...crooked.rows.map((row) => `journal ${row.journal_id} does not balance`));
  for await (const order of eachOrder(db)) {
    const journals = await readJournals(db, order.user_id, order.order_id);
    problems.push(...checkOrder(order, journals).map((problem) => `order ${order.repay_id}: ${problem}`));
  }
  return problems;
}

async function* eachOrder(db: Db | Tx): AsyncGenerator<OrderRow> {
  let after: { user_id: string; order_id: string } | null = null;
  for (;;) {
    const page: { rows: OrderRow[] } = await sql<OrderRow>`
      select o.user_id, o.order_id, o.repay_id, o.status, o.principal_paise, o.terms,
             (select count(*)::int from payouts p where p.user_id = o.user_id and p.order_id = o.order_id
               and p.state = 'confirmed') as confirmed
      from orders o
      where ${after === null ? sql`true` : sql`(o.user_id, o.order_id) > (${after.user_id}, ${after.order_id})`}
      order by o.user_id, o.order_id limit 200`.execute(db);
    yield* page.rows;
    const last = page.rows.at(-1);
    if (!last) return;
    after = last;
  }
}

function checkOrder(order: OrderRow, journals: readonly PostedJournal[]): string[] {
  const problems: string[] = [];
  const stands = balancesOf(journals);
  const wanted = new Map<Account, number>(wantedBalances(order, journals));
  for (const account of new Set([...wanted.keys(), ...(Object.keys(stands) as Account[])])) {
    const [is, should] = [stands[account] ?? 0, wanted.get(account) ?? 0];
    if (is !== should) problems.push(`${account} stands at ${is}, should at ${should} paise`);
  }
  const disbursements = journals.filter((journal) => journal.kind === 'disbursement').length;
  if (disbursements !== order.confirmed) problems.push(`${order.confirmed} payouts, ${disbursements} disbursements`);
  const owed = (['loan_principal', 'interest_receivable', 'penal_receivable', 'fees_receivable'] as const).map(
    (of) => stands[of] ?? 0,
  );
  if ([70, 75].includes(order.status) && owed.some((amount) => amount !== 0))
    problems.push('over, and something is owed');
  if ([50, 60].includes(order.status) && owed.every((amount) => amount === 0))
    problems.push('active, and nothing is owed');
  return problems;
}

function wantedBalances(order: OrderRow, journals: readonly PostedJournal[]): (readonly [Account, number])[] {
  const isHolding = (holdingOrderStatuses as readonly number[]).includes(order.status);
  const held = isHolding ? order.principal_paise : 0;
  const memorandum = [
    ['limit_held', held],
    ['limit_promised', -held],
  ] as const;
  return [...memorandum, ...bookedBalances(order.terms, journals)];
}
