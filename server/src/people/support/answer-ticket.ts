import { notify } from '../../notifications/store.ts';
import { recordAction } from '../../platform/audit-store.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { openPicture, toBinding } from '../../platform/files/pictures.ts';
import { decideTicket, lockTicket, type Ticket } from './store.ts';

/** File kind of feedback pictures. */
export const FEEDBACK_PICTURE = 'feedback';

/** Stores the answer to a locked ticket that is not closed, and notifies the borrower. */
export async function answerLockedTicket(
  tx: Tx,
  deps: Deps,
  { userId, ticketId, ticketNo }: Pick<Ticket, 'userId' | 'ticketId' | 'ticketNo'>,
  { answer, isLast, by }: { answer: string; isLast: boolean; by: string },
): Promise<void> {
  const now = deps.now();
  const state = isLast ? 'closed' : 'answered';

  await decideTicket(tx, deps.crypto, { userId, ticketId }, { state, answer, by, now });

  const kind = isLast ? 'feedback_closed' : 'feedback_answered';
  await notify(tx, deps, { userId, kind, reference: `${ticketNo}:${now}`, values: { ticketNo } });
  await recordAction(tx, {
    at: now,
    userId,
    actor: by,
    action: `feedback_${state}`,
    subject: ticketNo,
  });
}

/** The ticket's picture at an index, as JPEG, or null. */
export async function readTicketPicture(
  deps: Deps,
  ticketNo: string,
  at: number,
): Promise<Buffer | null> {
  const ticket = await deps.db.transaction().execute((tx) => lockTicket(tx, deps.crypto, ticketNo));
  const fileId = ticket?.fileIds[at];
  return ticket && fileId
    ? openPicture(deps, fileId, toBinding(ticket.userId, FEEDBACK_PICTURE))
    : null;
}
