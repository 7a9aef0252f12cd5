import { sql } from 'kysely';
import { JOBS } from '../../job-list.ts';
import type { FieldCrypto } from '../../platform/crypto/field-crypto.ts';
import { changesRow, type Db, instantValue, type Tx, timestamp } from '../../platform/db/db.ts';
import { addJobs } from '../../platform/jobs/job-store.ts';
import type { PayoutRequest } from '../../platform/ports/payouts.ts';
import type { OrderKey } from '../book/ledger.ts';
import { lendingGoesOn } from '../credit/lending-stop-store.ts';
import { userOfPayout } from './order-store.ts';
import type { AccountFacts } from './payable-account.ts';

type PayoutState = 'waiting' | 'sent' | 'queued' | 'unknown' | 'confirmed' | 'failed' | 'reversed';

export interface Payout {
  readonly userId: string;
  readonly orderId: string;
  readonly payoutRef: string;
  readonly amountPaise: number;
  readonly state: PayoutState;
  readonly reason: string | null;
  readonly createdAt: number;
  readonly requestedAt: number | null;
  readonly decidedAt: number | null;
}

/** The key of a payout; every query includes the user. */
export interface PayoutKey extends OrderKey {
  readonly payoutRef: string;
}

export const OPEN_PAYOUT: readonly PayoutState[] = ['waiting', 'sent', 'queued', 'unknown'];

/** Reason of a payout that the borrower withdrew before it left. */
export const WITHDRAWN = 'withdrawn';

/** Whether a payout may still go out. */
export const isOpenPayout = ({ state }: Pick<Payout, 'state'>): boolean =>
  OPEN_PAYOUT.includes(state);

const columns = [
  'userId',
  'orderId',
  'payoutRef',
  'amountPaise',
  'state',
  'reason',
  'createdAt',
  'requestedAt',
  'decidedAt',
] as const;

export async function readPayout(db: Db | Tx, key: PayoutKey): Promise<Payout | undefined> {
  return db
    .selectFrom('payouts')
    .select(columns)
    .where('userId', '=', key.userId)
    .where('orderId', '=', key.orderId)
    .where('payoutRef', '=', key.payoutRef)
    .executeTakeFirst();
}

/** Finds a payout by reference alone, for provider notifications. */
export async function findPayout(db: Db | Tx, payoutRef: string): Promise<Payout | undefined> {
  const userId = userOfPayout(payoutRef);
  if (userId === null) return undefined;

  return db
    .selectFrom('payouts')
    .select(columns)
    .where('userId', '=', userId)
    .where('payoutRef', '=', payoutRef)
    .executeTakeFirst();
}

/** The request to the provider, with the account decrypted. */
export async function readPayoutRequest(
  db: Db,
  crypto: FieldCrypto,
  key: PayoutKey,
): Promise<PayoutRequest> {
  const row = await db
    .selectFrom('payouts as p')
    .innerJoin('bank_accounts as a', (join) =>
      join.onRef('a.userId', '=', 'p.userId').onRef('a.accountId', '=', 'p.accountId'),
    )
    .select(['p.amountPaise', 'a.ifsc', 'a.accountEnc', 'a.holderNameEnc'])
    .where('p.userId', '=', key.userId)
    .where('p.orderId', '=', key.orderId)
    .where('p.payoutRef', '=', key.payoutRef)
    .executeTakeFirstOrThrow();

  return {
    payoutRef: key.payoutRef,
    amountPaise: row.amountPaise,
    ifsc: row.ifsc,
    accountNo: crypto.decrypt(row.accountEnc, `bank_accounts.account_enc:${key.userId}`),
    holderName: crypto.decrypt(row.holderNameEnc, `bank_accounts.holder_name_enc:${key.userId}`),
  };
}

/** A change of the state of money on its way out. */
export interface OutgoingChange<State extends string> {
  readonly from: readonly State[];
  readonly to: State;
  readonly now: number;
  readonly providerId?: string | null;
  readonly reason?: string;
}

/** What such a change writes; a state is final when it is one of `decided`. */
export function changedColumns<State extends string>(
  { to, now, providerId, reason }: OutgoingChange<State>,
  decided: readonly State[],
) {
  return {
    state: to,
    ...(decided.includes(to) ? { decidedAt: timestamp(now) } : { requestedAt: timestamp(now) }),
    ...(providerId ? { providerId } : {}),
    ...(reason ? { reason } : {}),
  };
}

/**
 * Changes a payout's state.
 * @returns false when it was not in one of the `from` states
 */
export async function markPayout(
  db: Db | Tx,
  key: PayoutKey,
  mark: OutgoingChange<PayoutState>,
): Promise<boolean> {
  return db
    .updateTable('payouts')
    .set(changedColumns<PayoutState>(mark, ['confirmed', 'failed', 'reversed']))
    .where('userId', '=', key.userId)
    .where('orderId', '=', key.orderId)
    .where('payoutRef', '=', key.payoutRef)
    .where('state', 'in', [...mark.from])
    .$call(changesRow);
}

/**
 * Marks a waiting payout as sent.
 * @returns false when it waits no more, or nothing is lent now
 */
