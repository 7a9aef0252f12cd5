import type { MailReport } from '../../platform/ports/mail.ts';

/** A part of a message (RFC 2045): its headers by their names in small letters, and its body. */
interface Part {
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** Feedback types of RFC 5965 that are no complaint. */
const NO_COMPLAINTS = new Set(['not-spam', 'auth-failure']);

/**
 * Reads what came back about a mail of ours: a delivery status (RFC 3464) or a complaint (RFC 5965).
 * A message that was cut off is read as far as it goes.
 * @param toId reads our id from a Message-ID; null if the mail is not ours
 * @returns null if the message is no report
 */
export function readMailReport(
  raw: string,
  toId: (header: string) => string | null,
): readonly MailReport[] | null {
  const report = readPart(raw);
  const { type, parameters } = readContentType(report);
  if (type !== 'multipart/report') return null;

  const kind = parameters.get('report-type')?.toLowerCase();
  const parts = splitParts(report.body, parameters.get('boundary'));
  const because =
    kind === 'delivery-status'
      ? hasBounced(parts) && 'bounced'
      : kind === 'feedback-report' && isComplaint(parts) && 'complained';
  if (!because) return [];

  const id = findMailIds(parts)
    .map(toId)
    .find((found) => found !== null);

  return id ? [{ id, because }] : [];
}

function readPart(text: string): Part {
  const end = /\r?\n\r?\n/.exec(text);
  const head = end ? text.slice(0, end.index) : text;

  return {
    headers: readFields(head),
    body: end ? text.slice(end.index + end[0].length) : '',
  };
}

/** Header fields by name, folded lines joined. If a name comes twice, the first field counts. */
function readFields(head: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const line of head.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).trim().toLowerCase();
    if (colon > 0 && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim());
  }

  return fields;
}

function readContentType({ headers }: Part): { type: string; parameters: Map<string, string> } {
  const [type = '', ...rest] = (headers.get('content-type') ?? 'text/plain').split(';');
  const parameters = rest.map((parameter): [string, string] => {
    const [name = '', ...value] = parameter.split('=');
    return [name.trim().toLowerCase(), value.join('=').trim().replaceAll('"', '')];
  });

  return { type: type.trim().toLowerCase(), parameters: new Map(parameters) };
}

function splitParts(body: string, boundary: string | undefined): Part[] {
  if (!boundary) return [];

  const [, ...parts] = `\n${body}`.split(`\n--${boundary}`);
  return parts
    .filter((part) => !part.startsWith('--'))
    .map((part) => readPart(part.replace(/^[ \t]*\r?\n/, '')));
}

const findPart = (parts: readonly Part[], wanted: RegExp): Part | undefined =>
  parts.find((part) => wanted.test(readContentType(part).type));

const DELIVERY_STATUS = /^message\/(global-)?delivery-status$/;
const RETURNED = /^(message\/(rfc822|global)(-headers)?|text\/rfc822-headers)$/;

/** Whether delivery to a recipient failed for good. A delay or a full mailbox is no bounce. */
function hasBounced(parts: readonly Part[]): boolean {
  const status = findPart(parts, DELIVERY_STATUS)?.body ?? '';

  return status
    .split(/\r?\n\r?\n/)
    .map(readFields)
    .some(
      (fields) =>
        fields.get('action')?.toLowerCase() === 'failed' && fields.get('status')?.startsWith('5'),
    );
}

function isComplaint(parts: readonly Part[]): boolean {
  const { body = '' } = findPart(parts, /^message\/feedback-report$/) ?? {};
  const type = readFields(body).get('feedback-type')?.toLowerCase();

  return type !== undefined && !NO_COMPLAINTS.has(type);
}

/** Ids of the mail that came back: from its returned headers, and from its envelope if kept. */
function findMailIds(parts: readonly Part[]): string[] {
  const returned = readPart(findPart(parts, RETURNED)?.body ?? '').headers.get('message-id');
  const status = readFields(findPart(parts, DELIVERY_STATUS)?.body ?? '');

  return [returned, status.get('original-envelope-id')].filter((one) => one !== undefined);
}
