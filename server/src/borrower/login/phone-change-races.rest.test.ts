import { CALLS } from '@noren/contract/index';
import { PHONE_CHANGE_WAIT_MS } from '@noren/core/people/phone-change';
import { expect, test } from 'vitest';
import { stopChange } from '../../people/login/phone-change.ts';
import { recordNomineeClaim } from '../../people/nominee-claim-store.ts';
import { purgeExpired } from '../../processes/retention/purge-expired.ts';
import { usePhoneChanges } from '../../testing/phone-changes.ts';
import { aPhoneNumber, enterCodeNow, signIn, successData } from '../../testing/users.ts';

const HELD = { code: 409, data: { reason: 'phone_change' } };

const { app, ...phones } = await usePhoneChanges();

test('before a day has passed nothing changes, however often the job runs', async () => {
  const who = await phones.aBorrower();
  const before = (await phones.readState(who)).number;
  await phones.change(who);

  app.advance(PHONE_CHANGE_WAIT_MS - 1);
  await phones.finish(who);
  expect((await phones.readState(who)).number).toBe(before);

  app.advance(1);
  await Promise.all([phones.finish(who), phones.finish(who), phones.finish(who)]);
  expect((await phones.readState(who)).number).not.toBe(before);
  const after = (await phones.readState(who)).number;
  await phones.finish(who);
  expect((await phones.readState(who)).number).toBe(after);
});

test('a number that became another account’s meanwhile stays there, and the change is stopped', async () => {
  const who = await phones.aBorrower();
  const before = (await phones.readState(who)).number;
  const phone = await phones.change(who);
  app.advance(61_000);
  const other = await signIn(app, phone);

  await phones.waitAndFinish();
  expect(other.userId).not.toBe(who.userId);
  expect((await signIn(app, phone)).userId).toBe(other.userId);
  expect((await phones.readState(who)).number).toBe(before);
  expect((await phones.readState(who)).because).toBe('taken');
});

test('two people who wait for one number: the first has it, the other’s change is stopped', async () => {
  const [one, two] = [await phones.aBorrower(), await phones.aBorrower()];
  const phone = await phones.change(one);
  app.advance(61_000);
  await phones.change(two, phone);

  app.advance(PHONE_CHANGE_WAIT_MS);
  await Promise.all([phones.finish(one), phones.finish(two)]);
  const stops = [(await phones.readState(one)).because, (await phones.readState(two)).because];
  expect(stops.filter((because) => because === 'taken')).toHaveLength(1);
  expect(stops.filter((because) => because === null)).toHaveLength(1);
});

test('a second number is refused while one waits, and replaces one that was only begun', async () => {
  const who = await phones.aBorrower();
  successData(await phones.begin(who, aPhoneNumber()));
  const phone = await phones.change(who);

  expect(await phones.sendCodeTo(who, aPhoneNumber())).toMatchObject(HELD);
  const open = await app.deps.db
    .selectFrom('phone_changes')
    .select('state')
    .where('userId', '=', who.userId)
    .orderBy('changeId')
    .execute();
  expect(open.map(({ state }) => state)).toEqual(['stopped', 'waiting']);
  await phones.waitAndFinish();
  expect((await signIn(app, phone)).userId).toBe(who.userId);
});

test('two tabs that enter the same code begin one change', async () => {
  const who = await phones.aBorrower();
  const phone = aPhoneNumber();
  const { otpRef } = successData(await phones.sendCodeTo(who, phone));
  const body = { phone, otpRef, code: await phones.readCode(phone) };
  const enter = () => who.client.send(CALLS.beginPhoneChange, { body });

  const codes = (await Promise.all([enter(), enter()])).map(({ code }) => code);
  expect(codes.toSorted()).toEqual([200, 409]);
});

test('stopped and done at once: one of them holds', async () => {
  const who = await phones.aBorrower();
  const before = (await phones.readState(who)).number;
  await phones.change(who);
  app.advance(PHONE_CHANGE_WAIT_MS);

  const by = { userId: who.userId, because: 'user', actor: 'user' } as const;
  const [wasStopped] = await Promise.all([
    app.deps.db.transaction().execute((tx) => stopChange(tx, app.deps, by)),
    phones.finish(who),
  ]);
  expect((await phones.readState(who)).number === before).toBe(wasStopped);
  expect((await phones.readState(who)).because).toBe(wasStopped ? 'user' : null);
});

test('a nominee’s claim ends it: the number stays', async () => {
  const who = await phones.aBorrower();
  const before = (await phones.readState(who)).number;
  await phones.change(who);
  const claim = { userId: who.userId, requestId: await phones.aStaffRequest(who), evidence: 'F-1' };
  await app.deps.db
    .transaction()
    .execute((tx) => recordNomineeClaim(tx, { ...claim, now: app.deps.now() }));

  await phones.waitAndFinish();
  expect((await phones.readState(who)).number).toBe(before);
  expect((await phones.readState(who)).because).toBe('nominee');
});

test('an erasure asked for before waits until the change has ended, then takes it along', async () => {
  const who = await phones.aBorrower();
  successData(await who.client.send(CALLS.requestErasure, { body: {} }));
  app.advance(7 * 86_400_000 - 3_600_000);
  await enterCodeNow(app, who.client);
  await phones.change(who);

  app.advance(2 * 3_600_000);
  await purgeExpired(app.deps);
  expect((await who.client.send(CALLS.userStatus, {})).code).toBe(200);

  await phones.stop(who);
  await purgeExpired(app.deps);
  expect((await who.client.send(CALLS.userStatus, {})).code).toBe(401);
  await phones.finish(who);
  const left = await app.deps.db
    .selectFrom('phone_changes')
    .select('changeId')
    .where('userId', '=', who.userId)
    .execute();
  expect(left).toEqual([]);
});
