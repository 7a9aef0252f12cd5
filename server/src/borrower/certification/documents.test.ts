import { CALLS } from '@noren/contract/index';
import { UserStatus } from '@noren/core/people/status';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { fileAad } from '../../platform/ports/files.ts';
import { KycEngineError } from '../../platform/ports/kyc.ts';
import type { FakeUpload } from '../../testing/fake-kyc.ts';
import { uploadCard } from '../../testing/identity-documents.ts';
import { readQueuedJobs } from '../../testing/job-queue.ts';
import {
  AADHAAR,
  birthDay,
  FRONT,
  PAN,
  read,
  type Type,
  useReadDocuments,
} from '../../testing/read-documents.ts';
import { aSignedInUser, successData } from '../../testing/users.ts';

const cards = await useReadDocuments();
const { readStoredFile } = cards;

test('a document is read to pre-fill the form and stored encrypted for its owner', async () => {
  const { client, userId } = await aSignedInUser(cards.app, { bizStatus: UserStatus.identityDue });
  expect(successData(await uploadCard(client, 'panFront', read(PAN)))).toEqual({
    type: 'panFront',
    isRead: true,
    fields: PAN,
    confidence: 90,
    uncertain: [],
    code: 'absent',
  });

  const row = await readStoredFile(userId, 'panFront');
  const stored = await cards.app.deps.files.get(row.fileId!, {
    aad: fileAad({ userId, kind: 'panFront' }),
  });

  expect(JSON.parse(stored.toString())).toEqual(read(PAN));
  await expect(
    cards.app.deps.files.get(row.fileId!, { aad: fileAad({ userId: 'x', kind: 'panFront' }) }),
  ).rejects.toThrow();
  expect(row.ocrFieldsEnc.toString('latin1')).not.toContain('ASHA');
});

test('the Aadhaar number is stored only as four digits and a hash', async () => {
  const { client, userId } = await aSignedInUser(cards.app, { bizStatus: UserStatus.identityDue });
  const answer = successData(await uploadCard(client, 'aadhaarFront', read(FRONT)));

  expect(answer.fields).toEqual({
    name: FRONT.name,
    birthDay,
    gender: 'female',
    aadhaarLast4: '0124',
  });

  const row = await readStoredFile(userId, 'aadhaarFront');
  expect(
    await cards.app.deps.files.get(row.fileId!, { aad: fileAad({ userId, kind: 'aadhaarFront' }) }),
  ).toEqual(Buffer.from('masked'));

  const { crypto } = cards.app.deps;
  expect(
    crypto.decrypt(row.ocrFieldsEnc, `identity_documents.ocr_fields_enc.aadhaarFront:${userId}`),
  ).not.toContain(AADHAAR);
  expect(row.aadhaarHash?.equals(crypto.hash('aadhaar', AADHAAR))).toBe(true);

  const { rows } = await sql<{ text: string }>`
    select identity_documents::text as text from identity_documents union all select idempotency_keys::text from idempotency_keys
    union all select audit_log::text from audit_log`.execute(cards.app.deps.db);
  expect(rows.filter(({ text }) => text.includes(AADHAAR))).toEqual([]);
});

test('missing and low-confidence fields are marked uncertain until confirmed, also after a reload', async () => {
  const { client } = await aSignedInUser(cards.app, { bizStatus: UserStatus.identityDue });
  const lookAt = async () => successData(await client.send(CALLS.readingDetail, {})).uncertain;
  const { fatherName: _, ...partly } = PAN;
  const sure = successData(await uploadCard(client, 'panFront', read(partly, ['fatherName'])));

  expect(sure.uncertain).toEqual(['fatherName']);
  expect(await lookAt()).toEqual([]);

  const unsure = successData(
    await uploadCard(client, 'panFront', {
      ...read({ pan: 'ABCPK1234L', birthDay }, ['name']),
      doubtful: ['pan', 'birthDay'],
    }),
  );
  expect(unsure.uncertain).toEqual(['name', 'pan', 'birthDay']);
  expect(await lookAt()).toEqual(['name', 'pan', 'birthDay']);
  successData(await uploadCard(client, 'aadhaarFront', { ...read(FRONT), doubtful: ['aadhaar'] }));
  expect(await lookAt()).toEqual(['pan', 'aadhaar']);
  successData(await uploadCard(client, 'aadhaarBack', read({ aadhaar: AADHAAR, pin: '560001' })));
  expect(await lookAt()).toEqual(['pan']);
  successData(
    await uploadCard(client, 'aadhaarBack', read({ aadhaar: '345678901234', pin: '560001' })),
  );
  expect(await lookAt()).toEqual(['pan', 'aadhaar']);
});

