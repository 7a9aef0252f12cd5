import { COMPLAINT_LEVELS, type ComplaintLevel, findLevel } from '@noren/core/staff/complaints';
import { notify } from '../../notifications/store.ts';
import { recordAction } from '../../platform/audit-store.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { passOn } from './promises-store.ts';
import type { Ticket } from './store.ts';

/**
 * Passes a locked ticket on to a level above its own, where it waits for an answer, and notifies
 * the borrower.
 * @returns false when it is there already or above
 */
export async function passTicketOn(
  tx: Tx,
  deps: Deps,
  ticket: Ticket,
  { to, by }: { to: ComplaintLevel; by: string },
): Promise<boolean> {
  if (COMPLAINT_LEVELS.indexOf(to) <= COMPLAINT_LEVELS.indexOf(findLevel(ticket))) return false;

  const { userId, ticketNo } = ticket;
  const now = deps.now();
  await passOn(tx, ticket, { to, now });
  await notify(tx, deps, {
    userId,
    kind: 'feedback_passed_on',
    reference: `${ticketNo}:${to}`,
    values: { ticketNo },
  });
  await recordAction(tx, {
    at: now,
    userId,
    actor: by,
    action: 'feedback_passed_on',
    subject: ticketNo,
    detail: { to },
  });

  return true;
}
