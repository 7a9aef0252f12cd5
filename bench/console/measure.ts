import { buildAddress, type Call } from '@noren/contract/call';
import { STAFF_CALLS } from '@noren/contract/staff/index';
import type { Role } from '@noren/core/staff/roles';
import { median } from '../figures.ts';
import type { MeasuredCall } from './staff-calls.ts';

const REPEATS = 9;
const WARMING = 2;
/** Searches are limited for each person: they are fewer. */
const SEARCHES = 5;

interface Answer {
  readonly rows?: readonly unknown[];
  readonly next?: string | null;
  readonly today?: string;
}

/** Sends calls to the console's server, as one signed-in person for each role. */
export type Desk = ReturnType<typeof openDesk>;

export function openDesk(port: number) {
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

  return async ({ role, call, query, params, body }: Omit<MeasuredCall, 'what' | 'kind'>) => {
    const declared: Call = STAFF_CALLS[call];

    if (!cookies.has(role)) {
      const person = { role, who: 'first' };
      const { response } = await post('/staff/sandbox/sign-in', 'POST', person);
      cookies.set(role, response.headers.getSetCookie()[0]!.split(';')[0]!);
    }

    const address = buildAddress(declared, { query, params });
    return (await post(address, declared.method, body, cookies.get(role))).data;
  };
}

/** Pages forward; returns the call of the page reached, the last one where there are too few. */
async function pageForward(desk: Desk, call: MeasuredCall): Promise<MeasuredCall> {
  let current = call;

  for (let page = 0; page < (call.pages ?? 0); page += 1) {
    const { next } = await desk(current);
    if (next === null || next === undefined) return current;

    current = { ...current, query: { ...current.query, after: next } };
  }

  return current;
}

async function measureOne(desk: Desk, call: MeasuredCall) {
  const measured = await pageForward(desk, call);
  const all: number[] = [];
  let rows: number | null = null;

  while (all.length < (call.kind === 'search' ? SEARCHES : REPEATS)) {
    const began = performance.now();
    const answer = await desk(measured);

    all.push(performance.now() - began);
    rows = answer.rows?.length ?? null;
  }

  const times = all.slice(WARMING);
  return { call: call.what, kind: call.kind, ms: median(times), worstMs: Math.max(...times), rows };
}

/** Every call, one after the other. */
export async function measureRound(desk: Desk, calls: readonly MeasuredCall[]) {
  const floor = await measureOne(desk, calls.find(({ kind }) => kind === 'floor')!);
  const times = [];

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

/** What one call took, in milliseconds from the request to the end of the answer. */
export type CallTime = Awaited<ReturnType<typeof measureRound>>[number];
