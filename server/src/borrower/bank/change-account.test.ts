import { CALLS } from '@noren/contract/index';
import { OrderStatus } from '@noren/core/lending/order-status';
import { UserStatus } from '@noren/core/people/status';
import { expect, test } from 'vitest';
import { lockCredit } from '../../lending/credit/credit-store.ts';
import { viewAccount } from '../../testing/bank-accounts.ts';
import { refused, save, someAccount, useBankCalls } from '../../testing/bank-calls.ts';
import { QUOTE_WITHOUT_KFS, runJobs } from '../../testing/loans.ts';
import { countWaiting } from '../../testing/lock-waits.ts';
import { aSignedInUser, newestCode, successData } from '../../testing/users.ts';

const { app, readName } = await useBankCalls();

test('a later change needs a code from the last half hour and frees the old account', async () => {
  const { client, userId } = await aSignedInUser(app);
  const holderName = await readName(userId);
  const [first, second] = [someAccount(), someAccount()];

  successData(await save(client, { ...first, holderName }));
  app.advance(30 * 60_000 + 1);
  expect((await save(client, { ...second, holderName })).code).toBe(316);
  expect((await viewAccount(client))?.accountLast4).toBe(first.accountNo.slice(-4));
  successData(await client.send(CALLS.sendFirstConfirmation, {}));

  const otpCode = await newestCode(app, (await readPhone(userId)) ?? '');
  successData(await client.send(CALLS.checkFirstConfirmation, { body: { otpCode } }));
  successData(await save(client, { ...second, holderName }));
  expect((await viewAccount(client))?.accountLast4).toBe(second.accountNo.slice(-4));

  const other = await aSignedInUser(app, { bizStatus: UserStatus.bankAccountDue });
  expect((await save(other.client, first)).code).toBe(200);
});

async function readPhone(userId: string) {
  const row = app.deps.db.selectFrom('users').select('phoneEnc').where('userId', '=', userId);
  return app.deps.crypto.decrypt(
    (await row.executeTakeFirstOrThrow()).phoneEnc,
    `users.phone_enc:${userId}`,
  );
}

test('a later change to an account in another name is rejected', async () => {
  const { client } = await aSignedInUser(app);
  expect(await save(client, { ...someAccount(), holderName: 'Somebody Else' })).toMatchObject(
    refused('name_differs'),
  );
});

test('a later change to an account whose name agrees only in part is rejected', async () => {
  const { client, userId } = await aSignedInUser(app);
  const [first] = (await readName(userId)).split(' ');
  const holderName = `${first} Somebody`;

  expect(await save(client, { ...someAccount(), holderName })).toMatchObject(
    refused('name_differs'),
  );
});

test('an account in the borrower’s own name reopens an evaluation in review because of another name', async () => {
  const { client, userId } = await aSignedInUser(app, { bizStatus: UserStatus.bankAccountDue });
  const state = async () => successData(await client.send(CALLS.creditInfo, {})).state;

  successData(await save(client, { ...someAccount(), holderName: 'Somebody Else' }));
  await runJobs(app);
  expect(await state()).toBe('review');
  successData(await save(client, { ...someAccount(), holderName: await readName(userId) }));
  expect(await state()).toBe('evaluating');
  await runJobs(app);
  expect(await state()).toBe('approved');
  successData(await save(client, { ...someAccount(), holderName: await readName(userId) }));
  expect(await state()).toBe('approved');
});

test('an account changed while the evaluation ends in a review reopens it', async () => {
  const { client, userId } = await aSignedInUser(app, { bizStatus: UserStatus.bankAccountDue });
  successData(await save(client, { ...someAccount(), holderName: 'Somebody Else' }));

  const { db } = app.deps;
  const mended = { ...someAccount(), holderName: await readName(userId) };
  let saved: ReturnType<typeof save> | undefined;
  let hasEnded = false;

  // As an evaluation that read the account before the change.
  await db.transaction().execute(async (tx) => {
    await lockCredit(tx, userId);
    await tx
      .updateTable('credit_limits')
      .set({ state: 'review' })
      .where('userId', '=', userId)
      .execute();
    saved = save(client, mended).finally(() => {
      hasEnded = true;
    });
    await expect.poll(async () => hasEnded || (await countWaiting(db)) > 0).toBe(true);
  });
  expect((await saved)?.code).toBe(200);
  await runJobs(app);
  expect(successData(await client.send(CALLS.creditInfo, {})).state).toBe('approved');
});

test('a link session needs a code to set even the first account', async () => {
  const { client, userId } = await aSignedInUser(app, { bizStatus: UserStatus.bankAccountDue });
  const become = (assurance: 'link' | 'otp') =>
    app.deps.db.updateTable('sessions').set({ assurance }).where('userId', '=', userId).execute();
  const account = { ...someAccount(), holderName: await readName(userId) };

  await become('link');
  expect((await save(client, account)).code).toBe(316);
  expect(await viewAccount(client)).toBeNull();
  await become('otp');
  app.advance(31 * 60_000);
  expect((await save(client, account)).code).toBe(200);
});

test.each([
  ['waiting', 409],
  ['sent', 409],
  ['unknown', 409],
  ['confirmed', 200],
  ['failed', 200],
] as const)('while a payout is %s a change answers %i', async (state, code) => {
  const { client, userId } = await aSignedInUser(app);
  await insertPayout(userId, state);

  const answer = await save(client, { ...someAccount(), holderName: await readName(userId) });
  expect(answer.code).toBe(code);
  if (code === 409) expect(answer.data).toEqual({ reason: 'payout_running' });
});

async function insertPayout(
  userId: string,
  state: 'waiting' | 'sent' | 'unknown' | 'confirmed' | 'failed',
) {
  const { db } = app.deps;
  const at = new Date(app.deps.now());
  const same = { userId, proposalNo: 'P1', productCode: 'N07', principalPaise: 1 };

  await db
    .insertInto('quotes')
    .values({
      ...same,
      productVersion: 1,
      quote: '{}',
      ...QUOTE_WITHOUT_KFS,
      language: 'en',
      createdAt: at,
      validUntil: at,
    })
    .execute();

  const repayId = `R${userId.slice(-10)}`;
  const order = await db
    .insertInto('orders')
    .values({
      ...same,
      terms: '{}',
      netPaise: 1,
      purpose: 'rent',
      repayId,
      status: OrderStatus.disbursing,
      appliedAt: at,
      appliedDay: '2026-11-24',
    })
    .returning('orderId')
    .executeTakeFirstOrThrow();
  const account = await db
    .selectFrom('bank_accounts')
    .select('accountId')
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();

  await db
    .insertInto('payouts')
    .values({
      userId,
      ...order,
      ...account,
      payoutRef: repayId,
      amountPaise: 1,
      state,
      provider: 'test',
      createdAt: at,
    })
    .execute();
}
