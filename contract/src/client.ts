import { type AnswerOf, type BodyOf, type Call, type ParamsOf, pathOf, type QueryOf } from './call.ts';
import { APP_CODE, APP_VERSION, type Envelope, type ErrorData, HEADERS, REQUEST_TIMEOUT_MS } from './envelope.ts';
import { type Encapsulation, encapsulate, openText, sealLines, sealText } from './seal.ts';

/** The request got no answer: no network, a time-out, or something between that is not the server. */
export class TransportError extends Error {
  override readonly name = 'TransportError';
}

/** What the client needs from where it runs. */
export interface ClientOptions {
  /** Scheme and host, or empty for the page's own. */
  base: string;
  fetch: typeof fetch;
  now: () => number;
  makeRequestId: () => string;
  deviceId: () => string;
  token: () => string | null;
  language: () => string;
  /** The server's sealing key; null sends in plain (only a sandbox takes it). */
  sealKey: { keyId: string; publicKey: string } | null;
  timeoutMs?: number;
}

type Maybe<K extends string, V> = V extends undefined ? { [P in K]?: undefined } : { [P in K]: V };
/** What a call is sent with. Give `requestId` to repeat a request whose answer was lost. */
export type SendOptions<C extends Call> = Maybe<'params', ParamsOf<C>> &
  Maybe<'query', QueryOf<C>> &
  Maybe<'body', BodyOf<C>> & { file?: Blob; requestId?: string; signal?: AbortSignal };

/** Sends declared calls. */
export interface Client {
  send<C extends Call>(declared: C, options: SendOptions<C>): Promise<Envelope<AnswerOf<C>>>;
}

const ENCAPSULATION_LIFE_MS = 3_600_000;

interface Loose {
  params?: Record<string, string>;
  query?: Record<string, string | undefined>;
  body?: Record<string, unknown>;
  file?: Blob;
  requestId?: string;
  signal?: AbortSignal;
}
interface Prepared {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: BodyInit | null;
  seal: Encapsulation | null;
}

function queryText(query: Record<string, string | undefined> | undefined): string {
  const pairs = Object.entries(query ?? {}).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
}

/**
 * Makes a client of the wire: headers, sealing, one correction of the clock and one of the sealing key.
 * @param options where it runs and whose session it speaks for
 * @throws TransportError from `send` when no answer of the server's came
 */
export function makeClient(options: ClientOptions): Client {
  let sealKey = options.sealKey;
  let clockOffsetMs = 0;
  let current: { seal: Encapsulation; madeAt: number } | null = null;

  async function seal(): Promise<Encapsulation | null> {
    if (sealKey === null) return null;
    if (current === null || options.now() - current.madeAt > ENCAPSULATION_LIFE_MS)
      current = { seal: await encapsulate(sealKey), madeAt: options.now() };
    return current.seal;
  }

  async function prepare(declared: Call, sent: Loose, requestId: string): Promise<Prepared> {
    const path = pathOf(declared, sent.params) + queryText(sent.query);
    const sealing = await seal();
    const token = options.token();
    const headers: Record<string, string> = {
      [HEADERS.appCode]: APP_CODE,
      [HEADERS.deviceId]: options.deviceId(),
      [HEADERS.appVersion]: APP_VERSION,
      [HEADERS.encrypted]: sealing ? '1' : '0',
      [HEADERS.requestId]: requestId,
      [HEADERS.time]: String(options.now() + clockOffsetMs),
      'accept-language': options.language(),
    };
    if (token) headers[HEADERS.token] = token;
    if (sealing) headers[HEADERS.seal] = sealing.header;
    const body = await bodyOf(declared, sent, path, headers, sealing);
    return { method: declared.method, path, headers, body, seal: sealing };
  }

  async function exchange(prepared: Prepared, signal: AbortSignal | undefined): Promise<[number, unknown]> {
    const timeout = AbortSignal.timeout(options.timeoutMs ?? REQUEST_TIMEOUT_MS);
    try {
      const response = await options.fetch(options.base + prepared.path, {
        method: prepared.method,
        headers: prepared.headers,
        body: prepared.body,
        credentials: 'same-origin',
        cache: 'no-store',
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
      return [response.status, await openAnswer(prepared, await response.text())];
    } catch (cause) {
      if (signal?.aborted) throw signal.reason;
      throw new TransportError('no answer from the server', { cause });
    }
  }

  return {
    async send(declared, given) {
      const sent = given as Loose;
      const requestId = sent.requestId ?? options.makeRequestId();
      let [status, answer] = await exchange(await prepare(declared, sent, requestId), sent.signal);
      if (status === 400 && correct(answer))
        [status, answer] = await exchange(await prepare(declared, sent, requestId), sent.signal);
      if (!isEnvelope(answer)) throw new TransportError(`not an answer of the server (HTTP ${status})`);
      return answer as Envelope<AnswerOf<typeof declared>>;
    },
  };

  /** Takes the server's time or key from a refusal; true when asking again may help. */
  function correct(answer: unknown): boolean {
    const data = isEnvelope(answer) && answer.code !== 200 ? (answer.data as ErrorData | null) : null;
    if (data?.serverTimeMs !== undefined) {
      clockOffsetMs = data.serverTimeMs - options.now();
      return true;
    }
    if (data?.sealKey && sealKey !== null) {
      sealKey = data.sealKey;
      current = null;
      return true;
    }
    return false;
  }
}

async function bodyOf(
  declared: Call,
  sent: Loose,
  path: string,
  headers: Record<string, string>,
  sealing: Encapsulation | null,
): Promise<BodyInit | null> {
  if (declared.method === 'GET' || sent.body === undefined) return null;
  if (declared.encoding === 'multipart') {
    const form = new FormData();
    for (const [name, value] of Object.entries(sent.body)) form.set(name, String(value));
    if (sent.file) form.set('file', sent.file, 'file');
    return form;
  }
  headers['content-type'] = 'application/json';
  const plain = JSON.stringify(sent.body);
  if (!sealing) return plain;
  const lines = sealLines('request', declared.method, path, headers);
  return JSON.stringify({ sealed: await sealText(sealing.secret, headers[HEADERS.requestId] ?? '', lines, plain) });
}

async function openAnswer(prepared: Prepared, text: string): Promise<unknown> {
  const outer: unknown = JSON.parse(text);
  if (typeof outer !== 'object' || outer === null || !('sealed' in outer) || prepared.seal === null) return outer;
  const lines = sealLines('response', prepared.method, prepared.path, prepared.headers);
  const requestId = prepared.headers[HEADERS.requestId] ?? '';
  return JSON.parse(await openText(prepared.seal.secret, requestId, lines, String(outer.sealed)));
}

function isEnvelope(value: unknown): value is Envelope<unknown> {
  return (
    typeof value === 'object' && value !== null && 'code' in value && typeof value.code === 'number' && 'msg' in value
  );
}
