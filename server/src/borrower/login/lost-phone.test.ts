import { CALLS } from '@noren/contract/index';
import { PHONE_CHANGE_WAIT_MS } from '@noren/core/people/phone-change';
import { UserStatus } from '@noren/core/people/status';
import { expect, test } from 'vitest';
import { readConsents } from '../../people/consent-store.ts';
import { recordNomineeClaim } from '../../people/nominee-claim-store.ts';
import { readSandboxMessages } from '../../sandbox/phone/store.ts';
import { runJobs } from '../../testing/loans.ts';
import { useLostPhones } from '../../testing/lost-phones.ts';
import { aPhoneNumber, aSignedInUser, signIn, successData } from '../../testing/users.ts';

const { app, phones, lost, aLoser, readActs } = await useLostPhones();
const { db } = app.deps;

test('the owner’s face asks for the new number, which signs in a day later and ends all sessions', async () => {
  const { who, client, phone, ticket } = await aLoser();

  const passed = successData(await lost.tryFace(client, ticket, 0.9));
  expect(passed).toMatchObject({
    outcome: 'passed',
    dueAt: app.deps.now() + PHONE_CHANGE_WAIT_MS,
  });
  expect((await phones.view(who)).change).toMatchObject({ state: 'waiting', dueAt: passed.dueAt });
  expect((await readConsents(db, who.userId, 'face_check')).length).toBeGreaterThan(0);

  await phones.waitAndFinish();
  expect((await signIn(app, phone)).userId).toBe(who.userId);
  expect((await who.client.send(CALLS.userStatus, {})).code).toBe(401);
});

test('both numbers are told, and the old one stops it in one tap', async () => {
  const { who, client, phone, ticket } = await aLoser();
  await lost.tryFace(client, ticket, 0.9);
  await runJobs(app, { delayed: true });

  const listTexts = async (number: string) =>
    (await readSandboxMessages(db, number)).map(({ template }) => template);
  expect(await listTexts(who.phone)).toEqual(
    expect.arrayContaining(['phone_change', 'phone_change_link']),
  );
  expect(await listTexts(phone)).toContain('phone_change_other');

  const before = (await phones.readState(who)).number;
  expect((await phones.stop(who)).wasStopped).toBe(true);
  await phones.waitAndFinish();
  expect((await phones.readState(who)).number).toBe(before);
});

test('an unknown number, another PAN and another face get the same answers', async () => {
  const who = await phones.aBorrower();
  const claim = await lost.aClaim(who);
  const fresh = await aSignedInUser(app, { bizStatus: UserStatus.identityDue });
  const claims = [
    [claim, 0.1],
    [{ ...claim, pan: 'ZZZPZ9999Z' }, 0.9],
    [{ ...claim, oldPhone: aPhoneNumber() }, 0.9],
    [{ ...claim, oldPhone: fresh.phone }, 0.9],
  ] as const;

  const answers: unknown[] = [];
  for (const [said, similarity] of claims) {
    const client = app.client();
    const begun = await lost.begin(client, said);
    const { ticket, ...rest } = successData(begun);
    const {
      transactionId: _,
      poses,
      ...started
    } = successData(await lost.startFace(client, ticket));
    const again = successData(await lost.startFace(client, ticket));
    const dark = successData(
      await lost.sendFrames(client, again, { similarity, frame: { light: 1 } }),
    );
    // Which pose is asked for first is drawn.
    answers.push([
      [rest, started, poses.length],
      await lost.tryFace(client, ticket, similarity),
      { ...dark, pose: dark.pose === again.poses[0] },
    ]);
  }

  const [first, ...others] = answers.map((answer) => JSON.stringify(answer));
  expect(first).toContain('unclear');
  for (const other of others) expect(other).toBe(first);
  expect((await phones.view(who)).change).toBeNull();
  expect(await readActs(who.userId, 'lost_phone_refused')).toHaveLength(2);
});

test('the same number, and one that has an account, are refused at the code', async () => {
  const [who, other] = [await phones.aBorrower(), await phones.aBorrower()];
  const claim = await lost.aClaim(who);

  expect(await lost.begin(app.client(), claim, who.phone)).toMatchObject({
    data: { reason: 'phone_same' },
  });
  expect(await lost.begin(app.client(), claim, other.phone)).toMatchObject({
    data: { reason: 'phone_taken' },
  });
});

test('a fresh file that the issuer gave to the new number does instead of the face', async () => {
  const { who, client, phone, ticket } = await aLoser();
  const sent = successData(await lost.sendFile(client, ticket, await lost.aFile(who, phone)));
  expect(sent.dueAt).toBe(app.deps.now() + PHONE_CHANGE_WAIT_MS);

  await phones.waitAndFinish();
  expect((await signIn(app, phone)).userId).toBe(who.userId);
});

test('once proved, the owner is told what stands against it', async () => {
  const { who, client, ticket } = await aLoser();
  await phones.change(who);
  expect(await lost.tryFace(client, ticket, 0.9)).toMatchObject({
    code: 409,
    data: { reason: 'phone_change' },
  });

  const dead = await aLoser();
  const claim = { userId: dead.who.userId, requestId: await phones.aStaffRequest(dead.who) };
  await db
    .transaction()
    .execute((tx) => recordNomineeClaim(tx, { ...claim, evidence: 'F-1', now: app.deps.now() }));
  expect(await lost.tryFace(dead.client, dead.ticket, 0.9)).toMatchObject({
    data: { reason: 'account_held' },
  });
});
