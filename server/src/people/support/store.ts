import type { FeedbackType } from '@noren/contract/support';
import type { BusinessDay } from '@noren/core/money/time';
import { sql, type UpdateObject } from 'kysely';
import type { FieldCrypto } from '../../platform/crypto/field-crypto.ts';
import type { Columns } from '../../platform/db/column-list.ts';
import { type Db, type Tx, timestamp } from '../../platform/db/db.ts';
import { claimName, findOwner } from '../../platform/db/name-owners-store.ts';
import { makeNumber } from '../../platform/db/public-ids.ts';
import type { Tables } from '../../platform/db/tables.ts';

/** A borrower's feedback with its answer. */
export interface Ticket {
  readonly userId: string;
  readonly ticketId: string;
  readonly ticketNo: string;
  /** The order it is about. */
  readonly repayId: string | null;
  readonly type: FeedbackType;
  readonly text: string;
  readonly fileIds: readonly string[];
  readonly state: 'received' | 'answered' | 'closed';
  readonly answer: string | null;
  readonly sentAt: number;
  readonly decidedAt: number | null;
  /** When it was passed on to the grievance officer. */
  readonly escalatedAt: number | null;
  /** When it was passed on to the principal nodal officer. */
  readonly principalAt: number | null;
}

export type TicketKey = Pick<Ticket, 'userId' | 'ticketId'>;

const NUMBER_LETTERS = 6;
const MAX_LISTED = 100;

/** The order by the user's value, since rows of one user are locked with it. */
const makeTicketColumns = (userId: string) =>
  [
    'userId',
    'ticketId',
    'ticketNo',
    'type',
    'textEnc',
    'fileIds',
    'state',
    'answerEnc',
    'submittedAt',
    'decidedAt',
    'escalatedAt',
    'principalAt',
    sql<string | null>`(select repay_id from orders o
      where o.user_id = ${userId} and o.order_id = feedback_tickets.order_id)`.as('repayId'),
  ] as const;

type Row = Columns<
  'feedback_tickets',
  Extract<ReturnType<typeof makeTicketColumns>[number], string>
> & {
  readonly repayId: string | null;
};

const encryptionContext = (field: 'text' | 'answer', userId: string): string =>
  `feedback_tickets.${field}_enc:${userId}`;

function toTicket(crypto: FieldCrypto, row: Row): Ticket {
  const { userId } = row;

  return {
    userId,
    ticketId: row.ticketId,
    ticketNo: row.ticketNo,
    repayId: row.repayId,
    type: row.type,
    text: crypto.decrypt(row.textEnc, encryptionContext('text', userId)),
    fileIds: row.fileIds,
    state: row.state,
    answer: row.answerEnc && crypto.decrypt(row.answerEnc, encryptionContext('answer', userId)),
    sentAt: row.submittedAt,
    decidedAt: row.decidedAt,
    escalatedAt: row.escalatedAt,
    principalAt: row.principalAt,
  };
}

export async function addTicket(
  tx: Tx,
  crypto: FieldCrypto,
  input: Pick<Ticket, 'userId' | 'type' | 'text' | 'fileIds'> & {
    orderId: string | null;
    now: number;
    today: BusinessDay;
  },
): Promise<Ticket> {
  const { userId, orderId, type, text, fileIds, now, today } = input;
  const ticketNo = makeNumber('F', today, NUMBER_LETTERS);

  await claimName(tx, { kind: 'ticket', name: ticketNo, userId });

  const row = await tx
    .insertInto('feedback_tickets')
    .values({
      userId,
      orderId,
      ticketNo,
      type,
      textEnc: crypto.encrypt(text, encryptionContext('text', userId)),
      fileIds: [...fileIds],
      state: 'received',
      submittedAt: timestamp(now),
    })
    .returning('ticketId')
    .executeTakeFirstOrThrow();
  const stored = await tx
    .selectFrom('feedback_tickets')
    .select(makeTicketColumns(userId))
    .where('userId', '=', userId)
    .where('ticketId', '=', row.ticketId)
    .executeTakeFirstOrThrow();

  return toTicket(crypto, stored);
}

/** Newest first. */
export async function listTickets(
  db: Db | Tx,
  crypto: FieldCrypto,
  userId: string,
): Promise<Ticket[]> {
  const rows = await db
    .selectFrom('feedback_tickets')
    .select(makeTicketColumns(userId))
    .where('userId', '=', userId)
    .orderBy('ticketId', 'desc')
    .limit(MAX_LISTED)
    .execute();
  return rows.map((row) => toTicket(crypto, row));
}

/** Finds a ticket by number alone, for operators. */
export async function readTicket(
  db: Db,
  crypto: FieldCrypto,
  ticketNo: string,
): Promise<Ticket | undefined> {
  const userId = await findOwner(db, { kind: 'ticket', name: ticketNo });
  if (userId === null) return undefined;

  const row = await db
    .selectFrom('feedback_tickets')
    .select(makeTicketColumns(userId))
    .where('userId', '=', userId)
    .where('ticketNo', '=', ticketNo)
    .executeTakeFirst();
  return row && toTicket(crypto, row);
}

/** Finds a ticket by number alone, for operators, and locks it until the transaction ends. */
export async function lockTicket(
  tx: Tx,
  crypto: FieldCrypto,
  ticketNo: string,
): Promise<Ticket | undefined> {
  const userId = await findOwner(tx, { kind: 'ticket', name: ticketNo });
  if (userId === null) return undefined;

  const row = await tx
    .selectFrom('feedback_tickets')
    .select(makeTicketColumns(userId))
    .where('userId', '=', userId)
    .where('ticketNo', '=', ticketNo)
    .forUpdate()
    .executeTakeFirst();
  return row && toTicket(crypto, row);
}

/** Changes columns of a ticket. */
export async function changeTicket(
  tx: Tx,
  { userId, ticketId }: TicketKey,
  to: UpdateObject<Tables, 'feedback_tickets'>,
): Promise<void> {
  await tx
    .updateTable('feedback_tickets')
    .set(to)
    .where('userId', '=', userId)
    .where('ticketId', '=', ticketId)
    .execute();
}

/** Stores an operator's answer. */
export function decideTicket(
  tx: Tx,
  crypto: FieldCrypto,
  ticket: TicketKey,
  decision: { state: 'answered' | 'closed'; answer: string; by: string; now: number },
): Promise<void> {
  const { state, answer, by, now } = decision;

  return changeTicket(tx, ticket, {
    state,
    answerEnc: crypto.encrypt(answer, encryptionContext('answer', ticket.userId)),
    decidedAt: timestamp(now),
    decidedBy: by,
  });
}
