import type { DocumentType } from '@noren/contract/certification';
import { CODES } from '@noren/contract/codes';
import { CALLS } from '@noren/contract/index';
import { rupees } from '@noren/core/money/money';
import { businessDay } from '@noren/core/money/time';
import type { OcrFields } from '@noren/core/people/ocr-read';
import { UserStatus } from '@noren/core/people/status';
import { sql } from 'kysely';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { readSource } from '../../people/certification/source-store.ts';
import { readIdentity } from '../../people/certification/store.ts';
import { makeLog } from '../../platform/log.ts';
import { type SamplePerson, samplePerson } from '../../sandbox/samples/sample-person.ts';
import {
  type FileRequest,
  layOutFile,
  packFile,
  type SignatureOptions,
  signFile,
} from '../../sandbox/samples/sign-file.ts';
import { fakeUploadFile, makeFakeKyc } from '../../testing/fake-kyc.ts';
import { setCeiling } from '../../testing/level-ceilings.ts';
import { checkLiveness, startLiveness } from '../../testing/liveness.ts';
import { readCredit } from '../../testing/loans.ts';
import { findRetentionProblems } from '../../testing/retention-problems.ts';
import { useConsole } from '../../testing/staff.ts';
import { testIssuer, testSources } from '../../testing/test-issuer.ts';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser, type SignedInUser, successData } from '../../testing/users.ts';

const logged: string[] = [];
const log = makeLog({ NOREN_LOG_LEVEL: 'debug' }, { write: (line) => logged.push(line) });
const app = await useApp({ kyc: makeFakeKyc(), log });
const { db, crypto } = app.deps;
const console = await useConsole(app);
const DAY = 86_400_000;
const CODE = 'Zq#7';
const PHOTO = Buffer.from('{"frame":{}}');
let seed = 8_000;

beforeAll(() => setCeiling(app, 'document_seen', rupees(5_000)));

afterEach(() => {
  Object.assign(app.deps, { identitySources: testSources });
});

/** Somebody at the identity step, and the person on the cards. */
async function aPerson() {
  seed += 1;
  const user = await aSignedInUser(app, { bizStatus: UserStatus.identityDue });
  return { ...user, person: samplePerson(seed) };
}

type Who = Awaited<ReturnType<typeof aPerson>>;

type FileChange = Partial<FileRequest> & {
  change?: (xml: string) => string;
  sign?: SignatureOptions;
};

/** The file that this phone downloads, changed as given. */
function aFile(who: Pick<Who, 'phone'> & { person: SamplePerson }, changed: FileChange = {}) {
  const { change = (xml) => xml, sign, ...more } = changed;
  const request = {
    person: who.person,
    mobile: who.phone,
    shareCode: CODE,
    issuedAt: app.deps.now() - 60_000,
    photo: PHOTO,
    ...more,
  };
  return packFile(change(signFile(layOutFile(request), testIssuer(), sign)), CODE);
}

const sendFile = (
  { client }: Pick<SignedInUser, 'client'>,
  zip: Uint8Array | string,
  shareCode = CODE,
) =>
  client.send(CALLS.readIdentityFile, {
    body: { shareCode },
    file: new Blob([zip as Uint8Array<ArrayBuffer>]),
  });

async function sendCards(
  { client, person }: Who,
  types: readonly DocumentType[] = ['panFront', 'aadhaarFront', 'aadhaarBack'],
): Promise<void> {
  const { name, birthDay, pan, aadhaar, pin } = person;
  const print = { name, birthDay: businessDay(birthDay) };
  const cards: Record<DocumentType, OcrFields> = {
    panFront: { ...print, pan },
    aadhaarFront: { ...print, aadhaar },
    aadhaarBack: { aadhaar, pin },
  };

  for (const type of types) {
    const reading = { outcome: 'read' as const, fields: cards[type], missing: [] };
    const file = fakeUploadFile({ reading });
    successData(await client.send(CALLS.readDocument, { body: { type }, file }));
  }
}

const passFace = async ({ client }: Who, photoSimilarity: number) =>
  successData(await checkLiveness(client, await startLiveness(client), { photoSimilarity }));

const save = ({ client, person: { name, birthDay, pan } }: Who) =>
  client.send(CALLS.saveIdentity, { body: { name, birthDay, pan, aadhaar: null } });

const sourceFor = ({ userId }: Pick<SignedInUser, 'userId'>) => readSource(db, crypto, userId);

const readRefusals = async ({ userId }: Pick<SignedInUser, 'userId'>) =>
  db
    .selectFrom('audit_log')
    .select('detail')
    .where('userId', '=', userId)
    .where('action', '=', 'identity_file_refused')
    .orderBy('auditId')
    .execute();

