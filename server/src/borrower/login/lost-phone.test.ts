import { CALLS } from '@noren/contract/index';
import {
  LOST_PHONE_TRIES,
  PHONE_CHANGE_STEP_MS,
  PHONE_CHANGE_WAIT_MS,
} from '@noren/core/people/phone-change';
import { UserStatus } from '@noren/core/people/status';
import { beforeEach, expect, test } from 'vitest';
import { readConsents } from '../../people/consent-store.ts';
import { recordNomineeClaim } from '../../people/nominee-claim-store.ts';
import { readSandboxMessages } from '../../sandbox/phone/store.ts';
import { makeFakeKyc } from '../../testing/fake-kyc.ts';
import { runJobs } from '../../testing/loans.ts';
import { makeLostPhones } from '../../testing/lost-phones.ts';
import { makePhoneChanges } from '../../testing/phone-changes.ts';
import { useApp } from '../../testing/use-app.ts';
import { aPhoneNumber, aSignedInUser, signIn, successData } from '../../testing/users.ts';

const app = await useApp({ kyc: makeFakeKyc() });
const { db } = app.deps;
const { aBorrower, aStaffRequest, change, readState, stop, view, waitAndFinish } =
  makePhoneChanges(app);
const { aClaim, aFile, begin, sendFile, sendFrames, startFace, tryFace } = makeLostPhones(app);

beforeEach(() => app.advance(8 * 24 * 3_600_000));

const readActs = async (userId: string, action: string) =>
  db
    .selectFrom('audit_log')
    .select(['action', 'detail'])
    .where('userId', '=', userId)
    .where('action', '=', action)
    .execute();

/** Somebody who lost the phone, with a ticket on another one. */
async function aLoser() {
  const who = await aBorrower();
  const client = app.client();
  const phone = aPhoneNumber();
  const { ticket } = successData(await begin(client, await aClaim(who), phone));

  return { who, client, phone, ticket };
}

test('the owner’s face asks for the new number, which signs in a day later and ends all sessions', async () => {
  const { who, client, phone, ticket } = await aLoser();

  const passed = successData(await tryFace(client, ticket, 0.9));
  expect(passed).toMatchObject({
    outcome: 'passed',
    dueAt: app.deps.now() + PHONE_CHANGE_WAIT_MS,
  });
  expect((await view(who)).change).toMatchObject({ state: 'waiting', dueAt: passed.dueAt });
  expect((await readConsents(db, who.userId, 'face_check')).length).toBeGreaterThan(0);

  await waitAndFinish();
  expect((await signIn(app, phone)).userId).toBe(who.userId);
  expect((await who.client.send(CALLS.userStatus, {})).code).toBe(401);
});

test('both numbers are told, and the old one stops it in one tap', async () => {
  const { who, client, phone, ticket } = await aLoser();
  await tryFace(client, ticket, 0.9);
  await runJobs(app, { delayed: true });

  const listTexts = async (number: string) =>
    (await readSandboxMessages(db, number)).map(({ template }) => template);
  expect(await listTexts(who.phone)).toEqual(
    expect.arrayContaining(['phone_change', 'phone_change_link']),
  );
  expect(await listTexts(phone)).toContain('phone_change_other');

  const before = (await readState(who)).number;
  expect((await stop(who)).wasStopped).toBe(true);
  await waitAndFinish();
  expect((await readState(who)).number).toBe(before);
});

test('an unknown number, another PAN and another face get the same answers', async () => {
  const who = await aBorrower();
  const claim = await aClaim(who);
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
    const begun = await begin(client, said);
    const { ticket, ...rest } = successData(begun);
    const { transactionId: _, poses, ...started } = successData(await startFace(client, ticket));
    const again = successData(await startFace(client, ticket));
    const dark = successData(await sendFrames(client, again, { similarity, frame: { light: 1 } }));
    // Which pose is asked for first is drawn.
    answers.push([
      [rest, started, poses.length],
      await tryFace(client, ticket, similarity),
      { ...dark, pose: dark.pose === again.poses[0] },
    ]);
  }

  const [first, ...others] = answers.map((answer) => JSON.stringify(answer));
  expect(first).toContain('unclear');
  for (const other of others) expect(other).toBe(first);
  expect((await view(who)).change).toBeNull();
  expect(await readActs(who.userId, 'lost_phone_refused')).toHaveLength(2);
});

test('three tries a day for a number with its PAN, on any device; without the PAN they cost the owner nothing', async () => {
  const who = await aBorrower();
  const claim = await aClaim(who);
  const tryAsStranger = async (said: typeof claim, similarity: number) => {
    const client = app.client();
    const { ticket } = successData(await begin(client, said));
    return tryFace(client, ticket, similarity);
  };

  for (let n = 0; n < LOST_PHONE_TRIES; n += 1)
    await tryAsStranger({ ...claim, pan: 'ZZZPZ9999Z' }, 0.9);
  for (let n = 1; n <= LOST_PHONE_TRIES; n += 1)
    expect(successData(await tryAsStranger(claim, 0.1))).toMatchObject({
      triesLeft: LOST_PHONE_TRIES - n,
    });
  await expect(tryAsStranger(claim, 0.9)).rejects.toThrow('liveness_no_tries');

  app.advance(24 * 3_600_000);
  expect(successData(await tryAsStranger(claim, 0.9))).toMatchObject({ outcome: 'passed' });
});

