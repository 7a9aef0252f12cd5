import type { Deps } from '../../../platform/deps.ts';
import { bindingOf, openPicture } from '../../../platform/files/pictures.ts';
import { findVoucher, utrContext, type Voucher } from './voucher-store.ts';

/** A proof as an operator sees it: with the bank's number, to be compared with the bank's books. */
export interface ProofInReview
  extends Pick<Voucher, 'voucherId' | 'userId' | 'amountPaise' | 'paidOn' | 'channel' | 'sentAt'> {
  readonly repayId: string;
  readonly utr: string;
  readonly hasPicture: boolean;
}

/** Proofs that wait for an operator, oldest first. */
export async function listProofsInReview(deps: Pick<Deps, 'db' | 'crypto'>): Promise<ProofInReview[]> {
  const rows = await deps.db
    .selectFrom('repayment_proofs as v')
    .innerJoin('orders as o', (join) =>
      join.onRef('o.user_id', '=', 'v.user_id').onRef('o.order_id', '=', 'v.order_id'),
    )
    .select(['v.proof_id', 'v.user_id', 'v.utr_enc', 'v.amount_paise', 'v.paid_on', 'v.channel', 'v.submitted_at'])
    .select(['v.file_id', 'o.repay_id'])
    .where('v.state', '=', 'received')
    .orderBy('v.submitted_at')
    .limit(100)
    .execute();
  return rows.map((row) => ({
    voucherId: row.proof_id,
    userId: row.user_id,
    repayId: row.repay_id,
    utr: deps.crypto.decrypt(row.utr_enc, utrContext(row.user_id)),
    amountPaise: row.amount_paise,
    paidOn: row.paid_on,
    channel: row.channel as Voucher['channel'],
    sentAt: row.submitted_at,
    hasPicture: row.file_id !== null,
  }));
}

/** The picture of a proof as JPEG; null when there is none. */
export async function readProofPicture(deps: Deps, voucherId: string): Promise<Buffer | null> {
  const voucher = await findVoucher(deps.db, voucherId);
  return voucher?.fileId ? openPicture(deps, voucher.fileId, bindingOf(voucher.userId, 'voucher')) : null;
}
