import { CALLS } from '@noren/contract/index';
import { addDays, addMonths, type BusinessDay, businessDay } from '@noren/core/money/time';
import { verhoeffDigit } from '@noren/core/people/identity-numbers';
import type { OcrFields } from '@noren/core/people/ocr-read';
import { UserStatus } from '@noren/core/people/status';
import { expect, test } from 'vitest';
import { type FakeUpload, fakeUploadFile, makeFakeKyc } from '../../testing/fake-kyc.ts';
import type { TestClient } from '../../testing/start-app.ts';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser, successData } from '../../testing/users.ts';

const app = await useApp({ kyc: makeFakeKyc() });

let count = 0;

/** A person with a PAN and an Aadhaar number unique in these tests. */
function aPerson() {
  count += 1;

  const eleven = `2345678${String(count).padStart(4, '0')}`;
  return {
    name: 'Asha Kumari Rao',
    birthDay: businessDay('1994-03-09'),
    pan: `ABCPK${String(count).padStart(4, '0')}L`,
    aadhaar: eleven + verhoeffDigit(eleven),
  };
}

type Person = ReturnType<typeof aPerson>;
type Change = {
  pan?: Partial<OcrFields>;
  front?: Partial<OcrFields>;
  back?: Partial<OcrFields>;
  faces?: number;
};

async function show(
  client: TestClient,
  type: 'panFront' | 'aadhaarFront' | 'aadhaarBack',
  fields: OcrFields,
) {
  const written: FakeUpload = { reading: { outcome: 'read', fields, missing: [] } };
  successData(
    await client.send(CALLS.readDocument, { body: { type }, file: fakeUploadFile(written) }),
  );
}

async function checkFace(client: TestClient, light = 120) {
  const { transactionId, poses } = successData(
    await client.send(CALLS.startLiveness, { body: {} }),
  );
  const files = poses.map((pose) => fakeUploadFile({ pose, frame: { light } }));
  return successData(await client.send(CALLS.checkLiveness, { body: { transactionId }, files }));
}

/** A user with three read documents and a passed liveness check. */
async function ready(person: Person, change: Change = {}) {
  const user = await aSignedInUser(app, { bizStatus: UserStatus.identityDue });
  const { name, birthDay, pan, aadhaar } = person;

  await show(user.client, 'panFront', { name: name.toUpperCase(), birthDay, pan, ...change.pan });
  await show(user.client, 'aadhaarFront', {
    name,
    birthDay,
    aadhaar,
    gender: 'female',
    ...change.front,
  });
  await show(user.client, 'aadhaarBack', { aadhaar, pin: '560001', ...change.back });
  await checkFace(user.client);

  return user;
}

const save = (client: TestClient, { name, birthDay, pan }: Person, aadhaar: string | null = null) =>
  client.send(CALLS.saveIdentity, { body: { name, birthDay, pan, aadhaar } });

const readState = async (userId: string) =>
  app.deps.db
    .selectFrom('identities')
    .select(['state', 'reasons', 'aadhaarLast4'])
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();

test('an identity that matches its documents is verified and raises the status from 20 to 30', async () => {
  const person = aPerson();
  const { client, userId } = await ready(person);

  expect(successData(await save(client, { ...person, pan: person.pan.toLowerCase() }))).toEqual({
    bizStatus: UserStatus.personalInfoDue,
  });
  expect(await readState(userId)).toEqual({
    state: 'verified',
    reasons: [],
    aadhaarLast4: person.aadhaar.slice(-4),
  });
  expect(successData(await client.send(CALLS.realName, {}))).toEqual({ name: person.name });
  expect(successData(await client.send(CALLS.readingDetail, {}))).toMatchObject({
    fields: { name: person.name, pan: person.pan },
    liveness: 'passed',
    isSaved: true,
  });

  const row = await app.deps.db
    .selectFrom('identities')
    .selectAll()
    .where('userId', '=', userId)
    .execute();
  const text = JSON.stringify(row, (_, value) =>
    value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
  );

  for (const secret of [person.name, person.pan, person.aadhaar, person.birthDay])
    expect(text).not.toContain(secret);
});

