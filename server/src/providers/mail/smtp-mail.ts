import type { ConnectionOptions } from 'node:tls';
import { createTransport } from 'nodemailer';
import type { Mail, MailAnswer, MailMessage } from '../../platform/ports/mail.ts';
import { isSecret } from '../webhook-secret.ts';
import { readMailReport } from './read-mail-report.ts';

export interface SmtpConfig {
  /** `smtps://host:465`, or `smtp://host:587` with STARTTLS. Without TLS only on this machine. */
  readonly server: string;
  readonly user: string | null;
  /** Null where the server asks for none, and in a process that sends no mails. */
  readonly password: string | null;
  /** The address that mails come from; its domain is in their ids and signatures. */
  readonly from: string;
  /** Signs mails; null where the server does. */
  readonly dkim: { readonly selector: string; readonly privateKey: string } | null;
  /** For a whole mail, and for each answer to it. */
  readonly timeoutMs: number;
  /** Accepted on reports of mails that came back: the current secret, and during a change the
   * previous one. */
  readonly webhookSecrets: readonly string[];
}

interface Options {
  /** The sender's name, shown beside the address. */
  readonly senderName: string;
  /** Authorities that tests trust beside the system's. */
  readonly tls?: ConnectionOptions;
}

/**
 * One mailbox, as the form of step two takes it. Nothing else reaches a command of SMTP: no second
 * address, no line break, no name.
 */
const ONE_ADDRESS = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/;
/** RFC 5321, section 4.5.3.1.3. */
const MAX_ADDRESS_LENGTH = 254;

const IDS = /^<?([0-9a-f.-]+)@([^>\s]+)>?$/i;

/** Sends mails over SMTP (RFC 5321), each by a connection of its own. */
export function makeSmtpMail(config: SmtpConfig, { senderName, tls }: Options): Mail {
  const { from, timeoutMs } = config;
  const domain = from.slice(from.indexOf('@') + 1);
  const transport = createTransport(toTransportOptions(config, domain, tls));

  return {
    name: 'mail',
    async send(message): Promise<MailAnswer> {
      if (!ONE_ADDRESS.test(message.to) || message.to.length > MAX_ADDRESS_LENGTH)
        return { ...refusedForGood('address_form'), isAddressGone: true };

      const sender = { name: senderName, address: from };
      try {
        await transport.sendMail({
          ...toMail(message, domain),
          from: sender,
          signal: AbortSignal.timeout(timeoutMs),
        });
        return { state: 'sent' };
      } catch (error) {
        return classify(error as SmtpError);
      }
    },
    readReports(body, headers) {
      if (!isSecret(headers['x-webhook-secret'] ?? '', config.webhookSecrets)) return null;

      const reports = readMailReport(body.toString('latin1'), (header) => {
        const [, id = '', at = ''] = IDS.exec(header) ?? [];
        return at.toLowerCase() === domain.toLowerCase() ? id : null;
      });
      if (reports === null) throw new SyntaxError('not a report of RFC 3464 or RFC 5965');

      return reports;
    },
  };
}

function toTransportOptions(
  { server, user, password, dkim, timeoutMs }: SmtpConfig,
  domain: string,
  tls: ConnectionOptions | undefined,
) {
  const { protocol, hostname, port } = new URL(server);
  const secure = protocol === 'smtps:';
  const isHere = hostname === 'localhost' || hostname === '127.0.0.1';

  return {
    host: hostname,
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTLS: !secure && !isHere,
    ignoreTLS: !secure && isHere,
    tls: { minVersion: 'TLSv1.2' as const, ...tls },
    ...(user !== null && { auth: { user, pass: password ?? '' } }),
    ...(dkim && {
      dkim: { domainName: domain, keySelector: dkim.selector, privateKey: dkim.privateKey },
    }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    socketCloseTimeout: 0,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function toMail({ to, id, subject, text, stopUrl, attachments }: MailMessage, domain: string) {
  const ownId = `${id}@${domain}`;

  return {
    to: { name: '', address: to },
    subject,
    text,
    attachments: attachments.map(({ fileName, bytes }) => ({
      filename: fileName,
      content: bytes,
      contentType: 'application/pdf',
    })),
    headers: {
      'Message-ID': `<${ownId}>`,
      // No out-of-office answer comes back (RFC 3834).
      'Auto-Submitted': 'auto-generated',
      'List-Unsubscribe': `<${stopUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
    // If the server can, it sends a report that names this mail, without the papers in it.
    dsn: { id: ownId, return: 'headers' as const, notify: 'failure' as const, recipient: to },
  };
}

interface SmtpError extends Error {
  readonly code?: string;
  /** The system's code, where `code` is nodemailer's. */
  readonly originalCode?: string;
  readonly command?: string;
  readonly responseCode?: number;
  readonly response?: string;
  readonly syscall?: string;
}

/** Errors before the mail was sent: no connection, no TLS, no sign-in. */
const NOT_BEGUN = new Set(['EDNS', 'ETLS', 'EAUTH', 'ENOAUTH', 'ECONFIG']);
const OF_CERTIFICATE = /CERT|UNABLE_TO_/;
/** The receiver's policy refused the mail, for example our address; the mailbox exists. */
const OF_POLICY = /^5\d\d[ -]5\.7\./;

const refusedForGood = (reason: string) =>
  ({ state: 'refused', isPermanent: true, isAddressGone: false, reason }) as const;

/**
 * A server that refused did not take the mail; one that did not answer may have. The words of its
 * answer are left out, because they repeat the address.
 */
function classify(error: SmtpError): MailAnswer {
  const { command, responseCode, response = '' } = error;

  if (!responseCode)
    return hasBegun(error)
      ? { state: 'unknown' }
      : { state: 'refused', isPermanent: false, isAddressGone: false, reason: 'unreachable' };

  const reason = `smtp_${responseCode}`;
  const isOfMail = command === 'RCPT TO' || command === 'DATA';
  // A refused sign-in or sender is for us to mend, so it is not permanent.
  const isPermanent = responseCode >= 500 && isOfMail;
  const isAddressGone = isPermanent && command === 'RCPT TO' && !OF_POLICY.test(response);

  return { state: 'refused', isPermanent, isAddressGone, reason };
}

function hasBegun({ code = '', originalCode = '', syscall = '' }: SmtpError): boolean {
  const isUnreached = NOT_BEGUN.has(code) || OF_CERTIFICATE.test(originalCode);
  return !isUnreached && syscall !== 'connect';
}
