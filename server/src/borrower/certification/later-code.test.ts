import { CALLS } from '@noren/contract/index';
import { rupees } from '@noren/core/money/money';
import { addDays } from '@noren/core/money/time';
import { UserStatus } from '@noren/core/people/status';
import { beforeAll, expect, test } from 'vitest';
import { readIdentity } from '../../people/certification/store.ts';
import { type SamplePerson, samplePerson } from '../../sandbox/samples/sample-person.ts';
import { layOutCode, signCode } from '../../sandbox/samples/sign-code.ts';
import { decideByName, proposeByName } from '../../testing/decisions.ts';
import { fakeUploadFile, makeFakeKyc } from '../../testing/fake-kyc.ts';
import { checkLiveness, startLiveness } from '../../testing/liveness.ts';
import { readCredit } from '../../testing/loans.ts';
import { testIssuer } from '../../testing/test-issuer.ts';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser, type SignedInUser, successData } from '../../testing/users.ts';

const app = await useApp({ kyc: makeFakeKyc() });
const PHOTO = Buffer.from('{"frame":{}}');

beforeAll(async () => {
  const requestId = await proposeByName(app.deps, {
    kind: 'level_ceiling',
    maker: 'Asha',
    reason: 'as counsel advises',
    detail: {
      level: 'document_seen',
      ceilingPaise: rupees(5_000),
      effectiveFrom: addDays(app.deps.today(), 1),
      citation: 'Opinion of counsel, November 2026',
    },
  });
  await decideByName(app.deps, { requestId, checker: 'Ravi', decision: 'approve' });
  app.moveDays(1);
});

/** A code of the user's own card, changed as given. */
async function ownCode(who: SignedInUser, more: Partial<SamplePerson> = {}, photo?: Buffer) {
  const { name, birthDay, aadhaarLast4 } = (await readIdentity(
    app.deps.db,
    app.deps.crypto,
    who.userId,
  ))!;
  const aadhaar = `23456789${aadhaarLast4}`;
  const person = { ...samplePerson(1), name, birthDay, aadhaar, ...more };

  return signCode(layOutCode(person, { ...(photo && { photo }) }), testIssuer());
}

const sendCard = ({ client }: SignedInUser, code?: string) =>
  client.send(CALLS.readDocument, {
    body: { type: 'aadhaarBack' },
    file: fakeUploadFile({
      reading: { outcome: 'read', fields: {}, missing: [] },
      ...(code !== undefined && { code }),
    }),
  });

const listAsked = async ({ client }: SignedInUser) =>
  successData(await client.send(CALLS.documentRequests, {})).requests.map(
    ({ document }) => document,
  );

const levelAfter = async (who: SignedInUser) => (await readCredit(who)).identity.level;

test('the code of a card that a certified person sends again raises the level, and changes no picture', async () => {
  const who = await aSignedInUser(app, { source: null });
  const pictures = () =>
    app.deps.db
      .selectFrom('identity_documents')
      .select(['type', 'fileId'])
      .where('userId', '=', who.userId)
      .orderBy('type')
      .execute();
  const before = await pictures();
  expect(await listAsked(who)).toEqual(['aadhaarBack']);

  expect(successData(await sendCard(who, await ownCode(who))).code).toBe('read');
  expect(await levelAfter(who)).toBe('source_checked');
  expect(await listAsked(who)).toEqual([]);
  expect(await pictures()).toEqual(before);
  expect((await sendCard(who, await ownCode(who))).code).toBe(409);
});

test('a photo in the code is compared with the face before the level rises', async () => {
  const who = await aSignedInUser(app, { source: null });
  app.advance(1_000);
  successData(await sendCard(who, await ownCode(who, {}, PHOTO)));
  expect(await levelAfter(who)).toBe('document_seen');
  expect(await listAsked(who)).toEqual(['face']);

  const check = await startLiveness(who.client);
  successData(await checkLiveness(who.client, check, { similarity: 0.9 }));
  expect(await levelAfter(who)).toBe('source_checked');
  expect(await listAsked(who)).toEqual([]);
});

test('a face unlike the photo in the code leaves the level', async () => {
  const who = await aSignedInUser(app, { source: null });
  app.advance(1_000);
  successData(await sendCard(who, await ownCode(who, {}, PHOTO)));

  const check = await startLiveness(who.client);
  await checkLiveness(who.client, check, { similarity: 0.01 });
  expect(await levelAfter(who)).toBe('document_seen');
});

test.each([
  ['no code', () => Promise.resolve(undefined), 'code_missing'],
  ['another name', (who: SignedInUser) => ownCode(who, { name: 'Ramesh Iyer' }), 'code_differs'],
  ['another day', (who: SignedInUser) => ownCode(who, { birthDay: '1971-01-02' }), 'code_differs'],
  [
    'another number',
    (who: SignedInUser) => ownCode(who, { aadhaar: '234567890000' }),
    'code_differs',
  ],
  ['a forged code', async () => '12345678901234567890', 'code_damaged'],
])('a card with %s is refused and leaves nothing', async (_what, code, reason) => {
  const who = await aSignedInUser(app, { source: null });
  expect(await sendCard(who, await code(who))).toMatchObject({ code: 400, data: { reason } });
  expect(await levelAfter(who)).toBe('document_seen');
  expect(await listAsked(who)).toEqual(['aadhaarBack']);
});

test('nobody else may send a card again', async () => {
  const checked = await aSignedInUser(app);
  expect(await listAsked(checked)).toEqual([]);
  expect((await sendCard(checked, await ownCode(checked))).code).toBe(409);

  const early = await aSignedInUser(app, { bizStatus: UserStatus.identityDue });
  expect(await listAsked(early)).toEqual([]);
});
