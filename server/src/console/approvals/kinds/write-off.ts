import { OrderStatus } from '@noren/core/lending/order-status';
import { loanToday, payoffAmount, readLoan } from '../../../lending/book/loan-book.ts';
import { postLoanEvent } from '../../../lending/book/post-loan-event.ts';
import { findOrderById, moveOrder } from '../../../lending/orders/order-store.ts';
import { OperatorError } from '../request/operator-error.ts';
import { aboutOrder, type Kind, plainMoney } from './kind.ts';
import { lockRequestedOrder } from './lock-requested-order.ts';

/**
 * Writes off what is owed; later payments are recoveries. Possible once the loan is overdue for the
 * configured days.
 */
export const writeOff: Kind<'write_off'> = {
  subject: aboutOrder,

  money: async (tx, deps, { userId, orderId }) => {
    if (userId === null || orderId === null) return undefined;

    const order = await findOrderById(tx, userId, orderId);
    return (
      order && plainMoney(payoffAmount((await readLoan(tx, order, deps.today())).view), userId)
    );
  },

  execute: async (tx, deps, request) => {
    const { requestId, reason } = request;
    const { order, journals } = await lockRequestedOrder(tx, deps, request);
    const { view, asOf: day } = loanToday(order.terms, journals, deps.today());

    const fromDays = deps.config.NOREN_WRITE_OFF_FROM_DAYS;
    const isRunning = order.status === OrderStatus.active || order.status === OrderStatus.overdue;

    if (!isRunning || view.overdueDays < fromDays)
      throw new OperatorError('not_possible', { reason: 'write_off_too_early', days: fromDays });

    const now = deps.now();
    const event = {
      kind: 'write_off' as const,
      day,
      cause: requestId,
      reason,
      detail: { requestId },
    };

    await postLoanEvent(tx, order, journals, { ...event, bookedAt: now });

    if (order.status === OrderStatus.active)
      await moveOrder(tx, order, { to: OrderStatus.overdue, reason: 'overdue', now });

    const overdue = { ...order, status: OrderStatus.overdue };
    await moveOrder(tx, overdue, { to: OrderStatus.writtenOff, reason: 'written_off', now });
  },
};
