import type { Revealable } from '@noren/contract/staff/people';
import { type RawBuilder, sql } from 'kysely';
import { listMandateStates } from '../../lending/payments/autopay/mandate-store.ts';
import { deletePushSubscriptions } from '../../notifications/store.ts';
import { type Db, type Tx, timestamp } from '../../platform/db/db.ts';

/** The stored values that the header of a person's page shows. */
export type PersonRow = NonNullable<Awaited<ReturnType<typeof readPerson>>>;

/** A person by id; undefined when there is none. */
export async function readPerson(db: Db | Tx, userId: string) {
  return db
    .selectFrom('users as u')
    .leftJoin('identities as i', 'i.userId', 'u.userId')
    .leftJoin('personal_info as p', 'p.userId', 'u.userId')
    .leftJoin('bank_accounts as a', (join) =>
      join.onRef('a.userId', '=', 'u.userId').on('a.replacedAt', 'is', null),
    )
    .leftJoin('nominees as n', 'n.userId', 'u.userId')
    .leftJoin('lending_freezes as f', (join) =>
      join.onRef('f.userId', '=', 'u.userId').on('f.endedAt', 'is', null),
    )
    .select([
      'u.userId',
      'u.maskedPhone',
      'u.language',
      'u.onboardingStatus',
      'u.needsContacts',
      'u.createdAt',
    ])
    .select([
      'u.fullKycAt',
      'u.erasedAt',
      'i.nameEnc',
      'i.panEnc',
      'i.state as identityState',
      'p.infoEnc',
    ])
    .select(['a.accountLast4', 'a.bankCode', 'n.maskedPhone as nomineePhone', 'f.frozenAt'])
    .select(
      sql<boolean>`exists (
        select from liveness_checks l
        where l.user_id = ${userId} and l.outcome = 'passed')`.as('hasFaceCheck'),
    )
    .where('u.userId', '=', userId)
    .executeTakeFirst();
}

/** Where each revealable field is stored. */
const REVEALABLE_COLUMNS = {
  phone: ['users', 'phone_enc'],
  name: ['identities', 'name_enc'],
  birthday: ['identities', 'birth_day_enc'],
  pan: ['identities', 'pan_enc'],
  email: ['personal_info', 'info_enc'],
  employer: ['personal_info', 'info_enc'],
  address: ['addresses', 'address_enc'],
  account: ['bank_accounts', 'account_enc'],
  nominee: ['nominees', 'phone_enc'],
} as const satisfies Record<Revealable, readonly [table: string, column: string]>;

/** The row of a table that counts, where there may be others. */
const CURRENT_ROWS: Readonly<Record<string, RawBuilder<unknown>>> = {
  bank_accounts: sql`and replaced_at is null`,
  addresses: sql`and confirmed_at is not null`,
};

/** An encrypted field and its encryption context; undefined when the person has no such row. */
export async function readSealedField(
  db: Db,
  userId: string,
  field: Revealable,
): Promise<{ sealed: Buffer; context: string } | undefined> {
  const [table, column] = REVEALABLE_COLUMNS[field];
  const currentOnly = CURRENT_ROWS[table] ?? sql``;
  const { rows } = await sql<{ sealed: Buffer }>`
    select ${sql.ref(column)} as sealed from ${sql.table(table)}
    where user_id = ${userId} ${currentOnly}`.execute(db);
  const [row] = rows;

  return row && { sealed: row.sealed, context: `${table}.${column}:${userId}` };
}

const MAX_ROWS = 200;

export async function listPersonOrders(db: Db, userId: string) {
  const orders = await db
    .selectFrom('orders')
    .select([
      'orderId',
      'repayId',
      'status',
      'productCode',
      'principalPaise',
      'appliedAt',
      'dueDay',
      'closedAt',
    ])
    .where('userId', '=', userId)
    .orderBy('appliedAt', 'desc')
    .limit(MAX_ROWS)
    .execute();
  const newest = new Map(
    (await listMandateStates(db, userId)).map(({ orderId, ...mandate }) => [orderId, mandate]),
  );

  return orders.map(({ orderId, ...order }) => ({
    ...order,
    autopay: newest.get(orderId) ?? null,
  }));
}

const MAX_SESSIONS = 50;

/** Sessions, the last used first, ended ones too. */
export async function listPersonSessions(db: Db, userId: string) {
  return db
    .selectFrom('sessions as s')
    .leftJoin('devices as d', (on) =>
      on.onRef('d.userId', '=', 's.userId').onRef('d.deviceId', '=', 's.deviceId'),
    )
    .select(['s.sessionId', 'd.operatingSystem', 's.assurance', 's.createdAt', 's.lastUsedAt'])
    .select('s.revokedAt as endedAt')
    .where('s.userId', '=', userId)
    .orderBy('s.lastUsedAt', 'desc')
    .limit(MAX_SESSIONS)
    .execute();
}

/**
 * Ends one session, or all without `sessionId`. Deletes the push subscriptions of their devices and
 * no longer counts these devices as the user's own; with all sessions, no device counts any more,
 * not even one that had signed out before.
 * @returns how many sessions ended, and whether a device that had entered a code was forgotten
 */
