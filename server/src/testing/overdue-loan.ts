import type { ContactBarReason } from '@noren/core/lending/contact-rules';
import { addDays, instantOfDayStart } from '@noren/core/money/time';
import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { anActiveLoan, aPaymentEvent, runJobs, sendWebhook, startFullPayment } from './loans.ts';
import { passOnce } from './pass-days.ts';
import { type StaffClient, type TestConsole, useConsole } from './staff.ts';
import type { TestApp } from './start-app.ts';
import { useApp } from './use-app.ts';
import { aSignedInUser, type SignedInUser } from './users.ts';

const HOUR = 3_600_000;
export const barred = (why: ContactBarReason) => ({ reason: 'contact_barred', why });

/** The app, the loan, and the officers as they are signed in now. */
interface OverdueLoan {
  app: TestApp;
  desk: TestConsole;
  who: SignedInUser;
  repayId: string;
  rohit: StaffClient;
  sneha: StaffClient;
}

/** A loan that two officers of collections work on; each test has its own. */
export async function useOverdueLoan() {
  const now = {} as OverdueLoan;

  /** Moves to an hour of India's day, forward; the officers sign in again. */
  async function goTo(hour: number): Promise<void> {
    const day = 24 * HOUR;
    now.app.advance((hour * HOUR - ((now.app.deps.now() + 5.5 * HOUR) % day) + day) % day);
    now.rohit = await now.desk.as('collections', 'first');
    now.sneha = await now.desk.as('collections', 'second');
  }

  beforeAll(async () => {
    now.app = await useApp();
    now.desk = await useConsole(now.app);
  });

  /** A loan of seven days, four days overdue, at noon. */
  beforeEach(async () => {
    await goTo(12);
    now.who = await aSignedInUser(now.app);
    now.repayId = await anActiveLoan(now.app, now.who, { productCode: 'N07', rupees: 5_000 });
    await passOnce(now.app, 7 + 4);
  });

  // The next test begins without the loan of this one.
  afterEach(() =>
    sql`update orders set due_day = due_day + 1000 where repay_id = ${now.repayId}`.execute(
      now.app.deps.db,
    ),
  );

  const findStaffId = async (name: string) => {
    const { officers } = await now.rohit.data('collectionOfficers');
    return officers.find((one) => one.name === name)!.staffId;
  };

  const assign = async (name = 'Rohit Desai') =>
    now.rohit.send('assignOfficer', {
      body: { repayId: now.repayId, staffId: await findStaffId(name) },
    });

  const assigned = async () => {
    expect((await assign()).ok).toBe(true);
    await runJobs(now.app, { delayed: true });
  };

  const call = (by = now.rohit, result = 'no_answer', note?: string) =>
    by.send('logContact', {
      body: { repayId: now.repayId, kind: 'call', result, ...(note && { note }) },
    });
  const read = (by = now.rohit) => by.data('collectionCase', { params: { repayId: now.repayId } });

  const refused = async (answer: ReturnType<typeof call>) => {
    const result = await answer;
    return result.ok ? null : result.error.refusal;
  };

  const promise = (amountPaise: number, days: number, by = now.rohit) =>
    by.send('recordPromise', {
      body: { repayId: now.repayId, amountPaise, dueOn: addDays(now.app.deps.today(), days) },
    });

  const pay = async (amountPaise: number) => {
    const { code } = await startFullPayment(now.who, now.repayId);
    const paidAtMs = instantOfDayStart(now.app.deps.today()) + 12 * HOUR;
    await sendWebhook(now.app, aPaymentEvent(now.app, code, amountPaise, { paidAtMs }));
  };

  return Object.assign(now, {
    findStaffId,
    refused,
    pay,
    goTo,
    assign,
    assigned,
    call,
    read,
    promise,
  });
}
