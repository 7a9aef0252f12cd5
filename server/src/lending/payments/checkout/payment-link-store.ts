import { hashToken } from '../../../platform/crypto/field-crypto.ts';
import { type Db, type Tx, timestamp } from '../../../platform/db/db.ts';
import { claimStatements, findOwner } from '../../../platform/db/name-owners-store.ts';
import { randomLetters } from '../../../platform/db/public-ids.ts';
import { executeBatch } from '../../../platform/db/statements.ts';

/** @ASSUMED How long a payment link works at most. */
export const PAYMENT_LINK_DAYS = 7;
/** 100 random bits: few enough letters for a text message. */
const TOKEN_LETTERS = 20;

/** A link by which anybody may pay a loan. Times in UTC ms. */
export interface PaymentLink {
  readonly userId: string;
  readonly orderId: string;
  readonly expiresAt: number;
  /** When a newer link of the loan was sent; null while it is the newest. */
  readonly endedAt: number | null;
}

/** The loan a payment link pays. */
interface Payable {
  readonly userId: string;
  readonly orderId: string;
}

/**
 * Creates a payment link; only the hash of its token is stored. The loan's other links go on
 * working until {@link endOlderLinks}: a message with the new one may never leave.
 * @returns the token
 */
export async function createPaymentLink(
  db: Db | Tx,
  { userId, orderId }: Payable,
  now: number,
): Promise<string> {
  const token = randomLetters(TOKEN_LETTERS);
  const tokenHash = hashToken(token);

  await executeBatch(db, claimStatements({ kind: 'payment_link', name: tokenHash, userId }));
  await db
    .insertInto('payment_links')
    .values({
      userId,
      tokenHash,
      orderId,
      createdAt: timestamp(now),
      expiresAt: timestamp(now + PAYMENT_LINK_DAYS * 86_400_000),
    })
    .execute();

  return token;
}

/** Ends every link of a loan but the one that was sent. */
export async function endOlderLinks(
  db: Db | Tx,
  { userId, orderId }: Payable,
  sent: { token: string; now: number },
): Promise<void> {
  await db
    .updateTable('payment_links')
    .set({ endedAt: timestamp(sent.now) })
    .where('userId', '=', userId)
    .where('orderId', '=', orderId)
    .where('tokenHash', '<>', hashToken(sent.token))
    .where('endedAt', 'is', null)
    .execute();
}

/** The payment link of a token; undefined for what was never one. */
export async function findPaymentLink(
  db: Db | Tx,
  token: string,
): Promise<PaymentLink | undefined> {
  const tokenHash = hashToken(token);
  const userId = await findOwner(db, { kind: 'payment_link', name: tokenHash });
  if (userId === null) return undefined;

  return db
    .selectFrom('payment_links')
    .select(['userId', 'orderId', 'expiresAt', 'endedAt'])
    .where('userId', '=', userId)
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst();
}
