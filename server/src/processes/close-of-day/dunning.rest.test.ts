import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { requeueDunningMessages } from '../../lending/close/dunning-store.ts';
import { smsText } from '../../notifications/notification-texts.ts';
import { listDunningTemplates, readDunningMessages } from '../../testing/dunning-messages.ts';
import { deleteQueuedJobs } from '../../testing/job-queue.ts';
import { anActiveLoan, runJobs } from '../../testing/loans.ts';
import { passDays, passOnce } from '../../testing/pass-days.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { aSignedInUser } from '../../testing/users.ts';
import { closeMissedDays } from './close-of-day.ts';

let app: TestApp;

beforeEach(async () => {
  app = await startApp();
});

afterEach(() => app.stop());

const states = async () => {
  const rows = await app.deps.db
    .selectFrom('dunning_messages')
    .select(['day', 'template', 'state'])
    .orderBy('day')
    .execute();
  return rows.map((row) => [row.day, row.template, row.state]);
};

test('over 1 January 2027: then every message has officer, e-mail and link, and penal charges one a week', async () => {
  const who = await aSignedInUser(app);
  const { grievance } = app.deps.appConfig.lender;

  // Due on 31 December: the reminders of before, the rules of after.
  app.moveDays(30);
  await anActiveLoan(app, who, { productCode: 'N07', rupees: 5_000 });
  await passDays(app, 7);
  expect(app.deps.today()).toBe('2026-12-31');
  expect(await listDunningTemplates(app, who)).toEqual(['due_soon', 'due_today']);

  await passDays(app, 1);
  expect(await listDunningTemplates(app, who)).toEqual([
    'due_soon',
    'due_today',
    'overdue_with_link',
  ]);
  const overdue = (await readDunningMessages(app, who)).at(-1)!;
  expect(smsText('en', overdue.template, overdue.values)).toBe(
    `Noren: Rs. 5035 was due on 31/12/2026. Pay: https://localhost/#/pay/${overdue.values.payToken} ` +
      `Not able to pay? Call or write to ${grievance.name}, grievance officer, ${grievance.phone}, ${grievance.email}.`,
  );

  await passDays(app, 11);
  const weeks = (await readDunningMessages(app, who)).slice(3);
  expect(weeks.map(({ template, values }) => [template, values.day, values.charges])).toEqual([
    ['penal_week', '2027-01-04', '5.04'],
    ['penal_week', '2027-01-11', '4 x 5.03 / 3 x 5.04'],
  ]);

  const levies = await app.deps.db
    .selectFrom('notifications as n')
    .leftJoin('notification_deliveries as d', (join) =>
      join.onRef('d.userId', '=', 'n.userId').onRef('d.notificationId', '=', 'n.notificationId'),
    )
    .select(['n.kind', 'd.channel'])
    .where('n.kind', '=', 'penal_levied')
    .execute();
  expect(levies).toHaveLength(9);
  expect(levies.every(({ channel }) => channel === null)).toBe(true);
});

test('penal charges of missed days are sent in one message, and each is marked as sent', async () => {
  const who = await aSignedInUser(app);
  await anActiveLoan(app, who, { productCode: 'N07', rupees: 5_000 });
  await passOnce(app, 7 + 6);
  expect(await listDunningTemplates(app, who)).toEqual(['penal_charged']);
  expect((await readDunningMessages(app, who))[0]?.values).toMatchObject({ penal: '₹15.11' });
  expect(await states()).toEqual([
    ['2026-11-29', 'due_soon', 'dropped'],
    ['2026-12-01', 'due_today', 'dropped'],
    ['2026-12-02', 'overdue', 'dropped'],
    ['2026-12-05', 'penal_charged', 'sent'],
    ['2026-12-06', 'penal_charged', 'sent'],
    ['2026-12-07', 'penal_charged', 'sent'],
  ]);
  await runJobs(app, { delayed: true });
  expect(await readDunningMessages(app, who)).toHaveLength(1);
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

test('each message whose job was lost is requeued, however many wait', async () => {
  const people = [await aSignedInUser(app), await aSignedInUser(app), await aSignedInUser(app)];
  for (const who of people) await anActiveLoan(app, who, { productCode: 'N07', rupees: 5_000 });
  const listEach = () => Promise.all(people.map((who) => listDunningTemplates(app, who)));

  app.moveDays(5);
  await closeMissedDays(app.deps);
  await deleteQueuedJobs(app.deps.db);

  await requeueDunningMessages(app.deps, app.deps.now());
  await runJobs(app, { delayed: true });
  expect(await listEach()).toEqual([[], [], []]);

  await requeueDunningMessages(app.deps, app.deps.now() + 1, 1);
  await runJobs(app, { delayed: true });
  expect(await listEach()).toEqual([['due_soon'], ['due_soon'], ['due_soon']]);
});
