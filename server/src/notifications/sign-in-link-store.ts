import { randomBytes } from 'node:crypto';
import { hashToken } from '../platform/crypto/field-crypto.ts';
import { type Db, type Tx, timestamp } from '../platform/db/db.ts';
import { claimStatements } from '../platform/db/name-owners-store.ts';
import { executeBatch } from '../platform/db/statements.ts';

/** Source: `docs/people.md`, "Links". */
export const LINK_HOURS = 24;

/** The link to sealed papers: its session comes from here, and the app opens the documents. */
export const PAPERS_CHANNEL = 'doc';

/**
 * Creates the token of a sign-in link, `<taskId>.<channel>`. It works once, within a day, and only
 * its hash is stored. Its 128 random bits fit into one variable of a text-message template.
 * @param link.needsCode whether the link only sends a code to its number, and the code signs in
 */
export async function createLinkToken(
  db: Db | Tx,
  link: { userId: string; channel: string; now: number; needsCode?: boolean },
): Promise<string> {
  const { userId, channel, now, needsCode = false } = link;
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
      usedAt: needsCode ? timestamp(now) : null,
    })
    .execute();

  return `${taskId}.${channel}`;
}
