import { CALLS } from '@noren/contract/index';
import { UserStatus } from '@noren/core/people/status';
import { workFields } from '@noren/core/people/work-fields';
import { expect, test } from 'vitest';
import { readDocuments, writeDocument } from '../../people/certification/document-store.ts';
import { sampleAddress } from '../../testing/samples.ts';
import type { TestClient } from '../../testing/start-app.ts';
import { useApp } from '../../testing/use-app.ts';
import { aPhoneNumber, aSignedInUser, successData } from '../../testing/users.ts';

const app = await useApp();

const about = {
  gender: 'other',
  email: 'a.person@mail.example',
  education: 'diploma',
  maritalStatus: 'widowed',
  childrenCount: 'two',
  monthlyIncome: 'under_10000',
  ...sampleAddress,
};

const work = {
  industry: 'retail',
  salaryType: 'cash',
  payday: 'weekly',
  companyName: 'Rao & Daughters',
  companyAddress: '4 Example Lane, Mysuru 570001',
};

async function atStepTwo() {
  const user = await aSignedInUser(app, { bizStatus: UserStatus.personalInfoDue });
  const { info } = successData(await user.client.send(CALLS.viewPersonalInfo, {}));
  return { ...user, birthday: info.birthday ?? '' };
}

const save = (client: TestClient, body: object) =>
  client.send(CALLS.savePersonalInfo, { body: body as never });

test.each([
  ['salaried', workFields],
  ['business', ['industry', 'salaryType', 'companyName', 'companyAddress']],
  ['self_employed', ['industry', 'salaryType']],
  ['retired', ['salaryType']],
  ['homemaker', []],
  ['student', []],
  ['unemployed', []],
] as const)(
  'work status %s requires %j; other work fields are dropped',
  async (workStatus, required) => {
    const { client, birthday } = await atStepTwo();
    const own = { ...about, birthday, workStatus };
    const missing = await save(client, own);

    if (required.length > 0)
      expect(missing).toMatchObject({
        code: 400,
        data: { fields: required.map((path) => ({ path, problem: 'empty' })) },
      });

    expect(successData(await save(client, { ...own, ...work }))).toEqual({
      bizStatus: UserStatus.contactsDue,
    });

    const stored = Object.fromEntries(required.map((field) => [field, work[field]]));
    expect(successData(await client.send(CALLS.viewPersonalInfo, {}))).toEqual({
      isSaved: true,
      info: { ...own, ...stored },
      fromSource: [],
    });
  },
);

test.each([
  ['male', [], 'male'],
  ['female', ['gender'], undefined],
] as const)(
  '%s on the Aadhaar card, uncertain %j, is asked again only when uncertain; the income is the questionnaire’s',
  async (gender, uncertain, known) => {
    const { client, userId } = await aSignedInUser(app, { bizStatus: UserStatus.personalInfoDue });
    const { db, crypto } = app.deps;
    const card = (await readDocuments(db, crypto, userId)).find(
      ({ type }) => type === 'aadhaarFront',
    );
    if (!card) throw new Error('no card');

    await writeDocument(
      db,
      crypto,
      userId,
      { ...card, fields: { ...card.fields, gender }, uncertain },
      app.deps.now(),
    );

    const { info } = successData(await client.send(CALLS.viewPersonalInfo, {}));
    expect([info.gender, info.monthlyIncome]).toEqual([known, '40000_60000']);
  },
);

test('a second tab can save a completed step again, but no step ahead of the status', async () => {
  const { client, birthday } = await atStepTwo();
  const contacts = [
    { relationship: 'spouse', name: 'Ravi Rao', phone: aPhoneNumber() },
    { relationship: 'colleague', name: 'Meera Das', phone: aPhoneNumber() },
  ];
  const saveContacts = () => client.send(CALLS.saveContacts, { body: { contacts } });

  expect(await saveContacts()).toMatchObject({ code: 409, data: { reason: 'step' } });

  const body = { ...about, birthday, workStatus: 'student' };
  const both = await Promise.all([
    save(client, body),
    save(client, { ...body, education: 'master' }),
  ]);

  expect(both.map(successData)).toEqual([
    { bizStatus: UserStatus.contactsDue },
    { bizStatus: UserStatus.contactsDue },
  ]);
  expect(successData(await saveContacts())).toEqual({ bizStatus: UserStatus.bankAccountDue });
  // The first tab is still on step two: saving it updates the data and keeps the later steps.
  expect(successData(await save(client, body))).toEqual({ bizStatus: UserStatus.bankAccountDue });
  expect(successData(await client.send(CALLS.viewContacts, {})).contacts).toHaveLength(2);
});

test('every dictionary is translated into each language with the same codes', async () => {
  const [en, es] = [app.client({ language: 'en' }), app.client({ language: 'es' })];
  for (const type of [
    'gender',
    'workStatus',
    'industry',
    'salaryType',
    'payday',
    'relationship',
  ] as const) {
    const [one, other] = await Promise.all(
      [en, es].map(
        async (client) =>
          successData(await client.send(CALLS.dictionary, { params: { type } })).details,
      ),
    );
    expect(one?.map(({ code }) => code)).toEqual(other?.map(({ code }) => code));
    expect(one?.map(({ name }) => name)).not.toEqual(other?.map(({ name }) => name));
  }
});
