import { LANGUAGE_CODES, type Language } from '@noren/contract/languages';
import { smsVariables } from '@noren/core/lending/sms-values';
import { addDays, toBusinessDay } from '@noren/core/money/time';
import * as z from 'zod';
import type { Sms, SmsAnswer, SmsMessage, SmsReport } from '../../platform/ports/sms.ts';
import { isSecret } from '../webhook-secret.ts';

/**
 * A registered text: its id at MSG91 and in the operators' registry (DLT), where the lender
 * registered it.
 */
export interface RegisteredTemplate {
  readonly templateId: string;
  readonly dltId: string;
}

export type RegisteredTemplates = Readonly<
  Record<Language, Readonly<Record<string, RegisteredTemplate>>>
>;

export interface Msg91Config {
  readonly baseUrl: string;
  /** Null in a process that sends no messages. */
  readonly authKey: string | null;
  readonly timeoutMs: number;
  /**
   * Accepted values of `x-webhook-secret`: the current one, and the previous one during a change.
   */
  readonly webhookSecrets: readonly string[];
}

const registered = z.strictObject({
  templateId: z.string().regex(/^[0-9a-f]{24}$/, 'must be 24 letters and digits'),
  dltId: z.string().regex(/^\d{19}$/, 'must be 19 digits'),
});

/**
 * Parses the templates file:
 * `{ "constants": { … }, "<language>": { "<template>": { "templateId", "dltId" } } }`.
 * @param names the templates that there must be in every language
 * @param constants the lender's words as they are now: the texts must be registered with the same
 * @returns the complete templates, or the names of what is missing or wrong (`hi.due_today`,
 * `constants.officer`)
 */
export function checkTemplates(
  given: unknown,
  names: readonly string[],
  constants: Readonly<Record<string, string>>,
): { templates: RegisteredTemplates } | { wrong: string[] } {
  const file = z.record(z.string(), z.record(z.string(), z.unknown())).safeParse(given);
  if (!file.success) return { wrong: ['it is not an object of languages'] };

  const wrong = Object.entries(constants).flatMap(([name, value]) =>
    file.data.constants?.[name] === value ? [] : [`constants.${name}`],
  );
  const templates: Record<string, Record<string, RegisteredTemplate>> = {};

  for (const language of LANGUAGE_CODES) {
    const read: Record<string, RegisteredTemplate> = {};
    for (const template of names) {
      const one = registered.safeParse(file.data[language]?.[template]);
      if (one.success) read[template] = one.data;
      else wrong.push(`${language}.${template}`);
    }

    templates[language] = read;
  }

  return wrong.length > 0 ? { wrong } : { templates: templates as unknown as RegisteredTemplates };
}

const accepted = z.object({ type: z.literal('success'), message: z.string().min(1) });
const refusal = z.object({ type: z.literal('error') });

const logged = z.object({
  CRQID: z.string().nullish(),
  requestId: z.string().nullish(),
  status: z.union([z.string(), z.number()]).nullish(),
  failureReason: z.string().nullish(),
});

const log = z.object({
  data: z.array(logged),
  metadata: z.object({ total: z.number().nullish() }).nullish(),
});

const LOG_PAGE = 100;

/**
 * MSG91's Flow API: one registered template per message, searchable by our reference (its CRQID).
 * Decision 026.
 */
