import { CALLS } from '@noren/contract/index';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { requeueDunningMessages } from '../../lending/close/dunning-store.ts';
import { smsText } from '../../notifications/notification-texts.ts';
import { notify } from '../../notifications/store.ts';
import { readSandboxMessages } from '../../sandbox/phone/store.ts';
import { deleteQueuedJobs } from '../../testing/job-queue.ts';
import {
  anActiveLoan,
  aPaymentEvent,
  queuedJobNames,
  readRepayDetail,
  runJobs,
  sendWebhook,
  startFullPayment,
} from '../../testing/loans.ts';
import { passDays, passOnce } from '../../testing/pass-days.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { aSignedInUser, type SignedInUser } from '../../testing/users.ts';
import { closeMissedDays } from './close-of-day.ts';

const HOUR = 3_600_000;
let app: TestApp;

beforeEach(async () => {
  app = await startApp();
});

afterEach(() => app.stop());

/** The dunning messages the borrower received, oldest first. */
async function readMessages(who: SignedInUser) {
  const all = await readSandboxMessages(app.deps.db, who.phone);
  return all
    .reverse()
    .filter(({ template }) => template !== 'loan_paid_out' && template !== 'loan_settled');
}

const templates = async (who: SignedInUser) =>
  (await readMessages(who)).map(({ template }) => template);

const states = async () => {
  const rows = await app.deps.db
    .selectFrom('dunning_messages')
    .select(['day', 'template', 'state'])
    .orderBy('day')
    .execute();
  return rows.map((row) => [row.day, row.template, row.state]);
};

test('messages: twice before the due date, once the day after, then for each penal charge, and no others', async () => {
  const who = await aSignedInUser(app);
  await anActiveLoan(app, who, { productCode: 'N07', rupees: 5_000 });
  await passDays(app, 5);
  expect(await templates(who)).toEqual(['due_soon']);
  await passDays(app, 2);
  expect(await templates(who)).toEqual(['due_soon', 'due_today']);
  await passDays(app, 3);
  expect(await templates(who)).toEqual(['due_soon', 'due_today', 'overdue']);
  await passDays(app, 2);

  const messages = await readMessages(who);
  expect(messages.map(({ template }) => template).slice(3)).toEqual([
    'penal_charged',
    'penal_charged',
  ]);

  // ₹5,035 overdue at 0.1 % a day: 503.5 paise for the third overdue day; the amount owed includes
  // today’s charge.
  expect(messages[3]?.values).toEqual({
    repayId: messages[3]?.values.repayId,
    amount: '₹5,045.07',
    dueDay: '2026-12-01',
    penal: '₹5.04',
    penalTotal: '₹10.07',
    officer: app.deps.appConfig.lender.grievance.name,
    officerPhone: app.deps.appConfig.lender.grievance.phone,
    officerEmail: app.deps.appConfig.lender.grievance.email,
  });
});

test('over 1 January 2027: then every message has officer, e-mail and link, and penal charges one a week', async () => {
  const who = await aSignedInUser(app);
  const { grievance } = app.deps.appConfig.lender;

  // Due on 31 December: the reminders of before, the rules of after.
  app.moveDays(30);
  await anActiveLoan(app, who, { productCode: 'N07', rupees: 5_000 });
  await passDays(app, 7);
  expect(app.deps.today()).toBe('2026-12-31');
  expect(await templates(who)).toEqual(['due_soon', 'due_today']);

  await passDays(app, 1);
  expect(await templates(who)).toEqual(['due_soon', 'due_today', 'overdue_with_link']);
  const overdue = (await readMessages(who)).at(-1)!;
  expect(smsText('en', overdue.template, overdue.values)).toBe(
    `Noren: Rs. 5035 was due on 31/12/2026. Pay: https://localhost/#/pay/${overdue.values.payToken} ` +
      `Not able to pay? Call or write to ${grievance.name}, grievance officer, ${grievance.phone}, ${grievance.email}.`,
  );

  await passDays(app, 11);
  const weeks = (await readMessages(who)).slice(3);
  expect(weeks.map(({ template, values }) => [template, values.day, values.charges])).toEqual([
    ['penal_week', '2027-01-04', '5.04'],
    ['penal_week', '2027-01-11', '4 x 5.03 / 3 x 5.04'],
  ]);

  const levies = await app.deps.db
    .selectFrom('notifications as n')
    .leftJoin('notification_deliveries as d', 'd.notificationId', 'n.notificationId')
    .select(['n.kind', 'd.channel'])
    .where('n.kind', '=', 'penal_levied')
    .execute();
  expect(levies).toHaveLength(9);
  expect(levies.every(({ channel }) => channel === null)).toBe(true);
});

