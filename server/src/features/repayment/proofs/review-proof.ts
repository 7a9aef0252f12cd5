import type { Deps } from '../../../platform/deps.ts';
import { bindingOf, openPicture } from '../../../platform/files/pictures.ts';
import { findProof, listOpenProofs, type Proof, utrContext } from '../proof-store.ts';

/** A proof as an operator sees it, with the bank number to look up in the bank statement. */
export interface ProofInReview
  extends Pick<Proof, 'proofId' | 'userId' | 'amountPaise' | 'paidOn' | 'channel' | 'sentAt'> {
  readonly repayId: string;
  readonly utr: string;
  readonly hasPicture: boolean;
}

/** Proofs awaiting an operator's decision, oldest first; at most 100. */
export async function listProofsInReview(deps: Pick<Deps, 'db' | 'crypto'>): Promise<ProofInReview[]> {
  return (await listOpenProofs(deps.db)).map(({ utrEnc, fileId, ...proof }) => ({
    ...proof,
    utr: deps.crypto.decrypt(utrEnc, utrContext(proof.userId)),
    hasPicture: fileId !== null,
  }));
}

/** A proof's picture as JPEG; null when there is none. */
export async function readProofPicture(deps: Deps, proofId: string): Promise<Buffer | null> {
  const proof = await findProof(deps.db, proofId);
  return proof?.fileId ? openPicture(deps, proof.fileId, bindingOf(proof.userId, 'proof')) : null;
}
