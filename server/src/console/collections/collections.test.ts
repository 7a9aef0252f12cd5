import { CALLS } from '@noren/contract/index';
import type { ContactBarReason } from '@noren/core/lending/contact-rules';
import { rupees } from '@noren/core/money/money';
import { addDays, instantOfDayStart } from '@noren/core/money/time';
import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readSandboxMessages } from '../../sandbox/phone/store.ts';
import {
  anActiveLoan,
  aPaymentEvent,
  readRepayDetail,
  runJobs,
  sendWebhook,
  startFullPayment,
} from '../../testing/loans.ts';
import { passDays, passOnce } from '../../testing/pass-days.ts';
import { type StaffClient, type TestConsole, useConsole } from '../../testing/staff.ts';
import type { TestApp } from '../../testing/start-app.ts';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser, type SignedInUser, successData } from '../../testing/users.ts';

const HOUR = 3_600_000;
/** `A**** K****` */
const MASKED = /^\p{L}\*{4}( \p{L}(\*{4})?)*$/u;
let app: TestApp;
let desk: TestConsole;
let who: SignedInUser;
let repayId: string;
let rohit: StaffClient;
let sneha: StaffClient;

/** Moves to an hour of India's day, forward; the officers sign in again. */
async function goTo(hour: number): Promise<void> {
  const day = 24 * HOUR;
  app.advance((hour * HOUR - ((app.deps.now() + 5.5 * HOUR) % day) + day) % day);
  rohit = await desk.as('collections', 'first');
  sneha = await desk.as('collections', 'second');
}

beforeAll(async () => {
  app = await useApp();
  desk = await useConsole(app);
});

/** A loan of seven days, four days overdue, at noon. */
beforeEach(async () => {
  await goTo(12);
  who = await aSignedInUser(app);
  repayId = await anActiveLoan(app, who, { productCode: 'N07', rupees: 5_000 });
  await passOnce(app, 7 + 4);
});

// The next test begins without the loan of this one.
afterEach(() =>
  sql`update orders set due_day = due_day + 1000 where repay_id = ${repayId}`.execute(app.deps.db),
);

const findStaffId = async (name: string) => {
  const { officers } = await rohit.data('collectionOfficers');
  return officers.find((one) => one.name === name)!.staffId;
};

const assign = async (name = 'Rohit Desai') =>
  rohit.send('assignOfficer', { body: { repayId, staffId: await findStaffId(name) } });

const assigned = async () => {
  expect((await assign()).ok).toBe(true);
  await runJobs(app, { delayed: true });
};

const call = (by = rohit, result = 'no_answer', note?: string) =>
  by.send('logContact', { body: { repayId, kind: 'call', result, ...(note && { note }) } });
const read = (by = rohit) => by.data('collectionCase', { params: { repayId } });

const barred = (why: ContactBarReason) => ({ reason: 'contact_barred', why });

const refused = async (answer: ReturnType<typeof call>) => {
  const result = await answer;
  return result.ok ? null : result.error.refusal;
};

const templates = async () =>
  (await readSandboxMessages(app.deps.db, who.phone)).map(({ template }) => template).reverse();

/** Penal charges that the borrower was notified of, in the app alone. */
const listPenalLevies = async () =>
  (
    await app.deps.db
      .selectFrom('notifications')
      .select('kind')
      .where('userId', '=', who.userId)
      .where('kind', '=', 'penal_levied')
      .execute()
  ).map(({ kind }) => kind);

const promise = (amountPaise: number, days: number, by = rohit) =>
  by.send('recordPromise', {
    body: { repayId, amountPaise, dueOn: addDays(app.deps.today(), days) },
  });

const pay = async (amountPaise: number) => {
  const { code } = await startFullPayment(who, repayId);
  const paidAtMs = instantOfDayStart(app.deps.today()) + 12 * HOUR;
  await sendWebhook(app, aPaymentEvent(app, code, amountPaise, { paidAtMs }));
};

test('several loans are assigned at once: each borrower is told, and one that is refused holds up none', async () => {
  const other = await aSignedInUser(app);
  const otherId = await anActiveLoan(app, other, { productCode: 'N07', rupees: 5_000 });

  await assigned();

  const staffId = await findStaffId('Rohit Desai');
  const many = { repayIds: [repayId, otherId], staffId };

  expect(await rohit.data('assignOfficers', { body: many })).toEqual({
    assigned: 0,
    refused: [
      { repayId, why: { reason: 'officer_assigned', name: 'Rohit Desai' } },
      { repayId: otherId, why: { reason: 'loan_not_overdue' } },
    ],
  });
  await passOnce(app, 7 + 4);
  await goTo(12);

  const answer = await rohit.data('assignOfficers', { body: many });
  expect(answer).toMatchObject({ assigned: 1, refused: [{ repayId }] });
  await runJobs(app, { delayed: true });

  const written = await readSandboxMessages(app.deps.db, other.phone);
  expect(written.map(({ template }) => template)).toContain('officer_assigned');
  await sql`update orders set due_day = due_day + 1000 where repay_id = ${otherId}`.execute(
    app.deps.db,
  );
});

