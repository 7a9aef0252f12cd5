import { CALLS } from '@noren/contract/index';
import { PHONE_CHANGE_WAIT_MS } from '@noren/core/people/phone-change';
import { beforeEach, expect, test } from 'vitest';
import { layOutCode, signCode } from '../../sandbox/samples/sign-code.ts';
import { makeFakeKyc } from '../../testing/fake-kyc.ts';
import { makeLostPhones } from '../../testing/lost-phones.ts';
import { makePhoneChanges } from '../../testing/phone-changes.ts';
import { useConsole } from '../../testing/staff.ts';
import { testIssuer } from '../../testing/test-issuer.ts';
import { useApp } from '../../testing/use-app.ts';
import { aPhoneNumber, type SignedInUser, signIn, successData } from '../../testing/users.ts';

const app = await useApp({ kyc: makeFakeKyc() });
const { aBorrower, begin, readState, view, waitAndFinish } = makePhoneChanges(app);
const { aFile, aHolder } = makeLostPhones(app);
const console = await useConsole(app);

beforeEach(() => app.advance(25 * 3_600_000));

const aCode = async (who: SignedInUser, other = {}) =>
  signCode(layOutCode({ ...(await aHolder(who)), ...other }), testIssuer());

const proveByCard = ({ client }: Pick<SignedInUser, 'client'>, code: string) =>
  client.send(CALLS.provePhoneByCard, { body: { code } });

const proveByFile = ({ client }: SignedInUser, file: Blob) =>
  client.send(CALLS.provePhoneByFile, { body: { shareCode: 'Zq#7' }, file });

test('the card’s code stands in for the face on the owner’s own phone', async () => {
  const who = await aBorrower();
  const phone = aPhoneNumber();
  successData(await begin(who, phone));
  expect((await view(who)).proofs).toEqual(['card_code', 'file']);

  const { change } = successData(await proveByCard(who, await aCode(who)));
  expect(change).toMatchObject({
    state: 'waiting',
    dueAt: app.deps.now() + PHONE_CHANGE_WAIT_MS,
  });
  await waitAndFinish();
  expect((await signIn(app, phone)).userId).toBe(who.userId);
});

test('on a phone that is new to the account it does not: a stranger may hold a copy of the card', async () => {
  const owner = await aBorrower();
  app.advance(25 * 3_600_000);
  const stranger = { ...owner, client: (await signIn(app, owner.phone)).client };
  const phone = aPhoneNumber();
  successData(await begin(stranger, phone));

  expect((await view(stranger)).proofs).toEqual(['file']);
  expect(await proveByCard(stranger, await aCode(owner))).toMatchObject({
    code: 409,
    data: { reason: 'gone' },
  });
  // The owner's own session began nothing.
  expect((await proveByCard(owner, await aCode(owner))).code).not.toBe(200);

  successData(await proveByFile(stranger, await aFile(owner, phone)));
  expect((await view(owner)).change?.state).toBe('waiting');
});

test('a forged code, another person’s, or a file of the old number proves nothing', async () => {
  const who = await aBorrower();
  const phone = aPhoneNumber();
  successData(await begin(who, phone));
  const refuse = async (code: string) => (await proveByCard(who, code)).data;

  expect(await refuse('123')).toMatchObject({ reason: 'code_damaged' });
  expect(await refuse(await aCode(who, { name: 'Kiran Example' }))).toMatchObject({
    reason: 'code_differs',
  });
  const answer = await proveByFile(who, await aFile(who, who.phone));
  expect(answer.data).toMatchObject({ reason: 'file_mobile' });
  expect((await view(who)).change?.state).toBe('begun');

  const support = await console.as('support');
  const { rows } = await support.data('borrowerTimeline', { params: { userId: who.userId } });
  const refused = rows.filter(({ action }) => action === 'phone_proof_refused');
  expect(refused.map(({ about }) => about).toSorted()).toEqual([
    'differs',
    'other_mobile',
    'truncated',
  ]);
});

test('fifteen files a day are tried, and thirty codes an hour', async () => {
  const who = await aBorrower();
  successData(await begin(who, aPhoneNumber()));
  const answers: number[] = [];
  for (let n = 0; n < 31; n += 1) answers.push((await proveByCard(who, '123')).code);
  expect(answers.filter((code) => code === 429)).toHaveLength(1);

  const { limits } = app.deps;
  const day = [['identity-file-user-day', who.userId]] as const;
  for (let n = 0; n < 15; n += 1) await limits.take(day, app.deps.now());
  expect((await proveByFile(who, new Blob(['a file']))).code).toBe(429);
});

test('the same code in two tabs asks once', async () => {
  const who = await aBorrower();
  const before = (await readState(who)).number;
  successData(await begin(who, aPhoneNumber()));
  const code = await aCode(who);

  const answers = await Promise.all([proveByCard(who, code), proveByCard(who, code)]);
  expect(answers.map(({ code: one }) => one).toSorted()).toEqual([200, 409]);
  expect((await readState(who)).number).toBe(before);
});
