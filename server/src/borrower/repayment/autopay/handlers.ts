import type { AutopayState } from '@noren/contract/autopay';
import { listOrders } from '../../../lending/orders/order-store.ts';
import { lockWithCredit, requireOrder } from '../../../lending/orders/own-order.ts';
import {
  endMandate,
  isOver,
  pauseMandate,
  startMandate,
} from '../../../lending/payments/autopay/change-mandate.ts';
import {
  listAskedMandates,
  listMandates,
  lockMandate,
  type Mandate,
} from '../../../lending/payments/autopay/mandate-store.ts';
import {
  AUTOPAY_STATUSES,
  mayStartMandate,
  showAutopay,
} from '../../../lending/payments/autopay/show-autopay.ts';
import { queryMandate } from '../../../lending/payments/autopay/tend-mandate.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { transact } from '../../../platform/db/transact.ts';
import { type CallError, conflict, notFound } from '../../../platform/http/call-error.ts';
import { type Handlers, twoPhase, type UserCtx } from '../../../platform/http/handler.ts';
import { takeOrRefuse } from '../../../platform/http/rate-limits.ts';
import { findMandateProvider } from '../../../platform/payment-providers.ts';

/** AutoPay: offered, asked for, paused and ended by the borrower. */
export const autopayHandlers = {
  viewAutopay: twoPhase({
    async prepare({ deps, userId }) {
      for (const mandate of await listAskedMandates(deps.db, userId))
        await queryMandate(deps, mandate);
    },
    async commit({ deps, userId }, _input, db) {
      const loans: AutopayState[] = [];
      for (const order of await listOrders(db, userId, AUTOPAY_STATUSES)) {
        const shown = await showAutopay(deps, db, order, { isTooLateShown: true });
        if (shown) loans.push(shown);
      }

      return { isOffered: findMandateProvider(deps.payments) !== undefined, loans };
    },
  }),

  startAutopay: twoPhase({
    async prepare(ctx, { body }) {
      const { deps, userId, now } = ctx;
      await takeOrRefuse({ deps, now }, [['payment-start-user-hour', userId]]);

      const mandate = await transact(deps.db, (tx) => findOrStart(ctx, tx, body.repayId));
      if (mandate.state === 'asked' && mandate.orderRef === null) await queryMandate(deps, mandate);
    },
    commit: async (ctx, { body }, tx) => showLoan(ctx, tx, body.repayId),
  }),

  changeAutopay: async (ctx, { body }, tx) => {
    const order = await requireOrder(tx, ctx.userId, body.repayId);
    const [newest] = await listMandates(tx, order);
    if (!newest) throw notFound();

    const mandate = await lockMandate(tx, newest);
    if (body.act === 'end')
      await endMandate(tx, ctx.deps, mandate, { because: 'borrower', actor: 'borrower' });
    else if (isOver(mandate)) throw refused('over');
    else await pauseMandate(tx, ctx.deps, mandate, body.act === 'pause');

    return showLoan(ctx, tx, body.repayId);
  },
} satisfies Partial<Handlers>;

/** The mandate that a loan has, or a new one. */
async function findOrStart(ctx: UserCtx, tx: Tx, repayId: string): Promise<Mandate> {
  const { deps, userId } = ctx;
  const provider = findMandateProvider(deps.payments);
  if (!provider) throw refused('not_offered');

  const found = await requireOrder(tx, userId, repayId);
  const order = await lockWithCredit(tx, found);
  if (!AUTOPAY_STATUSES.includes(order.status)) throw refused('no_due');

  const [newest] = await listMandates(tx, order);
  if (newest && !isOver(newest)) return newest;
  if (!mayStartMandate(deps, order)) throw refused('too_late');

  return startMandate(tx, deps, order, provider);
}

async function showLoan(
  { deps, userId }: UserCtx,
  tx: Tx,
  repayId: string,
): Promise<{ loan: AutopayState }> {
  const order = await requireOrder(tx, userId, repayId);
  const loan = await showAutopay(deps, tx, order, { isTooLateShown: true });
  if (!loan) throw refused('no_due');

  return { loan };
}

const refused = (reason: 'not_offered' | 'no_due' | 'too_late' | 'over'): CallError =>
  conflict(`repayment.autopay_${reason}`, reason);
