import { debitTimes, stopDebit } from '@noren/core/lending/autopay';
import type { BusinessDay } from '@noren/core/money/time';
import type { Db, Tx } from '../../../platform/db/db.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { Order } from '../../orders/order-store.ts';
import { dueClock, isOver } from './change-mandate.ts';
import { AT_BANK, listDebits } from './debit-store.ts';
import { listMandates } from './mandate-store.ts';
import { readDebitFacts } from './read-debit-facts.ts';

/**
 * Whether AutoPay is going to debit a loan's due date, or is doing it: the borrower has nothing to
 * do. One that failed, or that something stops, is not coming.
 */
export async function isDebitComing(
  db: Db | Tx,
  deps: Deps,
  order: Order,
  dueDay: BusinessDay,
): Promise<boolean> {
  const [mandate] = await listMandates(db, order);
  if (!mandate) return false;

  const debits = await listDebits(db, order);
  const debit = debits.find((one) => one.dueDay === dueDay && one.state !== 'withdrawn');
  if (debit && AT_BANK.includes(debit.state)) return true;
  if (debit?.state === 'paid' || debit?.state === 'failed' || isOver(mandate)) return false;

  const { announceUntil, presentUntil } = debitTimes(dueDay);
  const until = debit?.state === 'announced' ? presentUntil : announceUntil;
  if (dueClock(deps) > until) return false;

  const facts = await readDebitFacts(db, deps, { mandate, order, dueDay });
  const amountPaise = debit?.amountPaise ?? facts.loan.owedPaise;

  return stopDebit(facts, { dueDay, amountPaise }) === null;
}
