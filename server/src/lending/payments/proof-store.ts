import type { Channel } from '@noren/contract/payment';
import { changesRow, type Db, type Tx, timestamp } from '../../platform/db/db.ts';
import type { OrderKey } from '../book/ledger.ts';
import { listTransferUsers, noteTransfer } from './posting/provider-payments-store.ts';

/** A stored proof of repayment. */
export interface Proof {
  readonly userId: string;
  readonly proofId: string;
  readonly orderId: string;
  readonly utrHash: string;
  readonly utrLast4: string;
  readonly amountPaise: number;
  readonly paidOn: string;
  readonly channel: Channel;
  readonly fileId: string | null;
  readonly state: 'received' | 'matched' | 'refused';
  /** Why it was refused: an id of `repayment.proof_*`, or an operator's free text. */
  readonly reason: string | null;
  /** The matched payment: its provider and the provider's reference. */
  readonly provider: string | null;
  readonly paymentRef: string | null;
  readonly sentAt: number;
}

/** Every update names the user. */
export type ProofKey = Pick<Proof, 'userId' | 'proofId'>;

const columns = [
  'userId',
  'proofId',
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

type Row = Omit<Proof, 'utrHash' | 'channel'> & { utrHash: Buffer; channel: string };

const toProof = ({ utrHash: hash, channel, ...row }: Row): Proof => ({
  ...row,
  channel: channel as Channel,
  utrHash: hash.toString('hex'),
});

/** The encryption context of a stored bank number. */
export const utrContext = (userId: string): string => `repayment_proofs.utr_enc:${userId}`;

export async function addProof(
  tx: Tx,
  proof: Omit<Proof, 'proofId' | 'reason' | 'provider' | 'paymentRef' | 'sentAt'> & {
    utrEnc: Buffer;
    reason?: string;
    payment?: { provider: string; providerRef: string };
    now: number;
  },
): Promise<Proof> {
  await noteTransfer(tx, proof.utrHash, proof.userId);

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
  return toProof(row);
}

/** The proofs of an order, newest first. */
export async function listProofs(db: Db | Tx, { userId, orderId }: OrderKey): Promise<Proof[]> {
  const rows = await db
    .selectFrom('repayment_proofs')
    .select(columns)
    .where('userId', '=', userId)
    .where('orderId', '=', orderId)
    .orderBy('proofId', 'desc')
    .limit(100)
    .execute();
  return rows.map(toProof);
}

/** A proof by its id; operators do not give the user. */
export async function findProof(db: Db | Tx, proofId: string): Promise<Proof | undefined> {
  const row = await db
    .selectFrom('repayment_proofs')
    .select(columns)
    .where('proofId', '=', proofId)
    .executeTakeFirst();
  return row && toProof(row);
}

export async function lockProof(tx: Tx, { userId, proofId }: ProofKey): Promise<Proof | undefined> {
  const row = await tx
    .selectFrom('repayment_proofs')
    .select(columns)
    .where('userId', '=', userId)
    .where('proofId', '=', proofId)
    .forUpdate()
    .executeTakeFirst();
  return row && toProof(row);
}

/** Undecided proofs with a bank number, locked. */
export async function listOpenProofsByUtr(tx: Tx, utrHash: string): Promise<Proof[]> {
  const proofs: Proof[] = [];
  for (const userId of await listTransferUsers(tx, utrHash)) {
    const rows = await tx
      .selectFrom('repayment_proofs')
      .select(columns)
      .where('userId', '=', userId)
      .where('utrHash', '=', Buffer.from(utrHash, 'hex'))
      .where('state', '=', 'received')
      .forUpdate()
      .execute();

    proofs.push(...rows.map(toProof));
  }

  return proofs;
}

/**
 * Closes an undecided proof.
 * @returns whether it was still undecided
 */
export async function closeProof(
  tx: Tx,
  key: ProofKey,
  to: {
    state: 'matched' | 'refused';
    now: number;
    by: string;
    reason?: string;
    payment?: { provider: string; providerRef: string };
  },
): Promise<boolean> {
  return tx
    .updateTable('repayment_proofs')
    .set({
      state: to.state,
      decidedAt: timestamp(to.now),
      decidedBy: to.by,
      reason: to.reason ?? null,
      ...(to.payment && { provider: to.payment.provider, paymentRef: to.payment.providerRef }),
    })
    .where('userId', '=', key.userId)
    .where('proofId', '=', key.proofId)
    .where('state', '=', 'received')
    .$call(changesRow);
}

/**
 * After a payment is posted: undecided proofs of its transfer are matched, or refused if they name
 * another order.
 */
export async function settleProofs(
  tx: Tx,
  deps: { now(): number },
  utrHash: string,
  payment: { userId: string; orderId: string; provider: string; providerRef: string },
): Promise<void> {
  for (const proof of await listOpenProofsByUtr(tx, utrHash)) {
    const isSameOrder = proof.orderId === payment.orderId && proof.userId === payment.userId;
    const outcome = isSameOrder
      ? { state: 'matched' as const, payment }
      : { state: 'refused' as const, reason: 'counted_elsewhere' };
    await closeProof(tx, proof, { ...outcome, now: deps.now(), by: 'provider' });
  }
}
