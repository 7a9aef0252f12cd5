import { randomUUID } from 'node:crypto';
import { buildPath, type Call, listCodes } from '@noren/contract/call';
import type { SendOptions } from '@noren/contract/client';
import { HEADERS } from '@noren/contract/envelope';
import { CALLS, type CallName } from '@noren/contract/index';
import { UserStatus } from '@noren/core/people/status';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SAMPLES, type SampleIds } from '../testing/samples.ts';
import { startApp, type TestApp, type TestClient } from '../testing/start-app.ts';
import { aSignedInUser, ONBOARDING_STATUSES } from '../testing/users.ts';

const calls = Object.entries(CALLS) as [CallName, Call][];

/** Values that no form sends. */
const INVALID_VALUES: unknown[] = [
  null,
  '',
  ' ',
  'x'.repeat(5_000),
  '\u0000',
  'a\ud800b',
  '￿‮',
  "'; drop table users; --",
  '<script>',
  -1,
  0,
  1.5,
  1e308,
  true,
  [],
  {},
  [[[]]],
  { $ne: null },
];

let app: TestApp;
let people: { bizStatus: number; client: TestClient; ids: SampleIds }[];

beforeAll(async () => {
  app = await startApp();
  people = await Promise.all(
    [...ONBOARDING_STATUSES, UserStatus.regular].map(async (bizStatus) => {
      const { client, phone } = await aSignedInUser(app, {
        bizStatus,
        limitPaise: bizStatus >= UserStatus.certified ? 2_000_000 : 0,
      });

      return {
        bizStatus,
        client,
        ids: { phone, otpRef: randomUUID(), repayId: 'AAAAAAAAAAAA', proposalNo: 'NK-AAAAAAAA' },
      };
    }),
  );
});

afterAll(() => app.stop());

/** Sends any value, which a typed client would not. */
async function sendRaw(
  call: Call,
  client: TestClient | null,
  parts: { path?: string; body?: unknown; file?: Blob },
) {
  const headers: Record<string, string> = {
    [HEADERS.appCode]: 'noren',
    [HEADERS.deviceId]: client?.deviceId ?? randomUUID(),
    [HEADERS.requestId]: randomUUID(),
    [HEADERS.time]: String(app.deps.now()),
    [HEADERS.encrypted]: '0',
    ...(client?.token ? { [HEADERS.token]: client.token } : {}),
    ...(client?.cookie ? { cookie: client.cookie } : {}),
  };
  let body: BodyInit | null = null;

  if (call.encoding === 'multipart') {
    const form = new FormData();
    for (const [name, value] of toFields(parts.body)) form.set(name, value);
    if (parts.file) form.set('file', parts.file);
    body = form;
  } else if (call.encoding === 'form') {
    body = new URLSearchParams(toFields(parts.body));
  } else if (call.method === 'POST') {
    headers['content-type'] = 'application/json';
    body = JSON.stringify(parts.body);
  }

  const response = await fetch(app.url + (parts.path ?? call.path), {
    method: call.method,
    headers,
    body,
  });

  return {
    status: response.status,
    answer: (await response.json()) as { code: number; msg: string },
  };
}

/** The fields that a form sends of a body. */
const toFields = (body: unknown): [string, string][] =>
  typeof body === 'object' && body !== null
    ? Object.entries(body).map(([name, value]) => [name, String(value)])
    : [];

/** The sample, with each value or the whole of it invalid, and with each value left out. */
function* spoil(body: unknown): Generator<unknown> {
  yield* INVALID_VALUES;
  if (typeof body !== 'object' || body === null) return;

  for (const key of Object.keys(body)) {
    for (const value of INVALID_VALUES) yield { ...body, [key]: value };

    const { [key as never]: _, ...without } = body as Record<string, unknown>;
    yield without;
  }
}

describe.each(calls)('%s', (name, call) => {
  const sampleFor = (ids: SampleIds) =>
    SAMPLES[name](ids) as SendOptions<Call> & { body?: unknown; params?: Record<string, string> };

  test.skipIf(call.who === 'anyone')(
    'answers 401 without a session, and with an invalid token',
    async () => {
      const stranger = app.client();
      const { ids } = people[0]!;

      expect((await stranger.send(call, sampleFor(ids))).code).toBe(401);

      stranger.token = 'A'.repeat(43);
      expect((await stranger.send(call, sampleFor(ids))).code).toBe(401);

      // A token without its companion cookie is not accepted.
      stranger.token = people[0]!.client.token;
      expect((await stranger.send(call, sampleFor(ids))).code).toBe(401);
    },
  );

  test.skipIf(name === 'logOut')(
    'answers valid input with a declared code at every user status',
    async () => {
      for (const { client, ids } of people) {
        const answer = await client.send(call, sampleFor(ids));
        expect(listCodes(call), `${answer.code} ${answer.msg}`).toContain(answer.code);
        expect(answer.code, answer.msg).not.toBe(500);
      }
    },
  );

  test.skipIf(call.who !== 'certified')('answers 420 to a user who is not certified', async () => {
    for (const bizStatus of [UserStatus.registered, UserStatus.bankAccountDue] as const) {
      const { client } = await aSignedInUser(app, { bizStatus });
      expect((await client.send(call, sampleFor(people[0]!.ids))).code, String(bizStatus)).toBe(
        420,
      );
    }
  });

  test.skipIf(name === 'logOut')('never answers invalid input with a fault', async () => {
    const { client, ids } = people.at(-1)!;
    const sample = sampleFor(ids);
    const path = buildPath(call, sample.params ?? {});

    const check = (
      { status, answer }: Awaited<ReturnType<typeof sendRaw>>,
      sent: unknown,
    ): void => {
      expect(status, JSON.stringify(sent)).toBeLessThan(500);
      expect(answer.code, JSON.stringify(sent)).not.toBe(500);
      expect(answer.msg.length).toBeGreaterThan(0);
    };

    if (call.body)
      for (const body of spoil(sample.body))
        check(await sendRaw(call, client, { path, body }), body);

    if (call.params)
      for (const value of ['%00', '..%2f..', '%E2%82%B9', 'x'.repeat(150), '{}'])
        check(await sendRaw(call, client, { path: call.path.replace(/\{\w+\}/g, value) }), value);

    if (call.query)
      for (const query of [
        '',
        '?',
        '?phone=%00&ifsc=%00&repayId=%00',
        '?borrowType=2&borrowType=0',
        `?ifsc=${'x'.repeat(3_000)}`,
      ])
        check(
          await sendRaw(call, client, { path: `${call.path}${query}`, body: sample.body }),
          query,
        );
  });
});
