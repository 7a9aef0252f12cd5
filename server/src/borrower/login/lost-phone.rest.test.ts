import { LOST_PHONE_TRIES_PER_DAY, PHONE_CHANGE_PROOF_MS } from '@noren/core/people/phone-change';
import { expect, test } from 'vitest';
import { useLostPhones } from '../../testing/lost-phones.ts';
import { aPhoneNumber, successData } from '../../testing/users.ts';

const { app, phones, lost, aLoser, readActs } = await useLostPhones();
const { db } = app.deps;

test('three tries a day for a number with its PAN, on any device; without the PAN they cost the owner nothing', async () => {
  const who = await phones.aBorrower();
  const claim = await lost.aClaim(who);
  const tryAsStranger = async (said: typeof claim, similarity: number) => {
    const client = app.client();
    const { ticket } = successData(await lost.begin(client, said));
    return lost.tryFace(client, ticket, similarity);
  };

  for (let n = 0; n < LOST_PHONE_TRIES_PER_DAY; n += 1)
    await tryAsStranger({ ...claim, pan: 'ZZZPZ9999Z' }, 0.9);
  for (let n = 1; n <= LOST_PHONE_TRIES_PER_DAY; n += 1)
    expect(successData(await tryAsStranger(claim, 0.1))).toMatchObject({
      triesLeft: LOST_PHONE_TRIES_PER_DAY - n,
    });
  await expect(tryAsStranger(claim, 0.9)).rejects.toThrow('liveness_no_tries');

  app.advance(24 * 3_600_000);
  expect(successData(await tryAsStranger(claim, 0.9))).toMatchObject({ outcome: 'passed' });
});

test('ten checks at once are judged three times', async () => {
  const { who, client, ticket } = await aLoser();
  const started = await Promise.all(
    Array.from({ length: 10 }, async () => successData(await lost.startFace(client, ticket))),
  );
  const answers = await Promise.all(
    started.map((check) => lost.sendFrames(client, check, { similarity: 0.1 })),
  );

  expect(answers.filter(({ code }) => code === 200).length).toBeLessThanOrEqual(
    LOST_PHONE_TRIES_PER_DAY,
  );
  expect((await phones.view(who)).change).toBeNull();
});

test('poses are judged once, within three minutes, and only on the browser they were sent to', async () => {
  const { client, ticket } = await aLoser();
  const check = successData(await lost.startFace(client, ticket));
  await lost.sendFrames(client, check, { similarity: 0.1 });
  expect(await lost.sendFrames(client, check, { similarity: 0.9 })).toMatchObject({
    data: { reason: 'liveness_used' },
  });

  const late = successData(await lost.startFace(client, ticket));
  expect(await lost.sendFrames(app.client(), late, { similarity: 0.9 })).toMatchObject({
    data: { reason: 'liveness_unknown' },
  });
  app.advance(180_000);
  expect(await lost.sendFrames(client, late, { similarity: 0.9 })).toMatchObject({
    data: { reason: 'liveness_expired' },
  });

  app.advance(PHONE_CHANGE_PROOF_MS);
  expect(await lost.startFace(client, ticket)).toMatchObject({ data: { reason: 'code_gone' } });
  expect(await lost.startFace(client, 'A'.repeat(60))).toMatchObject({
    data: { reason: 'code_gone' },
  });
});

test('a file of the old number, of another person or without an account asks for nothing', async () => {
  const { who, client, phone, ticket } = await aLoser();
  const sent = async (file: Blob) => (await lost.sendFile(client, ticket, file)).data;

  expect(await sent(await lost.aFile(who, who.phone))).toMatchObject({ reason: 'file_mobile' });
  expect(await sent(await lost.aFile(who, phone, { name: 'Kiran Example' }))).toMatchObject({
    reason: 'file_differs',
  });
  const refused = await readActs(who.userId, 'lost_phone_refused');
  expect(refused.map(({ detail }) => detail.reason)).toEqual(['other_mobile', 'differs']);

  const stranger = app.client();
  const number = aPhoneNumber();
  const claim = { ...(await lost.aClaim(who)), oldPhone: aPhoneNumber() };
  const { ticket: other } = successData(await lost.begin(stranger, claim, number));
  const answer = await lost.sendFile(stranger, other, await lost.aFile(who, number));
  expect(answer.data).toMatchObject({ reason: 'file_differs' });
  expect((await phones.view(who)).change).toBeNull();
});

test('two starts at once leave one change', async () => {
  const who = await phones.aBorrower();
  const claim = await lost.aClaim(who);
  const clients = [app.client(), app.client()];
  const tickets: string[] = [];
  for (const client of clients) tickets.push(successData(await lost.begin(client, claim)).ticket);

  const codes = await Promise.all(
    clients.map(async (client, at) => (await lost.tryFace(client, tickets[at] ?? '', 0.9)).code),
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

  expect(successData(await lost.tryFace(client, ticket, 0.9))).toMatchObject({
    outcome: 'retry',
    reason: 'unclear',
  });
});
