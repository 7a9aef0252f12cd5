import { CALLS } from '@noren/contract/index';
import { UserStatus } from '@noren/core/people/status';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readPendingReviews } from '../../people/certification/review-store.ts';
import {
  aBankAccount,
  aVerifiedUser,
  checkAccount,
  countValidations,
  endHold,
  saveAccount,
  viewAccount,
} from '../../testing/bank-accounts.ts';
import { refused, useValidations } from '../../testing/bank-calls.ts';
import { decideBankNameReview } from '../../testing/decisions.ts';
import { applyNow, openSandboxBank, runJobs } from '../../testing/loans.ts';
import { approve } from '../../testing/review-decisions.ts';
import { aSignedInUser, newestCode, successData } from '../../testing/users.ts';

const app = await useValidations();
const masked = (name: string) => name.toUpperCase().replace(/(\p{L})\S*/gu, '$1****');

test.each([
  ['own_name', { isUsable: true, problem: null, checked: true, nameMatch: 'match' }],
  ['other_name', { isUsable: true, problem: 'name_differs', checked: true, nameMatch: 'mismatch' }],
  ['initials', { isUsable: true, problem: 'name_differs', checked: true, nameMatch: 'mismatch' }],
  ['closed', { isUsable: false, problem: 'account_invalid', checked: true, nameMatch: null }],
  ['answers_later', { isUsable: true, problem: null, checked: false, nameMatch: 'match' }],
  ['no_answer', { isUsable: true, problem: null, checked: false, nameMatch: 'match' }],
  ['down', { isUsable: true, problem: null, checked: false, nameMatch: 'match' }],
] as const)('preCheckAccount reports a bank that behaves as %s', async (behaviour, expected) => {
  const { client, name } = await aVerifiedUser(app);
  await openSandboxBank(app).setBehaviour('accounts', behaviour);
  expect(successData(await checkAccount(client, aBankAccount(name)))).toMatchObject(expected);
});

test.each([
  ['99999001', 'name_differs', 'Z**** S****'],
  ['99999002', 'name_differs', null],
  ['99999003', 'account_invalid', null],
  ['99999004', null, null],
  ['99999005', null, null],
  ['99999006', null, null],
] as const)(
  'sandbox accounts with prefix %s have a fixed result: %s',
  async (prefix, problem, nameAtBank) => {
    const { client, name } = await aVerifiedUser(app);
    const check = successData(await checkAccount(client, aBankAccount(name, prefix)));

    expect(check.problem).toBe(problem);

    if (prefix === '99999002')
      expect(check.nameAtBank).toBe(name.toUpperCase().replace(/(\p{L})\S*/gu, '$1'));
    else expect(check.nameAtBank).toBe(nameAtBank);
  },
);

test('the name in the bank’s records is shown masked and stored encrypted', async () => {
  const { client, name, userId } = await aVerifiedUser(app);
  expect(successData(await checkAccount(client, aBankAccount(name))).nameAtBank).toBe(masked(name));

  const { rows } = await sql<{ text: string }>`
    select v::text as text from bank_account_validations v where user_id = ${userId}`.execute(
    app.deps.db,
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]?.text).not.toContain(Buffer.from(name.toUpperCase()).toString('hex'));
});

test('an account is validated once a day, also with concurrent requests', async () => {
  const { client, name, phone } = await aVerifiedUser(app);
  const account = aBankAccount(name);
  const before = await countValidations(app);

  await Promise.all(Array.from({ length: 5 }, () => checkAccount(client, account)));
  successData(await checkAccount(client, account));
  successData(await saveAccount(client, account));
  expect((await countValidations(app)) - before).toBe(1);
  app.advance(24 * 3_600_000 + 1);
  successData(await client.send(CALLS.sendFirstConfirmation, {}));

  const otpCode = await newestCode(app, phone);
  successData(await client.send(CALLS.checkFirstConfirmation, { body: { otpCode } }));
  successData(await checkAccount(client, account));
  expect((await countValidations(app)) - before).toBe(2);
});

test('a user may validate six accounts a day; then the answer gives the wait in hours', async () => {
  const { client, name } = await aVerifiedUser(app);
  for (let i = 0; i < 6; i++) successData(await checkAccount(client, aBankAccount(name)));

  const seventh = await checkAccount(client, aBankAccount(name));
  expect([seventh.code, seventh.msg]).toEqual([429, expect.stringContaining('24 hours')]);
  expect((await saveAccount(client, aBankAccount(name))).code).toBe(429);
});

test('an account the bank reports as closed is not saved', async () => {
  const { client, name } = await aVerifiedUser(app);
  expect(await saveAccount(client, aBankAccount(name, '99999003'))).toMatchObject(
    refused('account_invalid'),
  );
  expect(await viewAccount(client)).toBeNull();
});

test('a mistyped holder name is corrected without a new bank request', async () => {
  const { client, name } = await aVerifiedUser(app);
  const account = aBankAccount(name);

  expect(
    successData(await checkAccount(client, { ...account, holderName: 'Zzyx Qwrt' })),
  ).toMatchObject({
    nameMatch: 'mismatch',
  });

  expect(successData(await checkAccount(client, account))).toMatchObject({
    nameMatch: 'match',
    problem: null,
  });
});

