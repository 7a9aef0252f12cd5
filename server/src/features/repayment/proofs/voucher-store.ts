import { type Db, type Tx, timestamp } from '../../../platform/db/db.ts';
import type { Channel } from '../../../platform/ports/payments.ts';

/** A stored proof of repayment. */
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
  /** Why it was refused: an id of `repayment.voucher_*`, or an operator's free text. */
  readonly reason: string | null;
  /** The matched payment: its provider and the provider's reference. */
  readonly provider: string | null;
  readonly paymentRef: string | null;
  readonly sentAt: number;
}
/** Every update names the user. */
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

/** The encryption context of a stored bank number. */
export const utrContext = (userId: string): string => `repayment_proofs.utr_enc:${userId}`;

export async function addVoucher(
  tx: Tx,
  proof: Omit<Voucher, 'voucherId' | 'reason' | 'provider' | 'paymentRef' | 'sentAt'> & {
    utrEnc: Buffer;
    reason?: string;
    payment?: { provider: string; providerRef: string };
    now: number;
  },
): Promise<Voucher> {
  const row = await tx
    .insertInto('repayment_proofs')
    .values({
      userId: proof.userId,
      orderId: proof.orderId,
      utrEnc: proof.utrEnc,
      utrHash: Buffer.from(proof.utrHash, 'hex'),
      utrLast4: proof.utrLast4,
      amountPaise: proof.amountPaise,
      paidOn: proof.paidOn,
      channel: proof.channel,
      fileId: proof.fileId,
      state: proof.state,
      reason: proof.reason ?? null,
      provider: proof.payment?.provider ?? null,
      paymentRef: proof.payment?.providerRef ?? null,
      submittedAt: timestamp(proof.now),
      decidedAt: proof.state === 'received' ? null : timestamp(proof.now),
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

/** Undecided proofs with the public id of their order, oldest first; at most 100. */
export async function listOpenVouchers(db: Db): Promise<
  (Pick<Voucher, 'voucherId' | 'userId' | 'amountPaise' | 'paidOn' | 'channel' | 'sentAt' | 'fileId'> & {
    utrEnc: Buffer;
    repayId: string;
  })[]
> {
  const rows = await db
    .selectFrom('repayment_proofs as v')
    .innerJoin('orders as o', (join) => join.onRef('o.userId', '=', 'v.userId').onRef('o.orderId', '=', 'v.orderId'))
    .select(['v.proofId', 'v.userId', 'v.utrEnc', 'v.amountPaise', 'v.paidOn', 'v.channel', 'v.submittedAt'])
    .select(['v.fileId', 'o.repayId'])
    .where('v.state', '=', 'received')
    .orderBy('v.submittedAt')
    .limit(100)
    .execute();
  return rows.map(({ proofId: voucherId, submittedAt: sentAt, channel, ...row }) => ({
    ...row,
    voucherId,
    sentAt,
    channel: channel as Channel,
  }));
}

/** A proof by its id; operators do not give the user. `lock` takes a row lock. */
export async function findVoucher(db: Db | Tx, voucherId: string, lock = false): Promise<Voucher | undefined> {
  const query = db.selectFrom('repayment_proofs').select(columns).where('proofId', '=', voucherId);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  return row && voucherOf(row);
}

/** Undecided proofs with a bank number, locked. */
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

/** Closes an undecided proof. @returns whether it was still undecided */
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
  const updated = await tx
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
  return updated.numUpdatedRows > 0n;
}

/** After a payment is posted: undecided proofs of its transfer are matched, or refused if they name another order. */
export async function settleVouchers(
  tx: Tx,
  deps: { now(): number },
  utrHash: string,
  payment: { userId: string; orderId: string; provider: string; providerRef: string },
): Promise<void> {
  for (const voucher of await listOpenProofsByUtr(tx, utrHash)) {
    const isSameOrder = voucher.orderId === payment.orderId && voucher.userId === payment.userId;
    const outcome = isSameOrder
      ? { state: 'matched' as const, payment }
      : { state: 'refused' as const, reason: 'counted_elsewhere' };
    await closeVoucher(tx, voucher, { ...outcome, now: deps.now(), by: 'provider' });
  }
}
