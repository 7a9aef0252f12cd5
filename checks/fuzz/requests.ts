import { buildPath, type Call } from '@noren/contract/call';
import { HEADERS } from '@noren/contract/envelope';
import { CALLS, type CallName } from '@noren/contract/index';
import { requestHeaders } from '@noren/contract/request-headers';
import { type Encapsulation, sealLines, sealText } from '@noren/contract/seal';
import type { ProviderEvent } from '@noren/server/src/platform/ports/payments.ts';
import type { SandboxBank } from '@noren/server/src/sandbox/bank/bank.ts';
import { SAMPLES } from '@noren/server/src/testing/samples.ts';
import type { Chance } from '../simulate/chance.ts';
import { writeMultipart } from './multipart.ts';
import type { FuzzPerson } from './people.ts';
import { anyUuid, anyValue, mutate, mutateBytes } from './values.ts';

/** A request as it is sent. */
export interface FuzzRequest {
  readonly kind: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly payload?: string | Buffer;
  readonly address: string;
  /** Whose session it carries, as an index of the people; null for nobody's. */
  readonly who: number | null;
  /** True when it goes over a socket, as raw bytes. */
  readonly isRaw?: boolean;
  /** Opens a sealed answer. */
  readonly seal?: Encapsulation;
}

/** What requests are made from. */
export interface Surroundings {
  readonly people: readonly FuzzPerson[];
  readonly seal: Encapsulation;
  readonly bank: SandboxBank;
  readonly now: number;
}

const NAMES = Object.keys(CALLS) as CallName[];

/** The request with a number: the same seed gives the same. */
export async function makeRequest(chance: Chance, on: Surroundings): Promise<FuzzRequest> {
  const drawn = chance.int(1, 100);
  if (drawn <= 8) return webhook(chance, on);
  if (drawn <= 14) return anyPath(chance, on);

  const sent = await declaredCall(chance, on);
  return drawn <= 18 ? { ...sent, kind: `raw ${sent.kind}`, isRaw: true } : sent;
}

function anyAddress(chance: Chance): string {
  const part = (): number => chance.int(1, 254);
  return chance.percent(70)
    ? `10.${part()}.${part()}.${part()}`
    : `2001:db8:${part().toString(16)}:${part().toString(16)}::${part().toString(16)}`;
}

async function declaredCall(chance: Chance, on: Surroundings): Promise<FuzzRequest> {
  const name = chance.pick(NAMES);
  const declared = CALLS[name] as Call;
  const who = chance.percent(8) ? null : chance.int(0, on.people.length - 1);
  const parts = changedSample(chance, on, { name, who });
  const isSealed = chance.percent(45);
  const url = addressFor(chance, declared, parts);
  const headers = headersFor(chance, on, { who, isSealed });
  const base = { kind: name, method: declared.method, url, address: anyAddress(chance), who };
  const seal = isSealed ? { seal: on.seal } : {};
  if (declared.method === 'GET' || !declared.body) return { ...base, headers, ...seal };

  const body = parts.body;
  if (declared.encoding === 'multipart') {
    const { type, payload } = writeMultipart(chance, body);
    return { ...base, headers: { ...headers, 'content-type': type }, payload, ...seal };
  }

  const type =
    declared.encoding === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
  const sealed = (text: string): Promise<string> =>
    sealFor(on.seal, { method: declared.method, url, headers, text });
  const payload =
    declared.encoding === 'form'
      ? await encodeForm(body, isSealed ? sealed : null)
      : isSealed
        ? JSON.stringify({ sealed: await sealed(toJson(body)) })
        : toJson(body);
  const isSpoiled = chance.percent(6);

  return {
    ...base,
    headers: {
      ...headers,
      'content-type': chance.percent(97) ? type : chance.pick(['text/plain', 'application/x', '']),
    },
    payload: isSpoiled ? mutateBytes(chance, Buffer.from(payload)) : payload,
    ...seal,
  };
}

interface Parts {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, unknown>;
  readonly body?: unknown;
}

/** The call's sample, often with ids of somebody else, mostly with some of its values changed. */
function changedSample(
  chance: Chance,
  on: Surroundings,
  of: { name: CallName; who: number | null },
): Parts {
  const person = on.people[of.who ?? 0]!;
  const subject = chance.percent(30) ? chance.pick(on.people) : person;
  const { repayId, proposalNo, phone, paymentCode } = subject;
  const sample = SAMPLES[of.name]({ phone, repayId, proposalNo, otpRef: anyUuid(chance) }) as Parts;
  // A payment's code opens its page to anyone who has it, so only one's own is used.
  const withCode = JSON.parse(
    JSON.stringify(sample).replaceAll('a'.repeat(20), person.paymentCode ?? paymentCode),
  );
  let parts = withCode as Parts;

  for (let count = chance.pick([0, 0, 1, 1, 1, 2, 3]); count > 0; count -= 1)
    parts = changeOne(chance, parts);

  return parts;
}

function changeOne(chance: Chance, parts: Parts): Parts {
  const partNames = (['params', 'query', 'body'] as const).filter(
    (partName) => parts[partName] !== undefined,
  );
  if (partNames.length === 0) return { ...parts, body: anyValue(chance) };

  const partName = chance.pick(partNames);
  return { ...parts, [partName]: mutate(chance, parts[partName]) };
}

