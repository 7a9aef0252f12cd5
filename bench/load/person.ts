import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { AnswerOf, Call } from '@noren/contract/call';
import { type Client, makeClient, type SendOptions } from '@noren/contract/client';
import { CODES } from '@noren/contract/codes';
import type { Envelope } from '@noren/contract/envelope';
import type { Member } from './fleet.ts';
import type { Latencies } from './latencies.ts';
import { type LoadRecord, noteUnexpected } from './load-record.ts';

/** What every act of the load shares. */
export interface LoadWorld {
  readonly members: readonly Member[];
  readonly record: LoadRecord;
  readonly latencies: Latencies;
  readonly policyVersion: string;
  readonly sealKey: { keyId: string; publicKey: string };
}

/** A borrower with a phone; the session is what the last sign-in gave. */
export interface Person {
  readonly phone: string;
  readonly userId: string;
  readonly client: Client;
  token: string | null;
  isBusy: boolean;
}

const GIVE_UP_AFTER_MS = 120_000;
const REPEAT_AFTER_MS = 100;
let turn = 0;

/** The address of a process that takes calls: one after the other, without those that are down. */
async function nextBase({ members }: LoadWorld): Promise<string> {
  for (;;) {
    const ready = members.filter(({ role, isReady }) => role === 'api' && isReady());
    turn += 1;
    const member = ready[turn % Math.max(1, ready.length)];
    if (member) return `http://127.0.0.1:${member.port}`;
    await pause(REPEAT_AFTER_MS);
  }
}

/** Sends as through a proxy, for which each person has an address. Keeps cookies as a browser does. */
function makeFetch(world: LoadWorld, phone: string, cookies: Map<string, string>): typeof fetch {
  const digits = phone.slice(-6);
  const address = `10.${Number(digits.slice(0, 2))}.${Number(digits.slice(2, 4))}.${Number(digits.slice(4))}`;
  return async (path, init) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...(init?.headers as Record<string, string>), cookie, 'x-forwarded-for': address };
    const response = await fetch(`${await nextBase(world)}${path}`, { ...init, headers });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return response;
  };
}

/** A certified person with a limit, made by the sandbox. @throws Error when it is refused */
export async function makePerson(world: LoadWorld): Promise<Person> {
  const response = await fetch(`${await nextBase(world)}/sandbox/api/jump`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"to":"limit"}',
  });
  if (!response.ok) throw new Error(`jump: ${response.status} ${await response.text()}`);
  const cookies = new Map(
    response.headers.getSetCookie().map((line) => (line.split(';')[0] ?? '').split('=') as [string, string]),
  );
  const made = (await response.json()) as { phone: string; userId: string; token: string; deviceId: string };
  const person: Person = {
    phone: made.phone,
    userId: made.userId,
    token: made.token,
    isBusy: false,
    client: makeClient({
      base: '',
      now: () => Date.now(),
      makeRequestId: randomUUID,
      deviceId: () => made.deviceId,
      token: () => person.token,
      language: () => 'en',
      sealKey: world.sealKey,
      timeoutMs: 30_000,
      fetch: makeFetch(world, made.phone, cookies),
    }),
  };
  return person;
}

/**
 * Sends a call, and the same request again until it is answered.
 * @throws Error when no process answers it for two minutes
 */
export async function send<C extends Call>(
  world: LoadWorld,
  { person, kind }: { person: Person; kind: string },
  declared: C,
  options: SendOptions<C>,
): Promise<Envelope<AnswerOf<C>>> {
  const requestId = randomUUID();
  const began = performance.now();
  for (;;) {
    const answer = await person.client.send(declared, { ...options, requestId }).catch((error: Error) => {
      // A request that was never answered is sent again.
      if (error.name === 'TransportError') return null;
      throw error;
    });
    if (answer && answer.code !== CODES.repeatedRequest && answer.code !== CODES.fault) {
      world.latencies.add(kind, performance.now() - began);
      return answer;
    }
    if (answer?.code === CODES.fault) noteUnexpected(world.record, `${kind}: 500`);
    world.record.repeats += 1;
    if (performance.now() - began > GIVE_UP_AFTER_MS) throw new Error(`${kind} was not answered`);
    await pause(REPEAT_AFTER_MS);
  }
}

/** The data of a success; null of a refusal, which is noted as unexpected. */
export async function sendOk<C extends Call>(
  world: LoadWorld,
  by: { person: Person; kind: string },
  declared: C,
  options: SendOptions<C>,
): Promise<AnswerOf<C> | null> {
  const answer = await send(world, by, declared, options);
  if (answer.code === CODES.success) return answer.data as AnswerOf<C>;
  noteUnexpected(world.record, `${by.kind}: ${answer.code} ${answer.msg}`);
  return null;
}

/** Uses a control of the sandbox, again until it answers. @throws Error when it is refused */
export async function useControl<T>(world: LoadWorld, name: string, body: object): Promise<T> {
  for (;;) {
    const answer = await fetch(`${await nextBase(world)}/sandbox/api/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).catch(() => null);
    if (answer?.ok) return (await answer.json()) as T;
    if (answer) throw new Error(`${name}: ${answer.status} ${await answer.text()}`);
    await pause(REPEAT_AFTER_MS);
  }
}

/** Reads a page of the sandbox as JSON, again until it is answered. */
export async function readSandbox<T>(world: LoadWorld, path: string): Promise<T> {
  for (;;) {
    const answer = await fetch(`${await nextBase(world)}${path}`).catch(() => null);
    if (answer?.ok) return (await answer.json()) as T;
    await pause(REPEAT_AFTER_MS);
  }
}
