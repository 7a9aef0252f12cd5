import { gunzipSync } from 'node:zlib';
import { CODES } from '@noren/contract/codes';
import { CALLS } from '@noren/contract/index';
import { businessDay } from '@noren/core/money/time';
import type { OcrFields } from '@noren/core/people/ocr-read';
import { UserStatus } from '@noren/core/people/status';
import { afterEach, expect, test } from 'vitest';
import {
  deleteOldSources,
  readSource,
  SOURCE_RETENTION_MS,
} from '../../people/certification/source-store.ts';
import { timestamp } from '../../platform/db/db.ts';
import { type EngineFault, KycEngineError } from '../../platform/ports/kyc.ts';
import { checkRetention } from '../../processes/self-checks/check-retention.ts';
import { type SamplePerson, samplePerson } from '../../sandbox/samples/sample-person.ts';
import { layOutCode, packCode, signCode } from '../../sandbox/samples/sign-code.ts';
import { type FakeUpload, fakeUploadFile, makeFakeKyc } from '../../testing/fake-kyc.ts';
import { readQueuedJobs } from '../../testing/job-queue.ts';
import { useConsole } from '../../testing/staff.ts';
import type { TestClient } from '../../testing/start-app.ts';
import { testIssuer } from '../../testing/test-issuer.ts';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser, successData } from '../../testing/users.ts';

const kyc = makeFakeKyc();
let fault: EngineFault | null = null;
const app = await useApp({
  kyc: {
    ...kyc,
    readCode: async (upload) => {
      if (fault) throw new KycEngineError(fault);
      return kyc.readCode(upload);
    },
  },
});

afterEach(() => {
  fault = null;
});

const console = await useConsole(app);
const DAY = 86_400_000;
let seed = 4000;
const PHOTO = Buffer.from('{"frame":{}}');

const codeFor = (person: SamplePerson, photo = PHOTO): string =>
  signCode(layOutCode(person, { photo }), testIssuer());

/** The small code of an e-Aadhaar. */
const codeWithoutPhoto = (person: SamplePerson) => codeFor(person, Buffer.alloc(0));

const read = (fields: OcrFields, code?: string): FakeUpload => ({
  reading: { outcome: 'read', fields, missing: [] },
  ...(code !== undefined && { code }),
});

type Card = 'panFront' | 'aadhaarFront' | 'aadhaarBack';

const send = (client: TestClient, type: Card, written: FakeUpload, isLastTry = false) =>
  client.send(CALLS.readDocument, {
    body: { type, ...(isLastTry && { isLastTry: 'true' as const }) },
    file: fakeUploadFile(written),
  });

async function checkFace(client: TestClient, similarity = 0.8): Promise<void> {
  const { transactionId, poses } = successData(
    await client.send(CALLS.startLiveness, { body: {} }),
  );
  const files = poses.map((pose) => fakeUploadFile({ pose, photoSimilarity: similarity }));
  successData(await client.send(CALLS.checkLiveness, { body: { transactionId }, files }));
}

/** Somebody with three cards sent, whose Aadhaar back has this code, and a face check. */
async function ready(code: (person: SamplePerson) => string | undefined, similarity?: number) {
  seed += 1;
  const person = samplePerson(seed);
  const { name, birthDay, pan, aadhaar, pin } = person;
  const user = await aSignedInUser(app, { bizStatus: UserStatus.identityDue });

  const print = { name, birthDay: businessDay(birthDay) };
  successData(await send(user.client, 'panFront', read({ ...print, pan })));
  successData(await send(user.client, 'aadhaarFront', read({ ...print, aadhaar })));
  const back = successData(
    await send(user.client, 'aadhaarBack', read({ aadhaar, pin }, code(person))),
  );
  await checkFace(user.client, similarity);

  return { ...user, person, back };
}

const save = (client: TestClient, { name, birthDay, pan }: SamplePerson) =>
  client.send(CALLS.saveIdentity, { body: { name, birthDay, pan, aadhaar: null } });

const sourceFor = (userId: string) => readSource(app.deps.db, app.deps.crypto, userId);

const readState = async (userId: string) =>
  app.deps.db
    .selectFrom('identities')
    .select(['state', 'reasons'])
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();

const retentionProblems = () =>
  app.deps.db
    .transaction()
    .execute((tx) => checkRetention(tx, { today: app.deps.today(), now: app.deps.now() }));

