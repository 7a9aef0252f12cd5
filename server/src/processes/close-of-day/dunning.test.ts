import { CALLS } from '@noren/contract/index';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { smsText } from '../../notifications/notification-texts.ts';
import { notify } from '../../notifications/store.ts';
import { listDunningTemplates, readDunningMessages } from '../../testing/dunning-messages.ts';
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
import { aSignedInUser } from '../../testing/users.ts';

const HOUR = 3_600_000;
let app: TestApp;

beforeEach(async () => {
  app = await startApp();
});

afterEach(() => app.stop());

test('messages: twice before the due date, once the day after, then for each penal charge, and no others', async () => {
  const who = await aSignedInUser(app);
  await anActiveLoan(app, who, { productCode: 'N07', rupees: 5_000 });
  await passDays(app, 5);
  expect(await listDunningTemplates(app, who)).toEqual(['due_soon']);
  await passDays(app, 2);
  expect(await listDunningTemplates(app, who)).toEqual(['due_soon', 'due_today']);
  await passDays(app, 3);
  expect(await listDunningTemplates(app, who)).toEqual(['due_soon', 'due_today', 'overdue']);
  await passDays(app, 2);

  const messages = await readDunningMessages(app, who);
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
  expect(await listDunningTemplates(app, who)).toEqual(['due_today']);

  app.advance(14 * HOUR);
  expect(app.deps.today()).toBe('2027-01-01');
  await runJobs(app, { delayed: true });
  const sent = (await readDunningMessages(app, who)).at(-1)!;
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
  expect(await listDunningTemplates(app, who)).toEqual(['due_soon', 'sign_in_link']);

  const { token = '', ...rest } = (await readDunningMessages(app, who))[1]?.values ?? {};
  expect(rest).toEqual({ host: 'localhost', hours: '24' });

  const [taskId = '', uniqueChannel = ''] = token.split('.');
  const body = { taskId, uniqueChannel, registerClientType: 1 as const };
  const open = () => app.client().send(CALLS.openTokenLogin, { body });

  expect(await open()).toMatchObject({ code: 200, data: { userId: who.userId } });
  expect((await open()).code).toBe(409);
});

test('at night a message waits for the morning, and is dropped if the loan is paid meanwhile', async () => {
  const [one, two] = [await aSignedInUser(app), await aSignedInUser(app)];
  const repayId = await anActiveLoan(app, one, { productCode: 'N07', rupees: 5_000 });

  await anActiveLoan(app, two, { productCode: 'N07', rupees: 5_000 });
  // 23:30 in India.
  app.advance(13.5 * HOUR);
  await passOnce(app, 7 + 4);
  expect([await listDunningTemplates(app, one), await listDunningTemplates(app, two)]).toEqual([
    [],
    [],
  ]);

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
  expect([await listDunningTemplates(app, one), await listDunningTemplates(app, two)]).toEqual([
    [],
    [],
  ]);
  expect(await queuedJobNames(app)).toContain('send-dunning-message');
  app.advance(60_000);
  await runJobs(app, { delayed: true });
  expect([await listDunningTemplates(app, one), await listDunningTemplates(app, two)]).toEqual([
    [],
    ['penal_charged'],
  ]);
});
