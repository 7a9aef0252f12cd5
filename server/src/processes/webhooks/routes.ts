import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { recordDeliveryReport } from '../../notifications/store.ts';
import { endReportedEmails, stopByToken } from '../../people/email/email.ts';
import type { Deps } from '../../platform/deps.ts';
import type { Mail } from '../../platform/ports/mail.ts';
import type { Payments, ProviderEvent, WebhookHeaders } from '../../platform/ports/payments.ts';
import { isStorable } from '../../platform/storable-text.ts';
import { receiveEvent } from './provider-events.ts';

const MAIL_HOOK = 'mail';

/** Well above the largest provider event; a longer body is refused. */
const BODY_LIMIT_BYTES = 64 * 1024;

/**
 * Provider webhooks: `POST /api/hooks/{provider}`, outside the envelope and the seal. The signature
 * over the raw body is the only authentication, so it is checked before the body is parsed.
 */
export async function registerWebhooks(server: FastifyInstance, deps: Deps): Promise<void> {
  const readers = listReaders(deps);
  await server.register(async (hooks) => {
    hooks.removeAllContentTypeParsers();
    hooks.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES },
      (_request, body, done) => done(null, body),
    );

    hooks.post<{ Params: { provider: string } }>('/api/hooks/:provider', async (request, reply) => {
      const { provider } = request.params;
      if (provider === deps.sms.name) return receiveDeliveryReports(deps, request, reply);
      if (provider === MAIL_HOOK && deps.mail)
        return receiveMailReports(deps, deps.mail, request, reply);

      const readWebhook = readers.get(provider);
      if (!readWebhook) return plain(reply, 404, 'no such provider');

      const events = readSigned(readWebhook, request);
      if (events === null) return refuseForged(deps, provider, reply);

      if (events === 'malformed') {
        // It is signed, so it is the provider's, and may report money.
        deps.log.error({ provider }, 'signed webhook is unreadable');
        return plain(reply, 400, 'not an event');
      }

      if (!isStorable(events)) {
        deps.log.warn({ provider }, 'signed webhook has characters that cannot be stored');
        return plain(reply, 400, 'not text');
      }

      return plain(reply, 200, await receiveAll(deps, provider, events));
    });

    // The button of a mail program (RFC 8058). A GET, as a scanner sends it, finds nothing.
    hooks.post<{ Params: { token: string } }>('/api/mail/stop/:token', async (request, reply) => {
      const { token } = request.params;
      if (deps.mail) await deps.db.transaction().execute((tx) => stopByToken(tx, deps, token));
      return plain(reply, 200, 'stopped');
    });
  });
}

/**
 * Webhook readers by provider name; one provider of both payments and payouts reports both to the
 * payments hook.
 */
function listReaders({ payments, payouts }: Deps): Map<string, Payments['readWebhook']> {
  const readers = new Map<string, Payments['readWebhook']>();
  if (payouts.readWebhook) readers.set(payouts.name, payouts.readWebhook);
  for (const { name, readWebhook } of payments) readers.set(name, readWebhook);
  return readers;
}

/**
 * SMS delivery reports: they concern no money, so an unreadable one is not an error. Reports on OTP
 * messages are ignored.
 */
async function receiveDeliveryReports(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const reports = readSigned(deps.sms.readReports, request);
  if (reports === null) return refuseForged(deps, deps.sms.name, reply);
  if (reports === 'malformed' || !isStorable(reports)) return plain(reply, 400, 'not a report');

  let noted = 0;
  for (const report of reports) if (await recordDeliveryReport(deps.db, report)) noted += 1;

  return plain(reply, 200, `${noted} noted`);
}

/** What came back of our mails: each report ends e-mails to its address. */
async function receiveMailReports(
  deps: Deps,
  mail: Mail,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const reports = readSigned(mail.readReports, request);
  if (reports === null) return refuseForged(deps, MAIL_HOOK, reply);
  if (reports === 'malformed') return plain(reply, 400, 'not a report');

  let noted = 0;
  for (const report of reports) if (await endReportedEmails(deps, report)) noted += 1;

  return plain(reply, 200, `${noted} noted`);
}

function refuseForged({ security }: Deps, provider: string, reply: FastifyReply): FastifyReply {
  security.record('forged_webhook', { call: `hooks/${provider}` });
  return plain(reply, 401, 'signature refused');
}

function readSigned<T>(
  readWebhook: (body: Buffer, headers: WebhookHeaders) => readonly T[] | null,
  request: FastifyRequest,
): readonly T[] | 'malformed' | null {
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  try {
    return readWebhook(body, toWebhookHeaders(request));
  } catch (error) {
    if (error instanceof SyntaxError) return 'malformed';
    throw error;
  }
}

/** A header sent twice counts as missing: only one of the two could be signed. */
function toWebhookHeaders({ headers }: FastifyRequest): WebhookHeaders {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : undefined,
    ]),
  );
}

/**
 * @returns the outcomes, each event in its own transaction; if one fails, the provider sends all
 * again
 */
async function receiveAll(
  deps: Deps,
  provider: string,
  events: readonly ProviderEvent[],
): Promise<string> {
  const outcomes: string[] = [];
  for (const event of events) {
    const outcome = await receiveEvent(deps, provider, event);
    if (outcome === 'unknown')
      deps.log.warn({ provider, eventId: event.eventId }, 'unmatched provider event stored');
    outcomes.push(outcome);
  }

  return outcomes.join(' ') || 'nothing to do';
}

function plain(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('text/plain; charset=utf-8')
    .send(text);
}
