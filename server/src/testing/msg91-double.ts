import { LANGUAGE_CODES, type Language } from '@noren/contract/languages';
import { SMS_TAGS } from '../notifications/registered-texts.ts';
import { SMS_TEMPLATES, type SmsTemplate } from '../notifications/sms-templates.ts';
import type { Msg91Config, RegisteredTemplate } from '../providers/sms/msg91.ts';
import { type Answer, doubleTimeoutMs, serveDouble } from './http-double.ts';

/** A message as MSG91 received it. */
interface ReceivedSms {
  readonly requestId: string;
  readonly templateId: string;
  readonly recipient: Readonly<Record<string, string>>;
  status: string;
}

/**
 * The double's answer to a message: accepted, accepted without an answer, or refused with a status.
 */
type Msg91Behaviour =
  | 'takes'
  | 'takes_in_silence'
  | { readonly status: number; readonly body?: unknown };

/** Registered ids of every template of the lender's. */
type LendersTemplates = Readonly<
  Record<Language, Readonly<Record<SmsTemplate, RegisteredTemplate>>>
>;

/** MSG91 on a local port, as documented. */
export interface Msg91Double {
  readonly access: Msg91Config;
  readonly templates: LendersTemplates;
  readonly taken: ReceivedSms[];
  behaviour: Msg91Behaviour;
  /** Whether its log lists accepted messages. */
  hasLog: boolean;
  /** A delivery report in the format of its new webhooks. */
  report(
    of: ReceivedSms,
    status: string,
    failureReason?: string,
  ): { body: Buffer; headers: Record<string, string> };
  close(): Promise<void>;
}

const AUTH_KEY = 'auth key of the double';
const SECRET = 'secret of its webhooks';

/** Unique ids for a template. */
function registered(): LendersTemplates {
  let count = 0;

  const ids = () => {
    count += 1;
    return {
      templateId: count.toString(16).padStart(24, 'a'),
      dltId: String(count).padStart(19, '1'),
    };
  };

  const each = Object.fromEntries(
    LANGUAGE_CODES.map((language) => [
      language,
      Object.fromEntries(SMS_TEMPLATES.map((one) => [one, ids()])),
    ]),
  );
  return each as unknown as LendersTemplates;
}

export async function startMsg91Double(): Promise<Msg91Double> {
  const taken: ReceivedSms[] = [];
  const templates = registered();
  const known = new Set(
    Object.values(templates).flatMap((each) => Object.values(each).map((one) => one.templateId)),
  );
  const { url, close } = await serveDouble(({ method, url: asked, headers, body: bytes }) => {
    if (method !== 'POST' || headers.authkey !== AUTH_KEY)
      return refuse(401, 'Authentication failure');
    if (asked.pathname === '/api/v5/report/logs/p/sms')
      return { status: 200, body: answerLog(double, asked.searchParams) };
    if (asked.pathname !== '/api/v5/flow') return refuse(404, 'no such call');

    if (typeof double.behaviour === 'object') {
      const { status, body } = double.behaviour;
      return body === undefined
        ? refuse(status, 'turned down')
        : { status, body: JSON.stringify(body) };
    }

    const body = JSON.parse(`${bytes}` || '{}') as Record<string, unknown>;
    const fault = findFault(body, known);
    if (fault) return refuse(400, fault);

    const requestId = (taken.length + 1).toString(16).padStart(24, '3');
    const [recipient] = body.recipients as Record<string, string>[];

    taken.push({
      requestId,
      templateId: String(body.template_id),
      recipient: recipient ?? {},
      status: 'Submitted',
    });
    return double.behaviour === 'takes'
      ? { status: 200, body: { type: 'success', message: requestId } }
      : 'silent';
  });

  const double: Msg91Double = {
    access: {
      baseUrl: url,
      authKey: AUTH_KEY,
      get timeoutMs() {
        return doubleTimeoutMs(double.behaviour === 'takes_in_silence');
      },
      webhookSecrets: [SECRET, 'secret of before'],
    },
    templates,
    taken,
    behaviour: 'takes',
    hasLog: true,
    report: ({ requestId, recipient }, status, failureReason = '') => ({
      body: Buffer.from(
        JSON.stringify({ requestId, CRQID: recipient.CRQID, status, failureReason }),
      ),
      headers: { 'x-webhook-secret': SECRET },
    }),
    close,
  };

  return double;
}

const refuse = (status: number, message: string): Answer => ({
  status,
  body: { type: 'error', message },
});

function answerLog({ taken, hasLog }: Msg91Double, query: URLSearchParams): unknown {
  for (const name of ['startDate', 'endDate'])
    if (!/^\d{4}-\d\d-\d\d$/.test(query.get(name) ?? ''))
      return { hasError: true, errors: `${name} is wrong` };

  const data = taken.map(({ requestId, recipient, status }) => ({
    requestId,
    CRQID: recipient.CRQID,
    telNum: recipient.mobiles,
    status,
    failureReason: '',
  }));
  return hasLog
    ? { data, metadata: { total: data.length } }
    : { data: [], metadata: { total: data.length + 1 } };
}

/** The first undocumented part of a request. */
function findFault(body: Record<string, unknown>, known: ReadonlySet<string>): string | null {
  const { template_id: templateId, short_url: shortUrl, recipients, ...others } = body;
  if (Object.keys(others).length > 0) return `not documented: ${Object.keys(others).join()}`;
  if (typeof templateId !== 'string' || !known.has(templateId)) return 'template id missing';
  if (shortUrl !== '0') return 'short_url is wrong';
  if (!Array.isArray(recipients) || recipients.length !== 1) return 'recipients are wrong';

  const { mobiles, CRQID, ...variables } = recipients[0] as Record<string, unknown>;
  if (typeof mobiles !== 'string' || !/^91[6-9]\d{9}$/.test(mobiles)) return 'mobiles is wrong';
  if (CRQID !== undefined && !/^[\w.-]{1,80}$/.test(String(CRQID))) return 'CRQID is wrong';

  const wrong = Object.entries(variables).find(([name, value]) => !isAccepted(name, String(value)));
  return wrong === undefined ? null : `the variable ${wrong[0]} is not what its tag allows`;
}

/** The operators' check of a variable by its tag. */
function isAccepted(name: string, value: string): boolean {
  const tag = SMS_TAGS[name as keyof typeof SMS_TAGS];
  if (tag === 'url') return value.startsWith('https://');
  return (tag === 'numeric' ? /^\d{1,40}$/ : /^[\p{L}\p{M}\p{N} ._/]{1,40}$/u).test(value);
}
