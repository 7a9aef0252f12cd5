import type { EmailEnd } from '@noren/core/people/email';
import { notify } from '../../notifications/store.ts';
import { recordAction } from '../../platform/audit-store.ts';
import type { FieldCrypto } from '../../platform/crypto/field-crypto.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { Deps } from '../../platform/deps.ts';
import type { MailReport } from '../../platform/ports/mail.ts';
import { readPersonalInfo } from '../certification/store.ts';
import { findMailOwner, markEnded, readEmail, type StoredEmail } from './email-store.ts';

export interface KnownEmail {
  /** Of the personal details; null before they were given. */
  readonly address: string | null;
  /** What is known of this address; null while it was never asked about. */
  readonly stored: StoredEmail | null;
}

/** The user's address, and whether it was confirmed. One that was corrected since was not. */
export async function readKnownEmail(
  db: Db | Tx,
  crypto: FieldCrypto,
  userId: string,
): Promise<KnownEmail> {
  const info = await readPersonalInfo(db, crypto, userId);
  const stored = await readEmail(db, crypto, userId);
  const address = info?.email ?? null;
  return { address, stored: stored?.address === address ? stored : null };
}

/** Where e-mails go to; null where none may. */
export async function readMailAddress(
  db: Db | Tx,
  crypto: FieldCrypto,
  userId: string,
): Promise<Pick<StoredEmail, 'address' | 'mailId'> | null> {
  const { stored } = await readKnownEmail(db, crypto, userId);
  return stored?.state === 'confirmed' ? stored : null;
}

/**
 * Ends e-mails to an address, and tells the borrower in the app.
 * @returns false when they had ended
 */
export async function endEmails(
  tx: Tx,
  deps: Pick<Deps, 'crypto' | 'now'>,
  of: { userId: string; mailId: string; because: EmailEnd; actor: string },
): Promise<boolean> {
  const { userId, mailId, because, actor } = of;
  const now = deps.now();
  const ended = await markEnded(tx, { userId, mailId, because, now });
  if (!ended) return false;

  await recordAction(tx, {
    at: now,
    userId,
    actor,
    action: 'email_ended',
    subject: mailId,
    detail: { reason: because },
  });
  // Who removed it knows.
  if (because !== 'removed')
    await notify(tx, deps, { userId, kind: 'email_ended', reference: mailId, values: {} });

  return true;
}

/**
 * Ends e-mails to the address that a report is about.
 * @returns false for a mail that is not ours, or to an address that is mailed to no more
 */
export async function endReportedEmails(
  deps: Pick<Deps, 'db' | 'crypto' | 'now'>,
  { id, because }: MailReport,
): Promise<boolean> {
  const [, mailId = ''] = id.split('.');
  const userId = isId(mailId) ? await findMailOwner(deps.db, mailId) : null;
  if (userId === null) return false;

  const of = { userId, mailId, because, actor: 'mail' };
  return deps.db.transaction().execute((tx) => endEmails(tx, deps, of));
}

const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

const TOKEN = 'email_addresses.stop_token:link';

/** The two ways to stop in a mail: a page of the app, and one POST of a mail program. */
export interface StopLinks {
  readonly link: string;
  readonly stopUrl: string;
}

/**
 * Makes the ways to stop. Their encrypted token names the address. They work as long as mails go to
 * it.
 */
export function makeStopLinks(
  { crypto, config }: Pick<Deps, 'crypto' | 'config'>,
  { userId, mailId }: { userId: string; mailId: string },
): StopLinks {
  const token = crypto.encrypt(`${userId}.${mailId}`, TOKEN).toString('base64url');
  const site = `https://${config.NOREN_APP_HOST}`;
  return {
    link: `${site}/#/stop-emails?token=${token}`,
    stopUrl: `${site}/api/mail/stop/${token}`,
  };
}

/**
 * Ends e-mails by the token of a mail. Somebody who stops them before the code was entered is taken
 * for a stranger, whose address it is.
 */
export async function stopByToken(
  tx: Tx,
  deps: Pick<Deps, 'crypto' | 'now'>,
  token: string,
): Promise<void> {
  const of = readStopToken(deps.crypto, token);
  const stored = of && (await readEmail(tx, deps.crypto, of.userId));
  if (!of || !stored) return;

  const because = stored.state === 'waiting' ? 'not_mine' : 'stopped';
  await endEmails(tx, deps, { ...of, because, actor: 'mail' });
}

/** Null for a token that is none of ours. */
function readStopToken(
  crypto: FieldCrypto,
  token: string,
): { userId: string; mailId: string } | null {
  try {
    const [userId = '', mailId = ''] = crypto
      .decrypt(Buffer.from(token, 'base64url'), TOKEN)
      .split('.');
    return { userId, mailId };
  } catch {
    return null;
  }
}
