import { CALLS } from '@noren/contract/index';
import { UserStatus } from '@noren/core/people/status';
import { beforeEach, expect, test } from 'vitest';
import { readPendingReviews } from '../../people/certification/review-store.ts';
import { fileAad } from '../../platform/ports/files.ts';
import { type FakeUpload, fakeUploadFile, makeFakeKyc } from '../../testing/fake-kyc.ts';
import { uploadCard } from '../../testing/identity-documents.ts';
import { AADHAAR, birthDay, type Type } from '../../testing/read-documents.ts';
import type { TestClient } from '../../testing/start-app.ts';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser, successData } from '../../testing/users.ts';

const app = await useApp({ kyc: makeFakeKyc() });
beforeEach(() => app.advance(2 * 3_600_000));

const WORN: FakeUpload = { reading: { outcome: 'unreadable' }, fault: 'blurred' };

const NUMBER_LOST: FakeUpload = {
  reading: { outcome: 'read', fields: { birthDay }, missing: ['aadhaar'] },
  cannotMask: true,
};

const uploadLastTry = (client: TestClient, type: Type, written: FakeUpload) =>
  client.send(CALLS.readDocument, {
    body: { type, isLastTry: 'true' },
    file: fakeUploadFile(written),
  });

const detail = async (client: TestClient) =>
  successData(await client.send(CALLS.readingDetail, {}));

const stored = (userId: string) =>
  app.deps.db
    .selectFrom('identity_documents')
    .select(['type', 'fileId', 'isLegible', 'aadhaarHash'])
    .where('userId', '=', userId)
    .orderBy('type')
    .execute();

test.each<[Type, FakeUpload, string]>([
  ['panFront', WORN, 'blurred'],
  ['panFront', { reading: { outcome: 'unreadable' } }, 'unreadable'],
  ['aadhaarFront', NUMBER_LOST, 'cannot_mask'],
])(
  '%s: after two unreadable pictures the borrower may continue without a reading',
  async (type, written, reason) => {
    const { client } = await aSignedInUser(app, { bizStatus: UserStatus.identityDue });
    expect((await uploadLastTry(client, type, written)).data).toEqual({ reason });
    expect((await uploadCard(client, type, written)).data).toEqual({ reason, mayGoOn: true });
    expect((await uploadCard(client, type, written)).data).toEqual({ reason, mayGoOn: true });
    expect((await detail(client)).documents).toEqual([]);
    expect(successData(await uploadLastTry(client, type, written))).toMatchObject({
      type,
      isRead: false,
      fields: {},
    });

    expect(await detail(client)).toMatchObject({
      documents: [type],
      unread: [type],
      isAadhaarKnown: false,
    });
  },
);

test('rejections of another card, from an hour ago, or for a wrong document do not count', async () => {
  const { client } = await aSignedInUser(app, { bizStatus: UserStatus.identityDue });
  await uploadCard(client, 'panFront', WORN);
  await uploadCard(client, 'aadhaarBack', WORN);

  const other: FakeUpload = { reading: { outcome: 'wrong_document', seen: 'aadhaarFront' } };
  for (let i = 0; i < 3; i++)
    expect((await uploadLastTry(client, 'panFront', other)).data).toEqual({
      reason: 'wrong_document',
    });

  app.advance(3_600_000);
  expect((await uploadCard(client, 'panFront', WORN)).data).toEqual({ reason: 'blurred' });
  expect((await uploadLastTry(client, 'panFront', WORN)).data).toEqual({
    reason: 'blurred',
    mayGoOn: true,
  });
});

test('an unread PAN picture is stored for the reviewer; an unread Aadhaar picture is not, for want of masking', async () => {
  const { client, userId } = await aSignedInUser(app, { bizStatus: UserStatus.identityDue });
  for (const type of ['panFront', 'aadhaarFront'] as const) {
    const written = type === 'panFront' ? WORN : { ...WORN, cannotMask: true };
    for (let i = 0; i < 2; i++) await uploadCard(client, type, written);
    successData(await uploadLastTry(client, type, written));
  }

  const unread = { isLegible: false, aadhaarHash: null };
  expect(await stored(userId)).toEqual([
    { type: 'aadhaarFront', fileId: null, ...unread },
    { type: 'panFront', fileId: expect.any(String), ...unread },
  ]);
});

