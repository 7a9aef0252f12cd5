import { CALLS } from '@noren/contract/index';
import { UserStatus } from '@noren/core/people/status';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { readAccount, writeAccount } from '../../people/bank/store.ts';
import { refused, save, someAccount, useBankCalls } from '../../testing/bank-calls.ts';
import { WAIT_LIMIT_MS } from '../../testing/time-limits.ts';
import { aSignedInUser, successData } from '../../testing/users.ts';

const { app, readName, answerBranches } = await useBankCalls();

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
