import { type Db, type Tx, timestamp } from '../../../platform/db/db.ts';
import type { Channel } from '../../../platform/ports/payments.ts';

/** A proof of repayment, as kept. */
export interface Voucher {
  readonly userId: string;
  readonly voucherId: string;
  readonly orderId: string;
  readonly utrHash: string;
  readonly utrLast4: string;
  readonly amountPaise: number;
  readonly paidOn: string;
  readonly channel: Channel;
  readonly fileId: string | null;
  readonly state: 'received' | 'matched' | 'refused';
  /** Why it was refused: an id of `repayment.voucher_*`, or an operator's own words. */
  readonly reason: string | null;
  /** The payment it proves, once matched: its provider's names for it. */
  readonly provider: string | null;
  readonly paymentRef: string | null;
  readonly sentAt: number;
}
/** Where it is found: every query names its user. */
export type VoucherKey = Pick<Voucher, 'userId' | 'voucherId'>;

const columns = [
  'userId',
  'proofId as voucherId',
  'orderId',
  'utrHash',
  'utrLast4',
  'amountPaise',
  'paidOn',
  'channel',
  'fileId',
  'state',
  'reason',
  'provider',
  'paymentRef',
  'submittedAt as sentAt',
] as const;

type Row = Omit<Voucher, 'utrHash' | 'channel'> & { utrHash: Buffer; channel: string };
const voucherOf = ({ utrHash: hash, channel, ...row }: Row): Voucher => ({
  ...row,
  channel: channel as Channel,
  utrHash: hash.toString('hex'),
});

/** What an encrypted number is bound to. */
export const utrContext = (userId: string): string => `repayment_proofs.utr_enc:${userId}`;

/** Writes a proof. */
export async function addVoucher(
  tx: Tx,
  given: Omit<Voucher, 'voucherId' | 'reason' | 'provider' | 'paymentRef' | 'sentAt'> & {
    utrEnc: Buffer;
    reason?: string;
    payment?: { provider: string; providerRef: string };
    now: number;
  },
): Promise<Voucher> {
  const row = await tx
    .insertInto('repayment_proofs')
    .values({
      userId: given.userId,
      orderId: given.orderId,
      utrEnc: given.utrEnc,
      utrHash: Buffer.from(given.utrHash, 'hex'),
      utrLast4: given.utrLast4,
      amountPaise: given.amountPaise,
      paidOn: given.paidOn,
      channel: given.channel,
      fileId: given.fileId,
      state: given.state,
      reason: given.reason ?? null,
      provider: given.payment?.provider ?? null,
      paymentRef: given.payment?.providerRef ?? null,
      submittedAt: timestamp(given.now),
      decidedAt: given.state === 'received' ? null : timestamp(given.now),
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
  return voucherOf(row);
}

/** The proofs of an order, newest first. */
export async function listVouchers(
  db: Db | Tx,
  { userId, orderId }: { userId: string; orderId: string },
): Promise<Voucher[]> {
  const rows = await db
    .selectFrom('repayment_proofs')
    .select(columns)
    .where('userId', '=', userId)
    .where('orderId', '=', orderId)
    .orderBy('proofId', 'desc')
    .limit(100)
    .execute();
  return rows.map(voucherOf);
}

/** A proof by its id; an operator names it without its user. `lock` keeps others from deciding it meanwhile. */
export async function findVoucher(db: Db | Tx, voucherId: string, lock = false): Promise<Voucher | undefined> {
  const query = db.selectFrom('repayment_proofs').select(columns).where('proofId', '=', voucherId);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  return row && voucherOf(row);
}

/** Proofs that wait for an operator and bear a bank's number. */
export async function listOpenProofsByUtr(tx: Tx, utrHash: string): Promise<Voucher[]> {
  const rows = await tx
    .selectFrom('repayment_proofs')
    .select(columns)
    .where('utrHash', '=', Buffer.from(utrHash, 'hex'))
    .where('state', '=', 'received')
    .forUpdate()
    .execute();
  return rows.map(voucherOf);
}

/** Decides a proof that waits. @returns whether it still waited */
export async function closeVoucher(
  tx: Tx,
  key: VoucherKey,
  to: {
    state: 'matched' | 'refused';
    now: number;
    by: string;
    reason?: string;
    payment?: { provider: string; providerRef: string };
  },
): Promise<boolean> {
  const done = await tx
    .updateTable('repayment_proofs')
    .set({
      state: to.state,
      decidedAt: timestamp(to.now),
      decidedBy: to.by,
      reason: to.reason ?? null,
      ...(to.payment && { provider: to.payment.provider, paymentRef: to.payment.providerRef }),
    })
    .where('userId', '=', key.userId)
    .where('proofId', '=', key.voucherId)
    .where('state', '=', 'received')
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

/** A payment was booked: proofs of its transfer that wait are matched, or refused where it counts for another order. */
export async function settleVouchers(
  tx: Tx,
  deps: { now(): number },
  utrHash: string,
  payment: { userId: string; orderId: string; provider: string; providerRef: string },
): Promise<void> {
  for (const voucher of await listOpenProofsByUtr(tx, utrHash)) {
    const isIts = voucher.orderId === payment.orderId && voucher.userId === payment.userId;
    const how = isIts
      ? { state: 'matched' as const, payment }
      : { state: 'refused' as const, reason: 'counted_elsewhere' };
    await closeVoucher(tx, voucher, { ...how, now: deps.now(), by: 'provider' });
  }
}
