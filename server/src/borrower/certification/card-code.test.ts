import { gunzipSync } from 'node:zlib';
import { CODES } from '@noren/contract/codes';
import { CALLS } from '@noren/contract/index';
import { businessDay } from '@noren/core/money/time';
import { UserStatus } from '@noren/core/people/status';
import { expect, test } from 'vitest';
import { timestamp } from '../../platform/db/db.ts';
import { type SamplePerson, samplePerson } from '../../sandbox/samples/sample-person.ts';
import { packCode } from '../../sandbox/samples/sign-code.ts';
import { checkFace, codeFor, read, save, useCardCodes } from '../../testing/card-codes.ts';
import { fakeUploadFile } from '../../testing/fake-kyc.ts';
import { uploadCard } from '../../testing/identity-documents.ts';
import { findRetentionProblems } from '../../testing/retention-problems.ts';
import { useConsole } from '../../testing/staff.ts';
import { testIssuer } from '../../testing/test-issuer.ts';
import { aSignedInUser, successData } from '../../testing/users.ts';

const { app, ready, sourceFor, readState } = await useCardCodes();

const console = await useConsole(app);

/** The small code of an e-Aadhaar. */
const codeWithoutPhoto = (person: SamplePerson) => codeFor(person, Buffer.alloc(0));

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
  expect(await findRetentionProblems(app)).toEqual([]);
});

test('a back with its code needs no front, and says the gender in its place', async () => {
  const person = samplePerson(61);
  const { name, birthDay, pan, aadhaar } = person;
  const { client, userId } = await aSignedInUser(app, { bizStatus: UserStatus.identityDue });
  successData(
    await uploadCard(client, 'panFront', read({ name, birthDay: businessDay(birthDay), pan })),
  );

  successData(await uploadCard(client, 'aadhaarBack', read({ aadhaar }, codeFor(person))));
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

  expect(await findRetentionProblems(app)).toEqual([
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
    successData(await uploadCard(client, type, read({ aadhaar })));
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
    const answer = await uploadCard(client, 'aadhaarBack', forged);

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
    expect((await uploadCard(client, 'aadhaarBack', forged)).data).toMatchObject({ mayGoOn: true });
    expect(successData(await uploadCard(client, 'aadhaarBack', forged, true))).toMatchObject({
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
  expect(await findRetentionProblems(app)).toEqual([]);
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
