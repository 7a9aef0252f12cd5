import { CALLS } from '@noren/contract/index';
import { businessDay } from '@noren/core/money/time';
import { identityLevel } from '@noren/core/people/identity-level';
import type { OcrFields } from '@noren/core/people/ocr-read';
import { UserStatus } from '@noren/core/people/status';
import { expect, test } from 'vitest';
import { readCredit } from '../../lending/credit/credit-store.ts';
import { claimCard } from '../../people/certification/card-claim-store.ts';
import { readSource } from '../../people/certification/source-store.ts';
import { inSnapshot } from '../../platform/db/snapshot.ts';
import { purgeExpired } from '../../processes/retention/purge-expired.ts';
import { checkNames } from '../../processes/self-checks/check-names.ts';
import { type SamplePerson, samplePerson } from '../../sandbox/samples/sample-person.ts';
import { type CodeOptions, layOutCode, signCode } from '../../sandbox/samples/sign-code.ts';
import { fakeUploadFile, makeFakeKyc } from '../../testing/fake-kyc.ts';
import { checkLiveness, startLiveness } from '../../testing/liveness.ts';
import { runJobs } from '../../testing/loans.ts';
import { readSubject } from '../../testing/reviews.ts';
import { useConsole } from '../../testing/staff.ts';
import { testIssuer } from '../../testing/test-issuer.ts';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser, type SignedInUser, successData } from '../../testing/users.ts';

const app = await useApp({ kyc: makeFakeKyc() });
const { db, crypto } = app.deps;
const desk = await useConsole(app);
const DAY_MS = 86_400_000;

let seed = 7_100;
const aPerson = (): SamplePerson => samplePerson(++seed);

/** Somebody else with pictures of cards that say the same but for numbers no code confirms. */
const imitate = (person: SamplePerson): SamplePerson => ({
  ...person,
  pan: aPerson().pan,
  aadhaar: `9${String(seed).padStart(7, '0')}${person.aadhaar.slice(-4)}`,
});

const codeOf = (person: SamplePerson, options: CodeOptions = {}): string =>
  signCode(layOutCode(person, options), testIssuer());

const sendCard = (
  { client }: SignedInUser,
  type: 'panFront' | 'aadhaarFront' | 'aadhaarBack',
  fields: OcrFields,
  code?: string,
) =>
  client.send(CALLS.readDocument, {
    body: { type },
    file: fakeUploadFile({
      reading: { outcome: 'read', fields, missing: [] },
      ...(code !== undefined && { code }),
    }),
  });

/** Somebody who sent three cards, this code with the last, and passed the face check. */
async function whoSent(person: SamplePerson, code: string): Promise<SignedInUser> {
  const who = await aSignedInUser(app, { bizStatus: UserStatus.identityDue });
  const { name, pan, aadhaar, pin } = person;
  const print = { name, birthDay: businessDay(person.birthDay) };

  successData(await sendCard(who, 'panFront', { ...print, pan }));
  successData(await sendCard(who, 'aadhaarFront', { ...print, aadhaar }));
  successData(await sendCard(who, 'aadhaarBack', { aadhaar, pin }, code));
  successData(await checkLiveness(who.client, await startLiveness(who.client)));

  return who;
}

const save = ({ client }: SignedInUser, { name, birthDay, pan }: SamplePerson) =>
  client.send(CALLS.saveIdentity, { body: { name, birthDay, pan, aadhaar: null } });

async function confirmed(person: SamplePerson, options?: CodeOptions): Promise<SignedInUser> {
  const who = await whoSent(person, codeOf(person, options));
  successData(await save(who, person));
  return who;
}

async function levelAfter({ userId }: SignedInUser) {
  const { identity, source, isFullKyc } = await readCredit(db, userId, app.deps.today());
  return identityLevel({ identity, source: source?.verdict ?? null, pan: null, isFullKyc });
}

const verdictFor = async ({ userId }: SignedInUser) => {
  const source = await readSource(db, crypto, userId);
  return [source?.verdict, source?.differences];
};

