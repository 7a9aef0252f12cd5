import { OrderStatus } from '@noren/core/lending/order-status';
import type { Session, SessionColumns } from '../platform/http/session-store.ts';

/** What `user/status` says of a borrower's loans, read with the session: it is the most frequent call. */
export const sessionColumns = {
  creditState: '(select c.state from credit_limits c where c.user_id = s.user_id)',
  repayId: `(select o.repay_id from orders o
       where o.user_id = s.user_id and o.status in (${OrderStatus.active}, ${OrderStatus.overdue})
       order by o.due_day, o.order_id limit 1)`,
} satisfies SessionColumns;

/** The repayable order due first, if any, and how far the credit evaluation is. */
export function borrowerStateOf({ extra }: Session): {
  repayId: string | null;
  evaluation: 'none' | 'running' | 'done';
} {
  const { creditState, repayId } = extra as Record<keyof typeof sessionColumns, string | null>;
  return { repayId, evaluation: creditState === null ? 'none' : creditState === 'evaluating' ? 'running' : 'done' };
}
