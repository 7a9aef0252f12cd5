import { randomBytes } from 'node:crypto';
import { CODES } from '@noren/contract/codes';
import { hashToken } from '../../platform/crypto/field-crypto.ts';
import { type Db, instantValue, type Tx, timestamp } from '../../platform/db/db.ts';
import { CallError } from '../../platform/http/call-error.ts';

/** How long a link's token may be used. Source: domain page "Sign-in". */
const LINK_LIVES_MS = 24 * 3_600_000;

/** Makes a link's token for a user: `<taskId>.<channel>`, single use, only its hash is kept. */
export async function makeOpenToken(
  db: Db | Tx,
  given: { userId: string; channel: string; now: number },
): Promise<string> {
  const taskId = randomBytes(32).toString('base64url');
  await db
    .insertInto('open_tokens')
    .values({
      user_id: given.userId,
      task_hash: hashToken(taskId),
      channel: given.channel,
      created_at: timestamp(given.now),
      expires_at: timestamp(given.now + LINK_LIVES_MS),
    })
    .execute();
  return `${taskId}.${given.channel}`;
}

/** Whether a link of this name was ever made, used and old ones too. */
export async function isKnownLink(db: Db, taskId: string): Promise<boolean> {
  const row = await db
    .selectFrom('open_tokens')
    .select('user_id')
    .where('task_hash', '=', hashToken(taskId))
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Uses a link's token up.
 * @returns its user
 * @throws CallError 403 when it is unknown or too old, 409 when it was used
 */
export async function spendOpenToken(tx: Tx, given: { taskId: string; channel: string; now: number }): Promise<string> {
  const mine = { hash: hashToken(given.taskId), channel: given.channel };
  const spent = await tx
    .updateTable('open_tokens')
    .set({ used_at: timestamp(given.now) })
    .where('task_hash', '=', mine.hash)
    .where('channel', '=', mine.channel)
    .where('used_at', 'is', null)
    .where('expires_at', '>', instantValue(given.now))
    .returning('user_id')
    .executeTakeFirst();
  if (spent) return spent.user_id;
  const row = await tx
    .selectFrom('open_tokens')
    .select(['used_at', 'channel'])
    .where('task_hash', '=', mine.hash)
    .executeTakeFirst();
  if (!row || row.channel !== mine.channel)
    throw new CallError(CODES.forbidden, 'login.link_unknown', { data: { reason: 'link_unknown' } });
  if (row.used_at !== null) throw new CallError(CODES.conflict, 'login.link_used', { data: { reason: 'link_used' } });
  throw new CallError(CODES.forbidden, 'login.link_expired', { data: { reason: 'link_expired' } });
}
