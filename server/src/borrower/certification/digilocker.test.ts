import { CALLS } from '@noren/contract/index';
import { rupees } from '@noren/core/money/money';
import { businessDay } from '@noren/core/money/time';
import { hasVerhoeffCheck } from '@noren/core/people/identity-numbers';
import { UserStatus } from '@noren/core/people/status';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { readSource } from '../../people/certification/source-store.ts';
import { readIdentity } from '../../people/certification/store.ts';
import { makeLog } from '../../platform/log.ts';
import { checkRetention } from '../../processes/self-checks/check-retention.ts';
import { makeDigiLocker } from '../../providers/identity/digilocker-http.ts';
import { layOutEAadhaar, signEAadhaar } from '../../sandbox/samples/e-aadhaar.ts';
import { type SamplePerson, samplePerson } from '../../sandbox/samples/sample-person.ts';
import { ACCOUNT, CLIENT_SECRET, startDigiLockerDouble } from '../../testing/digilocker-double.ts';
import { fakeUploadFile, makeFakeKyc } from '../../testing/fake-kyc.ts';
import { setCeiling } from '../../testing/level-ceilings.ts';
import { checkLiveness, startLiveness } from '../../testing/liveness.ts';
import { readCredit } from '../../testing/loans.ts';
import { useConsole } from '../../testing/staff.ts';
import { testIssuer } from '../../testing/test-issuer.ts';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser, type SignedInUser, successData } from '../../testing/users.ts';

const double = await startDigiLockerDouble();
afterAll(() => double.close());

const digiLocker = makeDigiLocker(double.access);
const logged: string[] = [];
const log = makeLog({ NOREN_LOG_LEVEL: 'debug' }, { write: (line) => logged.push(line) });
const app = await useApp({
  kyc: makeFakeKyc(),
  log,
  providers: () => ({ usesDigiLocker: true, digiLocker }),
});
const { db, crypto } = app.deps;
const console = await useConsole(app);
const PHOTO = Buffer.from('{"frame":{}}');
let seed = 9_000;

beforeAll(() => setCeiling(app, 'document_seen', rupees(5_000)));

afterEach(() => {
  Object.assign(double, { token: 'answers', document: 'answers' });
});

/** Somebody at the identity step, and the person in their DigiLocker. */
async function aPerson() {
  seed += 1;
  const user = await aSignedInUser(app, { bizStatus: UserStatus.identityDue });
  return { ...user, person: samplePerson(seed) };
}

type Who = SignedInUser & { person: SamplePerson };

const write = (person: SamplePerson) =>
  signEAadhaar(
    layOutEAadhaar({ person, issuedAt: app.deps.now() - 60_000, photo: PHOTO }),
    testIssuer(),
  );

const openPage = async ({ client }: SignedInUser): Promise<string> =>
  successData(await client.send(CALLS.openDigiLocker, { body: {} })).page;

/** Opens DigiLocker's page and allows there what is to be fetched. */
const visit = async (who: Who, person = who.person) =>
  double.allow(await openPage(who), write(person));

const comeBack = (
  { client }: Pick<SignedInUser, 'client'>,
  body: { state: string; code: string },
) => client.send(CALLS.readDigiLocker, { body });

const sourceFor = ({ userId }: Pick<SignedInUser, 'userId'>) => readSource(db, crypto, userId);
const refusal = (reason: string) => ({ code: 400, data: { reason } });

async function sendPan({ client, person: { name, birthDay, pan } }: Who): Promise<void> {
  const fields = { name, birthDay: businessDay(birthDay), pan };
  const file = fakeUploadFile({ reading: { outcome: 'read', fields, missing: [] } });
  successData(await client.send(CALLS.readDocument, { body: { type: 'panFront' }, file }));
}

const passFace = async ({ client }: Who, photoSimilarity: number) =>
  successData(await checkLiveness(client, await startLiveness(client), { photoSimilarity }));

async function confirm(who: Who): Promise<void> {
  const { name, birthDay, pan, aadhaar } = who.person;
  const body = { name, birthDay, pan, aadhaar };
  successData(await who.client.send(CALLS.saveIdentity, { body }));
}