export function makeMsg91Sms(config: Msg91Config, templates: RegisteredTemplates): Sms {
  return {
    name: 'msg91',
    async send(message) {
      const registeredAs = templates[message.language][message.template];
      if (!registeredAs) throw new Error(`the SMS template ${message.template} is not registered`);

      const answer = await post(config, '/api/v5/flow', buildBody(message, registeredAs));
      if (answer === 'unreachable') return { state: 'refused', isPermanent: false, reason: answer };
      if (answer === 'unknown') return { state: 'unknown' };

      return readAnswer(answer, `${registeredAs.templateId}/${registeredAs.dltId}`);
    },
    async find({ reference, sentAt }) {
      const day = toBusinessDay(sentAt);
      const query = new URLSearchParams({
        startDate: day,
        endDate: addDays(day, 1),
        CRQID: reference,
        limit: String(LOG_PAGE),
      });
      const answer = await post(config, `/api/v5/report/logs/p/sms?${query}`, {});
      if (typeof answer === 'string' || answer.status !== 200) return { state: 'unknown' };

      const read = log.safeParse(answer.json);
      if (!read.success) return { state: 'unknown' };

      const { data, metadata } = read.data;
      const mine = data.find(({ CRQID }) => CRQID === reference);
      if (mine) return toSmsReport(mine);

      // If the log has more pages, a missing entry proves nothing.
      return (metadata?.total ?? data.length) > data.length
        ? { state: 'unknown' }
        : { state: 'not_found' };
    },
    readReports(body, headers) {
      if (!isSecret(headers['x-webhook-secret'] ?? '', config.webhookSecrets)) return null;

      const report: unknown = JSON.parse(body.toString('utf8'));
      const read = z.array(logged).safeParse(Array.isArray(report) ? report : [report]);
      if (!read.success) throw new SyntaxError('not a report as documented');

      return read.data.map(toSmsReport);
    },
  };
}

function buildBody(
  { phone, values, reference }: SmsMessage,
  { templateId }: RegisteredTemplate,
): object {
  const recipient = {
    ...smsVariables(values),
    mobiles: `91${phone}`,
    ...(reference && { CRQID: reference }),
  };
  return { template_id: templateId, short_url: '0', recipients: [recipient] };
}

interface Answer {
  readonly status: number;
  readonly json: unknown;
}

/**
 * Statuses that mean the message itself is not acceptable; after others (key, IP, credit, rate) it
 * may be retried.
 */
const PERMANENT = new Set([400, 404, 422]);

function readAnswer({ status, json }: Answer, registeredAs: string): SmsAnswer {
  const ok = accepted.safeParse(json);
  if (status === 200 && ok.success)
    return { state: 'sent', providerId: ok.data.message, registeredAs };

  const isError = refusal.safeParse(json).success;
  // A failing server may have accepted it first.
  if (status >= 500 || status === 408 || (status < 400 && !isError)) return { state: 'unknown' };

  return { state: 'refused', isPermanent: PERMANENT.has(status), reason: `http_${status}` };
}

/** The connection was never established: nothing was sent. */
const NEVER_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

async function post(
  config: Msg91Config,
  path: string,
  body: object,
): Promise<Answer | 'unreachable' | 'unknown'> {
  if (config.authKey === null) throw new Error('msg91: this process has no key');
  try {
    const response = await fetch(new URL(path, config.baseUrl), {
      method: 'POST',
      headers: {
        authkey: config.authKey,
        accept: 'application/json',
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(config.timeoutMs),
      redirect: 'error',
    });
    return { status: response.status, json: parseJson(await response.text()) };
  } catch (error) {
    const { code } = ((error as Error).cause ?? {}) as { code?: string };
    return code !== undefined && NEVER_CONNECTED.has(code) ? 'unreachable' : 'unknown';
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Numbers in the old webhooks, words in the log and the new webhooks (msg91.com/help, webhooks).
 */
const FAILED = new Set([
  '2',
  '9',
  '16',
  '17',
  '25',
  'failed',
  'rejected',
  'blocked',
  'blocked number',
  'ndnc',
  'expired',
]);

const DELIVERED = new Set(['1', 'delivered']);

function toSmsReport({
  CRQID,
  requestId,
  status,
  failureReason,
}: z.infer<typeof logged>): SmsReport {
  const word = String(status ?? '').toLowerCase();
  const state = DELIVERED.has(word) ? 'delivered' : FAILED.has(word) ? 'failed' : 'sent';
  const reason = state === 'failed' ? (failureReason?.slice(0, 80) ?? word) : null;
  return { reference: CRQID ?? null, providerId: requestId ?? null, state, reason };
}
