import type { Channel } from '@noren/contract/payment';
import { type InsertQueryBuilder, type InsertResult, sql } from 'kysely';
import type { Columns } from '../../platform/db/column-list.ts';
import { type Db, instantValue, timestamp } from '../../platform/db/db.ts';
import { isOnDay } from '../../platform/db/on-day.ts';
import type { Tables } from '../../platform/db/tables.ts';
import type {
  Instrument,
  ProviderEvent,
  ProviderStatementLine,
} from '../../platform/ports/payments.ts';
import type { PayoutLine } from '../../platform/ports/payouts.ts';
import type { AccountBehaviour, BankPart, Behaviours } from './behaviour.ts';

/** The behaviours that were set; a part that was never set is missing. */
export async function readSwitches(db: Db): Promise<Partial<Behaviours>> {
  const rows = await db.selectFrom('sandbox_switches').selectAll().execute();
  return Object.fromEntries(rows.map((row) => [row.part, row.behaviour])) as Partial<Behaviours>;
}

export async function writeSwitch(db: Db, part: BankPart, behaviour: string): Promise<void> {
  await db
    .insertInto('sandbox_switches')
    .values({ part, behaviour })
    .onConflict((clash) => clash.column('part').doUpdateSet({ behaviour }))
    .execute();
}

export function findAccountValidation(
  db: Db,
  ref: string,
): Promise<{ behaviour: string; requestedAt: number } | undefined> {
  return db
    .selectFrom('sandbox_account_validations')
    .select(['behaviour', 'requestedAt'])
    .where('ref', '=', ref)
    .executeTakeFirst();
}

/** Stores a validation request; a second one of the same reference is a no-op. */
export async function insertAccountValidation(
  db: Db,
  request: { ref: string; behaviour: AccountBehaviour; requestedAt: number },
): Promise<void> {
  await db
    .insertInto('sandbox_account_validations')
    .values({ ...request, requestedAt: timestamp(request.requestedAt) })
    .onConflict((clash) => clash.doNothing())
    .execute();
}

/** The amount of the code's instruments, in paise; undefined if none was made. */
export async function readInstrumentAmount(db: Db, code: string): Promise<number | undefined> {
  const made = await db
    .selectFrom('sandbox_instruments')
    .select('amountPaise')
    .where('code', '=', code)
    .executeTakeFirst();
  return made?.amountPaise;
}

export async function findInstrument(
  db: Db,
  channel: Channel,
  code: string,
): Promise<Instrument | undefined> {
  const row = await db
    .selectFrom('sandbox_instruments')
    .select(['instrument', 'providerRef'])
    .where('code', '=', code)
    .where('channel', '=', channel)
    .executeTakeFirst();
  return row && ({ ...(row.instrument as object), providerRef: row.providerRef } as Instrument);
}

/** Stores an instrument; a second one of the same code and channel is a no-op. */
export async function insertInstrument(
  db: Db,
  row: {
    code: string;
    channel: Channel;
    providerRef: string;
    amountPaise: number;
    instrument: Omit<Instrument, 'providerRef'>;
    createdAt: number;
  },
): Promise<void> {
  await db
    .insertInto('sandbox_instruments')
    .values({
      ...row,
      instrument: JSON.stringify(row.instrument),
      createdAt: timestamp(row.createdAt),
    })
    .onConflict((clash) => clash.doNothing())
    .execute();
}

const paymentColumns = [
  'eventId',
  'providerRef',
  'code',
  'amountPaise',
  'paidAt',
  'channel',
  'utr',
  'state',
] as const;

export type PaymentRow = Columns<'sandbox_payments', (typeof paymentColumns)[number]>;

export async function insertPayment(db: Db, row: PaymentRow): Promise<void> {
  await db
    .insertInto('sandbox_payments')
    .values({ ...row, paidAt: timestamp(row.paidAt) })
    .execute();
}

/**
 * Captures the code's payments that were only seen.
 * @returns one of them, if there was any
 */
export async function captureSeenPayment(db: Db, code: string): Promise<PaymentRow | undefined> {
  return db
    .updateTable('sandbox_payments')
    .set({ state: 'captured' })
    .where('code', '=', code)
    .where('state', '=', 'seen')
    .returning(paymentColumns)
    .executeTakeFirst();
}

/** The payments of a code, oldest first. */
export async function listPayments(db: Db, code: string): Promise<PaymentRow[]> {
  return db
    .selectFrom('sandbox_payments')
    .select(paymentColumns)
    .where('code', '=', code)
    .orderBy('paidAt')
    .orderBy('providerRef')
    .execute();
}

export async function readUtr(db: Db, providerRef: string): Promise<string | null> {
  const row = await db
    .selectFrom('sandbox_payments')
    .select('utr')
    .where('providerRef', '=', providerRef)
    .executeTakeFirst();
  return row?.utr ?? null;
}

/** The amount of a captured payment, in paise; undefined if there is no such payment. */
export async function readCapturedAmount(db: Db, providerRef: string): Promise<number | undefined> {
  const payment = await db
    .selectFrom('sandbox_payments')
    .select('amountPaise')
    .where('providerRef', '=', providerRef)
    .where('state', '=', 'captured')
    .executeTakeFirst();
  return payment?.amountPaise;
}

/** A payout or a refund as the bank decided it. */
interface Decision {
  readonly providerId: string;
  readonly amountPaise: number;
  readonly state: 'confirmed' | 'failed';
  readonly reason: string | null;
  readonly receivedAt: number;
}

export function findPayout(db: Db, payoutRef: string) {
  return db
    .selectFrom('sandbox_payouts')
    .selectAll()
    .where('payoutRef', '=', payoutRef)
    .executeTakeFirst();
}

