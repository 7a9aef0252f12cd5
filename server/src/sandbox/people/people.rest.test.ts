import { CALLS } from '@noren/contract/index';
import { OrderStatus } from '@noren/core/lending/order-status';
import { rupees } from '@noren/core/money/money';
import { addDays } from '@noren/core/money/time';
import { UserStatus } from '@noren/core/people/status';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { trialBalance } from '../../testing/balances.ts';
import { startSandbox, type TestSandbox } from '../../testing/start-sandbox.ts';
import { successData } from '../../testing/users.ts';
import { inventPerson } from './data.ts';
import { STARTING_POINT_IDS, STARTING_POINTS, type StartingPointId } from './starting-points.ts';

let sandbox: TestSandbox;

beforeAll(async () => {
  sandbox = await startSandbox();
  // A picture alone allows less from 27 November 2026.
  await sandbox.post('day', { days: 10 });
});

afterAll(() => sandbox.stop());

const STATUS: Record<StartingPointId, number> = {
  new: UserStatus.registered,
  identity: UserStatus.identityDue,
  face: UserStatus.identityDue,
  personal: UserStatus.personalInfoDue,
  contacts: UserStatus.contactsDue,
  bank: UserStatus.bankAccountDue,
  limit: UserStatus.certified,
  pictures: UserStatus.certified,
  evaluating: UserStatus.certified,
  review: UserStatus.certified,
  declined: UserStatus.certified,
  regular: UserStatus.regular,
  active: UserStatus.certified,
  'due-tomorrow': UserStatus.certified,
  overdue: UserStatus.certified,
  disbursing: UserStatus.certified,
  'payout-failed': UserStatus.certified,
  settled: UserStatus.regular,
};

test.each(STARTING_POINT_IDS)(
  '%s: the session is valid and the status is the expected one',
  async (startingPoint) => {
    const { client, userId, path, repayId, maskedPhone } = await sandbox.jump(startingPoint);
    const status = successData(await client.send(CALLS.userStatus, {}));

    expect(status).toMatchObject({ userId, maskedPhone, bizStatus: STATUS[startingPoint] });
    expect(status.evaluation).toBe(
      { evaluating: 'running' }[startingPoint as string] ??
        (STATUS[startingPoint] < UserStatus.certified ? 'none' : 'done'),
    );
    expect(path).toBe(
      `/#${STARTING_POINTS[startingPoint].path.replace('{repayId}', repayId ?? '')}`,
    );
  },
);

const BORROWERS = STARTING_POINT_IDS.filter((id) => {
  const { scenario } = STARTING_POINTS[id];
  return 'loan' in scenario || id === 'limit';
});

test.each(BORROWERS)('%s: who borrows is known by the issuer of the card', async (id) => {
  const { client } = await sandbox.jump(id);
  const { identity } = successData(await client.send(CALLS.creditInfo, {}));
  expect(identity).toMatchObject({ level: 'source_checked' });
});

test('who is known by pictures alone may borrow a part of the limit, and is named the step to all', async () => {
  const { client } = await sandbox.jump('pictures');
  expect(successData(await client.send(CALLS.creditInfo, {}))).toMatchObject({
    limitPaise: rupees(20_000),
    availablePaise: rupees(10_000),
    identity: {
      level: 'document_seen',
      next: { level: 'source_checked', step: 'send_card_code', mostPaise: rupees(20_000) },
    },
  });
});

test('the browser counts as the phone that made the account: a copy of the data does not wait', async () => {
  const { client } = await sandbox.jump('settled');
  expect(successData(await client.send(CALLS.requestExport, { body: {} })).heldUntil).toBeNull();
});

test('the stories have a limit, a running evaluation and a decline with reasons', async () => {
  const credit = async (startingPoint: StartingPointId) =>
    successData(await (await sandbox.jump(startingPoint)).client.send(CALLS.creditInfo, {}));
  expect(await credit('limit')).toMatchObject({
    state: 'approved',
    availablePaise: 2_000_000,
    isLocked: false,
  });
  expect(await credit('evaluating')).toMatchObject({ state: 'evaluating', limitPaise: 0 });
  expect(await credit('review')).toMatchObject({
    state: 'review',
    reasons: [{ id: 'identity-in-review' }],
  });

  const declined = await credit('declined');
  expect(declined).toMatchObject({ state: 'declined', limitPaise: 0 });
  expect(declined.reasons).not.toEqual([]);
});