test('a genuine code fills the form, is compared, and nothing of it stays but its verdict', async () => {
  const { client, userId, person, back } = await ready((one) => codeFor(one));
  expect(back).toMatchObject({
    code: 'read',
    fields: {
      name: person.name,
      birthDay: person.birthDay,
      gender: person.gender,
      pin: person.pin,
      aadhaarLast4: person.aadhaar.slice(-4),
    },
  });
  expect(back.fields.address).toContain(person.address.split(', ')[2]);
  expect(successData(await client.send(CALLS.readingDetail, {}))).toMatchObject({
    fields: { name: person.name, gender: person.gender },
  });

  successData(await save(client, person));
  expect(await readState(userId)).toEqual({ state: 'verified', reasons: [] });
  expect(await sourceFor(userId)).toMatchObject({
    verdict: 'agrees',
    differences: [],
    formatVersion: 'V2',
    referenceLast4: person.aadhaar.slice(-4),
    fields: null,
    photoFileId: null,
  });
  expect((await retentionProblems()).problems).toEqual([]);
});

test('a back with its code needs no front, and says the gender in its place', async () => {
  const person = samplePerson(61);
  const { name, birthDay, pan, aadhaar } = person;
  const { client, userId } = await aSignedInUser(app, { bizStatus: UserStatus.identityDue });
  successData(await send(client, 'panFront', read({ name, birthDay: businessDay(birthDay), pan })));

  successData(await send(client, 'aadhaarBack', read({ aadhaar }, codeFor(person))));
  await checkFace(client);
  expect(successData(await client.send(CALLS.readingDetail, {}))).toMatchObject({
    documents: ['panFront', 'aadhaarBack'],
    isSigned: true,
  });

  successData(await save(client, person));
  expect(await readState(userId)).toEqual({ state: 'verified', reasons: [] });
  const { info } = successData(await client.send(CALLS.viewPersonalInfo, {}));
  expect(info.gender).toBe(person.gender);
});

test('a back on which no code is found needs the front too', async () => {
  const person = samplePerson(62);
  const { client } = await aSignedInUser(app, { bizStatus: UserStatus.identityDue });
  successData(await send(client, 'panFront', read({ pan: person.pan })));
  successData(await send(client, 'aadhaarBack', read({ aadhaar: person.aadhaar })));
  await checkFace(client);

  expect((await save(client, person)).data).toEqual({ reason: 'documents_missing' });
});

test.each([
  ['counts as the code on the picture', (code: string) => code, 'read'],
  ['is refused if it was changed', (code: string) => `${code.slice(0, -9)}123456789`, undefined],
])('a code that the phone’s camera found %s', async (_, change, state) => {
  const { aadhaar, pan, ...person } = samplePerson(59);
  const { client, userId } = await aSignedInUser(app, { bizStatus: UserStatus.identityDue });
  const code = change(codeFor({ ...person, aadhaar, pan }));

  const answer = await client.send(CALLS.readDocument, {
    body: { type: 'aadhaarBack', code },
    file: fakeUploadFile(read({ aadhaar })),
  });

  if (state === undefined) expect(answer.code).toBe(CODES.invalidInput);
  else expect(successData(answer)).toMatchObject({ code: state, fields: { name: person.name } });

  expect((await sourceFor(userId))?.verdict).toBe(state && 'pending');
});

test('of a compared code its kind, verdict, key, times, last digits, digests and consent stay', async () => {
  const { client, userId, person } = await ready((one) => codeFor(one), 0.8);
  successData(await save(client, person));

  const row = await app.deps.db
    .selectFrom('identity_sources')
    .selectAll()
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({
    kind: 'secure_qr',
    verdict: 'agrees',
    keyId: testIssuer().key.keyId,
    referenceLast4: person.aadhaar.slice(-4),
    consentVersion: expect.stringMatching(/^2026-/),
    fieldsEnc: null,
    photoFileId: null,
  });
  expect(Object.keys(row.digests)).toContain('name');
  expect(JSON.stringify(row)).not.toContain(person.name);
});

test.each([
  ['what it says', { fieldsEnc: Buffer.from('left behind') }],
  ['its photo', { photoFileId: 'left-behind', photoResult: 'waiting', verdict: 'differs' }],
] as const)('the self-check finds a compared code that still has %s', async (_what, left) => {
  const { client, userId, person } = await ready((one) => codeFor(one));
  successData(await save(client, person));
  const own = app.deps.db.updateTable('identity_sources').where('userId', '=', userId);
  await own.set(left).execute();

  expect((await retentionProblems()).problems).toEqual([
    `the signed source of user ${userId} still has what was read`,
  ]);
  await own.set({ fieldsEnc: null, photoFileId: null }).execute();
});

