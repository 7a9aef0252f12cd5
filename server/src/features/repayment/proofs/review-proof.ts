import type { Deps } from '../../../platform/deps.ts';
import { bindingOf, openPicture } from '../../../platform/files/pictures.ts';
import { findVoucher, utrContext, type Voucher } from './voucher-store.ts';

/** A proof as an operator sees it, with the bank number to look up in the bank statement. */
export interface ProofInReview
  extends Pick<Voucher, 'voucherId' | 'userId' | 'amountPaise' | 'paidOn' | 'channel' | 'sentAt'> {
  readonly repayId: string;
  readonly utr: string;
  readonly hasPicture: boolean;
}

/** Proofs awaiting an operator's decision, oldest first; at most 100. */
export async function listProofsInReview(deps: Pick<Deps, 'db' | 'crypto'>): Promise<ProofInReview[]> {
  const rows = await deps.db
    .selectFrom('repayment_proofs as v')
    .innerJoin('orders as o', (join) => join.onRef('o.userId', '=', 'v.userId').onRef('o.orderId', '=', 'v.orderId'))
    .select(['v.proofId', 'v.userId', 'v.utrEnc', 'v.amountPaise', 'v.paidOn', 'v.channel', 'v.submittedAt'])
    .select(['v.fileId', 'o.repayId'])
    .where('v.state', '=', 'received')
    .orderBy('v.submittedAt')
    .limit(100)
    .execute();
  return rows.map((row) => ({
    voucherId: row.proofId,
    userId: row.userId,
    repayId: row.repayId,
    utr: deps.crypto.decrypt(row.utrEnc, utrContext(row.userId)),
    amountPaise: row.amountPaise,
    paidOn: row.paidOn,
    channel: row.channel as Voucher['channel'],
    sentAt: row.submittedAt,
    hasPicture: row.fileId !== null,
  }));
}

/** A proof's picture as JPEG; null when there is none. */
export async function readProofPicture(deps: Deps, voucherId: string): Promise<Buffer | null> {
  const voucher = await findVoucher(deps.db, voucherId);
  return voucher?.fileId ? openPicture(deps, voucher.fileId, bindingOf(voucher.userId, 'voucher')) : null;
}