export async function endSessions(
  tx: Tx,
  { userId, sessionId, now }: { userId: string; sessionId: string | undefined; now: number },
): Promise<{ ended: number; hasForgottenDevice: boolean }> {
  const endedSessions = await tx
    .updateTable('sessions')
    .set({ revokedAt: timestamp(now) })
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .$if(sessionId !== undefined, (query) => query.where('sessionId', '=', sessionId as string))
    .returning('deviceId')
    .execute();
  const deviceIds = endedSessions.map(({ deviceId }) => deviceId);

  if (deviceIds.length > 0) await deletePushSubscriptions(tx, userId, deviceIds);
  if (sessionId !== undefined && deviceIds.length === 0)
    return { ended: 0, hasForgottenDevice: false };

  // A device's earlier sessions are updated too, or they would still mark it as the user's own.
  const forgottenDevices = await tx
    .updateTable('sessions')
    .set({ isDeviceOwn: false })
    .where('userId', '=', userId)
    .where('isDeviceOwn', '=', true)
    .$if(sessionId !== undefined, (query) => query.where('deviceId', 'in', deviceIds))
    .returning('firstCodeAt')
    .execute();
  return {
    ended: endedSessions.length,
    hasForgottenDevice: forgottenDevices.some(({ firstCodeAt }) => firstCodeAt !== null),
  };
}

export interface StoredDecision {
  readonly id: string;
  readonly at: number;
  readonly kind: 'credit' | 'identity' | 'bank_name' | 'score' | 'application';
  readonly outcome: string;
  /** Ids from `lending/credit/decision-reasons.ts`, or the reason a reviewer chose. */
  readonly reasons: readonly string[];
  readonly repayId: string | null;
  readonly scorecard: string | null;
  readonly score: number | null;
}

/** Decisions about a person, newest first: credit scores, reviews and loan applications. */
export async function listDecisions(db: Db, userId: string): Promise<StoredDecision[]> {
  const { rows } = await sql<StoredDecision>`
    select * from (
      select 'evaluation:' || evaluation_id as id, at, 'credit' as kind,
             outcome->>'outcome' as outcome, coalesce(outcome->'reasons', '[]') as reasons,
             null as repay_id, card_version as scorecard, (outcome->>'total')::int as score
      from credit_evaluations where user_id = ${userId}
      union all
      select 'review:' || kind || ':' || subject, at, kind, decision,
             case when decision = 'refuse' then jsonb_build_array('refused-' || reason)
                  else '[]' end,
             null, null, null
      from review_decisions where user_id = ${userId}
      union all
      select 'order:' || order_id, applied_at, 'application',
             case status when 30 then 'declined' else 'accepted' end,
             coalesce(decision->'broken', '[]'), repay_id, decision->>'rules', null
      from orders where user_id = ${userId} and decision is not null
    ) d order by at desc, id desc limit ${MAX_ROWS}`.execute(db);
  return rows;
}

export async function listCardPictures(db: Db, userId: string) {
  const { rows } = await sql<{
    kind: 'panFront' | 'aadhaarFront' | 'aadhaarBack';
    at: number;
    confidence: number | null;
  }>`
    select type as kind, ocr_at as at, confidence
    from identity_documents where user_id = ${userId}`.execute(db);
  return rows;
}

export async function listPersonTickets(db: Db, userId: string) {
  return db
    .selectFrom('feedback_tickets as t')
    .leftJoin('orders as o', (join) =>
      join.onRef('o.userId', '=', 't.userId').onRef('o.orderId', '=', 't.orderId'),
    )
    .select(['t.ticketNo', 't.type', 't.state', 't.submittedAt', 'o.repayId'])
    .where('t.userId', '=', userId)
    .orderBy('t.ticketId', 'desc')
    .limit(MAX_ROWS)
    .execute();
}

/** Requests about a person that a second member of staff has yet to decide. */
export async function listOpenPersonRequests(db: Db, userId: string) {
  return db
    .selectFrom('operator_requests as r')
    .innerJoin('staff as m', 'm.staffId', 'r.makerId')
    .select(['r.requestId', 'r.kind', 'm.name as makerName'])
    .where('r.state', '=', 'open')
    .where('r.userId', '=', userId)
    .orderBy('r.requestId')
    .limit(MAX_ROWS)
    .execute();
}

/** The encryption context of a note. */
const noteContext = (userId: string): string => `staff_notes.text_enc:${userId}`;
type NoteCrypto = {
  encrypt(plain: string, context: string): Buffer;
  decrypt(sealed: Buffer, context: string): string;
};

/** Notes, newest first. */
export async function listNotes(db: Db, crypto: NoteCrypto, userId: string) {
  const rows = await db
    .selectFrom('staff_notes as n')
    .innerJoin('staff as s', 's.staffId', 'n.staffId')
    .select(['n.noteId', 's.name as staffName', 'n.textEnc', 'n.writtenAt'])
    .where('n.userId', '=', userId)
    .orderBy('n.noteId', 'desc')
    .limit(MAX_ROWS)
    .execute();

  return rows.map(({ textEnc, ...row }) => ({
    ...row,
    text: crypto.decrypt(textEnc, noteContext(userId)),
  }));
}

/** @returns the note's id */
export async function addNote(
  tx: Tx,
  crypto: NoteCrypto,
  { userId, staffId, text, now }: { userId: string; staffId: string; text: string; now: number },
): Promise<string> {
  const row = await tx
    .insertInto('staff_notes')
    .values({
      userId,
      staffId,
      textEnc: crypto.encrypt(text, noteContext(userId)),
      writtenAt: timestamp(now),
    })
    .returning('noteId')
    .executeTakeFirstOrThrow();
  return row.noteId;
}
