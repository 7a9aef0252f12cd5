import { CALLS } from '@noren/contract/index';
import { formatTime, toBusinessDay } from '@noren/core/money/time';
import { COPY_HOLD_MS } from '@noren/core/people/data-copy';
import { PASSKEY_TRUSTED_AFTER_MS } from '@noren/core/people/passkey';
import { UserStatus } from '@noren/core/people/status';
import { expect, test } from 'vitest';
import { readSandboxMessages } from '../../sandbox/phone/store.ts';
import { runJobs } from '../../testing/loans.ts';
import { makeSoftPasskey } from '../../testing/soft-passkey.ts';
import { useConsole } from '../../testing/staff.ts';
import type { TestClient } from '../../testing/start-app.ts';
import { useApp } from '../../testing/use-app.ts';
import {
  aSignedInUser,
  enterCodeNow,
  type SignedInUser,
  signIn,
  successData,
} from '../../testing/users.ts';

const app = await useApp();
const HELD = { code: 409, data: { reason: 'copy_held' } };

type Phone = { client: TestClient };

/** An owner who has had the account for two days. */
async function anOwner(): Promise<SignedInUser> {
  const owner = await aSignedInUser(app, { bizStatus: UserStatus.registered });
  app.advance(2 * COPY_HOLD_MS);
  await enterCodeNow(app, owner.client);
  return owner;
}

const ask = async ({ client }: Phone) =>
  successData(await client.send(CALLS.requestExport, { body: {} }));

async function makeCopy(phone: Phone) {
  const copy = await ask(phone);
  await runJobs(app);
  return copy;
}

const list = async ({ client }: Phone) => successData(await client.send(CALLS.exportList, {}));
const save = ({ client }: Phone, exportId: string) =>
  client.send(CALLS.fetchExport, { params: { exportId, format: 'pdf' } });

test('a copy requested by a new phone waits a day there; the owner is notified and need not wait', async () => {
  const owner = await anOwner();
  const stranger = await signIn(app, owner.phone);
  const { exportId, heldUntil } = await makeCopy(stranger);
  const until = app.deps.now() + COPY_HOLD_MS;

  expect(heldUntil).toBe(until);
  expect(await save(stranger, exportId)).toMatchObject(HELD);
  expect(await list(stranger)).toMatchObject({
    exports: [{ exportId, heldUntil }],
    canProve: false,
  });

  const { details } = successData(await owner.client.send(CALLS.notificationCentre, { body: {} }));
  expect(details.map(({ title }) => title)).toContain('A copy of your data was asked for');

  const messages = await readSandboxMessages(app.deps.db, owner.phone);
  expect(messages.find(({ template }) => template === 'export_held')?.values).toEqual({
    day: toBusinessDay(until),
    time: formatTime(until),
  });
  expect(await list(owner)).toMatchObject({ exports: [{ exportId, heldUntil: null }] });
  expect((await save(owner, exportId)).code).toBe(200);
  app.advance(COPY_HOLD_MS - 1);
  await enterCodeNow(app, stranger.client);
  expect(await save(stranger, exportId)).toMatchObject(HELD);
  app.advance(1);
  expect((await save(stranger, exportId)).code).toBe(200);
});

test('signing the new phone out ends its copy: signed in again it neither sees nor saves it', async () => {
  const owner = await anOwner();
  const stranger = await signIn(app, owner.phone);
  const { exportId } = await makeCopy(stranger);

  successData(await owner.client.send(CALLS.revokeSessions, { body: { sessionId: null } }));
  app.advance(COPY_HOLD_MS);

  const again = await signIn(app, owner.phone, stranger.client);
  expect(await list(again)).toEqual({ exports: [], canProve: false });
  expect((await save(again, exportId)).code).toBe(404);
  expect((await makeCopy(again)).heldUntil).toBe(app.deps.now() + COPY_HOLD_MS);
});

test('a new phone cannot fetch the owner’s copy; a phone known for a day can', async () => {
  const owner = await anOwner();
  const second = await signIn(app, owner.phone);
  const { exportId, heldUntil } = await makeCopy(owner);

  expect(heldUntil).toBeNull();
  expect((await list(second)).exports).toEqual([]);
  expect((await save(second, exportId)).code).toBe(404);
  app.advance(COPY_HOLD_MS);
  await enterCodeNow(app, second.client);
  expect((await save(second, exportId)).code).toBe(200);
});

test('the device id of the owner makes no other phone known: the owner is told, and the copy waits', async () => {
  const owner = await anOwner();
  const { deviceId } = owner.client;
  const stranger = await signIn(app, owner.phone, Object.assign(app.client(), { deviceId }));
  const { exportId, heldUntil } = await makeCopy(stranger);
  const messages = await readSandboxMessages(app.deps.db, owner.phone);

  expect(messages.map(({ template }) => template)).toContain('new_device');
  expect(heldUntil).toBe(app.deps.now() + COPY_HOLD_MS);
  expect(await save(stranger, exportId)).toMatchObject(HELD);
  expect((await save(owner, exportId)).code).toBe(200);
});

