type Order = { borrowStatus: number };

/** `docs/domain.md`: the marker of a borrower who has only ever been declined. */
const MARKER = '[R] ';
const SETTLED = 70;
const DECLINED = 30;

/**
 * The subject of a mail to customer service, marked when no order is settled, none is in progress and at least one was
 * declined. Source: specification §4, "Borrow status". Without both lists there is no marker.
 */
export function mailSubject(
  subject: string,
  inProgress: readonly Order[] | undefined,
  completed: readonly Order[] | undefined,
): string {
  if (!inProgress || !completed) return subject;
  const has = (status: number) => [...inProgress, ...completed].some(({ borrowStatus }) => borrowStatus === status);
  const isMarked = !has(SETTLED) && inProgress.length === 0 && completed.some((o) => o.borrowStatus === DECLINED);
  return isMarked ? MARKER + subject : subject;
}
