import * as z from 'zod';
import { type Answer, type RawRequest, serveDouble } from '../http-double.ts';

/**
 * A fault of one request. `lost`, `late`, `bad_gateway`, `no_json`, `other_json` occur after it was
 * carried out.
 */
export type Fault =
  | 'lost'
  | 'late'
  | 'bad_gateway'
  | 'no_json'
  | 'other_json'
  | 'silent'
  | 'server_error'
  | 'unauthorised'
  | 'conflict'
  | 'busy';

/** A received request. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: RawRequest['headers'];
  readonly body: unknown;
}

/** One endpoint below `/v1/`: returns its answer or throws a Refusal. */
export type Endpoint = readonly [
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  run: (seen: ReceivedRequest, id: string) => unknown,
];

/** A refusal in the documented form. */
export class Refusal extends Error {
  readonly status: number;
  readonly answer: object;
  constructor(given: { field?: string; reason?: string; description?: string; status?: number }) {
    super(given.description ?? 'refused');
    this.status = given.status ?? 400;

    const { reason = 'input_validation_failed', field = null, description = 'refused' } = given;
    const error = {
      code: 'BAD_REQUEST_ERROR',
      description,
      source: 'business',
      step: 'NA',
      reason,
      metadata: {},
      field,
    };

    this.answer = { error };
  }
}

/** Parses a body; missing, wrong or undocumented fields are refused, as by the API. */
export function readStrictly<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new Refusal({ field: issue?.path.join('.') || 'body', description: issue?.message ?? '' });
}

const paging = z.object({
  from: z.coerce.number().int().min(946_684_800).max(4_765_046_400).optional(),
  to: z.coerce.number().int().min(946_684_800).max(4_765_046_400).optional(),
  count: z.coerce.number().int().min(1).max(100).default(10),
  skip: z.coerce.number().int().min(0).default(0),
});

/** The fields common to all entities. */
export type Entity = { id: string; created_at: number; notes: Record<string, string> } & Record<
  string,
  unknown
>;

/** Creates an entity of the kind given by the id's prefix. */
export type MakeEntity = (prefix: string, given: object) => Entity;

/** Ids such as `pay_AAAAAAAAAAAAA1`; each side has its letter. */
export function makeIds(letter: string): (prefix: string) => string {
  let last = 0;
  return (prefix) => `${prefix}_${String(++last).padStart(14, letter)}`;
}

/** `now` is UTC ms. */
export function makeEntities(letter: string, now: () => number): MakeEntity {
  const id = makeIds(letter);
  const at = (): number => Math.floor(now() / 1_000);
  return (prefix, given) => ({ id: id(prefix), created_at: at(), notes: {}, ...given });
}

export const notes = z.record(z.string(), z.string().max(256)).default({});

/** A page of a collection, newest first. */
export function toPage<T extends { created_at: number }>(
  all: Iterable<T>,
  query: ReceivedRequest['query'],
) {
  const { from = 0, to = Number.POSITIVE_INFINITY, count, skip } = readStrictly(paging, query);
  const within = [...all].reverse().filter(({ created_at: at }) => at >= from && at <= to);
  const items = within.slice(skip, skip + count);
  return { entity: 'collection', count: items.length, items };
}

/** The HTTP server: authentication, faults, endpoints. */
export interface HttpSide {
  readonly url: string;
  readonly seen: ReceivedRequest[];
  /** Makes the next request of a method to a path fail. */
  fail(fault: Fault, method: Endpoint[0], path: RegExp): void;
  /** Whether a request to come will get no answer. */
  isSilent(): boolean;
  stop(): Promise<void>;
}

export async function openHttpSide(
  keys: { id: string; secret: string },
  endpoints: Endpoint[],
): Promise<HttpSide> {
  const seen: ReceivedRequest[] = [];
  const faults: { fault: Fault; method: string; path: RegExp }[] = [];
  const authorization = `Basic ${Buffer.from(`${keys.id}:${keys.secret}`).toString('base64')}`;
  const { url, close } = await serveDouble((asked) => {
    const read = readRequest(asked);
    seen.push(read);

    const at = faults.findIndex(
      ({ method, path }) => method === read.method && path.test(read.path),
    );
    const fault = at < 0 ? undefined : faults.splice(at, 1)[0]?.fault;
    const isKnown = read.headers.authorization === authorization;

    return answer(isKnown ? fault : 'unauthorised', () => route(endpoints, read));
  });

  return {
    url,
    seen,
    fail: (fault, method, path) => faults.push({ fault, method, path }),
    isSilent: () => faults.some(({ fault }) => FAULTS[fault].answer === 'silent'),
    stop: close,
  };
}

function readRequest({ method, url, headers, body }: RawRequest): ReceivedRequest {
  return {
    method,
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers,
    body: JSON.parse(`${body}` || 'null'),
  };
}

function route(endpoints: Endpoint[], seen: ReceivedRequest): Answer {
  try {
    for (const [method, path, run] of endpoints) {
      const pattern = new RegExp(`^/v1/${path.replace(':id', '([^/]+)')}$`);
      const found = method === seen.method ? pattern.exec(seen.path) : null;
      if (found) return { status: 200, body: run(seen, found[1] ?? '') };
    }

    throw new Refusal({
      description: 'The requested URL was not found on the server.',
      reason: 'NA',
    });
  } catch (error) {
    if (error instanceof Refusal) return { status: error.status, body: error.answer };
    throw error;
  }
}

function answer(fault: Fault | undefined, act: () => Answer): Answer | 'silent' | 'hangs up' {
  if (fault === undefined) return act();

  const { acts, answer } = FAULTS[fault];
  if (acts) act();

  return answer;
}

const refuse = (status: number, description: string): Answer => ({
  status,
  body: { error: { code: 'SERVER_ERROR', description } },
});

const FAULTS: Record<Fault, { acts: boolean; answer: ReturnType<typeof answer> }> = {
  lost: { acts: true, answer: 'hangs up' },
  late: { acts: true, answer: 'silent' },
  bad_gateway: { acts: true, answer: { status: 502, body: 'bad gateway' } },
  no_json: { acts: true, answer: { status: 200, body: '<html>wait</html>' } },
  other_json: { acts: true, answer: { status: 200, body: '{"entity":"something else"}' } },
  silent: { acts: false, answer: 'silent' },
  server_error: { acts: false, answer: refuse(500, 'We are facing some trouble') },
  unauthorised: { acts: false, answer: refuse(401, 'The api key provided is invalid') },
  conflict: { acts: false, answer: refuse(409, 'still in progress') },
  busy: { acts: false, answer: refuse(429, 'Too many requests') },
};