const other = '987654321096';

test.each<[string, Change, Partial<Person>, string | null]>([
  ['name_differs', { pan: { name: 'VIKRAM SETH' } }, {}, null],
  ['name_differs', { front: { name: 'Asha Menon' } }, {}, null],
  ['birth_day_differs', { front: { birthDay: businessDay('1993-03-09') } }, {}, null],
  ['pan_differs', { pan: { pan: 'ZZZPZ9999Z' } }, {}, null],
  ['aadhaar_differs', {}, {}, other],
  ['aadhaar_sides_differ', { back: { aadhaar: other } }, {}, null],
])('a difference leads to review, not refusal: %s', async (reason, change, typed, aadhaar) => {
  const person = aPerson();
  const { client, userId } = await ready(person, change);

  expect(successData(await save(client, { ...person, ...typed }, aadhaar)).bizStatus).toBe(
    UserStatus.personalInfoDue,
  );

  const { state, reasons } = await readState(userId);
  expect([state, reasons.includes(reason)]).toEqual(['review', true]);
  await app.deps.db.deleteFrom('identities').where('userId', '=', userId).execute();
});

test.each([
  ['initials and order', 'Rao A K'],
  ['a title', 'Smt. Asha Kumari Rao'],
  ['no reading', undefined],
])('%s in the name does not count as a difference', async (_, name) => {
  const person = aPerson();
  const { client, userId } = await ready(person, { pan: name === undefined ? {} : { name } });
  successData(await save(client, person));
  expect((await readState(userId)).state).toBe('verified');
});

test('an identity cannot be saved before the documents and the liveness check', async () => {
  const person = aPerson();
  const { client } = await aSignedInUser(app, { bizStatus: UserStatus.identityDue });

  expect(await save(client, person, person.aadhaar)).toMatchObject({
    code: 409,
    data: { reason: 'documents_missing' },
  });
  await show(client, 'panFront', { pan: person.pan });
  await show(client, 'aadhaarFront', { name: person.name });
  expect(await save(client, person, person.aadhaar)).toMatchObject({
    code: 409,
    data: { reason: 'documents_missing' },
  });
  await show(client, 'aadhaarBack', { pin: '560001' });
  expect(await save(client, person, person.aadhaar)).toMatchObject({
    code: 409,
    data: { reason: 'liveness_missing' },
  });
  for (let i = 0; i < 3; i++) await checkFace(client, 1);
  expect(await save(client, person)).toMatchObject({
    code: 400,
    data: { fields: [{ path: 'aadhaar', problem: 'empty' }] },
  });
  expect(successData(await save(client, person, person.aadhaar)).bizStatus).toBe(
    UserStatus.personalInfoDue,
  );

  const { userId } = successData(await client.send(CALLS.userStatus, {}));
  expect(await readState(userId)).toMatchObject({
    state: 'review',
    reasons: ['aadhaar_not_read', 'face_not_checked'],
  });
});

const years = (day: BusinessDay, n: number) => addMonths(day, -12 * n);

test.each([
  ['18 today', (today: BusinessDay) => years(today, 18), 200],
  ['18 tomorrow', (today: BusinessDay) => addDays(years(today, 18), 1), 400],
  ['80', (today: BusinessDay) => years(today, 80), 200],
  ['81 today', (today: BusinessDay) => years(today, 81), 400],
  ['81 tomorrow', (today: BusinessDay) => addDays(years(today, 81), 1), 200],
  ['not born yet', (today: BusinessDay) => addDays(today, 1), 400],
])('the age limits apply to a borrower who is %s', async (_, birth, code) => {
  const person = { ...aPerson(), birthDay: birth(app.deps.today()) };
  const { client } = await ready(person);
  const answer = await save(client, person);

  expect(answer.code).toBe(code);
  if (code === 400) expect(answer.data).toEqual({ fields: [{ path: 'birthDay', problem: 'age' }] });
});

