import type { Channel, PaymentKind } from '@noren/contract/payment';
import { sql } from 'kysely';
import { makeUserReference, userOfReference } from '../../platform/db/carried-user.ts';
import { changesRow, type Db, instantValue, type Tx, timestamp } from '../../platform/db/db.ts';
import { queueWithNext } from '../../platform/db/statements.ts';
import type { OrderKey } from '../book/ledger.ts';

/** A payment intent: an amount requested from the borrower under a payment code. */
export interface Intent {
  readonly userId: string;
  readonly orderId: string;
  readonly intentId: string;
  readonly code: string;
  readonly kind: PaymentKind;
  readonly channel: Channel;
  readonly couponId: string | null;
  readonly discountPaise: number;
  readonly addendumNo: string | null;
  readonly amountPaise: number;
  readonly asOfDay: string;
  readonly state: 'pending' | 'checking' | 'paid' | 'expired' | 'cancelled';
  /** In state `checking`: until when the payment is assumed to be in progress. */
  readonly checkingUntil: number | null;
  readonly expiresAt: number;
  readonly paidAt: number | null;
  /** Total received against it. */
  readonly paidPaise: number | null;
  /** Of a debit by a mandate: the due date, for which its payment counts. */
  readonly debitDay: string | null;
  /**
   * Whether other payments and debits of the loan wait while it is open. One begun through a
   * payment link holds up nothing until the bank has seen its money.
   */
  readonly holdsOthers: boolean;
}

export const intentColumns = [
  'userId',
  'orderId',
  'intentId',
  'code',
  'kind',
  'channel',
  'couponId',
  'discountPaise',
  'addendumNo',
  'amountPaise',
  'asOfDay',
  'state',
  'checkingUntil',
  'expiresAt',
  'paidAt',
  'paidPaise',
  'debitDay',
  'holdsOthers',
] as const;

/** A query of an order's intents. */
export const selectIntents = (db: Db | Tx, order: OrderKey) =>
  db
    .selectFrom('payment_intents')
    .select(intentColumns)
    .where('userId', '=', order.userId)
    .where('orderId', '=', order.orderId);

const selectOpenIntents = (db: Db | Tx, order: OrderKey) =>
  selectIntents(db, order).where('state', 'in', ['pending', 'checking']);

/** The order's pending or checking intent for which others wait, if any. */
async function readOpenIntent(db: Db | Tx, order: OrderKey): Promise<Intent | undefined> {
  return selectOpenIntents(db, order).where('holdsOthers', '=', true).executeTakeFirst();
}

/** The order's pending or checking intents of an amount for which nothing waits. */
export async function listIntentsByLink(
  db: Db | Tx,
  order: OrderKey,
  amountPaise: number,
): Promise<Intent[]> {
  return selectOpenIntents(db, order)
    .where('holdsOthers', '=', false)
    .where('amountPaise', '=', amountPaise)
    .execute();
}

/** A payment code: 70 random bits, then its user; 40 letters, the most that a provider takes. */
export const makePaymentCode = (userId: string): string => makeUserReference('', userId, 14);
/** Whose a payment code is; null for what was never one. */
export const userOfPaymentCode = (code: string): string | null => userOfReference('', code);

/** The intent of a payment code. Anyone with the code may pay. */
export async function findIntent(db: Db | Tx, code: string): Promise<Intent | undefined> {
  const userId = userOfPaymentCode(code);
  if (userId === null) return undefined;

  return db
    .selectFrom('payment_intents')
    .select(intentColumns)
    .where('userId', '=', userId)
    .where('code', '=', code)
    .executeTakeFirst();
}

/** The order's public id, which anyone with the code may see. */
export async function readRepayId(db: Db, intent: Intent): Promise<string> {
  const row = await db
    .selectFrom('orders')
    .select('repayId')
    .where('userId', '=', intent.userId)
    .where('orderId', '=', intent.orderId)
    .executeTakeFirstOrThrow();
  return row.repayId;
}

interface NewIntent
  extends Omit<
    Intent,
    'intentId' | 'state' | 'checkingUntil' | 'paidAt' | 'paidPaise' | 'debitDay'
  > {
  readonly now: number;
}

/** Writes an intent. The provider is called for instruments only after this is committed. */
export async function addIntent(tx: Tx, { now, expiresAt, ...row }: NewIntent): Promise<Intent> {
  const times = { createdAt: timestamp(now), expiresAt: timestamp(expiresAt) };
  return tx
    .insertInto('payment_intents')
    .values({ ...row, ...times, state: 'pending' })
    .returning(intentColumns)
    .executeTakeFirstOrThrow();
}

/**
 * Writes what a payment by a mandate is posted by. Nobody pays it by hand, so that it is never the
 * order's open payment. Sent with the next statement.
 */
export async function addMandateIntent(
  tx: Tx,
  intent: Omit<NewIntent, 'channel' | 'couponId' | 'discountPaise' | 'addendumNo' | 'holdsOthers'> &
    Pick<Intent, 'debitDay'>,
): Promise<void> {
  const { now, expiresAt, ...row } = intent;
  const times = { createdAt: timestamp(now), expiresAt: timestamp(expiresAt) };
  await queueWithNext(
    tx,
    tx.insertInto('payment_intents').values({ ...row, ...times, channel: 'upi', state: 'expired' }),
  );
}

export type IntentKey = Pick<Intent, 'userId' | 'orderId' | 'intentId'>;