describe('the worklist', () => {
  test('buckets count and sum the overdue loans by the ledger, and a row says what comes next and why', async () => {
    const { buckets, today } = await rohit.data('collectionBuckets');
    const owed = (await readRepayDetail(who, repayId)).totalPaise;

    expect(today).toBe(app.deps.today());
    expect(buckets.map(({ orders }) => orders)).toEqual([1, 0, 0, 0, 0]);
    // As of the last close: today's penal charge is not posted yet.
    expect(owed - buckets[0]!.owedPaise).toBeLessThan(rupees(6));

    const { rows, next } = await rohit.data('collectionList', { query: { bucket: 'd1' } });
    expect(next).toBeNull();
    expect(rows[0]?.maskedName).toMatch(MASKED);
    expect((await read()).maskedName).toBe(rows[0]?.maskedName);
    expect(rows).toMatchObject([
      { repayId, overdueDays: 4, owedPaise: owed, step: 'assign', why: 'no_officer' },
    ]);
    expect(JSON.stringify(rows)).not.toContain(who.phone.slice(2, 8));
    expect((await rohit.data('collectionList', { query: { bucket: 'd8' } })).rows).toEqual([]);
    await assigned();

    const row = async (by: StaffClient, query = {}) =>
      (await by.data('collectionList', { query })).rows[0];
    expect(await row(rohit, { officer: 'mine' })).toMatchObject({ step: 'contact', why: 'first' });
    expect(await row(rohit, { officer: 'nobody' })).toBeUndefined();
    expect(await row(sneha)).toMatchObject({
      step: 'wait',
      why: 'other_officer',
      officerName: 'Rohit Desai',
    });
  });

  test('pages follow each other without a gap or a repetition', async () => {
    const orders = [repayId];
    for (let n = 0; n < 2; n += 1) {
      const other = await aSignedInUser(app);
      orders.push(await anActiveLoan(app, other, { productCode: 'N07', rupees: 5_000 }));
    }

    await passOnce(app, 9);

    const { rows } = await rohit.data('collectionList', { query: { list: 'all' } });
    expect(rows.map((row) => row.repayId).sort()).toEqual(orders.sort());

    const [first] = rows;
    const row = await app.deps.db
      .selectFrom('orders')
      .select('orderId')
      .where('repayId', '=', first!.repayId)
      .executeTakeFirstOrThrow();
    const query = { list: 'all', after: `${first!.dueDay}~${row.orderId}` };

    expect((await rohit.data('collectionList', { query })).rows).toEqual(rows.slice(1));
    await sql`update orders set due_day = due_day + 1000`.execute(app.deps.db);
  });

  test('a loan that was paid leaves it at once', async () => {
    await pay((await readRepayDetail(who, repayId)).totalPaise);
    expect((await rohit.data('collectionList', { query: { list: 'all' } })).rows).toEqual([]);
    expect(await refused(assign() as never)).toEqual({ reason: 'loan_not_overdue' });
  });

  test('only those whose roles say so read and work it', async () => {
    const [support, auditor] = [await desk.as('support'), await desk.as('auditor')];
    expect(await support.send('collectionList', { query: {} })).toMatchObject({ status: 403 });
    expect((await auditor.send('collectionList', { query: {} })).ok).toBe(true);
    expect(await call(auditor)).toMatchObject({ status: 403 });
  });
});

