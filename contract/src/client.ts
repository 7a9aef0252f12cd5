import {
  type AnswerOf,
  type BodyOf,
  buildAddress,
  type Call,
  type ParamsOf,
  type QueryOf,
} from './call.ts';
import { type Envelope, type ErrorData, HEADERS, REQUEST_TIMEOUT_MS } from './envelope.ts';
import { startIdleTimeout } from './idle-timeout.ts';
import { requestHeaders } from './request-headers.ts';
import { type Encapsulation, encapsulate, openText, sealLines, sealText } from './seal.ts';

/** No answer from the server: no network, a time-out, or an answer made by something in between. */
class TransportError extends Error {
  override readonly name = 'TransportError';
}

/** The environment the client runs in, and the identity it sends for. */
export interface ClientOptions {
  /** Scheme and host, or empty for the page's own origin. */
  base: string;
  fetch: typeof fetch;
  now: () => number;
  makeRequestId: () => string;
  deviceId: () => string;
  token: () => string | null;
  language: () => string;
  /** The server's sealing key; null sends plain requests, which only a sandbox accepts. */
  sealKey: { keyId: string; publicKey: string } | null;
  /** The key pair that sealed the preloaded requests, where the page sent any. */
  sealKeyPair?: CryptoKeyPair | undefined;
  /** How long to wait for an answer; progress of an upload or a download restarts the wait. */
  timeoutMs?: number;
  /**
   * Sends an upload and reports its progress; without it `fetch` sends the upload and no progress
   * is reported.
   */
  upload?: Upload;
}

/**
 * Sends a form. `onProgress` gets the share that was sent, from 0 to 1. Rejects as `fetch` does.
 */
export type Upload = (
  url: string,
  init: { method: string; headers: Record<string, string>; body: FormData; signal: AbortSignal },
  onProgress: (share: number) => void,
) => Promise<Response>;

type WithOptionalKeys<K extends string, V> = V extends undefined
  ? { [P in K]?: undefined }
  : { [P in K]: V };

/** Options of every call. */
interface CommonOptions {
  file?: Blob;
  files?: readonly Blob[];
  requestId?: string;
  signal?: AbortSignal;
  onProgress?: (share: number) => void;
}

/**
 * The input of a call. `file` for one upload, `files` for several; `requestId` repeats a request
 * whose answer was lost.
 */
export type SendOptions<C extends Call> = WithOptionalKeys<'params', ParamsOf<C>> &
  WithOptionalKeys<'query', QueryOf<C>> &
  WithOptionalKeys<'body', BodyOf<C>> &
  CommonOptions;

/**
 * A request that the page sent before the client was loaded, sealed with the client's
 * `sealKeyPair`.
 */
export interface PreloadedRequest {
  readonly headers: Record<string, string>;
  readonly response: Promise<Response>;
}

/**
 * Sends declared calls. With `preloaded` it waits for that response first and sends only when it
 * cannot be used.
 */
export interface Client {
  send<C extends Call>(
    declared: C,
    options: SendOptions<C>,
    preloaded?: PreloadedRequest,
  ): Promise<Envelope<AnswerOf<C>>>;
}

const ENCAPSULATION_LIFETIME_MS = 3_600_000;

/** {@link SendOptions} without the call's own types. */
interface UntypedOptions extends CommonOptions {
  params?: Record<string, string>;
  query?: Record<string, string | undefined>;
  body?: Record<string, unknown>;
}

interface PreparedRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: BodyInit | null;
  seal: Encapsulation | null;
}

/**
 * Creates a client that adds the headers, seals requests and opens answers. When the server refuses
 * a request because of the client's clock or its sealing key, the client corrects that once and
 * sends again.
 * @throws TransportError from `send` when the server did not answer
 */
export function makeClient(options: ClientOptions): Client {
  const state: ClientState = {
    sealKey: options.sealKey,
    clockOffsetMs: 0,
    current: null,
    sealKeyPair: options.sealKeyPair,
  };
  return {
    async send(declared, sendOptions, preloaded) {
      const input = sendOptions as UntypedOptions;
      const requestId = input.requestId ?? options.makeRequestId();
      const attempt = async () =>
        exchange(options, await prepare(options, state, declared, input, requestId), input);
      let [status, answer] = preloaded
        ? await receive(options, state, declared, input, preloaded)
        : await attempt();

      if (status === 400 && applyCorrection(options, state, answer))
        [status, answer] = await attempt();
      if (!isEnvelope(answer))
        throw new TransportError(`the answer is not the server's (HTTP ${status})`);

      return answer as Envelope<AnswerOf<typeof declared>>;
    },
  };
}

/** State that a client learns from the server. */
interface ClientState {
  sealKey: ClientOptions['sealKey'];
  clockOffsetMs: number;
  current: { keyId: string; seal: Promise<Encapsulation>; madeAt: number } | null;
  sealKeyPair: CryptoKeyPair | undefined;
}

