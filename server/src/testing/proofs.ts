import { CALLS } from '@noren/contract/index';
import { decideProof } from '../lending/payments/proofs/match-proof.ts';
import { aPicture } from './picture.ts';
import { aUtr } from './repayments.ts';
import type { TestApp } from './start-app.ts';
import { type SignedInUser, successData } from './users.ts';

type ProofInput = {
  repayId: string;
  utr?: string;
  amountPaise?: number;
  paidOn?: string;
  channel?: 'bank_transfer' | 'upi';
  file?: Blob;
};

/**
 * Sends a proof of payment; of ₹500 by bank transfer today unless it says otherwise.
 * @returns the answer
 */
export async function requestProof(
  app: TestApp,
  who: SignedInUser,
  { file, ...fields }: ProofInput,
) {
  const usual = {
    utr: aUtr(),
    amountPaise: 500_00,
    paidOn: app.deps.today() as string,
    channel: 'bank_transfer' as const,
  };
  return who.client.send(CALLS.sendProof, {
    body: { ...usual, ...fields },
    file: file ?? (await aPicture()),
  });
}

/**
 * Sends a proof of payment.
 * @returns the proof
 */
export const sendProof = async (...of: Parameters<typeof requestProof>) =>
  successData(await requestProof(...of)).proof;

/** The proofs of an order, as its owner sees them. */
export const listProofs = async (who: SignedInUser, repayId: string) =>
  successData(await who.client.send(CALLS.proofList, { params: { repayId } })).details;

/** Decides a proof as an operator does. */
export const judgeProof = (
  app: TestApp,
  proofId: string,
  decision: 'match' | 'refuse',
  why?: string,
) =>
  app.deps.db
    .transaction()
    .execute((tx) =>
      decideProof(tx, app.deps, { proofId, decision, by: 'operator:one', ...(why && { why }) }),
    );
