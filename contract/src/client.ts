import { type AnswerOf, addressOf, type BodyOf, type Call, type ParamsOf, type QueryOf } from './call.ts';
import { type Envelope, type ErrorData, HEADERS, REQUEST_TIMEOUT_MS } from './envelope.ts';
import { startPatience } from './patience.ts';
import { requestHeaders } from './request-headers.ts';
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
  /** What requests were sealed by that were sent before this client was there. */
  sealPair?: CryptoKeyPair | undefined;
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

/** A request that was sent before the client was there, sealed by its `sealPair`: its headers, and what comes back. */
export interface EarlyRequest {
  readonly headers: Record<string, string>;
  readonly response: Promise<Response>;
}

/** Sends declared calls; with `early`, waits for what was sent already. */
export interface Client {
  send<C extends Call>(declared: C, options: SendOptions<C>, early?: EarlyRequest): Promise<Envelope<AnswerOf<C>>>;
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

/**
 * Makes a client of the wire: headers, sealing, one correction of the clock and one of the sealing key.
 * @param options where it runs and whose session it speaks for
 * @throws TransportError from `send` when no answer of the server's came
 */
export function makeClient(options: ClientOptions): Client {
  const state: ClientState = { sealKey: options.sealKey, clockOffsetMs: 0, current: null, sealPair: options.sealPair };
  return {
    async send(declared, given, early) {
      const sent = given as Loose;
      const requestId = sent.requestId ?? options.makeRequestId();
      const attempt = async () => exchange(options, await prepare(options, state, declared, sent, requestId), sent);
      let [status, answer] = early ? await receive(options, state, declared, sent, early) : await attempt();
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
  current: { keyId: string; seal: Promise<Encapsulation>; madeAt: number } | null;
  sealPair: CryptoKeyPair | undefined;
}

function sealOf(options: ClientOptions, state: ClientState): Promise<Encapsulation> | null {
  if (state.sealKey === null) return null;
  const { current, sealKey } = state;
  if (current?.keyId === sealKey.keyId && options.now() - current.madeAt <= ENCAPSULATION_LIFE_MS) return current.seal;
  // Calls at once share one: each would cost a Diffie–Hellman.
  const seal = encapsulate(sealKey, state.sealPair);
  // The next is another's.
  state.sealPair = undefined;
  state.current = { keyId: sealKey.keyId, seal, madeAt: options.now() };
  seal.catch(() => {
    if (state.current?.seal === seal) state.current = null;
  });
  return seal;
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
  const headers = requestHeaders({
    deviceId: options.deviceId(),
    token: options.token(),
    language: options.language(),
    requestId,
    now: options.now() + state.clockOffsetMs,
    seal: seal?.header ?? null,
  });
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

/** Waits for a request that was sent already. */
async function receive(
  options: ClientOptions,
  state: ClientState,
  declared: Call,
  sent: Loose,
  { headers, response }: EarlyRequest,
): Promise<[number, unknown]> {
  const sentAlready = { method: declared.method, path: addressOf(declared, sent), headers, body: null };
  const prepared = { ...sentAlready, seal: await sealOf(options, state) };
  return exchange({ ...options, fetch: () => response }, prepared, sent);
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
