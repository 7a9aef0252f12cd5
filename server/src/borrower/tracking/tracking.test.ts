import type { SendOptions } from '@noren/contract/client';
import { HEADERS } from '@noren/contract/envelope';
import { CALLS } from '@noren/contract/index';
import { UserStatus } from '@noren/core/people/status';
import { KEEP_DAYS, MAX_RECORDS_PER_USER, TRACKED_FIELDS } from '@noren/core/people/tracking-rules';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { sweep } from '../../schedule/sweep.ts';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser, type SignedInUser, sendConsent, successData } from '../../testing/users.ts';

const app = await useApp();

const agree = ({ client }: SignedInUser, isGiven = true) => sendConsent(client, 'usage', isGiven);
const config = async (client: SignedInUser['client']) =>
  successData(await client.send(CALLS.trackingConfig, {}));
type Batch = SendOptions<typeof CALLS.saveTracking>['body'];

const batch = (more: Partial<Batch> = {}): Batch => ({
  dataType: 'field',
  appId: 'noren',
  value: [
    { idName: 'companyName', beginTime: app.deps.now() - 5_000, duration: 4_000, content: '#13' },
  ],
  uploadType: 'full',
  ...more,
});

const save = (who: SignedInUser, more: Partial<Batch> = {}, requestId?: string) =>
  who.client.send(CALLS.saveTracking, { body: batch(more), ...(requestId && { requestId }) });

const readRecords = async ({ userId }: SignedInUser) => {
  const rows = await app.deps.db
    .selectFrom('tracking_records')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('recordId')
    .execute();
  return rows.map((row) => [
    row.idName,
    row.durationMs,
    row.contentEnc &&
      app.deps.crypto.decrypt(row.contentEnc, `tracking_records.content_enc:${userId}`),
  ]);
};

test('nothing is tracked without consent or without a session', async () => {
  const who = await aSignedInUser(app);
  expect(await config(app.client())).toEqual({ fields: [], flushAt: 20, marksDevice: false });
  expect(await config(who.client)).toEqual({ fields: [], flushAt: 20, marksDevice: false });
  expect(successData(await save(who))).toEqual({ isKept: false });
  expect(await readRecords(who)).toEqual([]);
  successData(await agree(who));
  expect((await config(who.client)).fields).toEqual(TRACKED_FIELDS);
  expect((await app.client().send(CALLS.saveTracking, { body: batch() })).code).toBe(401);
});

test('a batch is stored once with encrypted content, and content not allowed for a field is removed', async () => {
  const who = await aSignedInUser(app, { consents: ['privacy_policy', 'usage'] });
  const at = { beginTime: app.deps.now(), duration: 10 };
  const value: Batch['value'] = [
    { idName: 'listSearch', ...at, content: 'textiles' },
    { idName: 'listSearch', ...at, content: '98 7654 3210' },
    { idName: 'companyName', ...at, content: 'Example Works' },
    { idName: 'pan', ...at, content: 'ABCPX1234Z' },
  ];
  const requestId = crypto.randomUUID();

  expect(successData(await save(who, { value }, requestId))).toEqual({ isKept: true });
  expect(successData(await save(who, { value }, requestId))).toEqual({ isKept: true });
  expect(await readRecords(who)).toEqual([
    ['listSearch', 10, 'textiles'],
    ['listSearch', 10, '#12'],
    ['companyName', 10, '#13'],
    ['pan', 10, null],
  ]);

  const { rows } = await sql<{ text: string }>`select t::text from tracking_records t`.execute(
    app.deps.db,
  );
  expect(JSON.stringify(rows)).not.toMatch(/textiles|ABCPX|3210/);
});

test.each([
  ['an unknown field', { value: [{ idName: 'password', beginTime: 1, duration: 1, content: '' }] }],
  ['no record', { value: [] }],
  [
    'more than a hundred',
    { value: Array(101).fill({ idName: 'utr', beginTime: 1, duration: 1, content: '' }) },
  ],
  ['a negative time', { value: [{ idName: 'utr', beginTime: -1, duration: 1, content: '' }] }],
  ['another app', { appId: 'other' }],
])('a batch with %s is rejected', async (_, more) => {
  const who = await aSignedInUser(app, {
    bizStatus: UserStatus.registered,
    consents: ['privacy_policy', 'usage'],
  });
  expect((await save(who, more as Partial<Batch>)).code).toBe(400);
});

test('withdrawing consent deletes this user’s records and stops further collection', async () => {
  const consents = ['privacy_policy', 'usage'] as const;
  const who = await aSignedInUser(app, { bizStatus: UserStatus.registered, consents });
  const other = await aSignedInUser(app, { bizStatus: UserStatus.registered, consents });

  successData(await save(who));
  successData(await save(other));
  successData(await agree(who, false));
  expect(await readRecords(who)).toEqual([]);
  expect(await readRecords(other)).toHaveLength(1);
  expect(successData(await save(who))).toEqual({ isKept: false });
});

