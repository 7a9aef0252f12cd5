import { addDays, businessDay, instantOfDayStart } from '@noren/core/money/time';
import * as z from 'zod';
import { parseAnswer, parseJson } from './parse-answer.ts';

/** Access to one Razorpay account. */
export interface RazorpayAccess {
  /** Without a path, e.g. `https://api.razorpay.com`. */
  readonly baseUrl: string;
  readonly keyId: string;
  /** Null in a process that may not send requests. */
  readonly keySecret: string | null;
  readonly timeoutMs: number;
}

/**
 * No answer, or an unreadable one: the request may have been carried out. Names the call, never its
 * contents.
 */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** A request that the provider refused. */
export class RazorpayRefusal extends Error {
  override readonly name = 'RazorpayRefusal';
  readonly code: string;
  /**
   * The provider's documented code of the cause; never its sentence, which may quote the request.
   */
  readonly reason: string;
  readonly field: string | null;

  constructor(what: string, refusal: { code: string; reason: string; field: string | null }) {
    super(`razorpay ${what} refused: ${refusal.reason}`);
    this.code = refusal.code;
    this.reason = refusal.reason;
    this.field = refusal.field;
  }
}

/**
 * One call. `what` names it in messages and logs, since a path or a query may contain personal
 * data.
 */
interface Call<T> {
  readonly what: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly answer: z.ZodType<T>;
}

/** Razorpay's REST API, as far as its adapters use it. */
export interface RazorpayHttp {
  /** @throws RazorpayRefusal, NoAnswer */
  get<T>(call: Call<T>): Promise<T>;
  /**
   * Sent once, never retried: the caller knows whether it may be repeated.
   * @throws RazorpayRefusal, NoAnswer
   */
  post<T>(call: Call<T> & { body: object; headers?: Readonly<Record<string, string>> }): Promise<T>;
  /** As `post`, without a body. */
  put<T>(call: Call<T>): Promise<T>;
  /**
   * All entities of a collection, newest first, each once.
   * @param call.maxPages stops there without an error; otherwise an endless listing throws
   * @throws RazorpayRefusal, NoAnswer
   */
  list<T extends { id: string }>(call: Call<T> & { maxPages?: number }): Promise<T[]>;
  /**
   * The entities created on a day of India's calendar.
   * @throws RazorpayRefusal, NoAnswer
   */
  listDay<T extends { id: string; created_at: number }>(call: Call<T>, day: string): Promise<T[]>;
}

/** The largest page of a collection (razorpay.com/docs/api/payments/fetch-all-payments). */
const PAGE = 100;
const ENDLESS_PAGES = 10_000;

const refusal = z.object({
  error: z.object({
    code: z.string(),
    reason: z.string().nullish(),
    field: z.string().nullish(),
  }),
});

export function makeRazorpayHttp(access: RazorpayAccess): RazorpayHttp {
  const send = async <T>(method: string, call: Call<T>, init: RequestInit = {}): Promise<T> => {
    const url = new URL(`/v1${call.path}`, access.baseUrl);
    for (const [name, value] of Object.entries(call.query ?? {}))
      url.searchParams.set(name, String(value));

    if (access.keySecret === null)
      throw new Error(`razorpay ${call.what}: this process has no key`);

    const authorization = `Basic ${Buffer.from(`${access.keyId}:${access.keySecret}`).toString('base64')}`;
    const headers = { ...init.headers, authorization, accept: 'application/json' };
    const signal = AbortSignal.timeout(access.timeoutMs);
    const { status, text } = await fetchText(call.what, url, {
      ...init,
      method,
      headers,
      signal,
      redirect: 'error',
    });
    if (status === 400) throw refusedBy(call.what, text);
    if (status < 200 || status > 299)
      throw new NoAnswer(`razorpay ${call.what} answered ${status}`);

    return read(call.what, call.answer, text);
  };

  const get = async <T>(call: Call<T>): Promise<T> => {
    try {
      return await send('GET', call);
    } catch (error) {
      // A kept-alive connection may have just been closed by the server; a read may be repeated.
      if (error instanceof NoAnswer && isBroken(error.cause)) return send('GET', call);
      throw error;
    }
  };

  const list: RazorpayHttp['list'] = async ({ answer, query, maxPages, ...call }) => {
    const page = z.object({ items: z.array(answer) });
    const found = new Map<string, z.infer<typeof answer>>();

    for (let number = 0; number < (maxPages ?? ENDLESS_PAGES); number++) {
      const at = { ...query, count: PAGE, skip: number * PAGE };
      const { items } = await get({ ...call, query: at, answer: page });
      for (const item of items) found.set(item.id, item);
      if (items.length < PAGE) return [...found.values()];
    }

    if (maxPages === undefined) throw new NoAnswer(`razorpay ${call.what} does not end`);

    return [...found.values()];
  };

  return {
    get,
    list,
    async listDay(call, day) {
      const { from, to } = toInstants(day);
      const listed = await list({
        ...call,
        query: { ...call.query, from: toSeconds(from), to: toSeconds(to) },
      });

      // Whether `to` is inclusive is not documented.
      return listed.filter(({ created_at: at }) => toMs(at) >= from && toMs(at) < to);
    },
    put: (call) => send('PUT', call),
    post: ({ body, headers, ...call }) =>
      send('POST', call, {
        body: JSON.stringify(body),
        headers: { ...headers, 'content-type': 'application/json' },
      }),
  };
}

/** Whether the connection broke, rather than timed out. */
function isBroken(cause: unknown): boolean {
  return cause instanceof TypeError;
}

async function fetchText(
  what: string,
  url: URL,
  init: RequestInit,
): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(url, init);
    return { status: response.status, text: await response.text() };
  } catch (cause) {
    throw new NoAnswer(`razorpay ${what} gave no answer`, { cause });
  }
}

function refusedBy(what: string, text: string): Error {
  const parsed = refusal.safeParse(parseJson(text, noAnswer(what)));
  if (!parsed.success) return new NoAnswer(`razorpay ${what} answered 400 and not why`);

  const { code, reason, field } = parsed.data.error;
  const hasReason = reason && reason !== 'NA' && reason !== 'null';

  return new RazorpayRefusal(what, {
    code,
    reason: hasReason ? reason : code,
    field: field ?? null,
  });
}

const read = <T>(what: string, schema: z.ZodType<T>, text: string): T =>
  parseAnswer(schema, text, noAnswer(what));

const noAnswer = (what: string) => (why: string) => new NoAnswer(`razorpay ${what} ${why}`);

/** The instants (UTC ms) at which a day of India's calendar (YYYY-MM-DD) begins and ends. */
function toInstants(day: string): { from: number; to: number } {
  const first = businessDay(day);
  return { from: instantOfDayStart(first), to: instantOfDayStart(addDays(first, 1)) };
}

/** Seconds of the API as our milliseconds, and back: its clock counts whole seconds. */
export const toMs = (seconds: number): number => seconds * 1_000;
export const toSeconds = (ms: number): number => Math.floor(ms / 1_000);
