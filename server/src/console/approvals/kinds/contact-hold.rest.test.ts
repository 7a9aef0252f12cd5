import { randomUUID } from 'node:crypto';
import { rupees } from '@noren/core/money/money';
import { addDays, instantOfDayStart } from '@noren/core/money/time';
import { beforeEach, expect, test } from 'vitest';
import {
  anActiveLoan,
  aPaymentEvent,
  runJobs,
  sendWebhook,
  startFullPayment,
} from '../../../testing/loans.ts';
import { passOnce } from '../../../testing/pass-days.ts';
import { type StaffClient, useConsole } from '../../../testing/staff.ts';
import { useApp } from '../../../testing/use-app.ts';
import { aSignedInUser, type SignedInUser } from '../../../testing/users.ts';
import { expireOldRequests } from '../decide-request.ts';

const app = await useApp();
const desk = await useConsole(app);
let who: SignedInUser;
let repayId: string;
let maker: StaffClient;
let checker: StaffClient;
let third: StaffClient;

/** A loan of seven days, four days overdue. */
beforeEach(async () => {
  who = await aSignedInUser(app);
  repayId = await anActiveLoan(app, who, { productCode: 'N07', rupees: 5_000 });
  await passOnce(app, 7 + 4);
  maker = await desk.as('collections', 'first');
  checker = await desk.as('collections', 'second');
  third = await desk.as('grievance_officer');
});

const proposal = (from = 0, until = 3) => {
  const today = app.deps.today();
  const days = { from: addDays(today, from), until: addDays(today, until) };
  return { kind: 'contact_hold' as const, userId: who.userId, why: 'hardship' as const, ...days };
};

const propose = (given = proposal(), requestId: string = randomUUID()) =>
  maker.send('propose', { body: { proposal: given, reason: 'He lost his job.' }, requestId });

const proposed = async () => {
  const answer = await propose();
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.data.requestId;
};

const readEffect = async (requestId: string) =>
  (await checker.data('approval', { params: { requestId } })).effectNow;
const approve = async (requestId: string, by = checker, id: string = randomUUID()) =>
  by.send('approve', { body: { requestId, seen: await readEffect(requestId) }, requestId: id });
const holds = () =>
  app.deps.db.selectFrom('contact_holds').selectAll().where('userId', '=', who.userId).execute();
const read = () => maker.data('collectionCase', { params: { repayId } });

const dunning = () =>
  app.deps.db
    .selectFrom('dunning_messages')
    .select('state')
    .where('userId', '=', who.userId)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst();

test('proposed by one and approved by another it stops reminders and contacts until its last day has passed', async () => {
  await maker.data('assignOfficer', {
    body: { repayId, staffId: (await maker.data('staffMe')).staffId },
  });
  await runJobs(app, { delayed: true });

  const requestId = await proposed();
  expect((await read()).openHold).toMatchObject({ requestId, makerName: 'Rohit Desai' });
  expect(await holds()).toEqual([]);
  expect((await approve(requestId)).ok).toBe(true);
  expect(await read()).toMatchObject({
    openHold: null,
    holds: [{ reason: 'hardship', isNow: true }],
    bar: { why: 'hold', from: { day: addDays(app.deps.today(), 4) } },
  });

  const body = { repayId, kind: 'call', result: 'reached' };
  expect(await maker.send('logContact', { body })).toMatchObject({
    error: { code: 'not_possible' },
  });

  const { rows } = await maker.data('collectionList', { query: {} });
  expect(rows.map((row) => row.repayId)).not.toContain(repayId);
  await passOnce(app, 3);
  expect(await dunning()).toEqual({ state: 'waiting' });
  await passOnce(app, 1);
  expect(await dunning()).toEqual({ state: 'sent' });
  expect((await maker.send('logContact', { body })).ok).toBe(true);
});

test('nobody is assigned meanwhile, because the message with the name raises dues', async () => {
  expect((await approve(await proposed())).ok).toBe(true);

  const body = { repayId, staffId: (await maker.data('staffMe')).staffId };

  expect(await maker.send('assignOfficer', { body })).toMatchObject({
    error: { refusal: { reason: 'contact_barred', why: 'hold' } },
  });
  expect(
    await maker.data('assignOfficers', { body: { staffId: body.staffId, repayIds: [repayId] } }),
  ).toMatchObject({ assigned: 0, refused: [{ repayId, why: { why: 'hold' } }] });
});

test('its maker cannot approve it, and a second one for the same borrower waits for the first', async () => {
  const requestId = await proposed();
  expect(await approve(requestId, maker)).toMatchObject({ status: 403 });
  expect(await propose(proposal(1, 2))).toMatchObject({
    error: { code: 'taken', data: { requestId } },
  });
  expect(await holds()).toEqual([]);
});

test('the same request id answers the same, and two checkers at once make one hold', async () => {
  const id = randomUUID();
  const given = proposal();
  const [first, again] = [await propose(given, id), await propose(given, id)];

  expect(again).toEqual(first);

  const requestId = (first as { data: { requestId: string } }).data.requestId;
  const both = await Promise.all([approve(requestId, checker), approve(requestId, third)]);

  expect(both.map(({ ok }) => ok).sort()).toEqual([false, true]);
  expect(await holds()).toHaveLength(1);
});

test('what is owed changed meanwhile: it is shown again; an old request expires', async () => {
  const requestId = await proposed();
  const seen = await readEffect(requestId);

  expect(seen?.orders).toMatchObject([{ before: { repayId }, after: { repayId } }]);

  const { code } = await startFullPayment(who, repayId);
  const paidAtMs = instantOfDayStart(app.deps.today()) + 43_200_000;

  await sendWebhook(app, aPaymentEvent(app, code, rupees(100), { paidAtMs }));
  expect(await checker.send('approve', { body: { requestId, seen } })).toMatchObject({
    error: { code: 'changed' },
  });
  app.advance(8 * 86_400_000);
  await expireOldRequests(app.deps);
  checker = await desk.as('collections', 'second');
  expect((await checker.data('approval', { params: { requestId } })).approval.state).toBe(
    'expired',
  );
  expect(await checker.send('approve', { body: { requestId, seen } })).toMatchObject({
    error: { code: 'not_possible' },
  });
  expect(await holds()).toEqual([]);
});

test.each([
  ['that ends before it starts', 3, 2, { reason: 'hold_reversed' }],
  ['that has ended', -5, -1, { reason: 'hold_past' }],
  ['of more than 90 days', 0, 90, { reason: 'hold_too_long', days: 90 }],
])('a hold %s is refused', async (_, from, until, refusal) => {
  expect(await propose(proposal(from, until))).toMatchObject({
    error: { code: 'not_possible', refusal },
  });
});
