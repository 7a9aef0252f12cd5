import * as z from 'zod';
import { hookSecret, parseWhole, type SettingsOfProcess, timeout } from './parse-settings.ts';

/** A mail server sends e-mails: set whole, or nothing speaks of e-mail. */
export const mail = z.object({
  /** By TLS, or by STARTTLS without the `s`; a server of this machine alone by neither. */
  NOREN_MAIL_SERVER: z
    .string()
    .regex(/^smtps?:\/\/[A-Za-z0-9.-]+(:\d+)?$/, 'must be smtps:// or smtp:// and a host'),
  NOREN_MAIL_FROM: z.email('must be an address'),
  NOREN_MAIL_USER: z.string().min(1).optional(),
  NOREN_MAIL_PASSWORD: z.string().min(1).optional(),
  NOREN_MAIL_DKIM_SELECTOR: z
    .string()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)*$/, 'must be a name in DNS')
    .optional(),
  NOREN_MAIL_DKIM_KEY: z.string().min(1).optional(),
  NOREN_MAIL_WEBHOOK_SECRET: hookSecret.optional(),
  NOREN_MAIL_WEBHOOK_SECRET_OLD: hookSecret.optional(),
  NOREN_MAIL_TIMEOUT_MS: timeout({ min: 1_000, max: 60_000, usual: 20_000 }),
});

export interface MailConfig {
  readonly server: string;
  readonly from: string;
  readonly user: string | null;
  /** Null where the server asks for none, and in a process that sends no mails. */
  readonly password: string | null;
  /** Null where the mail server signs. */
  readonly dkim: { readonly selector: string; readonly privateKey: string } | null;
  readonly timeoutMs: number;
  /** The secret that what comes back is sent with now, then the previous one. */
  readonly webhookSecrets: readonly string[];
}

export function readMail(of: SettingsOfProcess): MailConfig | null {
  const spared = [
    ...(of.given.NOREN_MAIL_USER === undefined ? ['NOREN_MAIL_PASSWORD'] : []),
    ...(of.given.NOREN_MAIL_DKIM_SELECTOR === undefined ? ['NOREN_MAIL_DKIM_KEY'] : []),
  ];
  const read = parseWhole(mail, 'NOREN_MAIL_', of, spared);
  if (!read) return null;

  const [selector, privateKey] = [read.NOREN_MAIL_DKIM_SELECTOR, read.NOREN_MAIL_DKIM_KEY];
  const hooks = [read.NOREN_MAIL_WEBHOOK_SECRET, read.NOREN_MAIL_WEBHOOK_SECRET_OLD];

  return {
    server: read.NOREN_MAIL_SERVER,
    from: read.NOREN_MAIL_FROM,
    user: read.NOREN_MAIL_USER ?? null,
    password: read.NOREN_MAIL_PASSWORD ?? null,
    dkim: selector && privateKey ? { selector, privateKey } : null,
    timeoutMs: read.NOREN_MAIL_TIMEOUT_MS,
    webhookSecrets: hooks.filter((secret) => secret !== undefined),
  };
}