test('ten checks at once are judged three times', async () => {
  const { who, client, ticket } = await aLoser();
  const started = await Promise.all(
    Array.from({ length: 10 }, async () => successData(await startFace(client, ticket))),
  );
  const answers = await Promise.all(
    started.map((check) => sendFrames(client, check, { similarity: 0.1 })),
  );

  expect(answers.filter(({ code }) => code === 200).length).toBeLessThanOrEqual(LOST_PHONE_TRIES);
  expect((await view(who)).change).toBeNull();
});

test('poses are judged once, within three minutes, and only on the browser they were sent to', async () => {
  const { client, ticket } = await aLoser();
  const check = successData(await startFace(client, ticket));
  await sendFrames(client, check, { similarity: 0.1 });
  expect(await sendFrames(client, check, { similarity: 0.9 })).toMatchObject({
    data: { reason: 'liveness_used' },
  });

  const late = successData(await startFace(client, ticket));
  expect(await sendFrames(app.client(), late, { similarity: 0.9 })).toMatchObject({
    data: { reason: 'liveness_unknown' },
  });
  app.advance(180_000);
  expect(await sendFrames(client, late, { similarity: 0.9 })).toMatchObject({
    data: { reason: 'liveness_expired' },
  });

  app.advance(PHONE_CHANGE_STEP_MS);
  expect(await startFace(client, ticket)).toMatchObject({ data: { reason: 'code_gone' } });
  expect(await startFace(client, 'A'.repeat(60))).toMatchObject({ data: { reason: 'code_gone' } });
});

test('the same number, and one that has an account, are refused at the code', async () => {
  const [who, other] = [await aBorrower(), await aBorrower()];
  const claim = await aClaim(who);

  expect(await begin(app.client(), claim, who.phone)).toMatchObject({
    data: { reason: 'phone_same' },
  });
  expect(await begin(app.client(), claim, other.phone)).toMatchObject({
    data: { reason: 'phone_taken' },
  });
});

test('a fresh file that the issuer gave to the new number does instead of the face', async () => {
  const { who, client, phone, ticket } = await aLoser();
  const sent = successData(await sendFile(client, ticket, await aFile(who, phone)));
  expect(sent.dueAt).toBe(app.deps.now() + PHONE_CHANGE_WAIT_MS);

  await waitAndFinish();
  expect((await signIn(app, phone)).userId).toBe(who.userId);
});

test('a file of the old number, of another person or without an account asks for nothing', async () => {
  const { who, client, phone, ticket } = await aLoser();
  const sent = async (file: Blob) => (await sendFile(client, ticket, file)).data;

  expect(await sent(await aFile(who, who.phone))).toMatchObject({ reason: 'file_mobile' });
  expect(await sent(await aFile(who, phone, { name: 'Kiran Example' }))).toMatchObject({
    reason: 'file_differs',
  });
  const refused = await readActs(who.userId, 'lost_phone_refused');
  expect(refused.map(({ detail }) => detail.reason)).toEqual(['other_mobile', 'differs']);

  const stranger = app.client();
  const number = aPhoneNumber();
  const claim = { ...(await aClaim(who)), oldPhone: aPhoneNumber() };
  const { ticket: other } = successData(await begin(stranger, claim, number));
  const answer = await sendFile(stranger, other, await aFile(who, number));
  expect(answer.data).toMatchObject({ reason: 'file_differs' });
  expect((await view(who)).change).toBeNull();
});

test('once proved, the owner is told what stands against it', async () => {
  const { who, client, ticket } = await aLoser();
  await change(who);
  expect(await tryFace(client, ticket, 0.9)).toMatchObject({
    code: 409,
    data: { reason: 'phone_change' },
  });

  const dead = await aLoser();
  const claim = { userId: dead.who.userId, requestId: await aStaffRequest(dead.who) };
  await db
    .transaction()
    .execute((tx) => recordNomineeClaim(tx, { ...claim, evidence: 'F-1', now: app.deps.now() }));
  expect(await tryFace(dead.client, dead.ticket, 0.9)).toMatchObject({
    data: { reason: 'account_held' },
  });
});

test('two starts at once leave one change', async () => {
  const who = await aBorrower();
  const claim = await aClaim(who);
  const clients = [app.client(), app.client()];
  const tickets: string[] = [];
  for (const client of clients) tickets.push(successData(await begin(client, claim)).ticket);

  const codes = await Promise.all(
    clients.map(async (client, at) => (await tryFace(client, tickets[at] ?? '', 0.9)).code),
  );
  expect(codes.toSorted()).toEqual([200, 409]);
});

test('an erased account is as an unknown one', async () => {
  const { who, client, ticket } = await aLoser();
  await db
    .updateTable('users')
    .set({ erasedAt: new Date(app.deps.now()) as never })
    .where('userId', '=', who.userId)
    .execute();

  expect(successData(await tryFace(client, ticket, 0.9))).toMatchObject({
    outcome: 'retry',
    reason: 'unclear',
  });
});