test.each([
  ['a PAN of a company', { pan: 'ABCCK1234L' }, null, 'pan'],
  ['an impossible date', { birthDay: '1994-02-30' }, null, 'birthDay'],
  ['an empty name', { name: ' ' }, null, 'name'],
  ['a wrong check digit', {}, '234567890125', 'aadhaar'],
  ['too few digits', {}, '23456789', 'aadhaar'],
])('%s is rejected with its field path', async (_, change, aadhaar, path) => {
  const person = aPerson();
  const { client } = await ready(person);
  const answer = await save(client, { ...person, ...(change as Partial<Person>) }, aadhaar);
  expect(answer).toMatchObject({ code: 400, data: { fields: [{ path }] } });
});

test('a PAN and an Aadhaar number belong to one user', async () => {
  const [one, two] = [aPerson(), aPerson()];
  const first = await ready(one);

  successData(await save(first.client, one));

  const second = await ready(two);
  expect(await save(second.client, { ...two, pan: one.pan })).toMatchObject({
    code: 409,
    data: { reason: 'pan_taken' },
  });

  expect(await save(second.client, two, one.aadhaar)).toMatchObject({
    code: 409,
    data: { reason: 'aadhaar_taken' },
  });
  expect(successData(await second.client.send(CALLS.userStatus, {})).bizStatus).toBe(
    UserStatus.identityDue,
  );
  expect(successData(await save(second.client, two)).bizStatus).toBe(UserStatus.personalInfoDue);
});

test('a PAN and an Aadhaar number that were corrected are free for another user', async () => {
  const [wrong, right] = [aPerson(), aPerson()];
  const { client } = await aSignedInUser(app, { bizStatus: UserStatus.contactsDue });

  successData(await save(client, wrong, wrong.aadhaar));
  successData(await save(client, right, right.aadhaar));

  const other = await ready(wrong);
  expect(await save(other.client, { ...wrong, pan: right.pan })).toMatchObject({
    data: { reason: 'pan_taken' },
  });
  expect(successData(await save(other.client, wrong)).bizStatus).toBe(UserStatus.personalInfoDue);
});

test('of two users saving the same PAN concurrently one succeeds', async () => {
  const [one, two] = [aPerson(), aPerson()];
  const people = await Promise.all([ready(one), ready(two)]);
  const answers = await Promise.all(
    people.map(({ client }, i) => save(client, { ...(i ? two : one), pan: one.pan })),
  );

  expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
});

test('before certification an identity may be corrected: status unchanged, date of birth updated in step two', async () => {
  const person = aPerson();
  const { client } = await aSignedInUser(app, { bizStatus: UserStatus.contactsDue });
  const detail = successData(await client.send(CALLS.viewPersonalInfo, {}));

  expect(detail.info.birthday).not.toBe('1990-01-02');

  const body = { ...person, birthDay: businessDay('1990-01-02') };
  expect(successData(await save(client, body, person.aadhaar)).bizStatus).toBe(
    UserStatus.contactsDue,
  );
  expect(successData(await client.send(CALLS.viewPersonalInfo, {})).info.birthday).toBe(
    '1990-01-02',
  );
});

test.each([UserStatus.registered, UserStatus.certified, UserStatus.regular] as const)(
  'an identity cannot be saved at status %i',
  async (bizStatus) => {
    const person = aPerson();
    const { client } = await aSignedInUser(app, { bizStatus });
    expect(await save(client, person, person.aadhaar)).toMatchObject({
      code: 409,
      data: { reason: 'step' },
    });
  },
);

test('saving an identity is limited to twenty attempts an hour, so that taken numbers cannot be probed', async () => {
  const { client } = await aSignedInUser(app, { bizStatus: UserStatus.personalInfoDue });

  const queryIdentity = (at: number) =>
    client.send(CALLS.saveIdentity, {
      body: { name: 'Asha Rao', pan: `ABCPX${1000 + at}Z`, birthDay: '1990-01-01', aadhaar: null },
    });

  for (let at = 0; at < 20; at++) expect((await queryIdentity(at)).code).not.toBe(429);
  expect((await queryIdentity(20)).code).toBe(429);
  app.advance(3_600_000);
  expect((await queryIdentity(21)).code).not.toBe(429);
});