test.each<[Type, FakeUpload, string]>([
  ['panFront', { intake: 'empty' }, 'empty'],
  ['panFront', { intake: 'too_big' }, 'too_big'],
  ['panFront', { intake: 'heic' }, 'heic'],
  ['panFront', { intake: 'pdf' }, 'pdf'],
  ['panFront', { intake: 'not_an_image' }, 'not_an_image'],
  ['panFront', { intake: 'too_many_pixels' }, 'too_many_pixels'],
  ['panFront', { intake: 'too_small' }, 'too_small'],
  ['panFront', { intake: 'damaged' }, 'damaged'],
  ['panFront', { reading: { outcome: 'wrong_document', seen: 'aadhaarFront' } }, 'wrong_document'],
  ['aadhaarBack', { reading: { outcome: 'unreadable' } }, 'unreadable'],
  ['panFront', { reading: { outcome: 'unreadable' }, fault: 'too_dark' }, 'too_dark'],
  ['panFront', { reading: { outcome: 'unreadable' }, fault: 'too_bright' }, 'too_bright'],
  ['panFront', { reading: { outcome: 'unreadable' }, fault: 'blurred' }, 'blurred'],
  [
    'panFront',
    { ...read({ pan: 'ABCPK1234L' }, ['name', 'fatherName', 'birthDay']), fault: 'cropped' },
    'cropped',
  ],
  [
    'aadhaarFront',
    { ...read({ birthDay }, ['aadhaar', 'name']), cannotMask: true, fault: 'cropped' },
    'cropped',
  ],
  ['aadhaarFront', { ...read(FRONT), cannotMask: true }, 'cannot_mask'],
])('an unusable picture is rejected with a reason: %s %j', async (type, written, reason) => {
  const { client } = await aSignedInUser(cards.app, { bizStatus: UserStatus.identityDue });
  const answer = await uploadCard(client, type, written);

  expect(answer).toMatchObject({ code: 400, data: { reason } });
  expect(answer.msg).toMatch(/Please|not kept/);
  expect(successData(await client.send(CALLS.readingDetail, {})).documents).toEqual([]);
});

test('the answer says where a picture is too bright or blurred, and no place for another reason', async () => {
  const { client } = await aSignedInUser(cards.app, { bizStatus: UserStatus.identityDue });
  const faultPlace = { left: 0.5, top: 0, width: 0.25, height: 0.125 };
  const glared: FakeUpload = {
    reading: { outcome: 'unreadable' },
    fault: 'too_bright',
    faultPlace,
  };

  expect((await uploadCard(client, 'panFront', glared)).data).toEqual({
    reason: 'too_bright',
    place: faultPlace,
  });

  const wrong: FakeUpload = {
    ...glared,
    reading: { outcome: 'wrong_document', seen: 'aadhaarFront' },
  };
  expect((await uploadCard(client, 'panFront', wrong)).data).toEqual({ reason: 'wrong_document' });
});

test.each(['busy', 'timeout'] as const)(
  'when the OCR engine reports %s, the user is asked to retry later',
  async (reason) => {
    const { client } = await aSignedInUser(cards.app, { bizStatus: UserStatus.identityDue });
    cards.meanwhile = () => Promise.reject(new KycEngineError(reason));

    const answer = await uploadCard(client, 'aadhaarFront', read(FRONT));
    cards.meanwhile = async () => undefined;
    expect(answer).toMatchObject({ code: 429, data: { reason: 'busy', retryAfterSeconds: 10 } });
  },
);

test('a request without a file is rejected', async () => {
  const { client } = await aSignedInUser(cards.app, { bizStatus: UserStatus.identityDue });
  expect(await client.send(CALLS.readDocument, { body: { type: 'panFront' } })).toMatchObject({
    code: 400,
    data: { fields: [{ path: 'file', problem: 'empty' }] },
  });
});

test.each([UserStatus.registered, UserStatus.certified, UserStatus.regular] as const)(
  'documents are rejected at status %i',
  async (bizStatus) => {
    const { client } = await aSignedInUser(cards.app, { bizStatus });
    expect(await uploadCard(client, 'panFront', read(PAN))).toMatchObject({
      code: 409,
      data: { reason: 'step' },
    });
  },
);

test.each([
  UserStatus.identityDue,
  UserStatus.personalInfoDue,
  UserStatus.contactsDue,
  UserStatus.bankAccountDue,
] as const)('documents are accepted at status %i', async (bizStatus) => {
  const { client } = await aSignedInUser(cards.app, { bizStatus });
  expect((await uploadCard(client, 'panFront', read(PAN))).code).toBe(200);
});

test('a second picture replaces the first and its file is deleted', async () => {
  const { client, userId } = await aSignedInUser(cards.app, { bizStatus: UserStatus.identityDue });
  successData(await uploadCard(client, 'panFront', read({ pan: 'ABCPK1234L' })));

  const first = (await readStoredFile(userId, 'panFront')).fileId;
  successData(await uploadCard(client, 'panFront', read({ pan: 'ABCPK9999L' })));
  expect(successData(await client.send(CALLS.readingDetail, {})).fields).toEqual({
    pan: 'ABCPK9999L',
  });

  const removals = await readQueuedJobs(cards.app.deps.db, 'delete-file');
  expect(removals.map(({ payload }) => payload)).toContainEqual({ fileId: first });
});

test('a user sees only their own documents', async () => {
  const [one, two] = [
    await aSignedInUser(cards.app, { bizStatus: UserStatus.identityDue }),
    await aSignedInUser(cards.app, { bizStatus: UserStatus.identityDue }),
  ];
  successData(await uploadCard(one.client, 'aadhaarFront', read(FRONT)));
  successData(await uploadCard(one.client, 'panFront', read(PAN)));
  expect(successData(await one.client.send(CALLS.readingDetail, {}))).toEqual({
    documents: ['panFront', 'aadhaarFront'],
    isSigned: false,
    unread: [],
    fields: { ...PAN, gender: 'female', aadhaarLast4: '0124' },
    isAadhaarKnown: true,
    uncertain: [],
    liveness: 'none',
    file: 'none',
    hasDigiLocker: false,
    isSaved: false,
  });

  expect(successData(await two.client.send(CALLS.readingDetail, {}))).toEqual({
    documents: [],
    isSigned: false,
    unread: [],
    fields: {},
    isAadhaarKnown: false,
    uncertain: [],
    liveness: 'none',
    file: 'none',
    hasDigiLocker: false,
    isSaved: false,
  });
});