test('a penal charge told after New Year has officer, e-mail and link', async () => {
  const who = await aSignedInUser(app);
  const { grievance } = app.deps.appConfig.lender;
  app.moveDays(30);
  const repayId = await anActiveLoan(app, who, { productCode: 'N07', rupees: 5_000 });
  await passOnce(app, 7);

  // 20:00 on 31 December.
  app.advance(10 * HOUR);
  const values = { repayId, penal: '₹5.04', amount: '₹5,040', dueDay: '2026-12-28' };
  const message = { userId: who.userId, kind: 'penal_charged', reference: 'x', values } as const;
  await app.deps.db.transaction().execute((tx) => notify(tx, app.deps, message));
  await runJobs(app, { delayed: true });
  expect(await templates(who)).toEqual(['due_today']);

  app.advance(14 * HOUR);
  expect(app.deps.today()).toBe('2027-01-01');
  await runJobs(app, { delayed: true });
  const sent = (await readMessages(who)).at(-1)!;
  expect(smsText('en', sent.template, sent.values)).toBe(
    'Noren: Penal charges added up to 31/12/2026: Rs. 5.04. Pay: ' +
      `https://localhost/#/pay/${sent.values.payToken} Questions or a complaint: ` +
      `${grievance.name}, grievance officer, ${grievance.phone}, ${grievance.email}.`,
  );
});

test('where it is switched on, a reminder is followed by a link that signs in once', async () => {
  Object.assign(app.deps.config, { NOREN_DUES_LINKS: 'on' });

  const who = await aSignedInUser(app);
  await anActiveLoan(app, who, { productCode: 'N07', rupees: 5_000 });
  await passDays(app, 5);
  expect(await templates(who)).toEqual(['due_soon', 'sign_in_link']);

  const { token = '', ...rest } = (await readMessages(who))[1]?.values ?? {};
  expect(rest).toEqual({ host: 'localhost', hours: '24' });

  const [taskId = '', uniqueChannel = ''] = token.split('.');
  const body = { taskId, uniqueChannel, registerClientType: 1 as const };
  const open = () => app.client().send(CALLS.openTokenLogin, { body });

  expect(await open()).toMatchObject({ code: 200, data: { userId: who.userId } });
  expect((await open()).code).toBe(409);
});

test('penal charges of missed days are sent in one message, and each is marked as sent', async () => {
  const who = await aSignedInUser(app);
  await anActiveLoan(app, who, { productCode: 'N07', rupees: 5_000 });
  await passOnce(app, 7 + 6);
  expect(await templates(who)).toEqual(['penal_charged']);
  expect((await readMessages(who))[0]?.values).toMatchObject({ penal: '₹15.11' });
  expect(await states()).toEqual([
    ['2026-11-29', 'due_soon', 'dropped'],
    ['2026-12-01', 'due_today', 'dropped'],
    ['2026-12-02', 'overdue', 'dropped'],
    ['2026-12-05', 'penal_charged', 'sent'],
    ['2026-12-06', 'penal_charged', 'sent'],
    ['2026-12-07', 'penal_charged', 'sent'],
  ]);
  await runJobs(app, { delayed: true });
  expect(await readMessages(who)).toHaveLength(1);
});

test('at night a message waits for the morning, and is dropped if the loan is paid meanwhile', async () => {
  const [one, two] = [await aSignedInUser(app), await aSignedInUser(app)];
  const repayId = await anActiveLoan(app, one, { productCode: 'N07', rupees: 5_000 });

  await anActiveLoan(app, two, { productCode: 'N07', rupees: 5_000 });
  // 23:30 in India.
  app.advance(13.5 * HOUR);
  await passOnce(app, 7 + 4);
  expect([await templates(one), await templates(two)]).toEqual([[], []]);

  const { code } = await startFullPayment(one, repayId);
  const owed = (await readRepayDetail(one, repayId)).totalPaise;

  await sendWebhook(
    app,
    aPaymentEvent(app, code, owed, { paidAtMs: app.deps.now() + 11 * 24 * HOUR }),
  );
  // 07:59, then 08:00 of the same business day.
  app.advance(8.5 * HOUR - 60_000);
  app.moveDays(-1);
  await runJobs(app, { delayed: true });
  expect([await templates(one), await templates(two)]).toEqual([[], []]);
  expect(await queuedJobNames(app)).toContain('send-dunning-message');
  app.advance(60_000);
  await runJobs(app, { delayed: true });
  expect([await templates(one), await templates(two)]).toEqual([[], ['penal_charged']]);
});

test('messages go only to the borrower’s own phone', async () => {
  const people = [await aSignedInUser(app), await aSignedInUser(app)];
  for (const who of people) await anActiveLoan(app, who, { productCode: 'N07', rupees: 5_000 });
  await passDays(app, 14);

  const written = await sql<{ phone: string }>`select distinct phone from sandbox_messages`.execute(
    app.deps.db,
  );
  expect(written.rows.map(({ phone }) => phone).sort()).toEqual(
    people.map(({ phone }) => phone).sort(),
  );
});

test('a message whose job was lost is requeued', async () => {
  const who = await aSignedInUser(app);
  await anActiveLoan(app, who, { productCode: 'N07', rupees: 5_000 });
  app.moveDays(5);
  await closeMissedDays(app.deps);
  await deleteQueuedJobs(app.deps.db);
  await requeueDunningMessages(app.deps, app.deps.now());
  await runJobs(app, { delayed: true });
  expect(await templates(who)).toEqual([]);
  await requeueDunningMessages(app.deps, app.deps.now() + 1);
  await runJobs(app, { delayed: true });
  expect(await templates(who)).toEqual(['due_soon']);
});
