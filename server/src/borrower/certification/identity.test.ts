import { CALLS } from '@noren/contract/index';
import { addDays, type BusinessDay, businessDay } from '@noren/core/money/time';
import { UserStatus } from '@noren/core/people/status';
import { expect, test } from 'vitest';
import { decideIdentityReview } from '../../testing/decisions.ts';
import {
  aPerson,
  type Change,
  checkFace,
  type Person,
  save,
  show,
  useReadyIdentities,
  years,
} from '../../testing/ready-identities.ts';
import { approve, refuse } from '../../testing/review-decisions.ts';
import { aSignedInUser, successData } from '../../testing/users.ts';

const { app, ready, readState } = await useReadyIdentities();

const other = '987654321096';

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

test('what a reviewer refused is not confirmed by other typing, but by a reviewer', async () => {
  const person = aPerson();
  const who = await ready(person);
  successData(await save(who.client, { ...person, pan: 'ABCPK9999Z' }));
  expect(await readState(who.userId)).toMatchObject({ state: 'review' });
  expect(await decideIdentityReview(app.deps, refuse(who, 'documents_differ'))).toBe(true);

  for (let again = 0; again < 2; again++) {
    app.advance(1_000);
    successData(await save(who.client, person));
    expect(await readState(who.userId)).toMatchObject({ state: 'review', reasons: [] });
  }

  expect(await decideIdentityReview(app.deps, approve(who))).toBe(true);
  successData(await save(who.client, person));
  expect(await readState(who.userId)).toMatchObject({ state: 'verified' });
});

test('a card sent after the identity was verified is compared before it counts', async () => {
  const person = aPerson();
  const who = await ready(person);
  successData(await save(who.client, person));
  expect(await readState(who.userId)).toMatchObject({ state: 'verified' });

  app.advance(1_000);
  await show(who.client, 'panFront', { name: 'ZUBEIDA OTHER', pan: 'ABCPK9998Z' });
  expect(await readState(who.userId)).toMatchObject({ state: 'review' });

  successData(await save(who.client, person));
  const { reasons } = await readState(who.userId);
  expect(reasons).toEqual(['pan_differs', 'name_differs']);

  await show(who.client, 'panFront', { name: person.name, pan: person.pan });
  successData(await save(who.client, person));
  expect(await readState(who.userId)).toMatchObject({ state: 'verified' });
});
