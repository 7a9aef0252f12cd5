import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as z from 'zod';

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
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

/** One endpoint: returns its answer or throws a Refusal. */
export type Endpoint = readonly [
  method: 'GET' | 'POST' | 'PUT',
  path: RegExp,
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
  const server = createServer((request, response) => {
    readRequest(request).then((read) => {
      seen.push(read);

      const at = faults.findIndex(
        ({ method, path }) => method === read.method && path.test(read.path),
      );
      const fault = at < 0 ? null : (faults.splice(at, 1)[0]?.fault ?? null);
      const isKnown = read.headers.authorization === authorization;

      answer(response, isKnown ? fault : 'unauthorised', () => route(endpoints, read));
    });
  });

  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    fail: (fault, method, path) => faults.push({ fault, method, path }),
    isSilent: () => faults.some(({ fault }) => FAULTS[fault].answer === 'nothing'),
    stop: () => close(server),
  };
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
}

async function readRequest(request: IncomingMessage): Promise<ReceivedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);

  const text = Buffer.concat(chunks).toString('utf8');
  const url = new URL(request.url ?? '/', 'http://double');

  return {
    method: request.method ?? 'GET',
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: request.headers,
    body: text === '' ? null : JSON.parse(text),
  };
}

function route(endpoints: Endpoint[], seen: ReceivedRequest): { status: number; body: unknown } {
  try {
    for (const [method, path, run] of endpoints) {
      const found = method === seen.method ? path.exec(seen.path) : null;
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

function answer(
  response: ServerResponse,
  fault: Fault | null,
  act: () => { status: number; body: unknown },
): void {
  if (fault === null) {
    const { status, body } = act();
    json(response, status, body);
    return;
  }

  const { acts, answer } = FAULTS[fault];
  if (acts) act();

  // No answer: held until the client gives up.
  if (answer === 'drop') response.destroy();
  else if (answer !== 'nothing')
    response.writeHead(answer[0], { 'content-type': 'application/json' }).end(answer[1]);
}

const error = (description: string): string =>
  JSON.stringify({ error: { code: 'SERVER_ERROR', description } });

const FAULTS: Record<
  Fault,
  { acts: boolean; answer: 'nothing' | 'drop' | readonly [status: number, text: string] }
> = {
  lost: { acts: true, answer: 'drop' },
  late: { acts: true, answer: 'nothing' },
  bad_gateway: { acts: true, answer: [502, 'bad gateway'] },
  no_json: { acts: true, answer: [200, '<html>wait</html>'] },
  other_json: { acts: true, answer: [200, '{"entity":"something else"}'] },
  silent: { acts: false, answer: 'nothing' },
  server_error: { acts: false, answer: [500, error('We are facing some trouble')] },
  unauthorised: { acts: false, answer: [401, error('The api key provided is invalid')] },
  conflict: { acts: false, answer: [409, error('still in progress')] },
  busy: { acts: false, answer: [429, error('Too many requests')] },
};

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