function addressFor(chance: Chance, declared: Call, { params, query }: Parts): string {
  const names = [...declared.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const named = Object.fromEntries(
    names.map((name) => [name, wellFormed(toText(pickEntry(params, name)))]),
  );
  const path = buildPath(declared, named);
  const pairs = typeof query === 'object' && query !== null ? Object.entries(query) : [];
  const values = pairs
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, toText(value)]);
  const search = values.length > 0 ? `?${new URLSearchParams(values as [string, string][])}` : '';

  return chance.percent(2)
    ? `${path}${search}${chance.pick(['?', '%', '#a', '/', '//', ';a=b', '?a[]=1&a[b]=2'])}`
    : path + search;
}

const pickEntry = (of: unknown, name: string): unknown =>
  typeof of === 'object' && of !== null ? (of as Record<string, unknown>)[name] : of;
const toText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
const wellFormed = (text: string): string => text.slice(0, 2_000).toWellFormed();
const toJson = (value: unknown): string => JSON.stringify(value) ?? '';

async function encodeForm(
  body: unknown,
  seal: ((text: string) => Promise<string>) | null,
): Promise<string> {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(typeof body === 'object' && body !== null ? body : {}))
    form.append(name, seal ? await seal(toText(value)) : toText(value));
  return form.toString();
}

function sealFor(
  seal: Encapsulation,
  {
    method,
    url,
    headers,
    text,
  }: { method: string; url: string; headers: Record<string, string>; text: string },
): Promise<string> {
  const lines = sealLines('request', method, url, headers);
  // Too long to be bound: what is sent cannot be opened, and must still be answered.
  if (Buffer.byteLength(lines) > 1_024) return Promise.resolve('A'.repeat(80));
  return sealText(seal.secret, headers[HEADERS.requestId] ?? '', lines, text);
}

function headersFor(
  chance: Chance,
  on: Surroundings,
  { who, isSealed }: { who: number | null; isSealed: boolean },
): Record<string, string> {
  const client = who === null ? null : on.people[who]!.client;
  const headers: Record<string, string> = requestHeaders({
    deviceId: client?.deviceId ?? anyUuid(chance),
    token: client?.token ?? null,
    language: chance.pick(['en', 'hi', 'es', 'th', 'vi', 'id', 'xx', '']),
    requestId: anyUuid(chance),
    now: on.now,
    seal: isSealed ? on.seal.header : null,
  });

  if (client?.cookie) headers.cookie = client.cookie;
  if (chance.percent(94)) return headers;

  const name = chance.pick([...Object.values(HEADERS), 'accept-language', 'cookie']);
  const value = chance.pick([
    '',
    '1',
    'x'.repeat(1_200),
    headers[name] ? `${headers[name]}x` : '0',
    'é'.repeat(3),
  ]);

  return { ...headers, [name]: value };
}

const PATHS = [
  '/api/user/%zz',
  '/api/user/%00',
  '/api',
  '/api/',
  '/api/user/../x',
  '//api/user/public/appConfig',
  '/api/hooks/',
  '/api/hooks/%ff',
  '/api/hooks/__proto__',
  '/',
  '/sandbox',
  '/api/user/dict/getByType/__proto__',
  `/api/user/repay/detail/${'A'.repeat(300)}`,
  '/*',
];

function anyPath(chance: Chance, on: Surroundings): FuzzRequest {
  const method = chance.pick(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS']);
  const url = chance.percent(60) ? chance.pick(PATHS) : (CALLS[chance.pick(NAMES)] as Call).path;
  const payload =
    method === 'GET' || method === 'HEAD' ? {} : { payload: toJson(anyValue(chance)) };
  const headers = {
    ...headersFor(chance, on, { who: null, isSealed: chance.percent(20) }),
    'content-type': 'application/json',
  };

  return {
    kind: 'path',
    method,
    url,
    headers,
    address: anyAddress(chance),
    who: null,
    isRaw: chance.percent(40),
    ...payload,
  };
}

function webhook(chance: Chance, on: Surroundings): FuzzRequest {
  const person = chance.pick(on.people);
  const id = anyUuid(chance);
  const paid = {
    code: person.paymentCode,
    providerRef: `p${id}`,
    amountPaise: chance.int(1, 1_000),
  };
  const eventId = `e${id}`;
  const events = [
    { kind: 'payment', eventId, ...paid, paidAtMs: on.now },
    { kind: 'payment_seen', eventId, ...paid },
    { kind: 'payout', eventId, payoutRef: `x${id}`, state: 'confirmed', providerId: id },
    {
      kind: 'refund',
      eventId,
      refundRef: `x${id}`,
      state: 'failed',
      providerId: id,
      reason: 'none',
    },
    {
      kind: 'chargeback',
      eventId,
      paymentProviderRef: `p${id}`,
      amountPaise: 100,
      takenAtMs: on.now,
    },
  ];
  const event = chance.pick(events);
  const changed = chance.percent(70) ? mutate(chance, event) : event;
  const { body, signature } = on.bank.signedWebhook(changed as ProviderEvent);
  const isForged = chance.percent(20);

  return {
    kind: 'webhook',
    method: 'POST',
    url: `/api/hooks/${chance.percent(90) ? 'sandbox' : chance.pick(['sandbox-sms', 'razorpay', 'x', '%00'])}`,
    headers: {
      'content-type': chance.pick(['application/json', 'text/plain', 'application/octet-stream']),
      'x-sandbox-signature': isForged
        ? chance.pick(['', '00', 'f'.repeat(64), `${signature}0`])
        : signature,
    },
    payload:
      isForged && chance.percent(50) ? mutateBytes(chance, Buffer.from(body ?? '')) : (body ?? ''),
    address: anyAddress(chance),
    who: null,
  };
}
