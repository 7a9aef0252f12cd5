import { type AnswerOf, type BodyOf, type Call, type ParamsOf, pathOf, type QueryOf } from './call.ts';
import { APP_CODE, APP_VERSION, type Envelope, type ErrorData, HEADERS, REQUEST_TIMEOUT_MS } from './envelope.ts';
import { type Encapsulation, encapsulate, openText, sealLines, sealText } from './seal.ts';

/** The request got no answer: no network, a time-out, or something between that is not the server. */
class TransportError extends Error {
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
  /** How long to wait for an answer; an upload that moves begins the wait anew. */
  timeoutMs?: number;
  /** Sends an upload and tells how it comes along; without it `fetch` sends it, and nothing is known until the end. */
  upload?: Upload;
}

/** Sends a form. `onProgress` is told the part that has gone, from 0 to 1. Rejects as `fetch` does. */
export type Upload = (
  url: string,
  init: { method: string; headers: Record<string, string>; body: FormData; signal: AbortSignal },
  onProgress: (part: number) => void,
) => Promise<Response>;

type Maybe<K extends string, V> = V extends undefined ? { [P in K]?: undefined } : { [P in K]: V };
/** What a call is sent with: `file` or, where several are sent, `files`. Give `requestId` to repeat a request whose answer was lost. */
export type SendOptions<C extends Call> = Maybe<'params', ParamsOf<C>> &
  Maybe<'query', QueryOf<C>> &
  Maybe<'body', BodyOf<C>> & {
    file?: Blob;
    files?: readonly Blob[];
    requestId?: string;
    signal?: AbortSignal;
    onProgress?: (part: number) => void;
  };

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
  files?: readonly Blob[];
  requestId?: string;
  signal?: AbortSignal;
  onProgress?: (part: number) => void;
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

/** The address a call is sent to, below the server's own: what tells two GETs apart. */
export function addressOf(declared: Call, sent: { params?: unknown; query?: unknown }): string {
  const { params, query } = sent as Loose;
  return pathOf(declared, params) + queryText(query);
}

/**
 * Makes a client of the wire: headers, sealing, one correction of the clock and one of the sealing key.
 * @param options where it runs and whose session it speaks for
 * @throws TransportError from `send` when no answer of the server's came
 */
export function makeClient(options: ClientOptions): Client {
  const state: ClientState = { sealKey: options.sealKey, clockOffsetMs: 0, current: null };
  return {
    async send(declared, given) {
      const sent = given as Loose;
      const requestId = sent.requestId ?? options.makeRequestId();
      const attempt = async () => exchange(options, await prepare(options, state, declared, sent, requestId), sent);
      let [status, answer] = await attempt();
      if (status === 400 && correct(options, state, answer)) [status, answer] = await attempt();
      if (!isEnvelope(answer)) throw new TransportError(`not an answer of the server (HTTP ${status})`);
      return answer as Envelope<AnswerOf<typeof declared>>;
    },
  };
}

/** What a client learns of the server while it runs. */
interface ClientState {
  sealKey: ClientOptions['sealKey'];
  clockOffsetMs: number;
  current: { seal: Encapsulation; madeAt: number } | null;
}

async function sealOf(options: ClientOptions, state: ClientState): Promise<Encapsulation | null> {
  if (state.sealKey === null) return null;
  if (state.current === null || options.now() - state.current.madeAt > ENCAPSULATION_LIFE_MS)
    state.current = { seal: await encapsulate(state.sealKey), madeAt: options.now() };
  return state.current.seal;
}

async function prepare(
  options: ClientOptions,
  state: ClientState,
  declared: Call,
  sent: Loose,
  requestId: string,
): Promise<Prepared> {
  const path = addressOf(declared, sent);
  const seal = await sealOf(options, state);
  const token = options.token();
  const headers: Record<string, string> = {
    [HEADERS.appCode]: APP_CODE,
    [HEADERS.deviceId]: options.deviceId(),
    [HEADERS.appVersion]: APP_VERSION,
    [HEADERS.encrypted]: seal ? '1' : '0',
    [HEADERS.requestId]: requestId,
    [HEADERS.time]: String(options.now() + state.clockOffsetMs),
    'accept-language': options.language(),
  };
  if (token) headers[HEADERS.token] = token;
  if (seal) headers[HEADERS.seal] = seal.header;
  const body = await bodyOf(declared, sent, path, headers, seal);
  return { method: declared.method, path, headers, body, seal };
}

async function exchange(
  options: ClientOptions,
  { method, path, headers, body, seal }: Prepared,
  { signal, onProgress }: Loose,
): Promise<[number, unknown]> {
  const patience = startPatience(options.timeoutMs ?? REQUEST_TIMEOUT_MS);
  const until = signal ? AbortSignal.any([signal, patience.signal]) : patience.signal;
  const url = options.base + path;
  try {
    const response =
      options.upload && body instanceof FormData
        ? await options.upload(url, { method, headers, body, signal: until }, (part) => {
            patience.restart();
            onProgress?.(part);
          })
        : await options.fetch(url, {
            method,
            headers,
            body,
            credentials: 'same-origin',
            cache: 'no-store',
            signal: until,
          });
    return [response.status, await openAnswer({ method, path, headers, seal }, await response.text())];
  } catch (cause) {
    if (signal?.aborted) throw signal.reason;
    throw new TransportError('no answer from the server', { cause });
  } finally {
    patience.end();
  }
}

/** A time-out counted from the last sign of life: an upload that is slow but moves is not cut off. */
function startPatience(ms: number): { signal: AbortSignal; restart: () => void; end: () => void } {
  const over = new AbortController();
  const begin = () => setTimeout(() => over.abort(new DOMException('no answer in time', 'TimeoutError')), ms);
  let timer = begin();
  const end = () => clearTimeout(timer);
  return {
    signal: over.signal,
    restart: () => {
      end();
      timer = begin();
    },
    end,
  };
}

/** Takes the server's time or key from a refusal; true when asking again may help. */
function correct(options: ClientOptions, state: ClientState, answer: unknown): boolean {
  const data = isEnvelope(answer) && answer.code !== 200 ? (answer.data as ErrorData | null) : null;
  if (data?.serverTimeMs !== undefined) {
    state.clockOffsetMs = data.serverTimeMs - options.now();
    return true;
  }
  if (data?.sealKey && state.sealKey !== null) {
    state.sealKey = data.sealKey;
    state.current = null;
    return true;
  }
  return false;
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
    for (const file of sent.files ?? (sent.file ? [sent.file] : [])) form.append('file', file, 'file');
    return form;
  }
  const seal = async (plain: string): Promise<string> => {
    if (!sealing) return plain;
    const lines = sealLines('request', declared.method, path, headers);
    return sealText(sealing.secret, headers[HEADERS.requestId] ?? '', lines, plain);
  };
  if (declared.encoding === 'form') {
    const form = new URLSearchParams();
    for (const [name, value] of Object.entries(sent.body)) form.set(name, await seal(String(value)));
    return form;
  }
  headers['content-type'] = 'application/json';
  const plain = JSON.stringify(sent.body);
  return sealing ? JSON.stringify({ sealed: await seal(plain) }) : plain;
}

async function openAnswer(prepared: Omit<Prepared, 'body'>, text: string): Promise<unknown> {
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