test('an unread Aadhaar card whose number was found and masked is stored masked for the reviewer', async () => {
  const { client, userId } = await aSignedInUser(app, { bizStatus: UserStatus.identityDue });
  for (let i = 0; i < 2; i++) await uploadCard(client, 'aadhaarFront', WORN);
  successData(await uploadLastTry(client, 'aadhaarFront', WORN));

  const [card] = await stored(userId);
  const binding = { aad: fileAad({ userId, kind: 'aadhaarFront' }) };

  expect((await app.deps.files.get(card?.fileId ?? '', binding)).toString()).toBe('masked');
});

test.each([
  ['is stored with Aadhaar data masked', WORN, 'masked'],
  ['is not stored when masking fails', { ...WORN, cannotMask: true }, undefined],
] as const)('the picture of an unread PAN card %s', async (_, written, content) => {
  const { client, userId } = await aSignedInUser(app, { bizStatus: UserStatus.identityDue });
  for (let i = 0; i < 2; i++) await uploadCard(client, 'panFront', written);
  successData(await uploadLastTry(client, 'panFront', written));

  const fileId = (await stored(userId))[0]?.fileId;
  const picture =
    fileId && (await app.deps.files.get(fileId, { aad: fileAad({ userId, kind: 'panFront' }) }));

  expect(picture?.toString()).toBe(content);
});

test('a readable last try counts as read, and so does a later readable upload', async () => {
  const { client, userId } = await aSignedInUser(app, { bizStatus: UserStatus.identityDue });
  const good: FakeUpload = {
    reading: { outcome: 'read', fields: { pan: 'ABCPK1234L' }, missing: [] },
  };

  for (let i = 0; i < 2; i++) await uploadCard(client, 'panFront', WORN);
  expect(successData(await uploadLastTry(client, 'panFront', good))).toMatchObject({
    isRead: true,
    fields: { pan: 'ABCPK1234L' },
  });
  successData(await uploadLastTry(client, 'panFront', WORN));
  successData(await uploadCard(client, 'panFront', good));
  expect((await detail(client)).unread).toEqual([]);
  expect(await stored(userId)).toMatchObject([{ isLegible: true }]);
});

test('with every card unread the borrower enters all fields, step one is saved and the identity goes to review', async () => {
  const { client, userId } = await aSignedInUser(app, { bizStatus: UserStatus.identityDue });
  for (const type of ['panFront', 'aadhaarFront', 'aadhaarBack'] as const) {
    for (let i = 0; i < 2; i++)
      await uploadCard(client, type, type === 'panFront' ? WORN : NUMBER_LOST);
    successData(await uploadLastTry(client, type, WORN));
  }

  const { transactionId } = successData(
    await client.send(CALLS.startLiveness, { body: { mode: 'upload' } }),
  );
  successData(
    await client.send(CALLS.checkLiveness, { body: { transactionId }, file: fakeUploadFile({}) }),
  );

  const entered = { name: 'Asha Rao', pan: 'ABCPK1234L', birthDay };
  const without = await client.send(CALLS.saveIdentity, { body: { ...entered, aadhaar: null } });

  expect(without).toMatchObject({
    code: 400,
    data: { fields: [{ path: 'aadhaar', problem: 'empty' }] },
  });

  expect(
    successData(await client.send(CALLS.saveIdentity, { body: { ...entered, aadhaar: AADHAAR } })),
  ).toEqual({
    bizStatus: UserStatus.personalInfoDue,
  });

  const [waiting] = await readPendingReviews(app.deps.db, userId);
  expect(waiting).toMatchObject({
    kind: 'identity',
    reasons: expect.arrayContaining(['card_unreadable']),
  });
});
