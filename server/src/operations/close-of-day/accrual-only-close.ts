import { OrderStatus } from '@noren/core/lending/order-status';
import type { BusinessDay } from '@noren/core/money/time';
import { hasUnclosedDays, type LockedOrder, nextDayOutcome } from '../../lending/close-order.ts';
import type { Line, PostedJournal } from '../../lending/ledger.ts';
import { adjustingLines, balancesAt, loanOf } from '../../lending/loan-book.ts';
import { accruedThrough } from '../../lending/loan-events.ts';

/** A close that only posts an accrual: no status change, no notification. */
export interface AccrualOnlyClose {
  readonly open: LockedOrder;
  /** The day's accrual; empty when nothing accrues. */
  readonly lines: readonly Line[];
}

/**
 * Computes, without locking, what `closeOrderThrough` would post for an order on a day.
 * @returns null when the close would do more than post an accrual
 * @throws LoanEventError when its journals cannot be those of one loan
 */
export function accrualOnlyClose(open: LockedOrder, day: BusinessDay): AccrualOnlyClose | null {
  const { order, journals } = open;
  if (!hasUnclosedDays(order, day) || journals.some(({ kind, cause }) => kind === 'accrual' && cause === day))
    return null;
  const { isOverdue, message } = nextDayOutcome(open, day);
  if (message || (isOverdue && order.status === OrderStatus.active)) return null;
  const after = [...journals, accrualOf(day)];
  const { view } = loanOf(order.terms, after, accruedThrough(after) ?? day);
  return { open, lines: adjustingLines(journals, balancesAt(order.terms, after, view)) };
}

/** A placeholder accrual without entries: its presence sets the day through which charges are computed. */
function accrualOf(day: BusinessDay): PostedJournal {
  const none = { reverses: null, reason: null, detail: {}, lines: [] };
  return { journalId: 'new', kind: 'accrual', valueDay: day, cause: day, ...none };
}
