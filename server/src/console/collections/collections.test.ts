import type { ContactBarReason } from '@noren/core/lending/contact-rules';
import { rupees } from '@noren/core/money/money';
import { addDays } from '@noren/core/money/time';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { readSandboxMessages } from '../../sandbox/phone/store.ts';
import { anActiveLoan, readRepayDetail, runJobs } from '../../testing/loans.ts';
import { barred, useOverdueLoan } from '../../testing/overdue-loan.ts';
import { passDays, passOnce } from '../../testing/pass-days.ts';
import type { StaffClient } from '../../testing/staff.ts';
import { aSignedInUser } from '../../testing/users.ts';

const overdue = await useOverdueLoan();
const { findStaffId, refused, pay, goTo, assign, assigned, call, read, promise } = overdue;

/** `A**** K****` */
const MASKED = /^\p{L}\*{4}( \p{L}(\*{4})?)*$/u;

const templates = async () =>
  (await readSandboxMessages(overdue.app.deps.db, overdue.who.phone))
    .map(({ template }) => template)
    .reverse();

/** Penal charges that the borrower was notified of, in the app alone. */
const listPenalLevies = async () =>
  (
    await overdue.app.deps.db
      .selectFrom('notifications')
      .select('kind')
      .where('userId', '=', overdue.who.userId)
      .where('kind', '=', 'penal_levied')
      .execute()
  ).map(({ kind }) => kind);

test('several loans are assigned at once: each borrower is told, and one that is refused holds up none', async () => {
  const other = await aSignedInUser(overdue.app);
  const otherId = await anActiveLoan(overdue.app, other, { productCode: 'N07', rupees: 5_000 });

  await assigned();

  const staffId = await findStaffId('Rohit Desai');
  const many = { repayIds: [overdue.repayId, otherId], staffId };

  expect(await overdue.rohit.data('assignOfficers', { body: many })).toEqual({
    assigned: 0,
    refused: [
      { repayId: overdue.repayId, why: { reason: 'officer_assigned', name: 'Rohit Desai' } },
      { repayId: otherId, why: { reason: 'loan_not_overdue' } },
    ],
  });
  await passOnce(overdue.app, 7 + 4);
  await goTo(12);

  const answer = await overdue.rohit.data('assignOfficers', { body: many });
  expect(answer).toMatchObject({ assigned: 1, refused: [{ repayId: overdue.repayId }] });
  await runJobs(overdue.app, { delayed: true });

  const written = await readSandboxMessages(overdue.app.deps.db, other.phone);
  expect(written.map(({ template }) => template)).toContain('officer_assigned');
  await sql`update orders set due_day = due_day + 1000 where repay_id = ${otherId}`.execute(
    overdue.app.deps.db,
  );
});

