import { sql } from 'kysely';
import { type Db, instantValue, type Tx, timestamp } from '../../../platform/db/db.ts';
import { findPostings, listTransferUsers } from '../posting/provider-payments-store.ts';
import type { PaymentEvent } from '../posting/redacted-event.ts';

type UnclaimedState = 'open' | 'claimed' | 'returning' | 'returned' | 'charged_back';

/** A payment by its provider and the provider's reference. */
export interface UnclaimedKey {
  readonly provider: string;
  readonly providerRef: string;
}

/** Stored unclaimed funds: a payment that matches no order, or a part of one. Amounts in paise. */
export interface UnclaimedPayment extends UnclaimedKey {
  /** The amount posted to suspense. */
  readonly amountPaise: number;
  /** What was charged back of it. */
  readonly chargedBackPaise: number;
  /** What was sent back to the sender from suspense; 0 for what its order had refunded. */
  readonly returnedPaise: number;
  readonly paidAt: number;
  readonly foundAt: number;
  /** The journal that posted it to suspense. */
  readonly journalId: string;
  readonly state: UnclaimedState;
  /** Whether the rest of the payment counted for an order when this came into suspense. */
  readonly isRestCounted: boolean;
  readonly refundRef: string | null;
  /** Why the refund failed. */
  readonly reason: string | null;
}

const columns = [
  'provider',
  'providerRef',
  'amountPaise',
  'chargedBackPaise',
  'returnedPaise',
  'paidAt',
  'foundAt',
  'journalId',
  'state',
  'isRestCounted',
  'refundRef',
  'reason',
] as const;

/** What is in suspense of a payment until it is decided. */
export const computeRemainder = ({ amountPaise, chargedBackPaise }: UnclaimedPayment): number =>
  amountPaise - chargedBackPaise;

/** What was charged back of a part after it went back to its sender: the lender has lost it. */
export function sumLost({
  state,
  amountPaise,
  chargedBackPaise,
  returnedPaise,
}: UnclaimedPayment): number {
  if (state !== 'returned') return 0;
  const takenBefore = returnedPaise === 0 ? 0 : amountPaise - returnedPaise;
  return chargedBackPaise - takenBefore;
}

export async function addUnclaimedFunds(
  tx: Tx,
  unclaimed: Omit<UnclaimedPayment, 'state' | 'refundRef' | 'returnedPaise'>,
): Promise<void> {
  await insertUnclaimedFunds(tx, { ...unclaimed, state: 'open', refundRef: null });
}

/**
 * Adds a refund of an order, of a payment that was taken off it, as a part that went back by that
 * refund.
 */
export async function addRefundedPart(
  tx: Tx,
  part: Pick<
    UnclaimedPayment,
    'provider' | 'providerRef' | 'amountPaise' | 'paidAt' | 'foundAt' | 'journalId'
  > & {
    refundRef: string;
  },
): Promise<void> {
  const row = {
    ...part,
    state: 'returned',
    chargedBackPaise: 0,
    isRestCounted: false,
    reason: null,
  } as const;
  await insertUnclaimedFunds(tx, row);
}

async function insertUnclaimedFunds(
  tx: Tx,
  unclaimed: Omit<UnclaimedPayment, 'returnedPaise'>,
): Promise<void> {
  await tx
    .insertInto('unclaimed_funds')
    .values({
      provider: unclaimed.provider,
      providerRef: unclaimed.providerRef,
      amountPaise: unclaimed.amountPaise,
      paidAt: timestamp(unclaimed.paidAt),
      foundAt: timestamp(unclaimed.foundAt),
      journalId: unclaimed.journalId,
      state: unclaimed.state,
      refundRef: unclaimed.refundRef,
      decidedAt: unclaimed.state === 'returned' ? timestamp(unclaimed.foundAt) : null,
      isRestCounted: unclaimed.isRestCounted,
      chargedBackPaise: unclaimed.chargedBackPaise,
      reason: unclaimed.reason,
    })
    .execute();
}

/**
 * A payment's row that waits for a decision, else the newest of its rows, the decided ones last;
 * `lock` takes a row lock.
 */
