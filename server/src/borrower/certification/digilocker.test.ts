import { CALLS } from '@noren/contract/index';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readIdentity } from '../../people/certification/store.ts';
import { samplePerson } from '../../sandbox/samples/sample-person.ts';
import { ACCOUNT, CLIENT_SECRET } from '../../testing/digilocker-double.ts';
import {
  comeBack,
  logged,
  passFace,
  refusal,
  sendPan,
  useDigiLocker,
  type Who,
} from '../../testing/digilockers.ts';
import { checkLiveness, startLiveness } from '../../testing/liveness.ts';
import { readCredit } from '../../testing/loans.ts';
import { findRetentionProblems } from '../../testing/retention-problems.ts';
import { aSignedInUser, successData } from '../../testing/users.ts';

const locker = await useDigiLocker();
const { double, app, console, aPerson, digiLocker, db, crypto, visit, sourceFor } = locker;

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
  expect(await findRetentionProblems(app)).toEqual([]);
});

test('another person’s DigiLocker, or a face unlike its photo, goes to a reviewer', async () => {
  const who = await aPerson();
  successData(await comeBack(who, await visit(who, samplePerson(locker.seed + 500))));
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
