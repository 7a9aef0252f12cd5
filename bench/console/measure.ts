import { Agent, request } from 'node:http';
import { buildAddress, type Call } from '@noren/contract/call';
import { STAFF_CALLS } from '@noren/contract/staff/index';
import type { Role } from '@noren/core/staff/roles';
import { median } from '../figures.ts';
import type { MeasuredCall } from './staff-calls.ts';

/**
 * What one call took, in milliseconds from the request to the end of the answer, on a kept-alive
 * connection.
 */
export interface CallTime extends Pick<MeasuredCall, 'what' | 'kind'> {
  readonly ms: number;
  readonly worst: number;
  /** By the floor of the same round. */
  readonly ratio: number;
  readonly rows: number | null;
}

const REPEATS = 9;
const WARMING = 2;
/** Searches are limited for each person: they are fewer. */
const SEARCHES = 5;

interface Answer {
  readonly status: number;
  readonly cookie: string | null;
  readonly data: { rows?: readonly unknown[]; next?: string | null };
  readonly text: string;
}

/** The console's server, one signed-in person for each role. */
export interface Desk {
  send(call: Pick<MeasuredCall, 'role' | 'call' | 'query' | 'params' | 'body'>): Promise<Answer>;
}

type Post = (
  path: string,
  method: string,
  body: unknown,
  cookie: string | undefined,
) => Promise<Answer>;

/** Sends one request after the other on a connection that is kept alive. */
function makePost(port: number): Post {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });

  return (path, method, body, cookie) =>
    new Promise((answered, failed) => {
      const content = method === 'POST' ? JSON.stringify(body ?? {}) : null;
      const sent = request({
        agent,
        host: '127.0.0.1',
        port,
        path,
        method,
        headers: {
          host: `localhost:${port}`,
          ...(cookie && { cookie }),
          ...(content !== null && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(content),
          }),
        },
      });

      sent.on('error', failed);
      sent.on('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          const set = response.headers['set-cookie']?.[0]?.split(';')[0] ?? null;
          answered({
            status: response.statusCode ?? 0,
            cookie: set,
            data: JSON.parse(text).data,
            text,
          });
        });
      });
      sent.end(content ?? undefined);
    });
}

export function openDesk(port: number): Desk {
  const cookies = new Map<Role, string>();
  const post = makePost(port);

  const signIn = async (role: Role): Promise<string> => {
    const known = cookies.get(role);
    if (known !== undefined) return known;

    const { cookie, text } = await post(
      '/staff/sandbox/sign-in',
      'POST',
      { role, who: 'first' },
      undefined,
    );
    if (cookie === null) throw new Error(`${role} could not sign in: ${text}`);

    cookies.set(role, cookie);

    return cookie;
  };

  return {
    async send({ role, call, query, params, body }) {
      const declared: Call = STAFF_CALLS[call];
      const cookie = await signIn(role);
      const answer = await post(
        buildAddress(declared, { query, params }),
        declared.method,
        body,
        cookie,
      );
      if (answer.status !== 200)
        throw new Error(`${call} as ${role}: ${answer.status} ${answer.text.slice(0, 400)}`);

      return answer;
    },
  };
}

/** The page some pages on; the last one where there are fewer. */
async function goOn(desk: Desk, call: MeasuredCall): Promise<MeasuredCall> {
  let at = call;
  for (let page = 0; page < (call.pages ?? 0); page += 1) {
    const { next } = (await desk.send(at)).data;
    if (next === null || next === undefined) return at;
    at = { ...at, query: { ...at.query, after: next } };
  }

  return at;
}

async function measureOne(desk: Desk, call: MeasuredCall): Promise<Omit<CallTime, 'ratio'>> {
  const at = await goOn(desk, call);
  const times: number[] = [];
  let rows: number | null = null;
  const repeats = call.kind === 'search' ? SEARCHES : REPEATS;

  for (let round = 0; round < repeats; round += 1) {
    const began = performance.now();
    const { data } = await desk.send(at);
    const ms = performance.now() - began;

    rows = data.rows?.length ?? null;
    if (round >= WARMING) times.push(ms);

    // A call that is far too slow is not waited for again and again.
    if (ms > 3_000) {
      times.push(ms);
      break;
    }
  }

  return {
    what: call.what,
    kind: call.kind,
    ms: median(times) ?? Number.NaN,
    worst: Math.max(...times),
    rows,
  };
}

/** Every call, one after the other. */
export async function measureRound(
  desk: Desk,
  calls: readonly MeasuredCall[],
): Promise<CallTime[]> {
  const floor = await measureOne(desk, calls.find(({ kind }) => kind === 'floor') as MeasuredCall);
  const times: CallTime[] = [];

  for (const call of calls) {
    const one = await measureOne(desk, call).catch((error: unknown) => {
      console.error(`${call.what}: ${(error as Error).message}`);
      return { what: call.what, kind: call.kind, ms: Number.NaN, worst: Number.NaN, rows: null };
    });
    times.push({ ...one, ratio: one.ms / floor.ms });
  }

  return times;
}
