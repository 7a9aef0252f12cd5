import { randomUUID } from 'node:crypto';
import { type AnswerOf, buildAddress, type Call } from '@noren/contract/call';
import { STAFF_CALLS, type StaffCallName } from '@noren/contract/staff/index';
import { STAFF_HEADERS, type StaffErrorBody } from '@noren/contract/staff/wire';
import type { Role } from '@noren/core/staff/roles';
import { afterAll } from 'vitest';
import { buildConsole } from '../console.ts';
import { makeInvitation } from '../platform/staff/staff-invitation-store.ts';
import { addStaff, setRoles } from '../platform/staff/staff-store.ts';
import { waitForTurn } from '../platform/staff/turn-store.ts';
import { makeSoftPasskey, type SoftPasskey } from './soft-passkey.ts';
import type { TestApp } from './start-app.ts';

type Calls = typeof STAFF_CALLS;
export type StaffResult<N extends StaffCallName> =
  | { ok: true; status: number; data: AnswerOf<Calls[N]> }
  | { ok: false; status: number; error: StaffErrorBody };

/** Somebody at the console: a browser with a cookie, and a passkey once enrolled. */
export interface StaffClient {
  passkey: SoftPasskey | null;
  cookie: string | null;
  /** Sends a call; a passkey that is asked for answers, unless `refusesPasskey`. */
  send<N extends StaffCallName>(
    name: N,
    sent?: {
      params?: unknown;
      query?: unknown;
      body?: unknown;
      requestId?: string;
      refusesPasskey?: boolean;
    },
  ): Promise<StaffResult<N>>;
  /** The data of a call that must succeed. */
  data<N extends StaffCallName>(
    name: N,
    sent?: Parameters<StaffClient['send']>[1],
  ): Promise<AnswerOf<Calls[N]>>;
}

export interface TestConsole {
  readonly origin: string;
  client(): StaffClient;
  /** Somebody of the sandbox with a role, signed in. */
  as(role: Role, who?: 'first' | 'second'): Promise<StaffClient>;
  /** A new person with a passkey, signed in. */
  enrolled(name: string, roles: readonly Role[]): Promise<StaffClient & { staffId: string }>;
}

/** Starts the console beside a test's app; it stops after the last test. */
export async function useConsole(app: TestApp): Promise<TestConsole> {
  const { close, ...console } = await startConsole(app);
  afterAll(close);
  return console;
}

/** Starts the console beside a test's app, until `close`. */
export async function startConsole(
  app: TestApp,
): Promise<TestConsole & { close(): Promise<unknown> }> {
  const server = await buildConsole(app.deps);
  const address = new URL(await server.listen({ host: '127.0.0.1', port: 0 }));
  const origin = `http://localhost:${address.port}`;

  const client = (): StaffClient => staffClient(origin);
  return {
    origin,
    client,
    close: () => server.close(),
    async as(role, who = 'first') {
      const made = client();
      await made.data('sandboxSignIn', { body: { role, who } });
      return made;
    },
    async enrolled(name, roles) {
      const { db, now } = app.deps;
      const { staffId, token } = await db.transaction().execute(async (tx) => {
        await waitForTurn(tx);

        const email = `${name.toLowerCase().replaceAll(' ', '.')}@lender.example`;
        const id = await addStaff(tx, { name, email, state: 'invited', now: now() });

        await setRoles(tx, id, roles, now());

        return { staffId: id, token: await makeInvitation(tx, id, now()) };
      });
      const made = client();

      await enrolWith(made, origin, token);

      return Object.assign(made, { staffId });
    },
  };
}

/** Approves a request with the effect that it has now. */
export async function approveAsSeen(by: StaffClient, requestId: string): Promise<void> {
  const { effectNow: seen } = await by.data('approval', { params: { requestId } });
  await by.data('approve', { body: { requestId, seen } });
}

/** Enrols with an invitation's token: makes a passkey, which the client keeps. */
export async function enrolWith(client: StaffClient, origin: string, token: string): Promise<void> {
  client.passkey = makeSoftPasskey(origin);
  const { options } = await client.data('beginEnrolment', { body: { token } });
  const attestation = client.passkey.attest(options);
  await client.data('enrol', { body: { token, attestation, passkeyName: 'Laptop' } });
}

/** The cookies of a browser after an answer; null without any. */
function cookiesAfter(before: string | null, set: readonly string[]): string | null {
  const kept = new Map((before?.split('; ') ?? []).map((line) => [line.split('=')[0], line]));
  for (const line of set) {
    const [pair = '', ...rest] = line.split('; ');
    if (rest.includes('Max-Age=0')) kept.delete(pair.split('=')[0]);
    else kept.set(pair.split('=')[0], pair);
  }

  return kept.size === 0 ? null : [...kept.values()].join('; ');
}

/** A browser at the console of any process. */
export function staffClient(origin: string): StaffClient {
  const client: StaffClient = {
    passkey: null,
    cookie: null,
    async send(name, sent = {}) {
      const declared: Call = STAFF_CALLS[name];
      const requestId = sent.requestId ?? randomUUID();

      const post = async (assertion?: unknown) => {
        const headers: Record<string, string> = { [STAFF_HEADERS.requestId]: requestId, origin };
        if (client.cookie) headers.cookie = client.cookie;
        if (declared.method === 'POST') headers['content-type'] = 'application/json';

        if (assertion)
          headers[STAFF_HEADERS.assertion] = Buffer.from(JSON.stringify(assertion)).toString(
            'base64url',
          );

        const body = declared.method === 'POST' ? JSON.stringify(sent.body ?? {}) : undefined;
        const response = await fetch(`${origin}${buildAddress(declared, sent)}`, {
          method: declared.method,
          headers,
          ...(body !== undefined && { body }),
        });

        client.cookie = cookiesAfter(client.cookie, response.headers.getSetCookie());

        // A file: its bytes.
        if (!response.headers.get('content-type')?.startsWith('application/json'))
          return {
            ok: true as const,
            status: response.status,
            data: Buffer.from(await response.arrayBuffer()) as never,
          };

        const answer = (await response.json()) as { data: never; error?: StaffErrorBody };
        return answer.error
          ? { ok: false as const, status: response.status, error: answer.error }
          : { ok: true as const, status: response.status, data: answer.data };
      };

      const first = await post();
      const isAsked =
        !first.ok &&
        first.error.code === 'passkey_needed' &&
        client.passkey &&
        !sent.refusesPasskey;

      return isAsked && client.passkey ? post(client.passkey.assert(first.error.options)) : first;
    },
    async data(name, sent) {
      const result = await client.send(name, sent);
      if (!result.ok) throw new Error(`${name}: ${JSON.stringify(result.error)}`);
      return result.data;
    },
  };
  return client;
}
