import { buildAddress, type Call } from '@noren/contract/call';
import { STAFF_CALLS } from '@noren/contract/staff/index';
import type { Role } from '@noren/core/staff/roles';
import { median } from '../figures.ts';
import type { MeasuredCall } from './staff-calls.ts';

/** What one call took, in milliseconds from the request to the end of the answer. */
export interface CallTime {
  readonly call: string;
  readonly kind: MeasuredCall['kind'];
  readonly ms: number;
  readonly worstMs: number;
  /** By the floor of the same round. */
  readonly toFloor: number;
  readonly rows: number | null;
}

const REPEATS = 9;
const WARMING = 2;
/** Searches are limited for each person: they are fewer. */
const SEARCHES = 5;
/** A call that is far too slow is not waited for again and again. */
const FAR_TOO_SLOW_MS = 3_000;

interface Answer {
  readonly rows?: readonly unknown[];
  readonly next?: string | null;
  readonly today?: string;
}

/** The console's server, one signed-in person for each role. */
export interface Desk {
  send(call: Pick<MeasuredCall, 'role' | 'call' | 'query' | 'params' | 'body'>): Promise<Answer>;
}

export function openDesk(port: number): Desk {
  const cookies = new Map<Role, string>();

  const post = async (path: string, method: string, body: unknown, cookie = '') => {
    const response = await fetch(`http://localhost:${port}${path}`, {
      method,
      headers: { cookie, 'content-type': 'application/json' },
      ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
    });
    const text = await response.text();
    if (response.ok) return { response, data: JSON.parse(text).data as Answer };

    throw new Error(`${path}: ${response.status} ${text.slice(0, 400)}`);
  };

  const signIn = async (role: Role): Promise<string> => {
    const person = { role, who: 'first' };
    const { response } = await post('/staff/sandbox/sign-in', 'POST', person);
    const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';

    cookies.set(role, cookie);

    return cookie;
  };

  return {
    async send({ role, call, query, params, body }) {
      const declared: Call = STAFF_CALLS[call];
      const cookie = cookies.get(role) ?? (await signIn(role));
      const address = buildAddress(declared, { query, params });

      return (await post(address, declared.method, body, cookie)).data;
    },
  };
}

/** Pages forward; returns the call of the page reached, the last one where there are too few. */
async function pageForward(desk: Desk, call: MeasuredCall): Promise<MeasuredCall> {
  let current = call;

  for (let page = 0; page < (call.pages ?? 0); page += 1) {
    const { next } = await desk.send(current);
    if (next === null || next === undefined) return current;

    current = { ...current, query: { ...current.query, after: next } };
  }

  return current;
}

async function measureOne(desk: Desk, call: MeasuredCall): Promise<Omit<CallTime, 'toFloor'>> {
  const measured = await pageForward(desk, call);
  const times: number[] = [];
  let rows: number | null = null;
  const repeats = call.kind === 'search' ? SEARCHES : REPEATS;

  for (let round = 0; round < repeats; round += 1) {
    const began = performance.now();
    const answer = await desk.send(measured);
    const ms = performance.now() - began;

    rows = answer.rows?.length ?? null;
    if (round >= WARMING || ms > FAR_TOO_SLOW_MS) times.push(ms);
    if (ms > FAR_TOO_SLOW_MS) break;
  }

  return { call: call.what, kind: call.kind, ms: median(times), worstMs: Math.max(...times), rows };
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
      const [ms, worstMs] = [Number.NaN, Number.NaN];
      return { call: call.what, kind: call.kind, ms, worstMs, rows: null };
    });
    times.push({ ...one, toFloor: one.ms / floor.ms });
  }

  return times;
}
