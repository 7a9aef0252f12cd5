import { CALLS } from '@noren/contract/index';
import { rupees } from '@noren/core/money/money';
import type { FacePurpose } from '@noren/core/people/face-purpose';
import { beforeAll, expect, test } from 'vitest';
import { readIdentity } from '../../people/certification/store.ts';
import { samplePerson } from '../../sandbox/samples/sample-person.ts';
import { layOutCode, signCode } from '../../sandbox/samples/sign-code.ts';
import { aBankAccount, saveAccount, viewAccount } from '../../testing/bank-accounts.ts';
import { makeFakeKyc } from '../../testing/fake-kyc.ts';
import { sendCard } from '../../testing/identity-documents.ts';
import { setCeiling } from '../../testing/level-ceilings.ts';
import { checkLiveness, darkFrame, startLiveness } from '../../testing/liveness.ts';
import { readCredit, runJobs } from '../../testing/loans.ts';
import { makePhoneChanges } from '../../testing/phone-changes.ts';
import { testIssuer } from '../../testing/test-issuer.ts';
import { useApp } from '../../testing/use-app.ts';
import {
  aPhoneNumber,
  aSignedInUser,
  type SignedInUser,
  signIn,
  successData,
} from '../../testing/users.ts';

const app = await useApp({ kyc: makeFakeKyc() });
const { begin, view } = makePhoneChanges(app);

beforeAll(() => setCeiling(app, 'document_seen', rupees(5_000)));

const NOT_DUE = { code: 409, data: { reason: 'step' } };

/** Certified by pictures alone. */
async function aBorrower(): Promise<SignedInUser> {
  const who = await aSignedInUser(app, { source: null });
  app.advance(60_000);
  return who;
}

async function changeAccount(who: SignedInUser, begins?: string): Promise<void> {
  const identity = await readIdentity(app.deps.db, app.deps.crypto, who.userId);
  successData(await saveAccount(who.client, aBankAccount(identity?.name ?? '', begins)));
  await runJobs(app);
}

/** The card again, for the code on it, in which there is a photo. */
async function sendOwnCode(who: SignedInUser): Promise<void> {
  const identity = (await readIdentity(app.deps.db, app.deps.crypto, who.userId))!;
  const { name, birthDay, aadhaarLast4 } = identity;
  const person = { ...samplePerson(1), name, birthDay, aadhaar: `23456789${aadhaarLast4}` };
  const photo = Buffer.from('{"frame":{}}');
  const code = signCode(layOutCode(person, { photo }), testIssuer());

  successData(await sendCard(who, 'aadhaarBack', {}, code));
}

const start = ({ client }: SignedInUser, purpose: FacePurpose) =>
  client.send(CALLS.startLiveness, { body: { purpose } });

async function passFor({ client }: SignedInUser, purpose: FacePurpose) {
  const check = await startLiveness(client, { purpose });
  return successData(await checkLiveness(client, check, { similarity: 0.9 })).outcome;
}

const isHeld = async ({ client }: SignedInUser) =>
  (await viewAccount(client))?.payableFrom !== null;

const readPhoneState = async (who: SignedInUser) => (await view(who)).change?.state;

test('a face for a changed account leaves the card’s code its own', async () => {
  const who = await aBorrower();
  await changeAccount(who);
  await sendOwnCode(who);

  expect(await passFor(who, 'account')).toBe('passed');
  expect(await isHeld(who)).toBe(false);
  const { requests } = successData(await who.client.send(CALLS.documentRequests, {}));
  expect(requests).toMatchObject([{ document: 'face' }]);

  expect(await passFor(who, 'card_code')).toBe('passed');
  expect((await readCredit(who)).identity.level).toBe('source_checked');
});

test('a face for the card’s code leaves the account on hold', async () => {
  const who = await aBorrower();
  await changeAccount(who);
  await sendOwnCode(who);

  expect(await passFor(who, 'card_code')).toBe('passed');
  expect((await readCredit(who)).identity.level).toBe('source_checked');
  expect(await isHeld(who)).toBe(true);
});

test('failures for one thing take no try from another', async () => {
  const who = await aBorrower();
  await changeAccount(who);
  await sendOwnCode(who);
  for (let at = 0; at < 3; at += 1) {
    const check = await startLiveness(who.client, { purpose: 'account' });
    await checkLiveness(who.client, check, darkFrame);
  }

  expect(await start(who, 'account')).toMatchObject({ code: 409 });
  const check = await startLiveness(who.client, { purpose: 'card_code' });
  const answer = successData(await checkLiveness(who.client, check, darkFrame));
  expect(answer).toMatchObject({ outcome: 'retry', triesLeft: 2 });
});

test('a face for the account asks for no new number that was begun and dropped', async () => {
  const who = await aBorrower();
  successData(await begin(who, aPhoneNumber()));
  await changeAccount(who);

  expect(await passFor(who, 'account')).toBe('passed');
  expect(await readPhoneState(who)).toBe('begun');
  expect(await isHeld(who)).toBe(false);

  expect(await passFor(who, 'phone')).toBe('passed');
  expect(await readPhoneState(who)).toBe('waiting');
});

test('an app that does not say what it is for begins a check as before', async () => {
  const who = await aBorrower();
  await changeAccount(who);
  await sendOwnCode(who);

  const pass = async () =>
    successData(
      await checkLiveness(who.client, await startLiveness(who.client), { similarity: 0.9 }),
    ).outcome;
  expect(await pass()).toBe('passed');
  expect(await isHeld(who)).toBe(false);

  expect(await pass()).toBe('passed');
  expect((await readCredit(who)).identity.level).toBe('source_checked');
});

test('frames count for nothing but the account that they were begun for', async () => {
  const who = await aBorrower();
  await changeAccount(who);
  const check = await startLiveness(who.client, { purpose: 'account' });
  app.advance(1_000);
  await changeAccount(who, '50300002');

  const answer = await checkLiveness(who.client, check);
  expect(answer).toMatchObject({ code: 409, data: { reason: 'liveness_closed' } });
  expect(await isHeld(who)).toBe(true);
});

test.each(['identity', 'card_code', 'account', 'phone'] as const)(
  'no check for %s begins where none is due',
  async (purpose) => {
    const who = await aBorrower();
    expect(await start(who, purpose)).toMatchObject(NOT_DUE);
  },
);

test('a check for a new number begins only on the phone that asked for it', async () => {
  const who = await aBorrower();
  const other = await signIn(app, who.phone);
  successData(await begin(who, aPhoneNumber()));
  expect(await start(other, 'phone')).toMatchObject(NOT_DUE);
  expect(await start(who, 'phone')).toMatchObject({ code: 200 });
});

test.each([7, '', 'loan', null])('%j is no purpose', async (wrong) => {
  const { client } = await aBorrower();
  const body = { purpose: wrong as FacePurpose };
  expect((await client.send(CALLS.startLiveness, { body })).code).toBe(400);
});
