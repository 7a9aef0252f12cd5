import { CALLS } from '@noren/contract/index';
import { UserStatus } from '@noren/core/people/status';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { BranchAnswer } from '../../platform/ports/branches.ts';
import { viewAccount } from '../../testing/bank-accounts.ts';
import { refused, save, someAccount, useBankCalls } from '../../testing/bank-calls.ts';
import { readQueuedJobs } from '../../testing/job-queue.ts';
import { aSignedInUser, successData } from '../../testing/users.ts';

const { app, readName, answerBranches } = await useBankCalls();

const countJobs = async (userId: string) => {
  const jobs = await readQueuedJobs(app.deps.db, 'evaluate-credit');
  return jobs.filter(({ payload }) => payload.userId === userId).length;
};

test('bankList returns the banks of India: the common ones first, then the others by name', async () => {
  const { client } = await aSignedInUser(app, { bizStatus: UserStatus.bankAccountDue });
  const { details } = successData(await client.send(CALLS.bankList, {}));

  expect(details.length).toBeGreaterThan(1000);
  expect(details.slice(0, 3).map(({ bankName }) => bankName)).toEqual([
    'State Bank of India',
    'HDFC Bank',
    'ICICI Bank',
  ]);

  const others = details.slice(10).map(({ bankName }) => bankName);
  expect(others).toEqual([...others].sort((a, b) => a.localeCompare(b, 'en')));
  expect(
    details.every(({ bankCode, bankName }) => /^[A-Z0-9]{4}$/.test(bankCode) && bankName !== ''),
  ).toBe(true);
  expect(new Set(details.map(({ bankCode }) => bankCode)).size).toBe(details.length);
});

test.each([
  ['HDFC0000001', 'HDFC'],
  [' hdfc0000001 ', 'HDFC'],
  ['ABNA0NEFT02', 'ABNA'],
  ['AKJB0000001', 'AJKB'],
  ['BCHN0000001', 'BCHN'],
  ['UCLB0000001', 'UCLB'],
  ['TGRB0007213', 'TGRB'],
  ['SBIN0RRCHGB', 'CGBX'],
  ['ICIC0000047', 'ICIC'],
  ['SBIN0032633', 'SBIN'],
  ['HDFC1000001', null],
  ['ZZZZ0999991', null],
  ['', null],
  ['constructor', null],
])('checkIfsc finds the bank of %s', async (ifsc, bankCode) => {
  const { client } = await aSignedInUser(app, { bizStatus: UserStatus.bankAccountDue });
  const answer = successData(await client.send(CALLS.checkIfsc, { query: { ifsc } }));
  expect([answer.isKnown, answer.bankCode]).toEqual([bankCode !== null, bankCode]);
  if (bankCode) expect(answer).toMatchObject({ branchCode: ifsc.trim().slice(-6).toUpperCase() });
});

test.each<[string, string, BranchAnswer, boolean | null, string]>([
  [
    'the service knows it',
    'SBIN0032633',
    { bankName: null, branchName: 'NEW TOWN', city: 'KOLKATA' },
    true,
    'State Bank of India',
  ],
  ['the service does not know it either', 'SBIN0032633', 'unknown', null, 'State Bank of India'],
  ['the service is away', 'SBIN0031816', 'away', null, 'State Bank of India'],
  [
    'the bank is new too',
    'QZXB0000001',
    { bankName: 'QZX Bank', branchName: 'MAIN', city: null },
    true,
    'QZX Bank',
  ],
  ['the bank is new and the service away', 'QZXB0000001', 'away', null, 'QZXB'],
])(
  'a branch that our data does not have is not refused where %s',
  async (_, ifsc, answer, isKnown, bankName) => {
    const { client } = await aSignedInUser(app, { bizStatus: UserStatus.bankAccountDue });
    const usual = answerBranches(async () => answer);

    try {
      const checked = successData(await client.send(CALLS.checkIfsc, { query: { ifsc } }));
      expect(checked).toMatchObject({ isKnown, bankCode: ifsc.slice(0, 4), bankName });

      const account = { ...someAccount(), ifsc, bankCode: ifsc.slice(0, 4) };
      successData(await save(client, account));
      expect(await viewAccount(client)).toMatchObject({ ifsc, validationState: 'confirmed' });
    } finally {
      Object.assign(app.deps, { branches: usual });
    }
  },
);

test('a branch of no bank is refused if the service does not know it, another bank’s branch always', async () => {
  const { client } = await aSignedInUser(app, { bizStatus: UserStatus.bankAccountDue });
  const usual = answerBranches(async () => 'unknown');
  const ofNoBank = { ...someAccount(), ifsc: 'QZXB0000001', bankCode: 'QZXB' };

  expect(await save(client, ofNoBank)).toMatchObject(refused('ifsc_unknown'));
  expect(await save(client, { ...someAccount(), ifsc: 'SBIN0032633' })).toMatchObject(
    refused('bank_differs'),
  );
  Object.assign(app.deps, { branches: usual });
});

test('checkIfsc names the branch and its city; without the service the bank is still known', async () => {
  const { client } = await aSignedInUser(app, { bizStatus: UserStatus.bankAccountDue });
  const asked: string[] = [];
  let branch: BranchAnswer = { bankName: 'HDFC BANK LTD', branchName: 'Kaloor', city: 'Kochi' };
  const usual = answerBranches(async (ifsc) => {
    asked.push(ifsc);
    return branch;
  });
  const check = async (ifsc: string) =>
    successData(await client.send(CALLS.checkIfsc, { query: { ifsc } }));
  const bank = { isKnown: true, bankCode: 'HDFC', bankName: 'HDFC Bank', branchCode: '000001' };

  expect(await check(' hdfc0000001 ')).toEqual({ ...bank, branchName: 'Kaloor', city: 'Kochi' });
  branch = 'away';
  expect(await check('HDFC0000001')).toEqual({ ...bank, branchName: null, city: null });
  expect((await check('HDFC1000001')).isKnown).toBe(false);
  expect(asked).toEqual(['HDFC0000001', 'HDFC0000001']);
  Object.assign(app.deps, { branches: usual });
});