test('what the holder allows fills the form, is compared, and only the verdict stays', async () => {
  const who = await aPerson();
  const { person } = who;
  const { fields } = successData(await comeBack(who, await visit(who)));
  expect(fields).toMatchObject({
    name: person.name,
    birthDay: person.birthDay,
    gender: person.gender,
    pin: person.pin,
    aadhaarLast4: person.aadhaar.slice(-4),
  });

  await sendPan(who);
  const detail = successData(await who.client.send(CALLS.readingDetail, {}));
  expect(detail).toMatchObject({ file: 'read', isSigned: true, hasDigiLocker: true });
  await passFace(who, 0.9);
  await confirm(who);

  expect(await sourceFor(who)).toMatchObject({
    kind: 'digilocker',
    verdict: 'agrees',
    fields: null,
    photoFileId: null,
    photoResult: 'alike',
  });
  const { problems } = await db
    .transaction()
    .execute((tx) => checkRetention(tx, { today: app.deps.today(), now: app.deps.now() }));
  expect(problems).toEqual([]);
});

test('another person’s DigiLocker, or a face unlike its photo, goes to a reviewer', async () => {
  const who = await aPerson();
  successData(await comeBack(who, await visit(who, samplePerson(seed + 500))));
  await sendPan(who);
  await passFace(who, 0.01);
  await confirm(who);

  const reviewer = await console.as('reviewer');
  const { signed, identity } = await reviewer.data('reviewCase', {
    params: { userId: who.userId, kind: 'identity' },
  });
  expect(signed).toMatchObject({
    kind: 'digilocker',
    differences: expect.arrayContaining(['name', 'photo']),
  });
  expect(identity).toMatchObject({ source: { kind: 'digilocker', verdict: 'differs' } });
});

test('a card that another account confirmed does not confirm a second one', async () => {
  const [first, second] = [await aPerson(), await aPerson()];
  const stolen = { ...second, person: { ...first.person, pan: second.person.pan } };
  for (const who of [first, stolen]) {
    successData(await comeBack(who, await visit(who, first.person)));
    await sendPan(who);
    await passFace(who, 0.9);
    const { name, birthDay, pan, aadhaar } = who.person;
    // Another number with the same last digits, as in an edited picture.
    const typed = who === first ? aadhaar : sameEnd(aadhaar);
    const body = { name, birthDay, pan, aadhaar: typed };
    successData(await who.client.send(CALLS.saveIdentity, { body }));
  }

  expect(await sourceFor(first)).toMatchObject({ verdict: 'agrees' });
  expect(await sourceFor(second)).toMatchObject({
    verdict: 'differs',
    differences: ['card_taken'],
  });
});

/** Another number with the same last four digits. */
function sameEnd(aadhaar: string): string {
  for (let n = 20_000_000; n < 20_000_100; n += 1) {
    const other = `${n}${aadhaar.slice(-4)}`;
    if (hasVerhoeffCheck(other) && other !== aadhaar) return other;
  }
  throw new Error('no such number');
}

test('a return counts once, for its own state, in its own session, and for a while', async () => {
  const who = await aPerson();
  const back = await visit(who);
  const other = await aPerson();

  expect(await comeBack(who, { ...back, state: `first.${'x'.repeat(43)}` })).toMatchObject(
    refusal('locker_over'),
  );
  expect(await comeBack(other, back)).toMatchObject(refusal('locker_over'));
  // None of them has used it up, but two tabs at once do.
  const answers = await Promise.all([comeBack(who, back), comeBack(who, back)]);
  expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 400]);
  expect(await comeBack(who, back)).toMatchObject(refusal('locker_over'));

  const late = await visit(who);
  app.advance(15 * 60_000);
  expect(await comeBack(who, late)).toMatchObject(refusal('locker_over'));
});

test('a visit ends with a later one', async () => {
  const who = await aPerson();
  const former = await visit(who);
  const current = await visit(who);

  expect(await comeBack(who, former)).toMatchObject(refusal('locker_over'));
  successData(await comeBack(who, current));
});

test('a return after log-out gives nothing, and neither does it in a later session', async () => {
  const who = await aPerson();
  const back = await visit(who);
  double.asked.length = 0;

  successData(await who.client.send(CALLS.logOut, {}));
  expect(await comeBack(who, back)).toMatchObject({ code: 401 });

  const { phone } = who;
  const again = await aSignedInUser(app, { phone, bizStatus: UserStatus.identityDue });
  expect(again.userId).toBe(who.userId);
  expect(await comeBack(again, back)).toMatchObject(refusal('locker_over'));

  expect(double.asked).toEqual([]);
  expect(await sourceFor(who)).toBeNull();
});

test('a code that was put beside somebody’s state is refused by DigiLocker', async () => {
  const [who, thief] = [await aPerson(), await aPerson()];
  const { state } = await visit(who);
  const { code } = await visit(thief);
  expect(await comeBack(who, { state, code })).toMatchObject(refusal('locker_over'));
  expect(await sourceFor(who)).toBeNull();
});

