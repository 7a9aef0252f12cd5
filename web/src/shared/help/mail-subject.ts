/** `docs/domain.md`: the marker of a borrower who has only ever been declined. */
const MARKER = '[R] ';
const SETTLED = 70;
const DECLINED = 30;

/**
 * The subject of a mail to customer service, marked when no order is settled, none is in progress
 * and at least one was declined. Source: specification §4, "Borrow status". Without the orders
 * there is no marker.
 */
export function mailSubject(
  subject: string,
  orders: { inProgress: number; completedStatuses: readonly number[] } | undefined,
): string {
  if (!orders) return subject;
  const { inProgress, completedStatuses: ended } = orders;
  const isMarked = inProgress === 0 && ended.includes(DECLINED) && !ended.includes(SETTLED);
  return isMarked ? MARKER + subject : subject;
}