function updateIntent(db: Db | Tx, key: IntentKey) {
  return db
    .updateTable('payment_intents')
    .where('userId', '=', key.userId)
    .where('orderId', '=', key.orderId)
    .where('intentId', '=', key.intentId);
}

/** An intent's state as of now, taking expiry and the end of checking into account. */
export function stateAt(
  { state, expiresAt, checkingUntil }: Pick<Intent, 'state' | 'expiresAt' | 'checkingUntil'>,
  now: number,
): Intent['state'] {
  const isOpen = state === 'pending' || (state === 'checking' && (checkingUntil ?? 0) <= now);
  if (!isOpen) return state;
  return expiresAt <= now ? 'expired' : 'pending';
}

/** The order's open payment that others wait for, and its state now; null when there is none. */
export async function readOpenPayment(
  tx: Db | Tx,
  order: OrderKey,
  now: number,
): Promise<{ intent: Intent; state: Intent['state'] } | null> {
  const intent = await readOpenIntent(tx, order);
  return intent ? { intent, state: stateAt(intent, now) } : null;
}

/** Ends an intent that is unpaid and no longer being checked. */
export async function endIntent(
  db: Db | Tx,
  key: IntentKey,
  to: { state: 'expired' | 'cancelled'; now: number },
): Promise<void> {
  await updateIntent(db, key)
    .set({ state: to.state })
    .where((where) =>
      where.or([
        where('state', '=', 'pending'),
        where.and([
          where('state', '=', 'checking'),
          where('checkingUntil', '<=', instantValue(to.now)),
        ]),
      ]),
    )
    .execute();
}

/**
 * Marks an intent as in progress for a while. An ended intent is reopened unless another one of the
 * order is being checked; another pending intent is cancelled. What begun through a link is only
 * said to be paid changes nothing but itself.
 */
export async function markChecking(
  tx: Tx,
  intent: Intent,
  { now, forMs, isSeen }: { now: number; forMs: number; isSeen: boolean },
): Promise<void> {
  await lockIntentOrder(tx, intent);

  const holdsOthers = isSeen || intent.holdsOthers;
  const open = holdsOthers ? await readOpenIntent(tx, intent) : undefined;
  if (open && open.intentId !== intent.intentId) {
    if (stateAt(open, now) === 'checking') return;
    await endIntent(tx, open, { state: 'cancelled', now });
  }

  await updateIntent(tx, intent)
    .set({
      state: 'checking',
      checkingUntil: timestamp(now + forMs),
      ...(isSeen && { holdsOthers: true }),
    })
    .where('state', '<>', 'paid')
    .execute();
}

async function lockIntentOrder(tx: Tx, { userId, orderId }: IntentKey): Promise<void> {
  await tx
    .selectFrom('orders')
    .select('orderId')
    .where('userId', '=', userId)
    .where('orderId', '=', orderId)
    .forUpdate()
    .execute();
}

/** Stores the channel, so that the borrower returns to the same payment page. */
export async function setChannel(tx: Tx, key: IntentKey, channel: Channel): Promise<void> {
  await updateIntent(tx, key).set({ channel }).where('channel', '<>', channel).execute();
}

/** Marks an intent paid, also one that has ended; sent with the next statement. */
export async function markPaid(
  tx: Tx,
  key: IntentKey,
  paid: { providerRef: string; at: number; amountPaise: number },
): Promise<void> {
  await queueWithNext(
    tx,
    updateIntent(tx, key).set({
      state: 'paid',
      // Keep the first payment's values; a second payment against the code has its own journal.
      providerRef: sql`coalesce(provider_ref, ${paid.providerRef})`,
      paidAt: sql`coalesce(paid_at, ${timestamp(paid.at)})`,
      paidPaise: sql`coalesce(paid_paise, 0) + ${paid.amountPaise}`,
    }),
  );
}

/** Cancels the order's pending intents, whose amount is now wrong; sent with the next statement. */
export async function cancelPending(tx: Tx, order: OrderKey): Promise<void> {
  await queueWithNext(
    tx,
    tx
      .updateTable('payment_intents')
      .set({ state: 'cancelled' })
      .where('userId', '=', order.userId)
      .where('orderId', '=', order.orderId)
      .where('state', '=', 'pending'),
  );
}

/**
 * Claims the right to query the provider about an intent, at most once per interval.
 * @returns whether it was claimed
 */
export async function claimProviderQuery(
  db: Db,
  key: IntentKey,
  at: { now: number; everyMs: number },
): Promise<boolean> {
  return updateIntent(db, key)
    .set({ lastPolledAt: timestamp(at.now) })
    .where((where) =>
      where.or([
        where('lastPolledAt', 'is', null),
        where('lastPolledAt', '<=', instantValue(at.now - at.everyMs)),
      ]),
    )
    .$call(changesRow);
}

/** Payments in progress of a user's orders that others wait for, by order id. */
export async function listChecking(
  db: Db,
  { userId, now }: { userId: string; now: number },
): Promise<Map<string, Pick<Intent, 'code' | 'channel'>>> {
  const rows = await db
    .selectFrom('payment_intents')
    .select(intentColumns)
    .where('userId', '=', userId)
    .where('state', '=', 'checking')
    .where('holdsOthers', '=', true)
    .execute();
  const checking = rows.filter((intent) => stateAt(intent, now) === 'checking');

  return new Map(checking.map(({ orderId, code, channel }) => [orderId, { code, channel }]));
}