test.each([
  ['active', OrderStatus.active, 5, 0],
  ['due-tomorrow', OrderStatus.active, 1, 0],
  ['overdue', OrderStatus.overdue, -5, 5],
] as const)(
  '%s: the loan runs from the day it was paid out',
  async (startingPoint, borrowStatus, dueIn, overdueDays) => {
    const { client, repayId } = await sandbox.jump(startingPoint);
    const dueDay = addDays(sandbox.deps.today(), dueIn);
    const { details } = successData(
      await client.send(CALLS.billList, { query: { borrowType: '0' } }),
    );

    expect(details).toEqual([
      expect.objectContaining({ repayId, borrowStatus, dueDay, overdueDays, next: 'repay' }),
    ]);

    const detail = successData(
      await client.send(CALLS.repayDetail, { query: {}, params: { repayId: repayId ?? '' } }),
    );
    const days = 7 - Math.max(dueIn, 0);
    // ₹5,000 at 0.1 % a day; penal charge 0.1 % a day of it and its interest from the third overdue
    // day.
    const interestPaise = 500 * days;
    const overdueFeePaise =
      overdueDays > 2 ? Math.round((500_000 + interestPaise) * 0.001 * (overdueDays - 2)) : 0;
    const totalPaise = 500_000 + interestPaise + overdueFeePaise;

    expect(detail).toMatchObject({
      borrowStatus,
      dueDay,
      overdueDays,
      interestPaise,
      overdueFeePaise,
      totalPaise,
    });

    const credit = successData(await client.send(CALLS.creditInfo, {}));
    expect(credit).toMatchObject({ isLocked: overdueDays > 0, owedPaise: 500_000, heldPaise: 0 });
  },
);

test('a failed payout waits for the borrower; an unreported one is settled when the bank delivers', async () => {
  const failed = await sandbox.jump('payout-failed');
  const bills = async (of: typeof failed) =>
    successData(await of.client.send(CALLS.billList, { query: { borrowType: '0' } })).details;

  expect(await bills(failed)).toEqual([
    expect.objectContaining({ borrowStatus: OrderStatus.disbursementFailed, next: 'fix_bank' }),
  ]);

  const waiting = await sandbox.jump('disbursing');
  expect(await bills(waiting)).toEqual([
    expect.objectContaining({ borrowStatus: OrderStatus.disbursing, next: 'wait' }),
  ]);
  expect((await sandbox.post('deliver', {})).status).toBe(200);
  expect(await bills(waiting)).toEqual([
    expect.objectContaining({ borrowStatus: OrderStatus.active, next: 'repay' }),
  ]);
});

test('a settled loan is completed, has no balance and frees the limit', async () => {
  const { client, repayId } = await sandbox.jump('settled');
  const { details } = successData(
    await client.send(CALLS.billList, { query: { borrowType: '1' } }),
  );

  expect(details).toEqual([
    expect.objectContaining({ repayId, borrowStatus: OrderStatus.settled, owedPaise: 0 }),
  ]);

  const { entries } = successData(
    await client.send(CALLS.repayEntries, { params: { repayId: repayId ?? '' } }),
  );
  const days = entries
    .filter(({ kind }) => kind === 'disbursement' || kind === 'payment')
    .map(({ day }) => day);

  expect(days).toEqual([addDays(sandbox.deps.today(), -5), addDays(sandbox.deps.today(), -1)]);
  expect(successData(await client.send(CALLS.creditInfo, {}))).toMatchObject({
    owedPaise: 0,
    heldPaise: 0,
  });
});

test('the bank’s switches do not affect the invented people’s past', async () => {
  await sandbox.bank.setBehaviour('payouts', 'never_taken');
  await sandbox.bank.setBehaviour('payments', 'fail');

  const { client } = await sandbox.jump('settled');
  expect(successData(await client.send(CALLS.userStatus, {})).bizStatus).toBe(UserStatus.regular);
  expect(await sandbox.bank.behaviours()).toMatchObject({
    payouts: 'never_taken',
    payments: 'fail',
  });
});

test('every journal posted for the stories balances', async () => {
  expect((await trialBalance(sandbox.deps.db)).total).toBe(0);
});

test('one seed gives one person, with unique numbers', () => {
  expect(inventPerson(7)).toEqual(inventPerson(7));

  const people = Array.from({ length: 300 }, (_, seed) => inventPerson(seed));
  for (const field of ['phone', 'accountNo', 'pan', 'aadhaar'] as const)
    expect(new Set(people.map((person) => person[field])).size).toBe(300);
  for (const { phone, contacts } of people)
    expect(new Set([phone, contacts[0].phone, contacts[1].phone]).size).toBe(3);
});