test('without an answer nothing is known, and the same return may be tried again', async () => {
  const who = await aPerson();
  const back = await visit(who);
  double.token = { status: 503, body: '' };
  expect(await comeBack(who, back)).toMatchObject(refusal('locker_silent'));
  double.token = 'answers';
  successData(await comeBack(who, back));

  const second = await visit(who);
  double.document = { status: 503, body: '' };
  expect(await comeBack(who, second)).toMatchObject(refusal('locker_silent'));
  double.document = 'answers';
  expect(await comeBack(who, second)).toMatchObject(refusal('locker_over'));
});

test('a locker without an Aadhaar and an altered document have answers of their own', async () => {
  const who = await aPerson();
  const empty = double.allow(await openPage(who), '');
  expect(await comeBack(who, empty)).toMatchObject(refusal('locker_no_aadhaar'));

  const altered = write(who.person).replace(/ name="../, ' name="Xx');
  const forged = double.allow(await openPage(who), altered);
  expect(await comeBack(who, forged)).toMatchObject(refusal('locker_unusable'));

  const support = await console.as('support');
  const { rows } = await support.data('borrowerTimeline', { params: { userId: who.userId } });
  const refused = rows.filter(({ action }) => action === 'digilocker_refused');
  expect(refused.map(({ about }) => about).toSorted()).toEqual(['altered', 'no_aadhaar']);
});

test('neither code, token nor what comes with it is stored or logged', async () => {
  const who = await aPerson();
  const back = await visit(who);
  double.document = { status: 503, body: '' };
  await comeBack(who, back);

  const tokens = double.asked.map(({ form }) => form.token).filter((token) => token !== undefined);
  expect(tokens.length).toBeGreaterThan(0);

  const { rows } = await sql<{ text: string }>`
    select audit_log::text as text from audit_log union all
    select digilocker_visits::text from digilocker_visits`.execute(db);
  const written = [...rows.map(({ text }) => text), ...logged].join('\n');
  const { name, digilockerid } = ACCOUNT;
  for (const secret of [back.code, back.state, CLIENT_SECRET, name, digilockerid, ...tokens])
    expect(written).not.toContain(secret);
});

test('where it is not set up it is not offered, and the return leads nowhere', async () => {
  const who = await aPerson();
  const back = await visit(who);
  Object.assign(app.deps, { digiLocker: null });

  const detail = successData(await who.client.send(CALLS.readingDetail, {}));
  expect(detail.hasDigiLocker).toBe(false);
  expect(await who.client.send(CALLS.openDigiLocker, { body: {} })).toMatchObject({ code: 409 });
  expect(await comeBack(who, back)).toMatchObject({ code: 409 });
  Object.assign(app.deps, { digiLocker });
});

test.each([
  ['code=c1&state=first.s1', '/#/facial-auth/step-one?at=digilocker&code=c1&state=first.s1'],
  ['code=c1&state=later.s1', '/#/send-again?at=digilocker&code=c1&state=later.s1'],
  ['error=access_denied&state=later.s1', '/#/send-again?at=digilocker&error=access_denied'],
  ['error=<b>&state=first.s1', '/#/facial-auth/step-one?at=digilocker&error=other'],
  ['code=c1', '/#/facial-auth/step-one?at=digilocker&error=other'],
  ['code=a&code=b&state=//evil.example', '/#/facial-auth/step-one?at=digilocker&error=other'],
])('the return with %s leads to the app', async (query, to) => {
  const answer = await fetch(`${app.url}/digilocker?${query}`, { redirect: 'manual' });
  expect(answer.status).toBe(303);
  expect(answer.headers.get('location')).toBe(to);
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

test('a certified person’s own DigiLocker raises the level, another’s is refused', async () => {
  const certified = await aSignedInUser(app, { source: null });
  const { name, birthDay, aadhaarLast4 } = (await readIdentity(db, crypto, certified.userId))!;
  const person = { ...samplePerson(1), name, birthDay, aadhaar: `23456789${aadhaarLast4}` };
  const who = { ...certified, person };
  app.advance(1_000);

  const asked = successData(await who.client.send(CALLS.documentRequests, {}));
  expect(asked).toMatchObject({ takesFile: true, takesDigiLocker: true });
  const stranger = await visit(who, samplePerson(2));
  expect(stranger.state).toMatch(/^later\./);
  expect(await comeBack(who, stranger)).toMatchObject(refusal('locker_differs'));
  expect((await readCredit(who)).identity.level).toBe('document_seen');

  successData(await comeBack(who, await visit(who)));
  await checkLiveness(who.client, await startLiveness(who.client, { purpose: 'card_code' }), {
    photoSimilarity: 0.9,
  });
  expect((await readCredit(who)).identity.level).toBe('source_checked');
});