describe('the worklist', () => {
  test('buckets count and sum the overdue loans by the ledger, and a row says what comes next and why', async () => {
    const { buckets, today } = await overdue.rohit.data('collectionBuckets');
    const owed = (await readRepayDetail(overdue.who, overdue.repayId)).totalPaise;

    expect(today).toBe(overdue.app.deps.today());
    expect(buckets.map(({ orders }) => orders)).toEqual([1, 0, 0, 0, 0]);
    // As of the last close: today's penal charge is not posted yet.
    expect(owed - buckets[0]!.owedPaise).toBeLessThan(rupees(6));

    const { rows, next } = await overdue.rohit.data('collectionList', { query: { bucket: 'd1' } });
    expect(next).toBeNull();
    expect(rows[0]?.maskedName).toMatch(MASKED);
    expect((await read()).maskedName).toBe(rows[0]?.maskedName);
    expect(rows).toMatchObject([
      {
        repayId: overdue.repayId,
        overdueDays: 4,
        owedPaise: owed,
        step: 'assign',
        why: 'no_officer',
      },
    ]);
    expect(JSON.stringify(rows)).not.toContain(overdue.who.phone.slice(2, 8));
    expect((await overdue.rohit.data('collectionList', { query: { bucket: 'd8' } })).rows).toEqual(
      [],
    );
    await assigned();

    const row = async (by: StaffClient, query = {}) =>
      (await by.data('collectionList', { query })).rows[0];
    expect(await row(overdue.rohit, { officer: 'mine' })).toMatchObject({
      step: 'contact',
      why: 'first',
    });
    expect(await row(overdue.rohit, { officer: 'nobody' })).toBeUndefined();
    expect(await row(overdue.sneha)).toMatchObject({
      step: 'wait',
      why: 'other_officer',
      officerName: 'Rohit Desai',
    });
  });

  test('a loan whose officer left the lender or collections waits for another one', async () => {
    await assigned();
    const staffId = await findStaffId('Rohit Desai');
    const setRole = (endedAt: Date | null) =>
      overdue.app.deps.db
        .updateTable('staff_roles')
        .set({ endedAt })
        .where('staffId', '=', staffId)
        .where('role', '=', 'collections')
        .execute();

    await setRole(new Date(overdue.app.deps.now()));

    const query = { officer: 'nobody' } as const;
    expect((await overdue.sneha.data('collectionList', { query })).rows).toMatchObject([
      { repayId: overdue.repayId, step: 'assign', why: 'no_officer', officerName: null },
    ]);
    await setRole(null);
  });

  test('a loan that was paid leaves it at once', async () => {
    await pay((await readRepayDetail(overdue.who, overdue.repayId)).totalPaise);
    expect((await overdue.rohit.data('collectionList', { query: { list: 'all' } })).rows).toEqual(
      [],
    );
    expect(await refused(assign() as never)).toEqual({ reason: 'loan_not_overdue' });
  });

  test('only those whose roles say so read and work it', async () => {
    const [support, auditor] = [await overdue.desk.as('support'), await overdue.desk.as('auditor')];
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
    await runJobs(overdue.app, { delayed: true });
    expect(await templates()).not.toContain('officer_assigned_with_link');
    await goTo(9);
    expect(await refused(call())).toMatchObject(barred('not_notified'));
    await runJobs(overdue.app, { delayed: true });

    const [message] = await readSandboxMessages(overdue.app.deps.db, overdue.who.phone);
    expect(message).toMatchObject({
      template: 'officer_assigned_with_link',
      values: {
        collector: 'Rohit Desai',
        callsFrom: overdue.app.deps.appConfig.staffService.servicePhone,
      },
    });
    expect(await refused(call())).toBeNull();
    expect(await refused(call(overdue.sneha))).toMatchObject(barred('other_officer'));
    await assign('Sneha Kulkarni');
    expect(await refused(call(overdue.sneha))).toMatchObject(barred('not_notified'));
    expect(await refused(assign('Sneha Kulkarni') as never)).toEqual({
      reason: 'officer_assigned',
      name: 'Sneha Kulkarni',
    });
  });

  test('the borrower is sent only the last name that was assigned during the night', async () => {
    await goTo(20);
    await assign();
    await assign('Sneha Kulkarni');
    await goTo(9);
    await runJobs(overdue.app, { delayed: true });

    const messages = await readSandboxMessages(overdue.app.deps.db, overdue.who.phone);
    const named = messages.filter(({ template }) => template.startsWith('officer_assigned'));
    expect(named.map(({ values }) => values.collector)).toEqual(['Sneha Kulkarni']);
  });

  test('outside the hours and over the caps it is refused with the time from which it is possible again', async () => {
    await assigned();

    const today = overdue.app.deps.today();

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
    overdue.app.moveDays(1);
    expect([await refused(call()), await refused(call())]).toEqual([null, null]);
    overdue.app.moveDays(1);
    expect(await refused(call())).toMatchObject(barredUntil('week', 7));
    expect((await overdue.rohit.data('collectionList', { query: {} })).rows).toEqual([]);
    expect(
      (await overdue.rohit.data('collectionList', { query: { list: 'all' } })).rows,
    ).toMatchObject([{ why: 'week' }]);
  });
});

describe('a promise to pay', () => {
  test('stops the reminders and contacts through its day; the day after they go on', async () => {
    await assigned();

    const before = await listPenalLevies();
    expect((await promise(rupees(1_000), 2)).ok).toBe(true);
    await passDays(overdue.app, 2);
    expect(await listPenalLevies()).toEqual(before);
    expect(await refused(call())).toMatchObject(barred('promise'));
    await passDays(overdue.app, 1);
    expect(await listPenalLevies()).toEqual([...before, 'penal_levied']);
    expect((await read()).promises).toMatchObject([
      { state: 'broken', amountPaise: rupees(1_000) },
    ]);

    const { rows } = await overdue.rohit.data('collectionList', { query: {} });
    expect(rows).toMatchObject([{ step: 'contact', why: 'promise_broken' }]);
  });

  test.each([
    ['more than is owed', rupees(9_000), 1],
    ['a past day', rupees(100), -1],
    ['a day too far away', rupees(100), 16],
  ])('of %s is refused', async (_, amountPaise, days) => {
    expect(await promise(amountPaise, days)).toMatchObject({
      status: 409,
      error: { code: 'not_possible' },
    });
  });
});