test('a withdrawal concurrent with batches leaves no records', async () => {
  const who = await aSignedInUser(app, {
    bizStatus: UserStatus.registered,
    consents: ['privacy_policy', 'usage'],
  });
  await Promise.all([save(who), agree(who, false), save(who), save(who)]);
  expect(await readRecords(who)).toEqual([]);
});

test('records are deleted after ninety days', async () => {
  const who = await aSignedInUser(app, {
    bizStatus: UserStatus.registered,
    consents: ['privacy_policy', 'usage'],
  });
  successData(await save(who));
  app.advance((KEEP_DAYS - 1) * 86_400_000);
  await sweep(app.deps);
  expect(await readRecords(who)).toHaveLength(1);
  app.advance(86_400_001);
  await sweep(app.deps);
  expect(await readRecords(who)).toEqual([]);
});

test('batches are rate-limited per hour', async () => {
  const who = await aSignedInUser(app, {
    bizStatus: UserStatus.registered,
    consents: ['privacy_policy', 'usage'],
  });
  const { most } = app.deps.limits.findRule('usage-user-hour');
  const hour = Array.from({ length: most }, () => ['usage-user-hour', who.userId] as const);

  for (const pair of hour) await app.deps.limits.take([pair], app.deps.now());
  expect((await save(who)).code).toBe(429);
});

const fault = {
  name: 'TypeError',
  words: "Cannot read properties of undefined (reading 'length')",
  frames: [{ file: 'home-Cd2.js', line: 10, column: 44 }],
  screen: '/repay/:id',
  browser: 'chrome 141',
  appVersion: '216',
};

const sendFault = (event: object, client = app.client()) =>
  client.send(CALLS.saveEvent, {
    params: { type: 'script_error' },
    body: { event: JSON.stringify(event) },
  });

const faults = () =>
  app.deps.db.selectFrom('script_errors').selectAll().orderBy('firstSeenAt').execute();

test('script errors are grouped, stored without a user, and deleted after ninety days', async () => {
  successData(await sendFault(fault));
  successData(await sendFault({ ...fault, browser: 'firefox 130', screen: '/home' }));
  successData(await sendFault({ ...fault, name: 'RangeError' }));
  expect(await faults()).toMatchObject([
    {
      name: 'TypeError',
      occurrences: 2,
      browser: 'firefox 130',
      stack: ['home-Cd2.js:10:44'],
      screen: '/home',
    },
    { name: 'RangeError', occurrences: 1 },
  ]);
  app.advance((KEEP_DAYS + 1) * 86_400_000);
  await sweep(app.deps);
  expect(await faults()).toEqual([]);
});

test('personal data is removed from script errors, and invalid events are rejected', async () => {
  successData(await sendFault({ ...fault, words: 'no order for "Asha" at asha@mail.example' }));
  expect((await faults()).map(({ message }) => message)).toEqual(['no order for … at …']);

  for (const bad of [
    {},
    { ...fault, screen: '/repay/AB12' },
    { ...fault, frames: [{ file: '../x.js', line: 1, column: 1 }] },
  ])
    expect((await sendFault(bad)).code).toBe(400);
});

test('a device may report thirty script errors an hour', async () => {
  const client = app.client();
  const codes = [];

  for (let at = 0; at < 31; at++) codes.push((await sendFault(fault, client)).code);
  expect(codes.filter((code) => code === 200)).toHaveLength(30);
  expect(codes.at(-1)).toBe(429);
});

test('an event is sent as a form with each value sealed', async () => {
  const seen: { type: string | null; body: string }[] = [];
  const client = app.client();
  const plain = globalThis.fetch;

  globalThis.fetch = (input, init) => {
    seen.push({
      type: new Headers(init?.headers).get(HEADERS.encrypted),
      body: String(init?.body),
    });
    return plain(input, init);
  };

  try {
    successData(await sendFault(fault, client));
  } finally {
    globalThis.fetch = plain;
  }

  expect(seen).toEqual([{ type: '1', body: expect.stringMatching(/^event=[\w-]+$/) }]);
});

test('only the newest five thousand records of a user are stored', async () => {
  const [who, other] = [await aSignedInUser(app), await aSignedInUser(app)];
  for (const one of [who, other]) successData(await agree(one));
  successData(await save(other));
  await sql`insert into tracking_records (user_id, device_id, id_name, started_at, duration_ms, saved_at)
    select ${who.userId}, ${who.client.deviceId}, 'pan', now(), 1, now()
    from generate_series(1, ${MAX_RECORDS_PER_USER})`.execute(app.deps.db);
  successData(await save(who));

  const stored = await readRecords(who);
  expect([stored.length, stored.at(-1)?.[0]]).toEqual([MAX_RECORDS_PER_USER, 'companyName']);
  expect(await readRecords(other)).toHaveLength(1);
});
