import { createPrivateKey } from 'node:crypto';
import type { Config } from './platform/config/config.ts';
import { ConfigError } from './platform/config/config-error.ts';
import type { Deps } from './platform/deps.ts';
import type { Mail } from './platform/ports/mail.ts';
import { makeSmtpMail } from './providers/mail/smtp-mail.ts';

/**
 * Who sends e-mails; null where no mail server is configured.
 * @throws ConfigError for a key that signs nothing
 */
export function openMail(
  { mail }: Pick<Config, 'mail'>,
  { lender }: Pick<Deps['appConfig'], 'lender'>,
): Mail | null {
  if (!mail) return null;
  if (mail.dkim) requireKey(mail.dkim.privateKey);

  return makeSmtpMail(mail, { senderName: lender.name });
}

/** Found now, and not with the first mail. */
function requireKey(privateKey: string): void {
  try {
    createPrivateKey(privateKey);
  } catch {
    throw new ConfigError('NOREN_MAIL_DKIM_KEY is not usable: it is no private key in PEM');
  }
}