describe('a contact', () => {
  test('waits until an officer is assigned and the borrower was sent the name', async () => {
    expect(await refused(call())).toMatchObject(barred('no_officer'));
    await goTo(20);
    await assign();
    await runJobs(app, { delayed: true });
    expect(await templates()).not.toContain('officer_assigned_with_link');
    await goTo(9);
    expect(await refused(call())).toMatchObject(barred('not_notified'));
    await runJobs(app, { delayed: true });

    const [message] = await readSandboxMessages(app.deps.db, who.phone);
    expect(message).toMatchObject({
      template: 'officer_assigned_with_link',
      values: { collector: 'Rohit Desai', callsFrom: app.deps.appConfig.staffService.servicePhone },
    });
    expect(await refused(call())).toBeNull();
    expect(await refused(call(sneha))).toMatchObject(barred('other_officer'));
    await assign('Sneha Kulkarni');
    expect(await refused(call(sneha))).toMatchObject(barred('not_notified'));
    expect(await refused(assign('Sneha Kulkarni') as never)).toEqual({
      reason: 'officer_assigned',
      name: 'Sneha Kulkarni',
    });
  });

  test('outside the hours and over the caps it is refused with the time from which it is possible again', async () => {
    await assigned();

    const today = app.deps.today();

    const barredUntil = (why: ContactBarReason, days: number) => ({
      ...barred(why),
      from: { day: addDays(today, days), hour: 8 },
    });

    await goTo(18);
    expect(await refused(call())).toBeNull();
    await goTo(19);
    expect(await refused(call())).toMatchObject(barredUntil('hours', 1));
    await goTo(7);
    // A night has passed.
    expect(await refused(call())).toMatchObject(barredUntil('hours', 1));
    await goTo(8);

    const both = await Promise.all([call(), call(), call()]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(2);
    expect(await refused(call())).toMatchObject(barredUntil('day', 2));
    app.moveDays(1);
    expect([await refused(call()), await refused(call())]).toEqual([null, null]);
    app.moveDays(1);
    expect(await refused(call())).toMatchObject(barredUntil('week', 7));
    expect((await rohit.data('collectionList', { query: {} })).rows).toEqual([]);
    expect((await rohit.data('collectionList', { query: { list: 'all' } })).rows).toMatchObject([
      { why: 'week' },
    ]);
  });

  test('its note is encrypted, and in no list; its result fits its kind', async () => {
    await assigned();
    await call(rohit, 'reached', 'Lost the job in October.');
    expect((await read()).contacts).toMatchObject([
      {
        kind: 'call',
        result: 'reached',
        note: 'Lost the job in October.',
        staffName: 'Rohit Desai',
      },
    ]);

    const stored = await app.deps.db
      .selectFrom('collection_contacts')
      .selectAll()
      .where('userId', '=', who.userId)
      .execute();
    expect(JSON.stringify(stored)).not.toContain('October');
    expect(stored[0]?.noteEnc?.toString('utf8')).not.toContain('October');

    const auditor = await desk.as('auditor');
    const { rows: acts } = await auditor.data('auditList', { query: { action: 'contact_logged' } });

    expect(acts[0]).toMatchObject({
      userId: who.userId,
      subject: repayId,
      detail: { kind: 'call', result: 'reached' },
    });
    expect(JSON.stringify(acts)).not.toContain('October');

    const body = { repayId, kind: 'sms', result: 'reached' };
    expect(await rohit.send('logContact', { body })).toMatchObject({ status: 400 });
  });

  test('while a complaint has no answer it is refused', async () => {
    await assigned();
    const body = { type: 'complaint' as const, text: 'I have paid this.', repayId };
    successData(await who.client.send(CALLS.saveFeedback, { body }));
    expect(await refused(call())).toMatchObject(barred('answer_due'));
  });
});

describe('a promise to pay', () => {
  test('stops the reminders and contacts through its day; the day after they go on', async () => {
    await assigned();

    const before = await listPenalLevies();
    expect((await promise(rupees(1_000), 2)).ok).toBe(true);
    await passDays(app, 2);
    expect(await listPenalLevies()).toEqual(before);
    expect(await refused(call())).toMatchObject(barred('promise'));
    await passDays(app, 1);
    expect(await listPenalLevies()).toEqual([...before, 'penal_levied']);
    expect((await read()).promises).toMatchObject([
      { state: 'broken', amountPaise: rupees(1_000) },
    ]);

    const { rows } = await rohit.data('collectionList', { query: {} });
    expect(rows).toMatchObject([{ step: 'contact', why: 'promise_broken' }]);
  });

  test('is kept by what is paid after it, by its day', async () => {
    await assigned();
    await pay(rupees(500));
    await promise(rupees(1_000), 1);
    expect((await read()).promises).toMatchObject([{ state: 'running' }]);
    expect(await promise(rupees(1_000), 1)).toMatchObject({
      status: 409,
      error: { code: 'taken' },
    });
    await pay(rupees(600));
    expect((await read()).promises).toMatchObject([{ state: 'running' }]);
    app.moveDays(1);
    await pay(rupees(400));
    expect((await read()).promises).toMatchObject([{ state: 'kept' }]);
    app.moveDays(5);
    expect((await read()).promises).toMatchObject([{ state: 'kept' }]);
  });

  test.each([
    ['a past day', rupees(100), -1],
    ['a day too far away', rupees(100), 16],
    ['more than is owed', rupees(9_000), 1],
  ])('of %s is refused', async (_, amountPaise, days) => {
    expect(await promise(amountPaise, days)).toMatchObject({
      status: 409,
      error: { code: 'not_possible' },
    });
  });
});