test('saving the account raises the status from 50 to 60 and starts the evaluation', async () => {
  const { client, userId } = await aSignedInUser(app, { bizStatus: UserStatus.bankAccountDue });
  expect(await viewAccount(client)).toBeNull();

  const account = { ...someAccount(), holderName: await readName(userId) };
  expect(successData(await save(client, account))).toEqual({
    bizStatus: UserStatus.certified,
    nameMatch: 'match',
  });

  expect(successData(await client.send(CALLS.userStatus, {}))).toMatchObject({
    bizStatus: UserStatus.certified,
    evaluation: 'running',
  });
  expect(await countJobs(userId)).toBe(1);
  expect(await viewAccount(client)).toEqual({
    bankCode: 'HDFC',
    bankName: 'HDFC Bank',
    ifsc: 'HDFC0000001',
    accountLast4: account.accountNo.slice(-4),
    holderName: account.holderName,
    accountType: null,
    isSalaryAccount: null,
    validationState: 'confirmed',
    payableFrom: null,
  });

  const { rows } = await sql<{ text: string }>`select b::text as text from bank_accounts b`.execute(
    app.deps.db,
  );
  expect(rows.some(({ text }) => text.includes(account.accountNo))).toBe(false);
});

test('another holder is stored as a mismatch for review', async () => {
  const { client } = await aSignedInUser(app, { bizStatus: UserStatus.bankAccountDue });
  const account = { ...someAccount(), holderName: 'Somebody Else' };
  expect(successData(await save(client, account)).nameMatch).toBe('mismatch');
});

test('without a saved account there is no status change and no job', async () => {
  const existing = someAccount();
  const owner = await aSignedInUser(app, { bizStatus: UserStatus.bankAccountDue });

  successData(await save(owner.client, existing));

  const { client, userId } = await aSignedInUser(app, { bizStatus: UserStatus.bankAccountDue });
  expect(await save(client, existing)).toMatchObject(refused('used_by_another'));
  expect(successData(await client.send(CALLS.userStatus, {}))).toMatchObject({
    bizStatus: UserStatus.bankAccountDue,
    evaluation: 'none',
  });
  expect(await countJobs(userId)).toBe(0);
});

test.each([
  [
    'a malformed IFSC',
    { ifsc: 'HDFC1000001' },
    { code: 400, data: { fields: [{ path: 'ifsc' }] } },
  ],
  ['an IFSC of no bank', { ifsc: 'ZZZZ0999991' }, refused('ifsc_unknown')],
  ['an IFSC of another bank', { bankCode: 'SBIN' }, refused('bank_differs')],
  [
    'numbers that differ',
    { accountNoAgain: '501000000099' },
    { code: 400, data: { fields: [{ path: 'accountNoAgain' }] } },
  ],
  [
    'eight digits',
    { accountNo: '12345678', accountNoAgain: '12345678' },
    { code: 400, data: { fields: [{ path: 'accountNo' }] } },
  ],
  [
    'zeros',
    { accountNo: '000000000', accountNoAgain: '000000000' },
    { code: 400, data: { fields: [{ path: 'accountNo' }] } },
  ],
  [
    'an empty holder name',
    { holderName: '' },
    { code: 400, data: { fields: [{ path: 'holderName' }] } },
  ],
])('an account with %s is rejected', async (_, change, answer) => {
  const { client } = await aSignedInUser(app, { bizStatus: UserStatus.bankAccountDue });
  expect(await save(client, { ...someAccount(), ...change })).toMatchObject(answer);
  expect(await viewAccount(client)).toBeNull();
});

test('preCheckAccount checks without saving, within the hourly limit', async () => {
  const { client, userId } = await aSignedInUser(app, { bizStatus: UserStatus.bankAccountDue });
  const holderName = await readName(userId);
  const owner = await aSignedInUser(app, { bizStatus: UserStatus.bankAccountDue });
  const existing = someAccount();

  successData(await save(owner.client, existing));

  const check = async (change: object) => {
    const { accountNoAgain: _, ...body } = { ...someAccount(), holderName, ...change };
    return successData(await client.send(CALLS.preCheckAccount, { body })).problem;
  };

  const own = someAccount();
  expect(await check(own)).toBe('name_differs');
  expect(await check({ ...own, holderName })).toBeNull();
  expect(await check({ ifsc: 'ZZZZ0999991' })).toBe('ifsc_unknown');
  expect(await check({ bankCode: 'SBIN' })).toBe('bank_differs');
  expect(await check({ accountNo: existing.accountNo })).toBe('used_by_another');
  for (let i = 0; i < 25; i++) await check({ ...own, holderName });

  const { accountNoAgain: _, ...body } = own;
  expect((await client.send(CALLS.preCheckAccount, { body })).code).toBe(429);
});

test.each([
  UserStatus.registered,
  UserStatus.identityDue,
  UserStatus.personalInfoDue,
  UserStatus.contactsDue,
] as const)('an account cannot be saved at status %i', async (bizStatus) => {
  const { client } = await aSignedInUser(app, { bizStatus });
  expect(await save(client, someAccount())).toMatchObject(refused('step'));
});