test('a later link session that sends all cards again reads nothing of the signed code without a code', async () => {
  // A code whose photo was unlike the face stays when another picture comes.
  const { client, userId, person } = await ready((one) => codeFor(one), 0.1);
  app.advance(1_000);
  await app.deps.db
    .updateTable('sessions')
    .set({ assurance: 'link', codeEnteredAt: null, createdAt: timestamp(app.deps.now()) })
    .where('userId', '=', userId)
    .execute();
  app.advance(1_000);

  const { aadhaar } = person;
  for (const type of ['panFront', 'aadhaarFront', 'aadhaarBack'] as const)
    successData(await send(client, type, read({ aadhaar })));
  expect((await client.send(CALLS.readingDetail, {})).code).toBe(CODES.confirmByCode);
});

test('a signed code without a photo proves nobody: a thief may hold it', async () => {
  const { client, userId, person, back } = await ready(codeWithoutPhoto);
  expect(back.code).toBe('not_found');
  expect(back.fields).not.toHaveProperty('name');

  successData(await save(client, person));
  expect(await sourceFor(userId)).toBeNull();
});

test('without a code the card counts as before, and the answer says that none was found', async () => {
  const { client, userId, person, back } = await ready(() => undefined);
  expect(back.code).toBe('not_found');
  successData(await save(client, person));
  expect(await readState(userId)).toMatchObject({ state: 'verified' });
  expect(await sourceFor(userId)).toBeNull();
});

test.each(['timeout', 'crashed'] as const)(
  'a card whose code ends the search with "%s" is taken as one without a code',
  async (reason) => {
    const { client } = await aSignedInUser(app, { bizStatus: UserStatus.identityDue });
    fault = reason;
    const answer = await send(client, 'aadhaarBack', read({ aadhaar: '234567890124' }));
    expect(successData(answer).code).toBe('not_found');
  },
);

test('a card that comes while many codes wait is to be sent again', async () => {
  const { client } = await aSignedInUser(app, { bizStatus: UserStatus.identityDue });
  fault = 'busy';
  const answer = await send(client, 'aadhaarBack', read({ aadhaar: '234567890124' }));
  expect(answer).toMatchObject({ code: CODES.tooMany, data: { reason: 'busy' } });
});

test.each([
  ['code_damaged', 'truncated', (one: SamplePerson) => cut(one)],
  ['code_altered', 'altered', (one: SamplePerson) => alter(one)],
  [
    'code_unknown',
    'unknown_key',
    (one: SamplePerson) => packCode(Buffer.alloc(900, one.name.length)),
  ],
])(
  'a forged code is refused as %s, with the rule it broke for staff',
  async (reason, rule, forge) => {
    const { client, userId } = await aSignedInUser(app, { bizStatus: UserStatus.identityDue });
    const person = samplePerson(77);
    const forged = read({ aadhaar: person.aadhaar }, forge(person));
    const answer = await send(client, 'aadhaarBack', forged);

    expect(answer).toMatchObject({ code: 400, data: { reason } });
    expect(answer.msg).toContain('Please');
    expect(await sourceFor(userId)).toBeNull();

    const { action, detail } = await app.deps.db
      .selectFrom('audit_log')
      .select(['action', 'detail'])
      .where('userId', '=', userId)
      .orderBy('auditId', 'desc')
      .executeTakeFirstOrThrow();
    expect([action, detail]).toEqual([
      'card_code_refused',
      { document: 'aadhaarBack', reason: rule },
    ]);

    const support = await console.as('support');
    const { rows } = await support.data('borrowerTimeline', { params: { userId } });
    expect(rows.find((row) => row.action === 'card_code_refused')).toMatchObject({
      source: 'borrower',
      about: rule,
    });

    // After a second one the borrower may go on: a reviewer then decides.
    expect((await send(client, 'aadhaarBack', forged)).data).toMatchObject({ mayGoOn: true });
    expect(successData(await send(client, 'aadhaarBack', forged, true))).toMatchObject({
      isRead: false,
      code: 'absent',
    });
  },
);

function cut(person: SamplePerson): string {
  const hex = BigInt(codeFor(person)).toString(16);
  return BigInt(`0x${hex.slice(0, hex.length - 200)}`).toString();
}

function alter(person: SamplePerson): string {
  const genuine = BigInt(codeFor(person)).toString(16);
  const bytes = gunzipSync(Buffer.from(genuine, 'hex'));
  bytes[40] = bytes[40]! ^ 1;
  return packCode(bytes);
}

test('another person’s genuine code goes to a reviewer, who sees what it says', async () => {
  const other = samplePerson(99);
  const { client, userId, person } = await ready(() => codeFor(other));
  successData(await save(client, person));

  expect(await readState(userId)).toEqual({ state: 'review', reasons: ['source_differs'] });
  expect(await sourceFor(userId)).toMatchObject({
    verdict: 'differs',
    differences: ['name', 'birthDay', 'aadhaar'],
    fields: { name: other.name },
  });
  expect((await retentionProblems()).problems).toEqual([]);
});

