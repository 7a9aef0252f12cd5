import { CODES } from '@noren/contract/codes';
import { hashToken } from '../../platform/crypto/field-crypto.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { CallError, conflict } from '../../platform/http/call-error.ts';
import { LINK_LIFE_MS } from '../../platform/http/session-store.ts';
import {
  findOpenTokenUser,
  markOpenTokenUsed,
  type OpenToken,
  readOpenToken,
} from './open-token-store.ts';

/** Whether this token was ever issued, including used and expired ones. */
export async function openTokenExists(db: Db, taskId: string): Promise<boolean> {
  return (await findOpenTokenUser(db, hashToken(taskId))) !== null;
}

/** A link as its two halves, and when it was opened. */
interface PresentedLink {
  readonly taskId: string;
  readonly channel: string;
  readonly now: number;
}

/**
 * Marks a sign-in link token as used and returns its user id.
 * @throws CallError 403 when it is unknown or expired, 409 when it was already used
 */
export async function redeemOpenToken(tx: Tx, input: PresentedLink): Promise<string> {
  const hash = hashToken(input.taskId);
  const userId = await findOpenTokenUser(tx, hash);
  const token = { hash, channel: input.channel, now: input.now };
  if (userId !== null && (await markOpenTokenUsed(tx, userId, token))) return userId;

  await requireValidOpenToken(tx, input);
  throw new Error('a valid link could not be redeemed');
}

/**
 * Checks a sign-in link token without using it.
 * @returns its user @throws CallError 403 when it is unknown or expired, 409 when it was already used
 */
export async function requireValidOpenToken(db: Db | Tx, input: PresentedLink): Promise<string> {
  const { userId, usedAt, expiresAt } = await requireIssued(db, input);
  if (usedAt !== null) throw conflict('login.link_used', 'link_used');
  if (expiresAt <= input.now) throw linkExpired();

  return userId;
}

/**
 * How long after its day a used link still sends codes: as long as the session that it opened could
 * live without one. Later a forwarded message would go on sending codes to the number, and naming
 * its last digits, to anyone who finds it.
 */
export const CODE_LINK_MS = LINK_LIFE_MS;

/**
 * The user of a link that is valid or was used: anyone who holds it still needs the code that is
 * sent to the phone.
 * @throws CallError 403 when it is unknown, expired without having been used, or expired longer ago
 * than `CODE_LINK_MS`
 */
export async function requireCodeLink(db: Db | Tx, input: PresentedLink): Promise<string> {
  const { userId, usedAt, expiresAt } = await requireIssued(db, input);
  const end = usedAt === null ? expiresAt : expiresAt + CODE_LINK_MS;
  if (end <= input.now) throw linkExpired();

  return userId;
}

async function requireIssued(
  db: Db | Tx,
  { taskId, channel }: PresentedLink,
): Promise<OpenToken & { userId: string }> {
  const hash = hashToken(taskId);
  const userId = await findOpenTokenUser(db, hash);
  const row = userId === null ? undefined : await readOpenToken(db, userId, hash);
  if (!row || userId === null || row.channel !== channel)
    throw new CallError(CODES.forbidden, 'login.link_unknown', {
      data: { reason: 'link_unknown' },
    });

  return { ...row, userId };
}

const linkExpired = (): CallError =>
  new CallError(CODES.forbidden, 'login.link_expired', { data: { reason: 'link_expired' } });