test('a genuine file fills the form, is compared, and nothing of it stays but its verdict', async () => {
  const who = await aPerson();
  const { person } = who;
  const { fields } = successData(await sendFile(who, await aFile(who)));
  expect(fields).toMatchObject({
    name: person.name,
    birthDay: person.birthDay,
    gender: person.gender,
    pin: person.pin,
    aadhaarLast4: person.aadhaar.slice(-4),
  });

  await sendCards(who);
  expect(successData(await who.client.send(CALLS.readingDetail, {}))).toMatchObject({
    file: 'read',
    fields: { name: person.name, gender: person.gender },
  });
  await passFace(who, 0.9);
  successData(await save(who));

  expect(await sourceFor(who)).toMatchObject({
    kind: 'offline_file',
    formatVersion: 'XML',
    verdict: 'agrees',
    differences: [],
    fields: null,
    photoFileId: null,
    photoResult: 'alike',
  });
  expect(await findRetentionProblems(app)).toEqual([]);
});

test('after a file no picture of the Aadhaar card is needed, only its number', async () => {
  const who = await aPerson();
  const { name, birthDay, pan, aadhaar } = who.person;
  successData(await sendFile(who, await aFile(who)));
  await sendCards(who, ['panFront']);
  await passFace(who, 0.9);

  expect(await save(who)).toMatchObject({ code: 400, data: { fields: [{ path: 'aadhaar' }] } });
  const body = { name, birthDay, pan, aadhaar };
  successData(await who.client.send(CALLS.saveIdentity, { body }));
  expect(await sourceFor(who)).toMatchObject({ verdict: 'agrees' });
});

test('a face unlike the photo in the file goes to a reviewer, who sees what it says', async () => {
  const who = await aPerson();
  successData(await sendFile(who, await aFile(who)));
  await sendCards(who);
  await passFace(who, 0.01);
  successData(await save(who));

  expect(await sourceFor(who)).toMatchObject({ verdict: 'differs', differences: ['photo'] });
  const reviewer = await console.as('reviewer');
  const { signed, identity } = await reviewer.data('reviewCase', {
    params: { userId: who.userId, kind: 'identity' },
  });
  expect(signed).toMatchObject({ kind: 'offline_file', differences: ['photo'] });
  expect(identity).toMatchObject({ source: { kind: 'offline_file', verdict: 'differs' } });
});

