import { randomBytes } from 'node:crypto';
import { hashToken } from '../platform/crypto/field-crypto.ts';
import { type Db, type Tx, timestamp } from '../platform/db/db.ts';
import { claimStatements } from '../platform/db/name-owners-store.ts';
import { executeBatch } from '../platform/db/statements.ts';

/** Source: `docs/people.md`, "Sign-in". */
export const LINK_HOURS = 24;

/**
 * Creates the token of a sign-in link, `<taskId>.<channel>`. It works once, within a day, and only
 * its hash is stored. Its 128 random bits fit into one variable of a text-message template.
 */
export async function createLinkToken(
  db: Db | Tx,
  { userId, channel, now }: { userId: string; channel: string; now: number },
): Promise<string> {
  const taskId = randomBytes(16).toString('base64url');
  const tokenHash = hashToken(taskId);

  await executeBatch(db, claimStatements({ kind: 'sign_in_link', name: tokenHash, userId }));
  await db
    .insertInto('magic_links')
    .values({
      userId,
      tokenHash,
      channel,
      createdAt: timestamp(now),
      expiresAt: timestamp(now + LINK_HOURS * 3_600_000),
    })
    .execute();

  return `${taskId}.${channel}`;
}