function currentSeal(options: ClientOptions, state: ClientState): Promise<Encapsulation> | null {
  if (state.sealKey === null) return null;

  const { current, sealKey } = state;
  if (
    current?.keyId === sealKey.keyId &&
    options.now() - current.madeAt <= ENCAPSULATION_LIFETIME_MS
  )
    return current.seal;

  // Concurrent calls share one encapsulation: each would cost a Diffie–Hellman.
  const seal = encapsulate(sealKey, state.sealKeyPair);
  // A key pair is used for one encapsulation only.
  state.sealKeyPair = undefined;
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
  input: UntypedOptions,
  requestId: string,
): Promise<PreparedRequest> {
  const path = buildAddress(declared, input);
  const seal = await currentSeal(options, state);
  const headers = requestHeaders({
    deviceId: options.deviceId(),
    token: options.token(),
    language: options.language(),
    requestId,
    now: options.now() + state.clockOffsetMs,
    seal: seal?.header ?? null,
  });
  const body = await buildBody(declared, input, path, headers, seal);

  return { method: declared.method, path, headers, body, seal };
}

async function exchange(
  options: ClientOptions,
  { method, path, headers, body, seal }: PreparedRequest,
  { signal, onProgress }: UntypedOptions,
): Promise<[number, unknown]> {
  const timeout = startIdleTimeout(options.timeoutMs ?? REQUEST_TIMEOUT_MS);
  const abortSignal = signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal;
  const url = options.base + path;

  try {
    const response =
      options.upload && body instanceof FormData
        ? await options.upload(url, { method, headers, body, signal: abortSignal }, (share) => {
            timeout.restart();
            onProgress?.(share);
          })
        : await options.fetch(url, {
            method,
            headers,
            body,
            credentials: 'same-origin',
            cache: 'no-store',
            signal: abortSignal,
          });
    const text = await readText(response, timeout.restart);

    return [response.status, await openAnswer({ method, path, headers, seal }, text)];
  } catch (cause) {
    if (signal?.aborted) throw signal.reason;
    throw new TransportError('no answer from the server', { cause });
  } finally {
    timeout.stop();
  }
}

/** The text of a response, which may take long on a slow line: `onPart` is called as it arrives. */
function readText({ body }: Response, onPart: () => void): Promise<string> {
  const parts = body?.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(part, out) {
        onPart();
        out.enqueue(part);
      },
    }),
  );

  return new Response(parts).text();
}

/** Waits for the response to a preloaded request. */
async function receive(
  options: ClientOptions,
  state: ClientState,
  declared: Call,
  input: UntypedOptions,
  { headers, response }: PreloadedRequest,
): Promise<[number, unknown]> {
  const seal = await currentSeal(options, state);
  const prepared = {
    method: declared.method,
    path: buildAddress(declared, input),
    headers,
    body: null,
    seal,
  };

  return exchange({ ...options, fetch: () => response }, prepared, input);
}

/** Takes the server's time or sealing key from a refusal; true when sending again may succeed. */
function applyCorrection(options: ClientOptions, state: ClientState, answer: unknown): boolean {
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

async function buildBody(
  declared: Call,
  input: UntypedOptions,
  path: string,
  headers: Record<string, string>,
  encapsulation: Encapsulation | null,
): Promise<BodyInit | null> {
  if (declared.method === 'GET' || input.body === undefined) return null;

  if (declared.encoding === 'multipart') {
    const form = new FormData();
    for (const [name, value] of Object.entries(input.body)) form.set(name, String(value));
    for (const file of input.files ?? (input.file ? [input.file] : []))
      form.append('file', file, 'file');

    return form;
  }

  const seal = async (plain: string): Promise<string> => {
    if (!encapsulation) return plain;
    const lines = sealLines('request', declared.method, path, headers);
    return sealText(encapsulation.secret, headers[HEADERS.requestId] ?? '', lines, plain);
  };

  if (declared.encoding === 'form') {
    const form = new URLSearchParams();
    for (const [name, value] of Object.entries(input.body))
      form.set(name, await seal(String(value)));
    return form;
  }

  headers['content-type'] = 'application/json';

  const plain = JSON.stringify(input.body);
  return encapsulation ? JSON.stringify({ sealed: await seal(plain) }) : plain;
}

async function openAnswer(prepared: Omit<PreparedRequest, 'body'>, text: string): Promise<unknown> {
  const outer: unknown = JSON.parse(text);
  if (typeof outer !== 'object' || outer === null || !('sealed' in outer) || prepared.seal === null)
    return outer;

  const lines = sealLines('response', prepared.method, prepared.path, prepared.headers);
  const requestId = prepared.headers[HEADERS.requestId] ?? '';

  return JSON.parse(await openText(prepared.seal.secret, requestId, lines, String(outer.sealed)));
}

function isEnvelope(value: unknown): value is Envelope<unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'code' in value &&
    typeof value.code === 'number' &&
    'msg' in value
  );
}