const FORGERIES: [reason: string, rule: string, changed: FileChange][] = [
  ['file_altered', 'altered', { change: (xml) => xml.replace(/name="../, 'name="Xx') }],
  ['file_altered', 'comment', { change: (xml) => xml.replace('<UidData>', '<UidData><!--x-->') }],
  ['file_altered', 'doctype', { change: (xml) => xml.replace('?>', '?><!DOCTYPE a>') }],
  [
    'file_unknown',
    'unknown_key',
    { change: (xml) => xml.replace(/<SignatureValue>.{9}/, '<SignatureValue>AAAAAAAAA') },
  ],
  ['file_old', 'too_old', { issuedAt: app.deps.now() - 4 * DAY }],
  ['file_future', 'from_the_future', { issuedAt: app.deps.now() + 30 * DAY }],
  ['file_mobile', 'other_mobile', { mobile: '9812345678' }],
  ['file_no_mobile', 'no_mobile', {}],
];

test.each(FORGERIES)('a file refused as %s tells staff "%s"', async (reason, rule, changed) => {
  const who = await aPerson();
  const zip = rule === 'no_mobile' ? await aFileWithoutMobile(who) : await aFile(who, changed);
  const answer = await sendFile(who, zip);

  expect(answer).toMatchObject({ code: 400, data: { reason } });
  expect(answer.msg).toContain('Please');
  expect(await sourceFor(who)).toBeNull();
  expect(await readRefusals(who)).toEqual([{ detail: { reason: rule } }]);

  const support = await console.as('support');
  const { rows } = await support.data('borrowerTimeline', { params: { userId: who.userId } });
  expect(rows.find(({ action }) => action === 'identity_file_refused')).toMatchObject({
    source: 'borrower',
    about: rule,
  });
});

function aFileWithoutMobile({ person, phone }: Who): Promise<Buffer> {
  const xml = layOutFile({
    person,
    mobile: phone,
    shareCode: CODE,
    issuedAt: app.deps.now(),
    photo: PHOTO,
  });
  return packFile(signFile(xml.replace(/ m="\w+"/, ' m=""'), testIssuer()), CODE);
}

test.each([
  ['file_not_zip', 'not_a_zip', '<!DOCTYPE html><title>Sign in</title>'],
  ['file_damaged', 'empty', ''],
  ['file_too_big', 'too_big', `PK\u0003\u0004${'x'.repeat(600_000)}`],
])('what is no such file is refused as %s', async (reason, rule, content) => {
  const who = await aPerson();
  expect(await sendFile(who, content)).toMatchObject({ code: 400, data: { reason } });
  expect(await readRefusals(who)).toEqual([{ detail: { reason: rule } }]);
});

test('a share code has six tries an hour, also at once, and is written down nowhere', async () => {
  const who = await aPerson();
  const zip = await aFile(who);
  const wrong = 'Wq#8';
  const answers = await Promise.all(Array.from({ length: 8 }, () => sendFile(who, zip, wrong)));

  expect(answers.map(({ code }) => code).toSorted()).toEqual([
    400, 400, 400, 400, 400, 400, 429, 429,
  ]);
  expect(await readRefusals(who)).toEqual(
    Array(6).fill({ detail: { reason: 'wrong_share_code' } }),
  );
  expect(await sendFile(who, zip)).toMatchObject({ code: CODES.tooMany });

  // Stored answers are encrypted.
  const { rows } = await sql<{ text: string }>`
    select audit_log::text as text from audit_log union all
    select rate_limit_hits::text from rate_limit_hits`.execute(db);
  const written = [...rows.map(({ text }) => text), ...logged];
  expect(rows.length).toBeGreaterThan(5);
  expect(written.filter((text) => text.includes(wrong) || text.includes(CODE))).toEqual([]);

  app.advance(3_600_001);
  successData(await sendFile(who, await aFile(who)));
});

test.each(['', '123', '12345', 'ab\u0007d'])('%j is no share code', async (shareCode) => {
  const who = await aPerson();
  expect(await sendFile(who, 'a file', shareCode)).toMatchObject({
    code: 400,
    data: { fields: [{ path: 'shareCode' }] },
  });
});

test('a share code in digits of another script opens the file', async () => {
  const who = await aPerson();
  const zip = await packFile(
    signFile(
      layOutFile({
        person: who.person,
        mobile: who.phone,
        shareCode: '4821',
        issuedAt: app.deps.now(),
        photo: PHOTO,
      }),
      testIssuer(),
    ),
    '4821',
  );
  successData(await sendFile(who, zip, ' ४८२१ '));
});

test('the age of a file is measured by the database’s clock', async () => {
  const who = await aPerson();
  const zip = await aFile(who, { issuedAt: app.deps.now() - 2 * DAY });
  const { clock } = app.deps;
  Object.assign(app.deps, {
    clock: { ...clock, databaseNow: async () => app.deps.now() + 2 * DAY },
  });
  expect(await sendFile(who, zip)).toMatchObject({ data: { reason: 'file_old' } });
  Object.assign(app.deps, { clock });
  successData(await sendFile(who, zip));
});

test('a card picture without a code leaves the file, and a second file replaces the first', async () => {
  const who = await aPerson();
  successData(await sendFile(who, await aFile(who)));
  await sendCards(who);
  const first = await sourceFor(who);
  expect(first).toMatchObject({ kind: 'offline_file', verdict: 'pending' });

  successData(await sendFile(who, await aFile(who)));
  expect((await sourceFor(who))?.photoFileId).not.toBe(first?.photoFileId);
});

test('where no certificate is configured, no file is asked for or taken', async () => {
  const who = await aPerson();
  const zip = await aFile(who);
  Object.assign(app.deps, { identitySources: null });

  expect(successData(await who.client.send(CALLS.readingDetail, {})).file).toBe('absent');
  expect(await sendFile(who, zip)).toMatchObject({ code: 409 });
});

/** Somebody certified by pictures alone, and the person that was confirmed. */
async function aCertifiedPerson(): Promise<Who> {
  const who = await aSignedInUser(app, { source: null });
  const { name, birthDay, aadhaarLast4 } = (await readIdentity(db, crypto, who.userId))!;
  const person = { ...samplePerson(1), name, birthDay, aadhaar: `23456789${aadhaarLast4}` };
  app.advance(1_000);

  return { ...who, person };
}

const levelAfter = async (who: SignedInUser) => (await readCredit(who)).identity.level;
const readAsked = async ({ client }: SignedInUser) => {
  const { requests, takesFile } = successData(await client.send(CALLS.documentRequests, {}));
  return [requests.map(({ document }) => document), takesFile];
};

test('the file of a certified person raises the level once its photo was compared with the face', async () => {
  const who = await aCertifiedPerson();
  expect(await readAsked(who)).toEqual([['aadhaarBack'], true]);

  successData(await sendFile(who, await aFile(who)));
  expect(await levelAfter(who)).toBe('document_seen');
  expect(await readAsked(who)).toEqual([['face'], false]);

  await passFace(who, 0.9);
  expect(await levelAfter(who)).toBe('source_checked');
  expect(await readAsked(who)).toEqual([[], false]);
  expect((await sendFile(who, await aFile(who))).code).toBe(409);
});

test('the file of another person on the same phone raises nothing', async () => {
  const who = await aCertifiedPerson();
  const other = { ...who, person: samplePerson(2) };
  expect(await sendFile(who, await aFile(other))).toMatchObject({
    code: 400,
    data: { reason: 'file_differs' },
  });
  expect(await readRefusals(who)).toMatchObject([{ detail: { reason: 'differs' } }]);
  expect(await levelAfter(who)).toBe('document_seen');
  expect(await readAsked(who)).toEqual([['aadhaarBack'], true]);
});

test('somebody else’s file sent after the identity was verified goes to a reviewer', async () => {
  const who = await aPerson();
  const readState = async () => (await readIdentity(db, crypto, who.userId))?.state;
  await sendCards(who);
  await passFace(who, 0.9);
  successData(await save(who));
  expect(await readState()).toBe('verified');

  app.advance(1_000);
  const { phone } = who;
  successData(await sendFile(who, await aFile({ phone, person: samplePerson(seed + 500) })));
  expect(await readState()).toBe('review');

  successData(await save(who));
  expect(await readState()).toBe('review');
});
