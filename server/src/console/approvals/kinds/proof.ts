import { findProof } from '../../../lending/payments/proof-store.ts';
import { decideProof } from '../../../lending/payments/proofs/match-proof.ts';
import { OperatorError } from '../request/operator-error.ts';
import type { Kind } from './kind.ts';

/** Accepts a proof of repayment as a payment, or refuses it. */
export const proof: Kind<'proof'> = {
  affected: async (tx, { detail }) => {
    const found = await findProof(tx, detail.proofId);
    return found ? [{ userId: found.userId, orderId: found.orderId }] : [];
  },

  money: async (tx, _, { detail }) => {
    const found = await findProof(tx, detail.proofId);
    if (!found) return undefined;
    const { amountPaise, utrLast4, paidOn: day, userId } = found;
    return { amountPaise, utrLast4, day, userId };
  },

  execute: async (tx, deps, { makerId, detail }) => {
    const { proofId, decision, why } = detail;
    const decided = await decideProof(tx, deps, {
      proofId,
      decision,
      by: `staff:${makerId}`,
      ...(why && { why }),
    });

    if (!decided.ok)
      throw new OperatorError(
        decided.reason === 'decided' ? 'decided' : 'not_possible',
        `proof_${decided.reason}`,
      );
  },
};
