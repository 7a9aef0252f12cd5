import { toBase64Url } from '@noren/contract/base64url';
import {
  type AnswerOf,
  type BodyOf,
  buildAddress,
  type Call,
  type ParamsOf,
  type QueryOf,
} from '@noren/contract/call';
import { STAFF_CALLS, type StaffCallName } from '@noren/contract/staff/index';
import { STAFF_HEADERS, type StaffErrorBody } from '@noren/contract/staff/wire';
import { noteAnswer } from './activity.ts';
import { askPasskey } from './passkey.ts';
import { localError, StaffError } from './staff-error.ts';

type Calls = typeof STAFF_CALLS;
/** A part that the call declares is required, unless all its fields are optional. */
type Part<K extends string, Value> = Value extends undefined ? unknown : Record<K, Value>;

/** The `params`, `query` and `body` that a call declares. */
export type StaffInput<N extends StaffCallName> = object &
  Part<'params', ParamsOf<Calls[N]>> &
  Part<'query', QueryOf<Calls[N]>> &
  Part<'body', BodyOf<Calls[N]>>;
export type StaffAnswer<N extends StaffCallName> = AnswerOf<Calls[N]>;

interface CallOptions {
  readonly signal?: AbortSignal;
  /** Only for a changing call: the same id is sent with each retry. */
  readonly requestId?: string;
}

/**
 * Sends a staff call. If the server requires a passkey, asks the browser for it and sends the same
 * request again with the assertion.
 * @throws StaffError
 */
export async function callStaff<N extends StaffCallName>(
  name: N,
  input: StaffInput<N>,
  options: CallOptions = {},
): Promise<StaffAnswer<N>> {
  const call: Call = STAFF_CALLS[name];

  try {
    return (await send(call, input, options)) as StaffAnswer<N>;
  } catch (error) {
    if (!(error instanceof StaffError) || error.code !== 'passkey_needed') throw error;

    const assertion = await askPasskey(error.options);

    return (await send(call, input, options, assertion)) as StaffAnswer<N>;
  }
}

async function send(
  call: Call,
  input: object,
  options: CallOptions,
  assertion?: object,
): Promise<unknown> {
  const { body = {} } = input as { body?: unknown };
  const headers = new Headers();

  if (call.method === 'POST') headers.set('content-type', 'application/json');
  if (options.requestId !== undefined) headers.set(STAFF_HEADERS.requestId, options.requestId);

  if (assertion !== undefined)
    headers.set(
      STAFF_HEADERS.assertion,
      toBase64Url(new TextEncoder().encode(JSON.stringify(assertion))),
    );

  const response = await fetchAnswer(buildAddress(call, dropEmptyFilters(input)), {
    method: call.method,
    headers,
    credentials: 'same-origin',
    ...(call.method === 'POST' ? { body: JSON.stringify(body) } : {}),
    ...(options.signal ? { signal: options.signal } : {}),
  });

  return readAnswer(response);
}

/** A filter that is empty is not set. */
function dropEmptyFilters(input: { query?: object }): { query?: object } {
  if (!input.query) return input;
  const set = Object.entries(input.query).filter(([, value]) => value !== '');
  return { ...input, query: Object.fromEntries(set) };
}

async function fetchAnswer(address: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(address, request);
  } catch (error) {
    if (request.signal?.aborted) throw error;

    throw localError('offline');
  }
}

/** Returns the name and content of a file, otherwise the data of the answer. */
async function readAnswer(response: Response): Promise<unknown> {
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  if (response.ok && name !== undefined) {
    noteAnswer();
    return { name, content: await response.blob() };
  }

  const answer = await readJson(response);
  if (response.ok) {
    noteAnswer();
    return answer.data;
  }

  if (answer.error === undefined)
    throw localError(response.status >= 502 ? 'offline' : 'unreadable');

  throw new StaffError(await withSentence(answer.error));
}

/**
 * The sentences are loaded with the first refusal. Without them, and from a former version of the
 * server, the message stays.
 */
async function withSentence(error: StaffErrorBody): Promise<StaffErrorBody> {
  const { refusal } = error;
  if (refusal === undefined) return error;

  const texts = await import('../texts/refusals.ts').catch(() => null);

  return texts === null ? error : { ...error, message: texts.refusalText(refusal) };
}

async function readJson(response: Response): Promise<{ data?: unknown; error?: StaffErrorBody }> {
  try {
    return (await response.json()) as { data?: unknown; error?: StaffErrorBody };
  } catch {
    // A proxy answers with a page of its own.
    throw localError(response.status >= 502 ? 'offline' : 'unreadable');
  }
}