/** @returns false when such a row is already stored */
async function insertOnce<Table extends keyof Tables>(
  insert: InsertQueryBuilder<Tables, Table, InsertResult>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await insert
    .onConflict((clash) => clash.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/**
 * Stores a payout.
 * @returns false when its reference is already stored
 */
export async function insertPayout(
  db: Db,
  row: Omit<Decision, 'state'> & {
    payoutRef: string;
    accountLast4: string;
    state: Decision['state'] | 'pending';
  },
): Promise<boolean> {
  return insertOnce(
    db.insertInto('sandbox_payouts').values({ ...row, receivedAt: timestamp(row.receivedAt) }),
  );
}

export function findRefundRow(db: Db, refundRef: string) {
  return db
    .selectFrom('sandbox_refunds')
    .selectAll()
    .where('refundRef', '=', refundRef)
    .executeTakeFirst();
}

/**
 * Stores a refund.
 * @returns false when its reference is already stored
 */
export async function insertRefund(
  db: Db,
  row: Decision & { refundRef: string; paymentRef: string },
): Promise<boolean> {
  return insertOnce(
    db.insertInto('sandbox_refunds').values({ ...row, receivedAt: timestamp(row.receivedAt) }),
  );
}

/** What of a payment is not refunded yet, in paise. */
export async function readRefundable(db: Db, paymentRef: string): Promise<number> {
  const paidPaise = await readCapturedAmount(db, paymentRef);
  const refunds = await db
    .selectFrom('sandbox_refunds')
    .select('amountPaise')
    .where('paymentRef', '=', paymentRef)
    .where('state', '=', 'confirmed')
    .execute();

  return refunds.reduce((left, row) => left - row.amountPaise, paidPaise ?? 0);
}

/** The payments and refunds of a day. */
export async function paymentLines(db: Db, day: string): Promise<ProviderStatementLine[]> {
  const { rows } = await sql<{
    kind: 'payment' | 'refund';
    ref: string;
    amountPaise: number;
    at: number;
  }>`
    select 'payment' as kind, provider_ref as ref, amount_paise, paid_at as at from sandbox_payments
      where state = 'captured' and ${isOnDay('paidAt', day)}
    union all
    select 'refund', refund_ref, amount_paise, received_at from sandbox_refunds
      where state = 'confirmed' and ${isOnDay('receivedAt', day)}
    order by at, ref`.execute(db);
  return rows.map(({ kind, ref, amountPaise, at }) => ({ kind, ref, amountPaise, atMs: at }));
}

/** Pays or cancels a payout that waits for money. */
export async function decideQueuedPayout(
  db: Db,
  payoutRef: string,
  decided: { state: 'confirmed' | 'failed'; reason?: string },
): Promise<void> {
  const of = db.updateTable('sandbox_payouts').set(decided).where('payoutRef', '=', payoutRef);
  await of.where('state', '=', 'pending').execute();
}

/**
 * Takes a confirmed payout back.
 * @returns the bank's own name of it; null when there is none
 */
export async function markPayoutReversed(
  db: Db,
  payoutRef: string,
  reason: string,
): Promise<string | null> {
  const row = await db
    .updateTable('sandbox_payouts')
    .set({ state: 'reversed', reason })
    .where('payoutRef', '=', payoutRef)
    .where('state', '=', 'confirmed')
    .returning('providerId')
    .executeTakeFirst();
  return row?.providerId ?? null;
}

/** What all confirmed payouts are together, in paise. */
export async function readPaidOut(db: Db): Promise<number> {
  const { rows } = await sql<{ paise: number }>`
    select coalesce(sum(amount_paise), 0)::bigint as paise
    from sandbox_payouts where state = 'confirmed'`.execute(db);
  return rows[0]?.paise ?? 0;
}

/** The payouts of a day. */
export async function payoutLines(db: Db, day: string): Promise<PayoutLine[]> {
  const { rows } = await sql<{ ref: string; amountPaise: number; at: number }>`
    select payout_ref as ref, amount_paise, received_at as at from sandbox_payouts
    where state = 'confirmed' and ${isOnDay('receivedAt', day)}
    order by received_at, payout_ref`.execute(db);
  return rows.map(({ ref, amountPaise, at }) => ({ payoutRef: ref, amountPaise, atMs: at }));
}

export async function insertWebhook(db: Db, event: ProviderEvent, dueAt: number): Promise<void> {
  await db
    .insertInto('sandbox_webhooks')
    .values({ event: JSON.stringify(event), dueAt: timestamp(dueAt) })
    .execute();
}

/**
 * Undelivered webhooks, in the order they were queued; only those due by an instant (UTC ms) when
 * one is given.
 */
export function listUndelivered(
  db: Db,
  dueBy: number | null,
): Promise<{ position: number; event: unknown }[]> {
  return db
    .selectFrom('sandbox_webhooks')
    .select(['position', 'event'])
    .where('deliveredAt', 'is', null)
    .where((where) =>
      dueBy === null ? sql<boolean>`true` : where('dueAt', '<=', instantValue(dueBy)),
    )
    .orderBy('dueAt')
    .orderBy('position')
    .execute();
}

export async function markDelivered(db: Db, position: number, at: number): Promise<void> {
  await db
    .updateTable('sandbox_webhooks')
    .set({ deliveredAt: timestamp(at) })
    .where('position', '=', position)
    .execute();
}

/** The instant (UTC ms) at which the next undelivered webhook is due. */
export async function readNextDue(db: Db): Promise<number | null> {
  const row = await db
    .selectFrom('sandbox_webhooks')
    .select((of) => of.fn.min('dueAt').as('at'))
    .where('deliveredAt', 'is', null)
    .executeTakeFirst();
  return row?.at ?? null;
}