export async function findUnclaimedFunds(
  db: Db | Tx,
  key: UnclaimedKey,
  lock = false,
): Promise<UnclaimedPayment | undefined> {
  const query = db
    .selectFrom('unclaimed_funds')
    .select(columns)
    .where('provider', '=', key.provider)
    .where('providerRef', '=', key.providerRef)
    .orderBy(sql`state = 'claimed'`)
    .orderBy(sql`state <> 'open'`)
    .orderBy('foundAt', 'desc')
    .limit(1);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

/**
 * All rows of a payment, each with a row lock: the one that waits for a decision first, then the
 * oldest.
 */
export async function lockAllOfPayment(tx: Tx, key: UnclaimedKey): Promise<UnclaimedPayment[]> {
  return tx
    .selectFrom('unclaimed_funds')
    .select(columns)
    .where('provider', '=', key.provider)
    .where('providerRef', '=', key.providerRef)
    .orderBy(sql`state <> 'open'`)
    .orderBy('foundAt')
    .orderBy('journalId')
    .forUpdate()
    .execute();
}

/** The funds being refunded under our reference. */
export async function findUnclaimedByRefundRef(
  db: Db | Tx,
  refundRef: string,
): Promise<UnclaimedPayment | undefined> {
  return db
    .selectFrom('unclaimed_funds')
    .select(columns)
    .where('refundRef', '=', refundRef)
    .executeTakeFirst();
}

/**
 * Changes the state of one row.
 * @returns false when it was not in state `from`
 */
export async function updateUnclaimedState(
  db: Db | Tx,
  { journalId }: Pick<UnclaimedPayment, 'journalId'>,
  mark: {
    from: UnclaimedState;
    to: UnclaimedState;
    now: number;
    refundRef?: string;
    reason?: string | null;
  },
): Promise<boolean> {
  const isDecided = mark.to === 'claimed' || mark.to === 'returned';
  const left = sql<number>`amount_paise - charged_back_paise`;
  const updated = await db
    .updateTable('unclaimed_funds')
    .set({
      state: mark.to,
      ...(isDecided && { decidedAt: timestamp(mark.now) }),
      ...(mark.to === 'returned' && { returnedPaise: left }),
      ...(mark.to === 'returning' && { requestedAt: timestamp(mark.now) }),
      ...(mark.refundRef && { refundRef: mark.refundRef }),
      ...(mark.reason !== undefined && { reason: mark.reason }),
    })
    .where('journalId', '=', journalId)
    .where('state', '=', mark.from)
    .executeTakeFirst();

  return updated.numUpdatedRows > 0n;
}

/**
 * Decides the part that a refund of an order went back as, because that refund failed; with what
 * the bank took of it.
 */
export async function closeRefundedPart(
  tx: Tx,
  { journalId }: Pick<UnclaimedPayment, 'journalId'>,
  { chargedBackPaise, now, reason }: { chargedBackPaise: number; now: number; reason: string },
): Promise<void> {
  await tx
    .updateTable('unclaimed_funds')
    .set({ state: 'claimed', chargedBackPaise, decidedAt: timestamp(now), reason })
    .where('journalId', '=', journalId)
    .execute();
}

/**
 * Adds a chargeback to what was charged back, or takes off one that is undone. When nothing is left
 * in suspense, the funds are decided.
 */
export async function markChargedBack(
  tx: Tx,
  { journalId, amountPaise, now }: { journalId: string; amountPaise: number; now: number },
): Promise<void> {
  await sql`
    update unclaimed_funds set charged_back_paise = charged_back_paise + ${amountPaise}::bigint,
      state = case when state = 'open' and charged_back_paise + ${amountPaise}::bigint = amount_paise then 'charged_back' else state end,
      decided_at = case when state = 'open' and charged_back_paise + ${amountPaise}::bigint = amount_paise then ${timestamp(now)}::timestamptz
                   else decided_at end
    where journal_id = ${journalId}`.execute(tx);
}

/** Funds still in suspense whose payment has since been posted to an order. */
export async function listPostedUnclaimedFunds(db: Db): Promise<UnclaimedKey[]> {
  const open = await db
    .selectFrom('unclaimed_funds')
    .select(['provider', 'providerRef'])
    .where('state', '=', 'open')
    .where('isRestCounted', '=', false)
    .execute();
  return (await findPostings(db, open)).filter(({ isReversed }) => !isReversed);
}

/** Our references of refunds of funds without an answer since `before`: their jobs may be lost. */
export async function listStaleUnclaimedReturns(db: Db, before: number): Promise<string[]> {
  const rows = await db
    .selectFrom('unclaimed_funds')
    .select('refundRef')
    .where('state', '=', 'returning')
    .where('requestedAt', '<', instantValue(before))
    .limit(200)
    .execute();
  return rows.flatMap(({ refundRef }) => refundRef ?? []);
}

/**
 * SQL condition: the unclaimed funds `r` go or went back to their sender, in full or in part: only
 * staff may count the rest.
 */
const isGoingBack = sql`(r.state in ('returning', 'charged_back') or r.returned_paise > 0
  or r.state <> 'claimed' and r.charged_back_paise > 0)`;

/**
 * Whether a transfer with this bank number is being refunded to its sender, already was, or was
 * charged back.
 */
export async function isUtrBeingRefunded(db: Db | Tx, utrHash: string): Promise<boolean> {
  const users = await listTransferUsers(db, utrHash);
  const { rows } = await sql`
    select 1 from provider_events e
    join unclaimed_funds r on r.provider = e.provider and r.provider_ref = e.event->>'providerRef'
    where e.outcome = 'unknown' and e.utr_hash = ${Buffer.from(utrHash, 'hex')}
      and ${isGoingBack}
    union all
    select 1 from provider_payments p join unclaimed_funds r using (provider, provider_ref)
    where p.user_id = any(${users}::uuid[]) and p.utr_hash = ${Buffer.from(utrHash, 'hex')} and ${isGoingBack}`.execute(
    db,
  );

  return rows.length > 0;
}

/**
 * The unmatched event stored for a payment; undefined when it is known only from the provider's
 * statement.
 */
export async function findStoredPayment(
  db: Db | Tx,
  key: UnclaimedKey,
): Promise<PaymentEvent | undefined> {
  const row = await db
    .selectFrom('provider_events')
    .select('event')
    .where('provider', '=', key.provider)
    .where('outcome', '=', 'unknown')
    .where('kind', '=', 'payment')
    .where(sql<boolean>`event->>'providerRef' = ${key.providerRef}`)
    .limit(1)
    .executeTakeFirst();
  return row?.event as PaymentEvent | undefined;
}
