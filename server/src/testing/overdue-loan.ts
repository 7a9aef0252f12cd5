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

/** A loan that two officers of collections work on, anew for each test. */
export async function useOverdueLoan() {
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
    sql`update orders set due_day = due_day + 1000 where repay_id = ${repayId}`.execute(
      app.deps.db,
    ),
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

  const refused = async (answer: ReturnType<typeof call>) => {
    const result = await answer;
    return result.ok ? null : result.error.refusal;
  };

  const promise = (amountPaise: number, days: number, by = rohit) =>
    by.send('recordPromise', {
      body: { repayId, amountPaise, dueOn: addDays(app.deps.today(), days) },
    });

  const pay = async (amountPaise: number) => {
    const { code } = await startFullPayment(who, repayId);
    const paidAtMs = instantOfDayStart(app.deps.today()) + 12 * HOUR;
    await sendWebhook(app, aPaymentEvent(app, code, amountPaise, { paidAtMs }));
  };

  return {
    get app() {
      return app;
    },
    get desk() {
      return desk;
    },
    get who() {
      return who;
    },
    get repayId() {
      return repayId;
    },
    get rohit() {
      return rohit;
    },
    get sneha() {
      return sneha;
    },
    findStaffId,
    refused,
    pay,
    goTo,
    assign,
    assigned,
    call,
    read,
    promise,
  };
}
