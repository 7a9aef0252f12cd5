import type { DebitFacts } from '@noren/core/lending/autopay';
import { viewLoan } from '@noren/core/lending/loan';
import { toLoanTerms } from '@noren/core/lending/offer';
import type { BusinessDay } from '@noren/core/money/time';
import type { Db, Tx } from '../../../platform/db/db.ts';
import type { Deps } from '../../../platform/deps.ts';
import { readLoan } from '../../book/loan-book.ts';
import { returnPrice } from '../../book/return-price.ts';
import { readAcceptedProduct } from '../../orders/accepted-product-store.ts';
import { readDispute } from '../../orders/disputes-store.ts';
import type { Order } from '../../orders/order-store.ts';
import type { Mandate } from './mandate-store.ts';

/** What decides whether a debit of a mandate for a due date goes on, as of now. */
export async function readDebitFacts(
  db: Db | Tx,
  deps: Deps,
  { mandate, order, dueDay }: { mandate: Mandate; order: Order; dueDay: BusinessDay },
): Promise<DebitFacts> {
  const today = deps.today();
  const loan = await readLoan(db, order, today);
  const product = await readAcceptedProduct(db, order.terms.quote);
  const onDueDay = viewLoan(toLoanTerms(order.terms.quote), loan.facts, dueDay);
  const dispute = await readDispute(db, order, { now: deps.now(), today });

  return {
    mandate: {
      state: mandate.state,
      isPaused: mandate.pausedAt !== null,
      mostPaise: mandate.mostPaise,
    },
    loan: {
      isLent: order.disbursedDay !== null,
      // A payment since may have left nothing to debit.
      owedPaise: Math.min(onDueDay.totalOwed, today < dueDay ? Infinity : loan.view.totalOwed),
      dueDay: loan.view.dueDay,
      isCoolingOff: returnPrice(order.terms, loan, { day: loan.asOf, product }).ok,
      isHeld: dispute !== null,
    },
  };
}