test('an account in another name goes to review as a first account and is rejected as a change', async () => {
  const first = await aVerifiedUser(app);
  expect(
    successData(await saveAccount(first.client, aBankAccount(first.name, '99999001'))),
  ).toEqual({
    bizStatus: UserStatus.certified,
    nameMatch: 'mismatch',
  });
  await runJobs(app);
  expect(successData(await first.client.send(CALLS.creditInfo, {})).state).toBe('review');

  const later = await aVerifiedUser(app, 60);
  const account = aBankAccount(later.name, '99999001');

  expect(successData(await checkAccount(later.client, account))).toMatchObject({
    isUsable: false,
    problem: 'name_differs',
  });
  expect(await saveAccount(later.client, account)).toMatchObject(refused('name_differs'));
});

test('an account that the bank confirms without a name goes to review, as a change too', async () => {
  const validate = vi.spyOn(app.deps.payouts, 'validateAccount');
  validate.mockResolvedValue({ state: 'valid', nameAtBank: '' });
  onTestFinished(() => validate.mockRestore());

  const first = await aVerifiedUser(app);
  const later = await aVerifiedUser(app, UserStatus.certified);

  for (const who of [first, later]) {
    const account = aBankAccount(who.name);
    expect(successData(await checkAccount(who.client, account))).toMatchObject({
      isUsable: true,
      problem: 'name_differs',
      nameAtBank: '',
    });
    expect(successData(await saveAccount(who.client, account)).nameMatch).toBe('mismatch');
    await runJobs(app);

    const pending = await readPendingReviews(app.deps.db, who.userId);
    expect(pending.map(({ kind }) => kind)).toEqual(['bank_name']);
  }

  await endHold(app, later);
  expect(await applyNow(later)).toMatchObject(refused('account'));
  expect(await decideBankNameReview(app.deps, approve(later))).toBe(true);
  expect((await applyNow(later)).code).toBe(200);
});

test('a bank that names nobody makes no other typed name good', async () => {
  const validate = vi.spyOn(app.deps.payouts, 'validateAccount');
  validate.mockResolvedValue({ state: 'valid', nameAtBank: '' });
  onTestFinished(() => validate.mockRestore());

  const { client } = await aVerifiedUser(app, UserStatus.certified);
  const other = aBankAccount('Zubin Specimen');
  expect(successData(await checkAccount(client, other)).isUsable).toBe(false);
  expect(await saveAccount(client, other)).toMatchObject(refused('name_differs'));
});

test('account details sent after the check are saved with the account and may be changed', async () => {
  const { client, name } = await aVerifiedUser(app);
  const account = aBankAccount(name);

  const sendDetails = (accountType: 1 | 2, accountNo = account.accountNo) =>
    client.send(CALLS.saveAccountDetails, {
      body: { accountType, accountNo, isSalaryAccount: true },
    });

  expect(await sendDetails(1)).toMatchObject(refused('unknown_account'));
  successData(await checkAccount(client, account));
  successData(await sendDetails(1, ` ${account.accountNo} `));
  successData(await saveAccount(client, account));
  expect(await viewAccount(client)).toMatchObject({ accountType: 1, isSalaryAccount: true });
  successData(await sendDetails(2));
  expect(await viewAccount(client)).toMatchObject({ accountType: 2 });
});

test('another user’s check does not make an account known', async () => {
  const [one, two] = [await aVerifiedUser(app), await aVerifiedUser(app)];
  const account = aBankAccount(one.name);

  successData(await checkAccount(one.client, account));

  const body = { accountType: 1, accountNo: account.accountNo, isSalaryAccount: false } as const;
  expect(await two.client.send(CALLS.saveAccountDetails, { body })).toMatchObject(
    refused('unknown_account'),
  );
});

test.each([
  UserStatus.registered,
  UserStatus.identityDue,
  UserStatus.personalInfoDue,
  UserStatus.contactsDue,
] as const)('no bank request is made at status %i', async (bizStatus) => {
  const { client } = await aSignedInUser(app, { bizStatus });
  const before = await countValidations(app);

  expect(await checkAccount(client, aBankAccount('Asha Rao'))).toMatchObject(refused('step'));
  expect(await saveAccount(client, aBankAccount('Asha Rao'))).toMatchObject(refused('step'));
  expect(await countValidations(app)).toBe(before);
});

test('preCheckAccount needs a code in the same cases as saveAccount', async () => {
  const { client, userId, name } = await aVerifiedUser(app);
  await app.deps.db
    .updateTable('sessions')
    .set({ assurance: 'link' })
    .where('userId', '=', userId)
    .execute();
  expect((await checkAccount(client, aBankAccount(name))).code).toBe(316);

  const certified = await aVerifiedUser(app, 60);
  app.advance(31 * 60_000);
  expect((await checkAccount(certified.client, aBankAccount(certified.name))).code).toBe(316);
});
