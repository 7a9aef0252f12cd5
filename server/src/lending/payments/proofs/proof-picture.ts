import type { Deps } from '../../../platform/deps.ts';
import { openPicture, toBinding } from '../../../platform/files/pictures.ts';
import { findProof } from '../proof-store.ts';

/** A proof's picture as JPEG and the user it is of; null when there is none. */
export async function readProofPicture(
  deps: Deps,
  proofId: string,
): Promise<{ jpeg: Buffer; userId: string } | null> {
  const proof = await findProof(deps.db, proofId);
  const jpeg = proof?.fileId
    ? await openPicture(deps, proof.fileId, toBinding(proof.userId, 'proof'))
    : null;
  return proof && jpeg ? { jpeg, userId: proof.userId } : null;
}
