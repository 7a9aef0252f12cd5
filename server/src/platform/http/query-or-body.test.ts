import { Writable } from 'node:stream';
import { HEADERS } from '@noren/contract/envelope';
import { CALLS } from '@noren/contract/index';
import { OrderStatus } from '@noren/core/lending/order-status';
import { afterEach, expect, test, vi } from 'vitest';
import { buildApp } from '../../app.ts';
import { readSandboxMessages } from '../../sandbox/phone/store.ts';
import { anAppliedLoan, openSandboxBank, readBill, runJobs } from '../../testing/loans.ts';
import { plainHeaders } from '../../testing/plain-headers.ts';
import type { TestClient } from '../../testing/start-app.ts';
import { useMoneyApp } from '../../testing/use-app.ts';
import { aPhoneNumber, aSignedInUser } from '../../testing/users.ts';
import { makeLog } from '../log.ts';

const app = await useMoneyApp();
afterEach(() => vi.restoreAllMocks());

const OTP = CALLS.sendOtp.path;
const JSON_TYPE = { 'content-type': 'application/json' };

type Content = { body?: string; headers?: Record<string, string>; client?: TestClient };

async function post(
  path: string,
  { body, headers = {}, client }: Content = {},
): Promise<[status: number, code: number]> {
  const init = { method: 'POST', headers: plainHeaders(app, headers, client), body: body ?? null };
  const response = await fetch(app.url + path, init);
  const { code } = (await response.json()) as { code: number };
  return [response.status, code];
}

const codesSentTo = async (phone: string): Promise<number> =>
  (await readSandboxMessages(app.deps.db, phone)).length;

test.each<[string, (phone: string) => [query: string, content?: Content]]>([
  ['the query alone', (phone) => [`?phone=${phone}&type=1`]],
  ['the query with type 2', (phone) => [`?phone=${phone}&type=2`]],
  ['the query without a type', (phone) => [`?phone=${phone}`]],
  ['the query, with an area code', (phone) => [`?phone=%2B91%20${phone}&type=1`]],
  ['the query, with a plus sign that became a space', (phone) => [`?phone=+91${phone}&type=1`]],
  [
    'the query, beside an empty JSON body',
    (phone) => [`?phone=${phone}&type=1`, { headers: JSON_TYPE, body: '' }],
  ],
  [
    'the query, beside {}',
    (phone) => [`?phone=${phone}&type=1`, { headers: JSON_TYPE, body: '{}' }],
  ],
  [
    'the query, beside an empty form',
    (phone) => [
      `?phone=${phone}`,
      { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: '' },
    ],
  ],
  [
    'the query, beside an empty text',
    (phone) => [`?phone=${phone}`, { headers: { 'content-type': 'text/plain' }, body: '' }],
  ],
  ['the body', (phone) => ['', { headers: JSON_TYPE, body: JSON.stringify({ phone, type: 2 }) }]],
  ['both', (phone) => ['?type=1', { headers: JSON_TYPE, body: JSON.stringify({ phone }) }]],
  [
    'both, and the body is right',
    (phone) => [
      '?phone=1&type=3',
      { headers: JSON_TYPE, body: JSON.stringify({ phone, type: 1 }) },
    ],
  ],
])('a sign-in code is sent when its parameters come in %s', async (_, request) => {
  const phone = aPhoneNumber();
  expect(await post(OTP + request(phone)[0], request(phone)[1])).toEqual([200, 200]);
  expect(await codesSentTo(phone)).toBe(1);
});

test.each<[string, string, Content?]>([
  ['nothing', ''],
  ['an empty phone', '?phone=&type=1'],
  ['two phones', '?phone=9876543210&phone=9876543211'],
  ['a type of neither kind', '?phone=9876543210&type=3'],
  ['a body that is a list', '?phone=9876543210', { headers: JSON_TYPE, body: '[]' }],
  ['a body that is a text', '?phone=9876543210', { headers: JSON_TYPE, body: '"x"' }],
  ['a number for a phone', '', { headers: JSON_TYPE, body: '{"phone":9876543210}' }],
])('%s is invalid input, not another error', async (_, query, content) => {
  expect(await post(OTP + query, content)).toEqual([200, 400]);
});

test('only the calls that the specification gives a query read their fields from it', async () => {
  const who = await aSignedInUser(app);
  expect(await post(`${CALLS.saveLanguage.path}?language=hi`, { client: who.client })).toEqual([
    200, 400,
  ]);
});

test('a failed payout is handled by its query alone', async () => {
  await openSandboxBank(app).setBehaviour('payouts', 'fail');

  const who = await aSignedInUser(app);
  const repayId = await anAppliedLoan(who);

  await runJobs(app);

  const path = `${CALLS.failBorrowHandler.path}?repayId=${repayId}&action=`;
  expect(await post(`${path}keep`, { client: who.client })).toEqual([200, 400]);
  expect(await post(`${path}cancel`, { client: who.client })).toEqual([200, 200]);
  expect((await readBill(who, repayId)).bill.borrowStatus).toBe(OrderStatus.cancelled);
});

test('a phone number in the address is in no line of the log', async () => {
  const lines: string[] = [];
  const to = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const log = makeLog({ NOREN_LOG_LEVEL: 'debug' }, to);
  const server = await buildApp({ ...app.deps, log });
  const phone = aPhoneNumber();

  const send = async (headers: Record<string, string> = {}): Promise<number> => {
    const request = {
      method: 'POST',
      url: `${OTP}?phone=${phone}`,
      headers: plainHeaders(app, headers),
    } as const;
    return (await server.inject(request)).statusCode;
  };

  expect(await send()).toBe(200);
  expect(await send({ [HEADERS.time]: 'noon' })).toBe(400);
  vi.spyOn(app.deps.crypto, 'hash').mockImplementation(() => {
    throw new Error(`no key for ${OTP}?phone=${phone}`);
  });
  expect(await send()).toBe(500);

  await server.close();
  expect(lines.join('')).toContain('server fault');
  expect(lines.join('')).not.toContain(phone.slice(-6));
});