test('a session stays on the device that it was opened on, whatever device its calls name', async () => {
  const owner = await anOwner();
  const stranger = await signIn(app, owner.phone);
  const { exportId } = await makeCopy(stranger);
  const { token, cookie, deviceCookie } = stranger.client;
  const named = Object.assign(app.client(), {
    deviceId: owner.client.deviceId,
    token,
    cookie,
    deviceCookie,
  });

  expect(await save({ client: named }, exportId)).toMatchObject(HELD);
  expect(
    await save({ client: Object.assign(named, { deviceCookie: null }) }, exportId),
  ).toMatchObject(HELD);
});

test('a phone that signed itself out is ended with all others, though nothing is open there', async () => {
  const owner = await anOwner();
  const stranger = await signIn(app, owner.phone);

  successData(await stranger.client.send(CALLS.logOut, {}));

  const revoked = await owner.client.send(CALLS.revokeSessions, { body: { sessionId: null } });
  expect(successData(revoked)).toEqual({ revoked: 0 });
  app.advance(COPY_HOLD_MS);

  const again = await signIn(app, owner.phone, stranger.client);
  const { exportId } = await makeCopy(again);

  expect(await save(again, exportId)).toMatchObject(HELD);
  await enterCodeNow(app, owner.client);
  expect((await save(owner, exportId)).code).toBe(200);
});

test.each([
  ['its session', true],
  ['all sessions', false],
])('staff who end %s end what earlier sessions made of the phone', async (_, isOne) => {
  const owner = await anOwner();
  const first = await signIn(app, owner.phone);
  const { client } = await signIn(app, owner.phone, first.client);
  const support = await (await useConsole(app)).as('support');
  const page = await support.data('borrower', { params: { userId: owner.userId } });
  const sessionId = page.sessions.find(({ endedAt }) => endedAt === null)?.sessionId;
  const body = {
    reason: 'the SIM was swapped, the caller says',
    ...(isOne && sessionId !== undefined && { sessionId }),
  };

  expect(
    await support.data('endBorrowerSessions', { params: { userId: owner.userId }, body }),
  ).toEqual({
    ended: isOne ? 1 : 2,
  });
  app.advance(COPY_HOLD_MS);

  const again = await signIn(app, owner.phone, client);
  const { exportId } = await makeCopy(again);

  expect(await save(again, exportId)).toMatchObject(HELD);
});

test('staff end a phone that signed itself out, once', async () => {
  const owner = await anOwner();
  successData(await owner.client.send(CALLS.logOut, {}));

  const support = await (await useConsole(app)).as('support');
  const end = { params: { userId: owner.userId }, body: { reason: 'the phone was stolen' } };

  expect(await support.data('endBorrowerSessions', end)).toEqual({ ended: 0 });
  expect(await support.send('endBorrowerSessions', end)).toMatchObject({
    error: { code: 'not_possible' },
  });

  const again = await signIn(app, owner.phone, owner.client);
  expect((await makeCopy(again)).heldUntil).toBe(app.deps.now() + COPY_HOLD_MS);
});

test('a copy asked for while another phone’s is being made is the phone’s own, and is told', async () => {
  const owner = await anOwner();
  const { client } = await signIn(app, owner.phone);
  const [theirs, own] = [await ask(owner), await ask({ client })];

  expect(own).toMatchObject({ state: 'making', heldUntil: app.deps.now() + COPY_HOLD_MS });
  expect(await ask({ client })).toEqual(own);
  expect((await list({ client })).exports).toEqual([own]);
  await runJobs(app);
  expect((await list({ client })).exports).toMatchObject([
    { exportId: own.exportId, state: 'ready' },
  ]);
  expect((await list(owner)).exports.map(({ exportId }) => exportId)).toEqual([
    own.exportId,
    theirs.exportId,
  ]);

  const messages = await readSandboxMessages(app.deps.db, owner.phone);
  expect(messages.filter(({ template }) => template === 'export_held')).toHaveLength(1);
  app.advance(COPY_HOLD_MS);
  await enterCodeNow(app, client);
  expect((await save({ client }, own.exportId)).code).toBe(200);
});

test('the phone that made the account has its copy at once', async () => {
  const owner = await aSignedInUser(app, { bizStatus: UserStatus.registered });
  expect((await makeCopy(owner)).heldUntil).toBeNull();
});

test.each([
  ['a day old', PASSKEY_TRUSTED_AFTER_MS, true],
  ['a minute younger', PASSKEY_TRUSTED_AFTER_MS - 60_000, false],
])('a passkey that is %s gives a new phone its copy at once: %s', async (_, age, isAtOnce) => {
  const owner = await anOwner();
  const passkey = makeSoftPasskey('http://localhost:3000');
  const { options } = successData(await owner.client.send(CALLS.beginPasskey, { body: {} }));
  const attestation = passkey.attest(options);

  successData(
    await owner.client.send(CALLS.addPasskey, { body: { attestation, name: 'Red phone' } }),
  );
  app.advance(age);

  const second = await signIn(app, owner.phone);
  const { exportId } = await makeCopy(second);

  expect(await save(second, exportId)).toMatchObject(HELD);
  expect((await list(second)).canProve).toBe(isAtOnce);

  const asked = successData(await second.client.send(CALLS.beginPasskeyConfirmation, { body: {} }));
  const assertion = passkey.assert(asked.options);

  successData(await second.client.send(CALLS.confirmByPasskey, { body: { assertion } }));
  expect((await save(second, exportId)).code).toBe(isAtOnce ? 200 : 409);
});
