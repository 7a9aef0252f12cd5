import { DICTIONARIES } from '@noren/contract/dictionary';
import { CALLS } from '@noren/contract/index';
import { LANGUAGE_CODES } from '@noren/contract/languages';
import { defaultScorecard } from '@noren/core/lending/scorecard-default';
import { UserStatus } from '@noren/core/people/status';
import { expect, test } from 'vitest';
import { samplePersonalInfo } from '../../testing/samples.ts';
import { useApp } from '../../testing/use-app.ts';
import { aPhoneNumber, aSignedInUser, successData } from '../../testing/users.ts';

const app = await useApp();

const closed = { code: 409, data: { reason: 'step' } };

const fields = (...pairs: [string, string][]) => ({
  code: 400,
  data: { fields: pairs.map(([path, problem]) => ({ path, problem })) },
});

test.each(DICTIONARIES)('the dictionary %s is translated into every language', async (type) => {
  const lists = await Promise.all(
    LANGUAGE_CODES.map(async (language) =>
      successData(await app.client({ language }).send(CALLS.dictionary, { params: { type } })),
    ),
  );
  const codes = lists[0]?.details.map(({ code }) => code) ?? [];

  expect(codes.length).toBeGreaterThan(2);

  for (const { details } of lists) {
    expect(details.map(({ code }) => code)).toEqual(codes);
    for (const { name } of details) expect(name).not.toMatch(/^dict\.|^$/);
  }

  for (const code of codes) expect(code).toMatch(/^[a-z0-9_]{1,40}$/);
});

test('every code the scorecard reads is in a dictionary', async () => {
  for (const row of defaultScorecard.rows) {
    if (!('choices' in row) || row.reads === 'nameMatch') continue;

    const { details } = successData(
      await app.client().send(CALLS.dictionary, { params: { type: row.reads } }),
    );
    expect(details.map(({ code }) => code)).toEqual(
      expect.arrayContaining(Object.keys(row.choices)),
    );
  }
});

test('an unknown dictionary is rejected', async () => {
  expect(
    (await app.client().send(CALLS.dictionary, { params: { type: 'color' as never } })).code,
  ).toBe(400);
});

const survey = {
  purpose: 'rent',
  incomeBand: '25000_40000',
  otherDebts: 'none',
  heardFrom: 'search',
};

test.each([
  [10, 20],
  [20, 20],
  [50, 50],
] as const)('saving the questionnaire moves status %i to %i', async (bizStatus, after) => {
  const { client } = await aSignedInUser(app, { bizStatus });
  expect(successData(await client.send(CALLS.saveSurvey, { body: survey }))).toEqual({
    bizStatus: after,
  });
  expect(successData(await client.send(CALLS.userStatus, {})).bizStatus).toBe(after);
});

test('the saved answers are returned on any device', async () => {
  const { client } = await aSignedInUser(app, { bizStatus: UserStatus.registered });
  expect(successData(await client.send(CALLS.viewSurvey, {}))).toEqual({ answers: null });
  successData(await client.send(CALLS.saveSurvey, { body: survey }));
  successData(await client.send(CALLS.saveSurvey, { body: { ...survey, purpose: 'medical' } }));
  expect(successData(await client.send(CALLS.viewSurvey, {}))).toEqual({
    answers: { ...survey, purpose: 'medical' },
  });
});

test('the questionnaire accepts only dictionary codes, and no changes once certified', async () => {
  const { client } = await aSignedInUser(app, { bizStatus: UserStatus.registered });
  const send = (change: object) =>
    client.send(CALLS.saveSurvey, { body: { ...survey, ...change } });

  expect(await send({ purpose: 'yacht', otherDebts: 'many' })).toMatchObject(
    fields(['purpose', 'choice'], ['otherDebts', 'choice']),
  );
  expect((await send({ purpose: '' })).code).toBe(400);
  expect((await send({ purpose: undefined })).code).toBe(400);
  expect(successData(await client.send(CALLS.userStatus, {})).bizStatus).toBe(
    UserStatus.registered,
  );

  const certified = await aSignedInUser(app);
  expect(await certified.client.send(CALLS.saveSurvey, { body: survey })).toMatchObject(closed);
});

const info = {
  ...samplePersonalInfo,
  email: 'a.person@mail.example',
  education: 'master',
  salaryType: 'upi',
  payday: 'last_day',
  companyName: 'Rao & Daughters',
  companyAddress: '4 Example Lane, Mysuru 570001',
};

async function atStepTwo() {
  const user = await aSignedInUser(app, { bizStatus: UserStatus.personalInfoDue });
  const view = successData(await user.client.send(CALLS.viewPersonalInfo, {}));
  const birthday = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);

  expect(view).toEqual({
    isSaved: false,
    info: { birthday, monthlyIncome: '40000_60000' },
    fromSource: [],
  });

  return { ...user, birthday: view.info.birthday ?? '' };
}

test('personal information is saved, returned and raises the status from 30 to 40', async () => {
  const { client, userId, birthday } = await atStepTwo();
  const body = { ...info, birthday };

  expect(successData(await client.send(CALLS.savePersonalInfo, { body }))).toEqual({
    bizStatus: UserStatus.contactsDue,
  });
  expect(successData(await client.send(CALLS.viewPersonalInfo, {}))).toEqual({
    isSaved: true,
    info: body,
    fromSource: [],
  });

  const other = await aSignedInUser(app, { bizStatus: UserStatus.registered });
  expect(successData(await other.client.send(CALLS.viewPersonalInfo, {}))).toEqual({
    isSaved: false,
    info: {},
    fromSource: [],
  });

  const row = await app.deps.db
    .selectFrom('personal_info')
    .selectAll()
    .where('userId', '=', userId)
    .executeTakeFirst();
  expect(row?.infoEnc.toString('latin1')).not.toContain('mail.example');
});

