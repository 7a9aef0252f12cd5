import { CALLS } from '@noren/contract/index';
import { UserStatus } from '@noren/core/people/status';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { readAccount, writeAccount } from '../../people/bank/store.ts';
import type { BranchAnswer } from '../../platform/ports/branches.ts';
import { refused, save, someAccount, useBankCalls, view } from '../../testing/bank-calls.ts';
import { WAIT_LIMIT_MS } from '../../testing/time-limits.ts';
import { aSignedInUser, successData } from '../../testing/users.ts';

const { app, readName, answerBranches } = await useBankCalls();

test.each([
  [' hdfc0000001 ', 'HDFC'],
  ['ABNA0NEFT02', 'ABNA'],
  ['AKJB0000001', 'AJKB'],
  ['BCHN0000001', 'BCHN'],
  ['UCLB0000001', 'UCLB'],
  ['TGRB0007213', 'TGRB'],
  ['SBIN0RRCHGB', 'CGBX'],
  ['ICIC0000047', 'ICIC'],
  ['SBIN0032633', 'SBIN'],
  ['', null],
  ['constructor', null],
])('checkIfsc finds the bank of %s', async (ifsc, bankCode) => {
  const { client } = await aSignedInUser(app, { bizStatus: UserStatus.bankAccountDue });
  const answer = successData(await client.send(CALLS.checkIfsc, { query: { ifsc } }));
  expect([answer.isKnown, answer.bankCode]).toEqual([bankCode !== null, bankCode]);
  if (bankCode) expect(answer).toMatchObject({ branchCode: ifsc.trim().slice(-6).toUpperCase() });
});

test.each<[string, string, BranchAnswer, boolean | null, string]>([
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
      expect(await view(client)).toMatchObject({ ifsc, validationState: 'confirmed' });
    } finally {
      Object.assign(app.deps, { branches: usual });
    }
  },
);

test('the list has every bank of the data, by code if it has no name, and accepts its accounts', async () => {
  const { client } = await aSignedInUser(app, { bizStatus: UserStatus.bankAccountDue });
  const { details } = successData(await client.send(CALLS.bankList, {}));

  expect(details).toContainEqual({ bankCode: 'BCHN', bankName: 'BCHN' });

  const account = { ...someAccount(), ifsc: 'BCHN0000001', bankCode: 'BCHN' };
  const usual = answerBranches(async () => ({
    bankName: 'Bank of the BCHN',
    branchName: 'MAIN',
    city: null,
  }));
  const checked = successData(
    await client.send(CALLS.checkIfsc, { query: { ifsc: account.ifsc } }),
  );

  expect(checked).toMatchObject({ isKnown: true, bankCode: 'BCHN', bankName: 'Bank of the BCHN' });
  successData(await save(client, account));
  Object.assign(app.deps, { branches: usual });
});

test('a holder of whom only the first name is given is stored as a partial match for review', async () => {
  const person = () => aSignedInUser(app, { bizStatus: UserStatus.bankAccountDue });
  const readFirstName = async (userId: string): Promise<string> =>
    (await readName(userId)).split(' ')[0] ?? '';
  let who = await person();

  // Meena is also among the most common surnames, which identify nobody.
  while ((await readFirstName(who.userId)).toUpperCase() === 'MEENA') who = await person();

  const account = { ...someAccount(), holderName: await readFirstName(who.userId) };
  expect(successData(await save(who.client, account)).nameMatch).toBe('partial');
});

test('an account that its user replaced is free for another user', async () => {
  const [first, second] = [someAccount(), someAccount()];
  const owner = await aSignedInUser(app, { bizStatus: UserStatus.bankAccountDue });

  successData(await save(owner.client, first));
  await app.deps.db.transaction().execute(async (tx) => {
    const before = await readAccount(tx, app.deps.crypto, owner.userId);
    if (!before) throw new Error('no account was saved');
    const to = { ...before, accountNo: second.accountNo };
    await writeAccount(tx, app.deps.crypto, owner.userId, to, app.deps.now());
  });

  const other = await aSignedInUser(app, { bizStatus: UserStatus.bankAccountDue });
  expect(await save(other.client, second)).toMatchObject(refused('used_by_another'));
  expect((await save(other.client, first)).code).toBe(200);
});

async function countWaiting(): Promise<number | undefined> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_locks where not granted and relation = 'bank_accounts'::regclass`.execute(
    app.deps.db,
  );
  return rows[0]?.n;
}

test('of two users saving the same account concurrently one succeeds', async () => {
  const account = someAccount();
  const users = [
    await aSignedInUser(app, { bizStatus: UserStatus.bankAccountDue }),
    await aSignedInUser(app, { bizStatus: UserStatus.bankAccountDue }),
  ];
  const saving = await app.deps.db.transaction().execute(async (tx) => {
    // Both requests find the account free before either can insert it.
    await sql`lock table bank_accounts in exclusive mode`.execute(tx);
    const sent = users.map(({ client }) => save(client, account));
    await vi.waitFor(async () => expect(await countWaiting()).toBe(2), { timeout: WAIT_LIMIT_MS });
    return { sent };
  });
  const answers = await Promise.all(saving.sent);

  expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
  expect(answers.find(({ code }) => code === 409)).toMatchObject(refused('used_by_another'));
});

test.each([
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
  expect(await view(client)).toBeNull();
});
