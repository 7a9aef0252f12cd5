import { CALLS } from '@noren/contract/index';
import { OrderStatus } from '@noren/core/lending/order-status';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { sweep } from '../../schedule/sweep.ts';
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
import { deleteQueuedJobs, exhaustQueuedJobs, readQueuedJobs } from '../../testing/job-queue.ts';
import {
  anActiveLoan,
  applyNow,
  openSandboxBank,
  queuedJobNames,
  runJobs,
} from '../../testing/loans.ts';
import type { TestClient } from '../../testing/start-app.ts';
import { successData } from '../../testing/users.ts';

const app = await useValidations();
const validationState = async (client: TestClient) => (await viewAccount(client))?.validationState;

test.each(['99999004', '99999005'])(
  'account %s without a final answer is saved, validated again, and usable only after that',
  async (prefix) => {
    const who = await aVerifiedUser(app, 60);
    const before = await countValidations(app);

    successData(await saveAccount(who.client, aBankAccount(who.name, prefix)));
    expect(await validationState(who.client)).toBe('waiting');
    expect(await queuedJobNames(app)).toContain('validate-account');
    expect(await applyNow(who)).toMatchObject(refused('account'));
    app.advance(21_000);
    await runJobs(app, { delayed: true });
    expect(await validationState(who.client)).toBe('confirmed');
    expect((await countValidations(app)) - before).toBe(1);
    await endHold(app, who);
    expect((await applyNow(who)).code).toBe(200);
  },
);

test('an answer that arrives while the account is being saved is not lost', async () => {
  const who = await aVerifiedUser(app);
  for (let i = 0; i < 5; i++) {
    const account = aBankAccount(who.name, '99999005');
    // The first check times out; the second check and the save run in either order.
    successData(await checkAccount(who.client, account));

    const [, saved] = await Promise.all([
      checkAccount(who.client, account),
      saveAccount(who.client, account),
    ]);
    successData(saved);
    expect(await validationState(who.client)).toBe('confirmed');
  }
});

test('concurrent saves by one user leave one account', async () => {
  const who = await aVerifiedUser(app);
  const [one, two] = [aBankAccount(who.name), aBankAccount(who.name)];
  const answers = await Promise.all([
    saveAccount(who.client, one),
    saveAccount(who.client, one),
    saveAccount(who.client, two),
  ]);

  expect(answers.map(({ code }) => code)).toEqual([200, 200, 200]);

  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from bank_accounts
    where user_id = ${who.userId} and replaced_at is null`.execute(app.deps.db);
  expect(rows).toEqual([{ n: 1 }]);
});

test('validation retries while the bank is down, and the sweep requeues an account whose job was lost', async () => {
  const who = await aVerifiedUser(app, 60);
  await openSandboxBank(app).setBehaviour('accounts', 'down');
  successData(await saveAccount(who.client, aBankAccount(who.name)));
  await runJobs(app, { delayed: true });
  expect(await validationState(who.client)).toBe('waiting');
  expect(await queuedJobNames(app)).toContain('validate-account');
  await deleteQueuedJobs(app.deps.db);
  await openSandboxBank(app).setBehaviour('accounts', 'own_name');
  app.advance(31 * 60_000);
  await sweep(app.deps);
  await runJobs(app, { delayed: true });
  expect(await validationState(who.client)).toBe('confirmed');
});

test('the sweep keeps a pending job and requeues an exhausted one', async () => {
  const who = await aVerifiedUser(app, 60);
  await openSandboxBank(app).setBehaviour('accounts', 'down');
  successData(await saveAccount(who.client, aBankAccount(who.name)));

  const key = `validate-account:${who.userId}`;

  const job = async () =>
    (await readQueuedJobs(app.deps.db, 'validate-account'))
      .filter((one) => one.key === key)
      .map(({ payload, attempts }) => ({ attempt: payload.attempt, attempts }));

  await runJobs(app, { delayed: true });
  app.advance(31 * 60_000);
  await sweep(app.deps);
  expect(await job()).toEqual([{ attempt: 1, attempts: 0 }]);
  await exhaustQueuedJobs(app.deps.db, key);
  await sweep(app.deps);
  expect(await job()).toEqual([{ attempt: 0, attempts: 0 }]);
});

test.each([
  ['closed', 'refused'],
  ['other_name', 'confirmed'],
] as const)(
  'a late answer %s blocks payouts until another account is saved',
  async (behaviour, expected) => {
    const who = await aVerifiedUser(app, 60);
    await openSandboxBank(app).setBehaviour('accounts', 'down');
    successData(await saveAccount(who.client, aBankAccount(who.name)));
    await openSandboxBank(app).setBehaviour('accounts', behaviour);
    await runJobs(app, { delayed: true });
    expect(await validationState(who.client)).toBe(expected);
    expect(await applyNow(who)).toMatchObject(refused('account'));
    await openSandboxBank(app).setBehaviour('accounts', 'own_name');
    successData(await saveAccount(who.client, aBankAccount(who.name)));
    await endHold(app, who);
    expect((await applyNow(who)).code).toBe(200);
  },
);

test('a failed payout is not retried to an account that is not validated', async () => {
  const who = await aVerifiedUser(app, 60);
  await openSandboxBank(app).setBehaviour('payouts', 'fail');

  const repayId = await anActiveLoan(app, who);
  await openSandboxBank(app).setBehaviour('payouts', 'succeed');
  await openSandboxBank(app).setBehaviour('accounts', 'down');
  successData(await saveAccount(who.client, aBankAccount(who.name)));

  const retryPayout = () =>
    who.client.send(CALLS.failBorrowHandler, { body: { repayId, action: 'retry' } });
  expect(await retryPayout()).toMatchObject(refused('account'));
  await openSandboxBank(app).setBehaviour('accounts', 'own_name');
  await runJobs(app, { delayed: true });
  await endHold(app, who);
  expect(successData(await retryPayout()).borrowStatus).toBe(OrderStatus.disbursing);
});
