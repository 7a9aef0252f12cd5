import { CALLS } from '@noren/contract/index';
import { identityLevel } from '@noren/core/people/identity-level';
import { expect, test } from 'vitest';
import { readCredit } from '../../lending/credit/credit-store.ts';
import { claimCard } from '../../people/certification/card-claim-store.ts';
import { readSource } from '../../people/certification/source-store.ts';
import { inSnapshot } from '../../platform/db/snapshot.ts';
import { purgeExpired } from '../../processes/retention/purge-expired.ts';
import { checkNames } from '../../processes/self-checks/check-names.ts';
import { type SamplePerson, samplePerson } from '../../sandbox/samples/sample-person.ts';
import { type CodeOptions, layOutCode, signCode } from '../../sandbox/samples/sign-code.ts';
import { makeFakeKyc } from '../../testing/fake-kyc.ts';
import {
  confirmIdentity,
  FACE_PHOTO,
  sendCard,
  whoSentCards,
} from '../../testing/identity-documents.ts';
import { runJobs } from '../../testing/loans.ts';
import { readSubject } from '../../testing/reviews.ts';
import { useConsole } from '../../testing/staff.ts';
import { testIssuer } from '../../testing/test-issuer.ts';
import { useApp } from '../../testing/use-app.ts';
import { type SignedInUser, successData } from '../../testing/users.ts';

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

const makeCode = (person: SamplePerson, options: CodeOptions = {}): string =>
  signCode(layOutCode(person, { photo: FACE_PHOTO, ...options }), testIssuer());

async function confirmed(person: SamplePerson, options?: CodeOptions): Promise<SignedInUser> {
  const who = await whoSentCards(app, person, { code: makeCode(person, options) });
  successData(await confirmIdentity(who, person));
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

test.each(['V1', 'V2', 'V3', 'V5'] as const)(
  'a code of %s leads to the level that the card’s issuer gives',
  async (version) => {
    const who = await confirmed(aPerson(), { version });
    expect(await levelAfter(who)).toBe('source_checked');
    expect(await readSource(db, crypto, who.userId)).toMatchObject({ formatVersion: version });
  },
);

test.each<[string, CodeOptions]>([
  ['the same code', {}],
  ['a later print of the card', { issued: '20250808090000000' }],
  ['a print in another version', { version: 'V5' }],
])('%s confirms no second account, whose owner learns nothing of the first', async (_, options) => {
  const person = aPerson();
  const first = await confirmed(person);
  const imitated = imitate(person);
  const second = await whoSentCards(app, imitated, { code: makeCode(person, options) });
  const answer = await confirmIdentity(second, imitated);

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
  for (const one of people) users.push(await whoSentCards(app, one, { code: makeCode(person) }));

  const answers = await Promise.all(users.map((who, at) => confirmIdentity(who, people[at]!)));
  expect(answers.map(({ code }) => code)).toEqual([200, 200, 200]);

  const levels = await Promise.all(users.map(levelAfter));
  expect(levels.toSorted()).toEqual(['none', 'none', 'source_checked']);
});

test('two tabs of one account agree; a new code of its person is not taken for another’s', async () => {
  const person = aPerson();
  const who = await whoSentCards(app, person, { code: makeCode(person) });
  await Promise.all([confirmIdentity(who, person), confirmIdentity(who, person)]);
  expect(await levelAfter(who)).toBe('source_checked');

  const { aadhaar, pin } = person;
  const later = makeCode(person, { issued: '20250808090000000' });
  successData(await sendCard(who, 'aadhaarBack', { aadhaar, pin }, later));
  successData(await confirmIdentity(who, person));
  // The card is the account's own. The face check was before it.
  expect(await verdictFor(who)).toEqual(['differs', ['photo_not_compared']]);
});

test('another person’s card that was not confirmed stays free for its holder', async () => {
  const holder = aPerson();
  const thief = aPerson();
  const other = await whoSentCards(app, thief, { code: makeCode(holder) });
  successData(await confirmIdentity(other, thief));
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
  const second = await whoSentCards(app, imitate(person), { code: makeCode(person) });
  const { problems } = await inSnapshot(db, (tx) => checkNames(tx, 'all'));
  expect(problems).toEqual([]);

  const source = (await readSource(db, crypto, second.userId))!;
  const readable = { ...source, fields: source.fields! };
  const claim = (userId: string) =>
    db.transaction().execute((tx) => claimCard(tx, crypto, userId, readable));
  expect([await claim(second.userId), await claim(first.userId)]).toEqual([false, true]);
});
