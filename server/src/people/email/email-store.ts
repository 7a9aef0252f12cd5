import { EMAIL_CODE, type EmailEnd } from '@noren/core/people/email';
import { sql } from 'kysely';
import type { FieldCrypto } from '../../platform/crypto/field-crypto.ts';
import { changesRow, type Db, instantValue, type Tx, timestamp } from '../../platform/db/db.ts';

/** An address that a user was asked to confirm. Times in UTC ms. */
export interface StoredEmail {
  readonly address: string;
  readonly mailId: string;
  readonly state: 'waiting' | 'confirmed' | 'ended';
  readonly requestedAt: number;
  readonly codeExpiresAt: number | null;
  readonly confirmedAt: number | null;
  readonly endedAt: number | null;
  readonly endedBecause: EmailEnd | null;
}

const toContext = (userId: string): string => `email_addresses.address_enc:${userId}`;

export async function readEmail(
  db: Db | Tx,
  crypto: FieldCrypto,
  userId: string,
): Promise<StoredEmail | null> {
  const row = await db
    .selectFrom('email_addresses')
    .select(['addressEnc', 'mailId', 'state', 'requestedAt', 'codeExpiresAt'])
    .select(['confirmedAt', 'endedAt', 'endedBecause'])
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (!row) return null;

  const { addressEnc, ...email } = row;
  return { ...email, address: crypto.decrypt(addressEnc, toContext(userId)) };
}

/** Stores the code sent to an address, in place of any address before. The user is locked. */
export async function saveEmailCode(
  db: Db | Tx,
  crypto: FieldCrypto,
  of: { userId: string; address: string; mailId: string; codeHash: Buffer; now: number },
): Promise<void> {
  const { userId, address, mailId, codeHash, now } = of;
  const row = {
    addressEnc: crypto.encrypt(address, toContext(userId)),
    mailId,
    state: 'waiting' as const,
    codeHash,
    codeTries: 0,
    codeExpiresAt: timestamp(now + EMAIL_CODE.validMs),
    requestedAt: timestamp(now),
    confirmedAt: null,
    endedAt: null,
    endedBecause: null,
  };

  await db
    .insertInto('email_addresses')
    .values({ userId, ...row })
    .onConflict((clash) => clash.column('userId').doUpdateSet(row))
    .execute();
}

/**
 * Counts a try of the waiting code before it is compared.
 * @returns the code's hash; null when none is valid, or it was tried too often
 */
export async function countEmailTry(
  db: Db,
  userId: string,
  now: number,
): Promise<{ mailId: string; codeHash: Buffer } | null> {
  const row = await db
    .updateTable('email_addresses')
    .set({ codeTries: sql<number>`code_tries + 1` })
    .where('userId', '=', userId)
    .where('state', '=', 'waiting')
    .where('codeTries', '<', EMAIL_CODE.mostTries)
    .where('codeExpiresAt', '>', instantValue(now))
    .returning(['mailId', 'codeHash'])
    .executeTakeFirst();
  return row?.codeHash ? { mailId: row.mailId, codeHash: row.codeHash } : null;
}

/** @returns false when the address no longer waits for its code */
export async function markConfirmed(
  tx: Tx,
  { userId, mailId, now }: { userId: string; mailId: string; now: number },
): Promise<boolean> {
  return tx
    .updateTable('email_addresses')
    .set({
      state: 'confirmed',
      confirmedAt: timestamp(now),
      codeHash: null,
      codeExpiresAt: null,
    })
    .where('userId', '=', userId)
    .where('mailId', '=', mailId)
    .where('state', '=', 'waiting')
    .$call(changesRow);
}

/**
 * Ends e-mails to an address.
 * @param of.mailId as it was mailed to; another address of the user's goes on
 * @returns whether it was confirmed; null when it had ended, or another is in its place
 */
export async function markEnded(
  tx: Tx,
  of: { userId: string; mailId: string; because: EmailEnd; now: number },
): Promise<{ wasConfirmed: boolean } | null> {
  const { userId, mailId, because, now } = of;
  const ended = await tx
    .updateTable('email_addresses')
    .set({
      state: 'ended',
      endedAt: timestamp(now),
      endedBecause: because,
      codeHash: null,
      codeExpiresAt: null,
    })
    .where('userId', '=', userId)
    .where('mailId', '=', mailId)
    .where('state', '<>', 'ended')
    .returning('confirmedAt')
    .executeTakeFirst();

  return ended ? { wasConfirmed: ended.confirmedAt !== null } : null;
}

/** Whose address has this id; null for one that was replaced. */
export async function findMailOwner(db: Db, mailId: string): Promise<string | null> {
  const row = await db
    .selectFrom('email_addresses')
    .select('userId')
    .where('mailId', '=', mailId)
    .executeTakeFirst();
  return row?.userId ?? null;
}