test('a source that agreed says nothing of another name that is confirmed later', async () => {
  const { client, userId, person } = await ready((one) => codeFor(one));
  successData(await save(client, person));
  successData(await save(client, { ...person, name: 'Farida Khan' }));

  expect(await sourceFor(userId)).toMatchObject({ verdict: 'differs', differences: ['name'] });
  expect(await readState(userId)).toMatchObject({ state: 'review' });
});

test.each([
  ['like', 0.8, 'verified', [], null],
  ['unlike', 0.1, 'review', ['photo'], expect.any(String)],
])(
  'a face %s the photo in the code: the photo stays only for a reviewer',
  async (_, similarity, state, differences, photoFileId) => {
    const { client, userId, person } = await ready((one) => codeFor(one), similarity);
    const source = await sourceFor(userId);
    expect(source).toMatchObject({ verdict: 'pending', photoFileId });

    successData(await save(client, person));
    expect(await sourceFor(userId)).toMatchObject({ differences });
    expect((await readState(userId)).state).toBe(state);
  },
);

test('a code that nobody confirms is deleted after thirty days, which the self-check proves', async () => {
  const { client, userId } = await aSignedInUser(app, { bizStatus: UserStatus.identityDue });
  const person = samplePerson(56);
  const written = read({ aadhaar: person.aadhaar }, codeFor(person));
  successData(await send(client, 'aadhaarBack', written));
  const photo = (await sourceFor(userId))?.photoFileId;

  app.advance(29 * DAY);
  await deleteOldSources(app.deps.db, app.deps.now() - SOURCE_RETENTION_MS);
  expect(await sourceFor(userId)).toMatchObject({ photoFileId: photo });

  app.advance(3 * DAY);
  expect((await retentionProblems()).problems).toContain(
    `the signed source of user ${userId} still has what was read`,
  );

  await deleteOldSources(app.deps.db, app.deps.now() - SOURCE_RETENTION_MS);
  expect(await sourceFor(userId)).toBeNull();
  const { problems } = await retentionProblems();
  expect(problems.filter((problem) => problem.includes(userId))).toEqual([]);
  const removals = await readQueuedJobs(app.deps.db, 'delete-file');
  expect(removals.map(({ payload }) => payload)).toContainEqual({ fileId: photo });
});

test('a second code replaces the first, whose photo is deleted', async () => {
  const { client, userId } = await aSignedInUser(app, { bizStatus: UserStatus.identityDue });
  const person = samplePerson(55);
  const show = () =>
    send(client, 'aadhaarBack', read({ aadhaar: person.aadhaar }, codeFor(person)));

  successData(await show());
  const first = (await sourceFor(userId))?.photoFileId;
  successData(await show());

  expect(first).toEqual(expect.any(String));
  expect((await sourceFor(userId))?.photoFileId).not.toBe(first);
  const removals = await readQueuedJobs(app.deps.db, 'delete-file');
  expect(removals.map(({ payload }) => payload)).toContainEqual({ fileId: first });
});

const CODE_PICTURES: [string, Card, Card, 'pending' | undefined][] = [
  ['of the same side ends the code', 'aadhaarBack', 'aadhaarBack', undefined],
  ['of the other side leaves the code', 'aadhaarBack', 'aadhaarFront', 'pending'],
  ['of the PAN card leaves the code', 'aadhaarFront', 'panFront', 'pending'],
];

test.each(CODE_PICTURES)('a new picture without a code %s', async (_what, first, then, verdict) => {
  const { client, userId } = await aSignedInUser(app, { bizStatus: UserStatus.identityDue });
  const { aadhaar, pan, ...person } = samplePerson(58);
  successData(await send(client, first, read({ aadhaar }, codeFor({ ...person, aadhaar, pan }))));

  const { code } = successData(await send(client, then, read({ aadhaar, pan })));
  expect(code).not.toBe('read');
  expect((await sourceFor(userId))?.verdict).toBe(verdict);
});

test('the photo of a code that ended is deleted, and one unlike the face cannot be undone', async () => {
  const { client, userId, person } = await ready((one) => codeFor(one), 0.1);
  const back = read({ aadhaar: person.aadhaar });
  successData(await send(client, 'aadhaarBack', back));
  expect(await sourceFor(userId)).toMatchObject({ photoResult: 'unlike' });

  const other = await aSignedInUser(app, { bizStatus: UserStatus.identityDue });
  successData(await send(other.client, 'aadhaarBack', { ...back, code: codeFor(person) }));
  const photo = (await sourceFor(other.userId))?.photoFileId;
  successData(await send(other.client, 'aadhaarBack', back));

  const removals = await readQueuedJobs(app.deps.db, 'delete-file');
  expect(removals.map(({ payload }) => payload)).toContainEqual({ fileId: photo });
});