export async function claimPayout(db: Db, key: PayoutKey, now: number): Promise<boolean> {
  return db
    .updateTable('payouts as p')
    .set({ state: 'sent', requestedAt: timestamp(now) })
    .where('p.userId', '=', key.userId)
    .where('p.orderId', '=', key.orderId)
    .where('p.payoutRef', '=', key.payoutRef)
    .where('p.state', '=', 'waiting')
    .where(lendingGoesOn(key.userId))
    .$call(changesRow);
}

/** The user's current account. */
export async function readAccount(
  db: Db | Tx,
  userId: string,
): Promise<({ accountId: string } & AccountFacts) | undefined> {
  return db
    .selectFrom('bank_accounts')
    .select(['accountId', 'nameMatch', 'validation', 'payableFrom'])
    .where('userId', '=', userId)
    .where('replacedAt', 'is', null)
    .executeTakeFirst();
}

export async function addPayout(
  tx: Tx,
  key: PayoutKey,
  payout: { accountId: string; amountPaise: number; provider: string; now: number },
): Promise<void> {
  await tx
    .insertInto('payouts')
    .values({
      userId: key.userId,
      orderId: key.orderId,
      payoutRef: key.payoutRef,
      accountId: payout.accountId,
      amountPaise: payout.amountPaise,
      state: 'waiting',
      provider: payout.provider,
      createdAt: timestamp(payout.now),
    })
    .execute();
}

/** The newest payout of an order, with the last four digits of its account. */
export async function readLatestPayout(
  db: Db,
  order: OrderKey,
): Promise<(Payout & { accountId: string; accountLast4: string }) | undefined> {
  return (
    db
      .selectFrom('payouts')
      .innerJoin('bank_accounts as a', (join) =>
        join
          .onRef('a.userId', '=', 'payouts.userId')
          .onRef('a.accountId', '=', 'payouts.accountId'),
      )
      .select(columns.map((column) => `payouts.${column}` as const))
      .select(['a.accountId', 'a.accountLast4'])
      .where('payouts.userId', '=', order.userId)
      .where('orderId', '=', order.orderId)
      .orderBy('createdAt', 'desc')
      // A failed payout and its retry may have the same time: the one not failed is newer.
      .orderBy((of) => of.case().when('state', 'in', ['failed', 'reversed']).then(1).else(0).end())
      .limit(1)
      .executeTakeFirst()
  );
}

/** Open payouts without an answer since `before` (UTC ms): their jobs may be lost. */
export async function listStalePayouts(db: Db, before: number): Promise<Payout[]> {
  return db
    .selectFrom('payouts')
    .select(columns)
    .where('state', 'in', OPEN_PAYOUT)
    .where((where) =>
      where(where.fn.coalesce('requestedAt', 'createdAt'), '<', timestamp(before) as never),
    )
    .limit(500)
    .execute();
}

/**
 * Queues the jobs of payouts created by API-only processes, in one statement. Safe to run
 * concurrently.
 * @returns how many were queued
 */
export async function queuePayouts(db: Db): Promise<number> {
  const due = await sql<{ userId: string; payoutRef: string }>`
    select user_id, payout_ref from payouts
    where not is_queued order by created_at limit 500`.execute(db);
  if (due.rows.length === 0) return 0;

  return db.transaction().execute(async (tx) => {
    // Without a limit of its own: a distributed database updates many users' rows only so. Another
    // process may have been first.
    const taken = await sql<PayoutKey>`
      update payouts set is_queued = true
      where user_id = any(${due.rows.map(({ userId }) => userId)}::uuid[])
        and payout_ref = any(${due.rows.map(({ payoutRef }) => payoutRef)}) and not is_queued
      returning user_id, order_id, payout_ref`.execute(tx);
    await addJobs(tx, JOBS['send-payout'], taken.rows, { afterMs: 0 });

    return taken.rows.length;
  });
}

/** @ASSUMED How old an undecided payout is when a person has to look at it, in milliseconds. */
export const UNDECIDED_TOO_LONG_MS = 2 * 3_600_000;

/** Payouts without a result, oldest first. */
export async function listUndecidedPayouts(
  db: Db | Tx,
): Promise<{ repayId: string; payoutRef: string; state: PayoutState; createdAt: number }[]> {
  return db
    .selectFrom('payouts')
    .innerJoin('orders', (join) =>
      join
        .onRef('orders.userId', '=', 'payouts.userId')
        .onRef('orders.orderId', '=', 'payouts.orderId'),
    )
    .select(['orders.repayId', 'payoutRef', 'state', 'payouts.createdAt'])
    .where('state', 'in', OPEN_PAYOUT)
    .orderBy('payouts.createdAt')
    .execute();
}

/**
 * Marks undecided payouts that were made before an instant and not alarmed since another (UTC ms).
 * @returns them, oldest first
 */
export async function markAlarmedPayouts(
  db: Db,
  { madeBefore, alarmedBefore, now }: { madeBefore: number; alarmedBefore: number; now: number },
): Promise<{ payoutRef: string; state: PayoutState; createdAt: number }[]> {
  const rows = await db
    .updateTable('payouts')
    .set({ alarmedAt: timestamp(now) })
    .where('state', 'in', OPEN_PAYOUT)
    .where('createdAt', '<', instantValue(madeBefore))
    .where((where) =>
      where.or([
        where('alarmedAt', 'is', null),
        where('alarmedAt', '<', instantValue(alarmedBefore)),
      ]),
    )
    .returning(['payoutRef', 'state', 'createdAt'])
    .execute();
  return rows.sort((a, b) => a.createdAt - b.createdAt);
}
