import { CALLS } from '@noren/contract/index';
import { addDays, type BusinessDay, businessDay } from '@noren/core/money/time';
import { UserStatus } from '@noren/core/people/status';
import { expect, test } from 'vitest';
import {
  aPerson,
  type Change,
  type Person,
  save,
  useReadyIdentities,
  years,
} from '../../testing/ready-identities.ts';
import { aSignedInUser, successData } from '../../testing/users.ts';

const { app, ready, readState } = await useReadyIdentities();

const other = '987654321096';

test.each<[string, Change, Partial<Person>, string | null]>([
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
  ['a title', 'Smt. Asha Kumari Rao'],
  ['no reading', undefined],
])('%s in the name does not count as a difference', async (_, name) => {
  const person = aPerson();
  const { client, userId } = await ready(person, { pan: name === undefined ? {} : { name } });
  successData(await save(client, person));
  expect((await readState(userId)).state).toBe('verified');
});

test.each([
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
  ['too few digits', {}, '23456789', 'aadhaar'],
])('%s is rejected with its field path', async (_, change, aadhaar, path) => {
  const person = aPerson();
  const { client } = await ready(person);
  const answer = await save(client, { ...person, ...(change as Partial<Person>) }, aadhaar);
  expect(answer).toMatchObject({ code: 400, data: { fields: [{ path }] } });
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

test.each([UserStatus.registered, UserStatus.regular] as const)(
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
