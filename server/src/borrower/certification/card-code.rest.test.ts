import { CODES } from '@noren/contract/codes';
import { UserStatus } from '@noren/core/people/status';
import { expect, test } from 'vitest';
import { deleteOldSources, SOURCE_RETENTION_MS } from '../../people/certification/source-store.ts';
import { samplePerson } from '../../sandbox/samples/sample-person.ts';
import {
  type Card,
  checkFace,
  codeFor,
  read,
  save,
  useCardCodes,
} from '../../testing/card-codes.ts';
import { uploadCard } from '../../testing/identity-documents.ts';
import { readQueuedJobs } from '../../testing/job-queue.ts';
import { findRetentionProblems } from '../../testing/retention-problems.ts';
import { aSignedInUser, successData } from '../../testing/users.ts';

const coded = await useCardCodes();
const { app, ready, sourceFor, readState } = coded;

const DAY = 86_400_000;

test('a back on which no code is found needs the front too', async () => {
  const person = samplePerson(62);
  const { client } = await aSignedInUser(app, { bizStatus: UserStatus.identityDue });
  successData(await uploadCard(client, 'panFront', read({ pan: person.pan })));
  successData(await uploadCard(client, 'aadhaarBack', read({ aadhaar: person.aadhaar })));
  await checkFace(client);

  expect((await save(client, person)).data).toEqual({ reason: 'documents_missing' });
});

test.each(['timeout', 'crashed'] as const)(
  'a card whose code ends the search with "%s" is taken as one without a code',
  async (reason) => {
    const { client } = await aSignedInUser(app, { bizStatus: UserStatus.identityDue });
    coded.fault = reason;
    const answer = await uploadCard(client, 'aadhaarBack', read({ aadhaar: '234567890124' }));
    expect(successData(answer).code).toBe('not_found');
  },
);

test('a card that comes while many codes wait is to be sent again', async () => {
  const { client } = await aSignedInUser(app, { bizStatus: UserStatus.identityDue });
  coded.fault = 'busy';
  const answer = await uploadCard(client, 'aadhaarBack', read({ aadhaar: '234567890124' }));
  expect(answer).toMatchObject({ code: CODES.tooMany, data: { reason: 'busy' } });
});

test('a source that agreed says nothing of another name that is confirmed later', async () => {
  const { client, userId, person } = await ready((one) => codeFor(one));
  successData(await save(client, person));
  successData(await save(client, { ...person, name: 'Farida Khan' }));

  expect(await sourceFor(userId)).toMatchObject({ verdict: 'differs', differences: ['name'] });
  expect(await readState(userId)).toMatchObject({ state: 'review' });
});

test('a code that nobody confirms is deleted after thirty days, which the self-check proves', async () => {
  const { client, userId } = await aSignedInUser(app, { bizStatus: UserStatus.identityDue });
  const person = samplePerson(56);
  const written = read({ aadhaar: person.aadhaar }, codeFor(person));
  successData(await uploadCard(client, 'aadhaarBack', written));
  const photo = (await sourceFor(userId))?.photoFileId;

  app.advance(29 * DAY);
  await deleteOldSources(app.deps.db, app.deps.now() - SOURCE_RETENTION_MS);
  expect(await sourceFor(userId)).toMatchObject({ photoFileId: photo });

  app.advance(3 * DAY);
  expect(await findRetentionProblems(app)).toContain(
    `the signed source of user ${userId} still has what was read`,
  );

  await deleteOldSources(app.deps.db, app.deps.now() - SOURCE_RETENTION_MS);
  expect(await sourceFor(userId)).toBeNull();
  const problems = await findRetentionProblems(app);
  expect(problems.filter((problem) => problem.includes(userId))).toEqual([]);
  const removals = await readQueuedJobs(app.deps.db, 'delete-file');
  expect(removals.map(({ payload }) => payload)).toContainEqual({ fileId: photo });
});

test('a second code replaces the first, whose photo is deleted', async () => {
  const { client, userId } = await aSignedInUser(app, { bizStatus: UserStatus.identityDue });
  const person = samplePerson(55);
  const show = () =>
    uploadCard(client, 'aadhaarBack', read({ aadhaar: person.aadhaar }, codeFor(person)));

  successData(await show());
  const first = (await sourceFor(userId))?.photoFileId;
  successData(await show());

  expect(first).toEqual(expect.any(String));
  expect((await sourceFor(userId))?.photoFileId).not.toBe(first);
  const removals = await readQueuedJobs(app.deps.db, 'delete-file');
  expect(removals.map(({ payload }) => payload)).toContainEqual({ fileId: first });
});

const CODE_PICTURES: [string, Card, Card, 'pending' | undefined][] = [
  ['of the same side ends the code', 'aadhaarBack', 'aadhaarBack', undefined],
  ['of the other side leaves the code', 'aadhaarBack', 'aadhaarFront', 'pending'],
  ['of the PAN card leaves the code', 'aadhaarFront', 'panFront', 'pending'],
];

test.each(CODE_PICTURES)('a new picture without a code %s', async (_what, first, then, verdict) => {
  const { client, userId } = await aSignedInUser(app, { bizStatus: UserStatus.identityDue });
  const { aadhaar, pan, ...person } = samplePerson(58);
  successData(
    await uploadCard(client, first, read({ aadhaar }, codeFor({ ...person, aadhaar, pan }))),
  );

  const { code } = successData(await uploadCard(client, then, read({ aadhaar, pan })));
  expect(code).not.toBe('read');
  expect((await sourceFor(userId))?.verdict).toBe(verdict);
});

test('the photo of a code that ended is deleted, and one unlike the face cannot be undone', async () => {
  const { client, userId, person } = await ready((one) => codeFor(one), 0.1);
  const back = read({ aadhaar: person.aadhaar });
  successData(await uploadCard(client, 'aadhaarBack', back));
  expect(await sourceFor(userId)).toMatchObject({ photoResult: 'unlike' });

  const other = await aSignedInUser(app, { bizStatus: UserStatus.identityDue });
  successData(await uploadCard(other.client, 'aadhaarBack', { ...back, code: codeFor(person) }));
  const photo = (await sourceFor(other.userId))?.photoFileId;
  successData(await uploadCard(other.client, 'aadhaarBack', back));

  const removals = await readQueuedJobs(app.deps.db, 'delete-file');
  expect(removals.map(({ payload }) => payload)).toContainEqual({ fileId: photo });
});
