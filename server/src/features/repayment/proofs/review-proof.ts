import type { Deps } from '../../../platform/deps.ts';
import { bindingOf, openPicture } from '../../../platform/files/pictures.ts';
import { findVoucher, listOpenVouchers, utrContext, type Voucher } from './voucher-store.ts';

/** A proof as an operator sees it, with the bank number to look up in the bank statement. */
export interface ProofInReview
  extends Pick<Voucher, 'voucherId' | 'userId' | 'amountPaise' | 'paidOn' | 'channel' | 'sentAt'> {
  readonly repayId: string;
  readonly utr: string;
  readonly hasPicture: boolean;
}

/** Proofs awaiting an operator's decision, oldest first; at most 100. */
export async function listProofsInReview(deps: Pick<Deps, 'db' | 'crypto'>): Promise<ProofInReview[]> {
  return (await listOpenVouchers(deps.db)).map(({ utrEnc, fileId, ...voucher }) => ({
    ...voucher,
    utr: deps.crypto.decrypt(utrEnc, utrContext(voucher.userId)),
    hasPicture: fileId !== null,
  }));
}

/** A proof's picture as JPEG; null when there is none. */
export async function readProofPicture(deps: Deps, voucherId: string): Promise<Buffer | null> {
  const voucher = await findVoucher(deps.db, voucherId);
  return voucher?.fileId ? openPicture(deps, voucher.fileId, bindingOf(voucher.userId, 'voucher')) : null;
}
