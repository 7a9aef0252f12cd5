import type { FeedbackType } from '@noren/contract/support';
import type { BusinessDay } from '@noren/core/money/time';
import type { FieldCrypto } from '../../platform/crypto/field-crypto.ts';
import { type Db, type Tx, timestamp } from '../../platform/db/db.ts';
import { makeNumber } from '../../platform/db/public-ids.ts';

/** What a borrower wrote, and what was answered. */
export interface Ticket {
  readonly userId: string;
  readonly ticketId: string;
  readonly ticketNo: string;
  readonly type: FeedbackType;
  readonly text: string;
  readonly fileIds: readonly string[];
  readonly state: 'received' | 'answered' | 'closed';
  readonly answer: string | null;
  readonly sentAt: number;
  readonly decidedAt: number | null;
}

const NUMBER_LETTERS = 6;
const MOST_LISTED = 100;

const columns = [
  'user_id',
  'ticket_id',
  'ticket_no',
  'type',
  'text_enc',
  'file_ids',
  'state',
  'answer_enc',
  'submitted_at',
  'decided_at',
] as const;

interface Row {
  user_id: string;
  ticket_id: string;
  ticket_no: string;
  type: FeedbackType;
  text_enc: Buffer;
  file_ids: string[];
  state: Ticket['state'];
  answer_enc: Buffer | null;
  submitted_at: number;
  decided_at: number | null;
}

const placeOf = (field: 'text' | 'answer', userId: string): string => `feedback_tickets.${field}_enc:${userId}`;

function ticketOf(crypto: FieldCrypto, row: Row): Ticket {
  const { user_id: userId } = row;
  return {
    userId,
    ticketId: row.ticket_id,
    ticketNo: row.ticket_no,
    type: row.type,
    text: crypto.decrypt(row.text_enc, placeOf('text', userId)),
    fileIds: row.file_ids,
    state: row.state,
    answer: row.answer_enc && crypto.decrypt(row.answer_enc, placeOf('answer', userId)),
    sentAt: row.submitted_at,
    decidedAt: row.decided_at,
  };
}

/** Writes a ticket under a number of its own. */
export async function addTicket(
  tx: Tx,
  crypto: FieldCrypto,
  given: Pick<Ticket, 'userId' | 'type' | 'text' | 'fileIds'> & { now: number; today: BusinessDay },
): Promise<Ticket> {
  const { userId, type, text, fileIds, now, today } = given;
  const row = await tx
    .insertInto('feedback_tickets')
    .values({
      user_id: userId,
      ticket_no: makeNumber('F', today, NUMBER_LETTERS),
      type,
      text_enc: crypto.encrypt(text, placeOf('text', userId)),
      file_ids: [...fileIds],
      state: 'received',
      submitted_at: timestamp(now),
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
  return ticketOf(crypto, row);
}

/** A user's tickets, newest first. */
export async function listTickets(db: Db | Tx, crypto: FieldCrypto, userId: string): Promise<Ticket[]> {
  const rows = await db
    .selectFrom('feedback_tickets')
    .select(columns)
    .where('user_id', '=', userId)
    .orderBy('ticket_id', 'desc')
    .limit(MOST_LISTED)
    .execute();
  return rows.map((row) => ticketOf(crypto, row));
}

/** Tickets that are not closed, of all users, the oldest first. */
export async function listOpenTickets(db: Db, crypto: FieldCrypto): Promise<Ticket[]> {
  const rows = await db
    .selectFrom('feedback_tickets')
    .select(columns)
    .where('state', '<>', 'closed')
    .orderBy('submitted_at')
    .limit(MOST_LISTED)
    .execute();
  return rows.map((row) => ticketOf(crypto, row));
}

/** A ticket by its number, which an operator names without its user; locked until the transaction ends. */
export async function lockTicket(tx: Tx, crypto: FieldCrypto, ticketNo: string): Promise<Ticket | undefined> {
  const row = await tx
    .selectFrom('feedback_tickets')
    .select(columns)
    .where('ticket_no', '=', ticketNo)
    .forUpdate()
    .executeTakeFirst();
  return row && ticketOf(crypto, row);
}

/** Writes what was decided about a ticket. */
export async function decideTicket(
  tx: Tx,
  crypto: FieldCrypto,
  { userId, ticketId }: Pick<Ticket, 'userId' | 'ticketId'>,
  to: { state: 'answered' | 'closed'; answer: string; by: string; now: number },
): Promise<void> {
  await tx
    .updateTable('feedback_tickets')
    .set({
      state: to.state,
      answer_enc: crypto.encrypt(to.answer, placeOf('answer', userId)),
      decided_at: timestamp(to.now),
      decided_by: to.by,
    })
    .where('user_id', '=', userId)
    .where('ticket_id', '=', ticketId)
    .execute();
}