test.each([
  [
    'a code not in its dictionary',
    { gender: 'x', payday: 'never' },
    [
      ['gender', 'choice'],
      ['payday', 'choice'],
    ],
  ],
  ['an invalid e-mail address', { email: 'a.person' }, [['email', 'email']]],
  ['a child', { birthday: '2015-01-01' }, [['birthday', 'age']]],
  ['an age of 81', { birthday: '1945-01-01' }, [['birthday', 'age']]],
  [
    'a date of birth different from step one',
    { birthday: '1999-12-31' },
    [['birthday', 'differs']],
  ],
  ['an empty company name', { companyName: '' }, [['companyName', 'empty']]],
  ['a missing payday', { payday: undefined }, [['payday', 'empty']]],
  [
    'a business without its name',
    { workStatus: 'business', payday: undefined, companyName: undefined },
    [['companyName', 'empty']],
  ],
  ['a state that is none', { state: '28' }, [['state', 'choice']]],
  ['a PIN code of five digits', { pin: '41103' }, [['pin', 'pin']]],
  ['no street', { street: '  ' }, [['street', 'empty']]],
  ['an address of 201 letters', { companyAddress: 'x'.repeat(201) }, [['companyAddress', 'long']]],
] as [string, object, [string, string][]][])(
  'personal information with %s is rejected',
  async (_, change, bad) => {
    const { client, birthday } = await atStepTwo();
    const body = { ...info, birthday, ...change };
    expect(await client.send(CALLS.savePersonalInfo, { body })).toMatchObject(fields(...bad));
    expect(successData(await client.send(CALLS.viewPersonalInfo, {})).isSaved).toBe(false);
  },
);

const pair = () => [
  { relationship: 'spouse', name: 'Ravi Rao', phone: aPhoneNumber() },
  { relationship: 'colleague', name: 'Meera Das', phone: aPhoneNumber() },
];

test('two contacts are saved, returned masked and raise the status from 40 to 50', async () => {
  const { client } = await aSignedInUser(app, { bizStatus: UserStatus.contactsDue });
  const contacts = pair();

  expect(successData(await client.send(CALLS.saveContacts, { body: { contacts } }))).toEqual({
    bizStatus: UserStatus.bankAccountDue,
  });

  const view = successData(await client.send(CALLS.viewContacts, {}));
  expect(view.contacts).toEqual(
    contacts.map(({ phone, ...rest }) => ({
      ...rest,
      maskedPhone: `${phone.slice(0, 2)}•••••${phone.slice(-3)}`,
    })),
  );

  const corrected = pair();
  successData(await client.send(CALLS.saveContacts, { body: { contacts: corrected } }));
  expect(successData(await client.send(CALLS.viewContacts, {})).contacts).toHaveLength(2);

  const other = await aSignedInUser(app, { bizStatus: UserStatus.registered });
  expect(successData(await other.client.send(CALLS.viewContacts, {})).contacts).toEqual([]);
});

test('contacts must be two different people with a known relationship, not the borrower', async () => {
  const { client, phone } = await aSignedInUser(app, { bizStatus: UserStatus.contactsDue });
  const [one, two] = pair() as [ReturnType<typeof pair>[0], ReturnType<typeof pair>[0]];
  const send = (contacts: unknown[]) =>
    client.send(CALLS.saveContacts, { body: { contacts: contacts as never } });

  expect(await send([one])).toMatchObject(fields(['contacts', 'two']));
  expect((await send([one, two, one])).code).toBe(400);
  expect(await send([one, { ...two, phone: `+91${one.phone}` }])).toMatchObject(
    fields(['contacts.1.phone', 'same']),
  );
  expect(await send([{ ...one, phone: `0${phone}` }, two])).toMatchObject(
    fields(['contacts.0.phone', 'own']),
  );
  expect(await send([one, { ...two, relationship: 'boss' }])).toMatchObject(
    fields(['contacts.1.relationship', 'choice']),
  );
  expect(await send([one, { ...two, phone: '12345' }])).toMatchObject(
    fields(['contacts.1.phone', 'format']),
  );
  expect(successData(await client.send(CALLS.userStatus, {})).bizStatus).toBe(
    UserStatus.contactsDue,
  );
});

test.each([
  ['two', 20],
  ['two', 60],
  ['three', 30],
  ['three', 70],
] as const)('step %s is closed at status %i', async (step, bizStatus) => {
  const { client } = await aSignedInUser(app, { bizStatus });
  const answer =
    step === 'two'
      ? await client.send(CALLS.savePersonalInfo, { body: { ...info, birthday: '1994-03-09' } })
      : await client.send(CALLS.saveContacts, { body: { contacts: pair() } });
  expect(answer).toMatchObject(closed);
});

test('a step saved twenty times concurrently with one request id is saved once', async () => {
  const { client } = await aSignedInUser(app, { bizStatus: UserStatus.contactsDue });
  const body = { contacts: pair() };
  const requestId = '0190f000-0000-4000-8000-000000000002';
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => client.send(CALLS.saveContacts, { body, requestId })),
  );

  for (const answer of answers)
    if (answer.code !== 700)
      expect(answer).toEqual({
        code: 200,
        msg: 'OK',
        data: { bizStatus: UserStatus.bankAccountDue },
      });

  expect(successData(await client.send(CALLS.saveContacts, { body, requestId }))).toEqual({
    bizStatus: UserStatus.bankAccountDue,
  });
  expect(successData(await client.send(CALLS.viewContacts, {})).contacts).toHaveLength(2);
});
