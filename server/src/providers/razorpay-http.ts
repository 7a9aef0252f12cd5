import { addDays, businessDay, instantOfDayStart } from '@noren/core/money/time';
import * as z from 'zod';

/** How one set of Razorpay's keys is used. */
export interface RazorpayAccess {
  /** Without a path, `https://api.razorpay.com`. */
  readonly baseUrl: string;
  readonly keyId: string;
  readonly keySecret: string;
  readonly timeoutMs: number;
}

/** No answer, or none that can be read: what was asked may have been done. Names the call, never what it carried. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** A request that was read and turned down. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly code: string;
  /** What the provider calls the cause: a word of its documentation, never a sentence, which may quote what was sent. */
  readonly reason: string;
  readonly field: string | null;

  constructor(what: string, refusal: { code: string; reason: string; field: string | null }) {
    super(`razorpay ${what} refused: ${refusal.reason}`);
    this.code = refusal.code;
    this.reason = refusal.reason;
    this.field = refusal.field;
  }
}

/** One call. `what` is how messages and logs name it, since a path or a query may tell of a person. */
interface Call<T> {
  readonly what: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly answer: z.ZodType<T>;
}

/** Razorpay's REST API, as far as its adapters use it. */
export interface RazorpayHttp {
  /** @throws Refused, NoAnswer */
  get<T>(call: Call<T>): Promise<T>;
  /** Sent once: who calls knows whether it may be sent again. @throws Refused, NoAnswer */
  post<T>(call: Call<T> & { body: object; headers?: Readonly<Record<string, string>> }): Promise<T>;
  /**
   * Everything of a collection, newest first as the provider lists it, each entity once.
   * @param call.mostPages gives up looking further, without an error; otherwise a listing that does not end throws
   * @throws Refused, NoAnswer
   */
  list<T extends { id: string }>(call: Call<T> & { mostPages?: number }): Promise<T[]>;
  /** What of a collection was created on a day of India's calendar. @throws Refused, NoAnswer */
  listDay<T extends { id: string; created_at: number }>(call: Call<T>, day: string): Promise<T[]>;
}

/** Most that one page of a collection may hold (razorpay.com/docs/api/payments/fetch-all-payments). */
const PAGE = 100;
const ENDLESS_PAGES = 10_000;

const refusal = z.object({
  error: z.object({
    code: z.string(),
    reason: z.string().nullish(),
    field: z.string().nullish(),
  }),
});

/** Opens the API; connections are kept open by the runtime. */
export function makeRazorpayHttp(access: RazorpayAccess): RazorpayHttp {
  const authorization = `Basic ${Buffer.from(`${access.keyId}:${access.keySecret}`).toString('base64')}`;
  const send = async <T>(method: string, call: Call<T>, init: RequestInit = {}): Promise<T> => {
    const url = new URL(`/v1${call.path}`, access.baseUrl);
    for (const [name, value] of Object.entries(call.query ?? {})) url.searchParams.set(name, String(value));
    const headers = { ...init.headers, authorization, accept: 'application/json' };
    const signal = AbortSignal.timeout(access.timeoutMs);
    const { status, text } = await fetchText(call.what, url, { ...init, method, headers, signal, redirect: 'error' });
    if (status === 400) throw refusedBy(call.what, text);
    if (status < 200 || status > 299) throw new NoAnswer(`razorpay ${call.what} answered ${status}`);
    return read(call.what, call.answer, text);
  };
  const get = async <T>(call: Call<T>): Promise<T> => {
    try {
      return await send('GET', call);
    } catch (error) {
      // A connection kept open may be closed at the other end just now; reading twice changes nothing.
      if (error instanceof NoAnswer && isBroken(error.cause)) return send('GET', call);
      throw error;
    }
  };
  const list: RazorpayHttp['list'] = async ({ answer, query, mostPages, ...call }) => {
    const page = z.object({ items: z.array(answer) });
    const found = new Map<string, z.infer<typeof answer>>();
    for (let number = 0; number < (mostPages ?? ENDLESS_PAGES); number++) {
      const at = { ...query, count: PAGE, skip: number * PAGE };
      const { items } = await get({ ...call, query: at, answer: page });
      for (const item of items) found.set(item.id, item);
      if (items.length < PAGE) return [...found.values()];
    }
    if (mostPages === undefined) throw new NoAnswer(`razorpay ${call.what} does not end`);
    return [...found.values()];
  };
  return {
    get,
    list,
    async listDay(call, day) {
      const { from, to } = instantsOf(day);
      const listed = await list({ ...call, query: { ...call.query, from: secondsOf(from), to: secondsOf(to) } });
      // Whether the API counts its last second in is not documented.
      return listed.filter(({ created_at: at }) => msOf(at) >= from && msOf(at) < to);
    },
    post: ({ body, headers, ...call }) =>
      send('POST', call, { body: JSON.stringify(body), headers: { ...headers, 'content-type': 'application/json' } }),
  };
}

/** Whether the connection broke, rather than that the time ran out. */
function isBroken(cause: unknown): boolean {
  return cause instanceof TypeError;
}

async function fetchText(what: string, url: URL, init: RequestInit): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(url, init);
    return { status: response.status, text: await response.text() };
  } catch (cause) {
    throw new NoAnswer(`razorpay ${what} gave no answer`, { cause });
  }
}

function refusedBy(what: string, text: string): Error {
  const parsed = refusal.safeParse(parseJson(what, text));
  if (!parsed.success) return new NoAnswer(`razorpay ${what} answered 400 and not why`);
  const { code, reason, field } = parsed.data.error;
  const isTold = reason && reason !== 'NA' && reason !== 'null';
  return new Refused(what, { code, reason: isTold ? reason : code, field: field ?? null });
}

function read<T>(what: string, schema: z.ZodType<T>, text: string): T {
  const parsed = schema.safeParse(parseJson(what, text));
  if (parsed.success) return parsed.data;
  const places = parsed.error.issues.map((issue) => issue.path.join('.')).join(', ');
  throw new NoAnswer(`razorpay ${what} answered something else at: ${places}`);
}

function parseJson(what: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // What the parser says would quote the answer.
    throw new NoAnswer(`razorpay ${what} answered no JSON`);
  }
}

/** The instants (UTC ms) at which a day of India's calendar (YYYY-MM-DD) begins and ends. */
function instantsOf(day: string): { from: number; to: number } {
  const first = businessDay(day);
  return { from: instantOfDayStart(first), to: instantOfDayStart(addDays(first, 1)) };
}

/** Seconds of the API as our milliseconds, and back: its clock counts whole seconds. */
export const msOf = (seconds: number): number => seconds * 1_000;
export const secondsOf = (ms: number): number => Math.floor(ms / 1_000);