const decide = async (who: SignedInUser, decision: 'approve' | 'refuse') => {
  const reviewer = await desk.as('reviewer');
  const subject = await readSubject(reviewer, who, 'identity');
  const how =
    decision === 'approve'
      ? { decision, reason: 'agrees' as const, stands: {} }
      : { decision, reason: 'documents_differ' as const };

  return reviewer.data('decideReview', {
    body: { userId: who.userId, kind: 'identity', subject, ...how },
  });
};

test.each<[string, CodeOptions]>([
  ['the same code', {}],
  ['a later print of the card', { issued: '20250808090000000' }],
  ['a print in another version', { version: 'V5' }],
])('%s confirms no second account, whose owner learns nothing of the first', async (_, options) => {
  const person = aPerson();
  const first = await confirmed(person);
  const imitated = imitate(person);
  const second = await whoSent(imitated, codeOf(person, options));
  const answer = await save(second, imitated);

  expect(JSON.stringify(answer)).not.toContain(first.userId);
  expect(await verdictFor(second)).toEqual(['differs', ['card_taken']]);
  expect(await levelAfter(second)).toBe('none');
  expect(await levelAfter(first)).toBe('source_checked');
});

test('the reviewer sees which account has the card, and an approval gives no more than a picture does', async () => {
  const person = aPerson();
  const first = await confirmed(person);
  const second = await confirmed(imitate(person));

  const reviewer = await desk.as('reviewer');
  const { signed, identity } = await reviewer.data('reviewCase', {
    params: { userId: second.userId, kind: 'identity' },
  });
  expect(signed).toMatchObject({ differences: ['card_taken'], otherAccount: first.userId });
  expect(identity?.level).toBe('document_seen');

  await decide(second, 'approve');
  expect(await levelAfter(second)).toBe('document_seen');
  expect(await levelAfter(first)).toBe('source_checked');
});

test('of two accounts that send one card at once, one has it', async () => {
  const person = aPerson();
  const people = [imitate(person), imitate(person), imitate(person)];
  const users: SignedInUser[] = [];
  for (const one of people) users.push(await whoSent(one, codeOf(person)));

  const answers = await Promise.all(users.map((who, at) => save(who, people[at]!)));
  expect(answers.map(({ code }) => code)).toEqual([200, 200, 200]);

  const levels = await Promise.all(users.map(levelAfter));
  expect(levels.toSorted()).toEqual(['none', 'none', 'source_checked']);
});

test('two tabs of one account, and a new code of its person, agree', async () => {
  const person = aPerson();
  const who = await whoSent(person, codeOf(person));
  await Promise.all([save(who, person), save(who, person)]);
  expect(await levelAfter(who)).toBe('source_checked');

  const { aadhaar, pin } = person;
  const later = codeOf(person, { issued: '20250808090000000' });
  successData(await sendCard(who, 'aadhaarBack', { aadhaar, pin }, later));
  successData(await save(who, person));
  expect(await verdictFor(who)).toEqual(['agrees', []]);
});

test('another person’s card that was not confirmed stays free for its holder', async () => {
  const holder = aPerson();
  const thief = aPerson();
  const other = await whoSent(thief, codeOf(holder));
  successData(await save(other, thief));
  expect((await verdictFor(other))[0]).toBe('differs');

  expect(await levelAfter(await confirmed(holder))).toBe('source_checked');
});

test('the card of an erased account is free again', async () => {
  const person = aPerson();
  const first = await confirmed(person);
  successData(await first.client.send(CALLS.requestErasure, { body: {} }));
  app.advance(8 * DAY_MS);
  await purgeExpired(app.deps);
  await runJobs(app);

  expect(await levelAfter(await confirmed(imitate(person)))).toBe('source_checked');
});

test('a claim belongs to the user whose row has it', async () => {
  const person = aPerson();
  const first = await confirmed(person);
  const second = await whoSent(imitate(person), codeOf(person));
  const { problems } = await inSnapshot(db, (tx) => checkNames(tx, 'all'));
  expect(problems).toEqual([]);

  const source = (await readSource(db, crypto, second.userId))!;
  const readable = { ...source, fields: source.fields! };
  const claim = (userId: string) =>
    db.transaction().execute((tx) => claimCard(tx, crypto, userId, readable));
  expect([await claim(second.userId), await claim(first.userId)]).toEqual([false, true]);
});
