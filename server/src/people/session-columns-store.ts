import { OrderStatus } from '@noren/core/lending/order-status';
import { type BusinessDay, daysBetween } from '@noren/core/money/time';
import { type RawBuilder, sql } from 'kysely';
import type { Session, SessionColumns } from '../platform/http/session-store.ts';

/**
 * What `user/status` says of a borrower's loans, read with the session: it is the most frequent
 * call.
 */
export const sessionColumns = {
  creditState: (userId: RawBuilder<unknown>) =>
    sql`(select c.state from credit_limits c where c.user_id = ${userId})`,
  repay: (userId: RawBuilder<unknown>) => sql`
       (select o.repay_id || ' ' || o.product_code || ' ' || o.due_day from orders o
       where o.user_id = ${userId}
         and o.status in (${sql.lit(OrderStatus.active)}, ${sql.lit(OrderStatus.overdue)})
       order by o.due_day, o.order_id limit 1)`,
  phoneChangeDueAt: (userId: RawBuilder<unknown>) => sql`
       (select p.due_at from phone_changes p where p.user_id = ${userId} and p.state = 'waiting')`,
} satisfies SessionColumns;

interface Extra {
  readonly creditState: string | null;
  readonly repay: string | null;
  /** UTC ms. */
  readonly phoneChangeDueAt: number | null;
}

/** The repayable order due first, if any, and how far the credit evaluation is, and a new phone number. */
export function toBorrowerState(
  { extra }: Session,
  today: BusinessDay,
): {
  repayId: string | null;
  repayInfo: { productCode: string; dueDay: BusinessDay; overdueDays: number } | null;
  evaluation: 'none' | 'running' | 'done';
  phoneChangeDueAt: number | null;
} {
  const { creditState, repay, phoneChangeDueAt } = extra as unknown as Extra;
  const [repayId = null, productCode = '', due = ''] = repay?.split(' ') ?? [];
  const dueDay = due as BusinessDay;
  const repayInfo =
    repayId === null
      ? null
      : { productCode, dueDay, overdueDays: Math.max(0, daysBetween(dueDay, today)) };

  return {
    repayId,
    repayInfo,
    evaluation: creditState === null ? 'none' : creditState === 'evaluating' ? 'running' : 'done',
    phoneChangeDueAt,
  };
}
