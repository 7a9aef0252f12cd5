import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { CALLS } from '@noren/contract/index';
import { UserStatus } from '@noren/core/people/status';
import { expect, test } from 'vitest';
import { timestamp } from '../../platform/db/db.ts';
import { fileAad } from '../../platform/ports/files.ts';
import { fakeUploadFile } from '../../testing/fake-kyc.ts';
import { uploadCard } from '../../testing/identity-documents.ts';
import { runJobs } from '../../testing/loans.ts';
import { FRONT, PAN, read, useReadDocuments } from '../../testing/read-documents.ts';
import { aSignedInUser, successData } from '../../testing/users.ts';

const cards = await useReadDocuments();
const { readStoredFile } = cards;

test('a worn card with only a readable number is accepted when the picture is good', async () => {
  const { client } = await aSignedInUser(cards.app, { bizStatus: UserStatus.identityDue });
  const worn = read({ pan: 'ABCPK1234L' }, ['name', 'fatherName', 'birthDay']);
  const existing = successData(
    await uploadCard(client, 'panFront', { ...worn, fault: 'unreadable' }),
  );
  expect(existing.uncertain).toEqual(['name', 'fatherName', 'birthDay']);
});

test('the picture of a failed request is deleted later; an attached one is not', async () => {
  const files = async () => {
    const all = await readdir(`${cards.app.deps.config.NOREN_DATA}/files`, {
      recursive: true,
      withFileTypes: true,
    });
    return all.filter((one) => one.isFile()).length;
  };

  const { client, userId } = await aSignedInUser(cards.app, { bizStatus: UserStatus.identityDue });
  successData(await uploadCard(client, 'panFront', read(PAN)));
  await runJobs(cards.app, { delayed: true });

  const before = await files();
  const requestId = randomUUID();
  const claimed = { call: 'readDocument', requestId, contentHash: Buffer.alloc(32) };

  cards.meanwhile = () =>
    cards.app.deps.db
      .insertInto('idempotency_keys')
      .values({ ...claimed, ownerId: userId, createdAt: timestamp(cards.app.deps.now()) })
      .execute();

  const file = fakeUploadFile(read(FRONT));
  const answer = await client.send(CALLS.readDocument, {
    body: { type: 'aadhaarFront' },
    file,
    requestId,
  });

  cards.meanwhile = async () => undefined;
  expect([answer.code, await files()]).toEqual([422, before + 1]);
  await runJobs(cards.app, { delayed: true });
  expect(await files()).toBe(before);
  await cards.app.deps.files.get((await readStoredFile(userId, 'panFront')).fileId!, {
    aad: fileAad({ userId, kind: 'panFront' }),
  });
});

test('an upload retried with the same request id is processed once', async () => {
  const { client, userId } = await aSignedInUser(cards.app, { bizStatus: UserStatus.identityDue });
  const requestId = '0190f000-0000-4000-8000-000000000001';

  const send = () =>
    client.send(CALLS.readDocument, {
      body: { type: 'panFront' },
      file: fakeUploadFile(read(PAN)),
      requestId,
    });

  const answers = await Promise.all(Array.from({ length: 20 }, send));
  expect(answers.every(({ code }) => code === 200 || code === 700)).toBe(true);

  const fileId = (await readStoredFile(userId, 'panFront')).fileId;
  expect(successData(await send()).fields).toEqual(PAN);
  expect((await readStoredFile(userId, 'panFront')).fileId).toBe(fileId);
});

test('at most thirty pictures an hour are processed', async () => {
  const { client } = await aSignedInUser(cards.app, { bizStatus: UserStatus.identityDue });
  for (let i = 0; i < 30; i++) await uploadCard(client, 'panFront', { intake: 'damaged' });

  const refused = await uploadCard(client, 'panFront', read(PAN));
  expect(refused).toMatchObject({ code: 429, data: { retryAfterSeconds: 3600 } });
  cards.app.advance(3_600_000);
  expect((await uploadCard(client, 'panFront', read(PAN))).code).toBe(200);
});
