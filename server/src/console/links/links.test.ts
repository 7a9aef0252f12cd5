import { CALLS } from '@noren/contract/index';
import { addDays } from '@noren/core/money/time';
import { beforeAll, expect, test } from 'vitest';
import { smsText } from '../../notifications/notification-texts.ts';
import { readSandboxMessages } from '../../sandbox/phone/store.ts';
import { anActiveLoan, runJobs } from '../../testing/loans.ts';
import { type StaffClient, useConsole } from '../../testing/staff.ts';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser, successData } from '../../testing/users.ts';

const app = await useApp();
const desk = await useConsole(app);
let support: StaffClient;

beforeAll(async () => {
  support = await desk.as('support');
});

const reason = 'cannot receive the code';

async function tokenSentTo(phone: string): Promise<string[]> {
  const messages = await readSandboxMessages(app.deps.db, phone);
  return messages.flatMap(({ template, values }) =>
    template === 'sign_in_link' ? [values.token ?? ''] : [],
  );
}

test('a link goes to the borrower’s phone alone, signs in once, and is logged', async () => {
  const who = await aSignedInUser(app);
  const body = { userId: who.userId, kind: 'sign_in', reason };
  const { linkId } = await support.data('sendStaffLink', { body });

  await runJobs(app);
  await runJobs(app);

  const [token = '', ...more] = await tokenSentTo(who.phone);
  expect(more).toEqual([]);

  const [sent] = (await support.data('staffLinkList', { query: {} })).rows;
  expect(sent).toMatchObject({
    linkId,
    kind: 'sign_in',
    state: 'sent',
    usedAt: null,
    staffName: 'Meera Iyer',
    reason,
  });
  expect(JSON.stringify(sent)).not.toContain(token);

  const [taskId = '', uniqueChannel = ''] = token.split('.');

  const open = () =>
    app
      .client()
      .send(CALLS.openTokenLogin, { body: { taskId, uniqueChannel, registerClientType: 1 } });

  expect(successData(await open()).userId).toBe(who.userId);
  expect((await open()).code).toBe(409);
  expect((await support.data('staffLinkList', { query: {} })).rows[0]?.usedAt).not.toBeNull();

  const auditor = await desk.as('auditor');
  const { rows: acts } = await auditor.data('auditList', { query: { action: 'link_sent' } });

  expect(acts).toMatchObject([
    { userId: who.userId, subject: linkId, detail: { kind: 'sign_in', reason } },
  ]);
});

test('a link works for a day', async () => {
  const who = await aSignedInUser(app);
  await support.data('sendStaffLink', { body: { userId: who.userId, kind: 'sign_in', reason } });
  await runJobs(app);

  const [token = ''] = await tokenSentTo(who.phone);
  app.advance(24 * 3_600_000 + 1_000);

  const [taskId = '', uniqueChannel = ''] = token.split('.');
  const late = await app
    .client()
    .send(CALLS.openTokenLogin, { body: { taskId, uniqueChannel, registerClientType: 1 } });

  expect(late.code).toBe(403);
  support = await desk.as('support');
});

test('a payment link names an order on which something is owed', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const body = { userId: who.userId, kind: 'payment', repayId, reason };

  await support.data('sendStaffLink', { body });

  const [sent] = (await support.data('staffLinkList', { query: {} })).rows;
  expect(sent).toMatchObject({ kind: 'payment', repayId });
  expect(sent?.maskedName).toMatch(/^\p{L}\*{4}/u);

  const other = await aSignedInUser(app);
  expect(
    await support.send('sendStaffLink', { body: { ...body, userId: other.userId } }),
  ).toMatchObject({
    error: { code: 'not_possible' },
  });

  const auditor = await desk.as('auditor');
  expect(await auditor.send('sendStaffLink', { body })).toMatchObject({ status: 403 });
});

test('from 2027 a link for an overdue order has officer, e-mail and a link that pays', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  app.moveDays(60);
  const body = { userId: who.userId, kind: 'payment', repayId, reason };
  await support.data('sendStaffLink', { body });
  await runJobs(app);

  const { grievance } = app.deps.appConfig.lender;
  const sent = (await readSandboxMessages(app.deps.db, who.phone)).find(
    ({ template }) => template === 'overdue_with_link',
  );
  const text = smsText('en', 'overdue_with_link', sent?.values ?? {});
  for (const part of [grievance.name, grievance.phone, grievance.email, '/#/pay/'])
    expect(text).toContain(part);
  expect(await tokenSentTo(who.phone)).toEqual([]);

  const params = { token: sent?.values.payToken ?? '' };
  const shown = successData(await app.client().send(CALLS.viewPaymentLink, { params }));
  expect(shown.loan?.orderLast4).toBe(repayId.slice(-4));
  app.moveDays(-60);
});

test('a payment link for an overdue order keeps the hours and holds of collections', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const { db, today } = app.deps;

  await db
    .updateTable('orders')
    .set({ dueDay: addDays(today(), -1) })
    .where('userId', '=', who.userId)
    .execute();

  const body = { userId: who.userId, kind: 'payment', repayId, reason };
  const maker = await desk.as('collections');
  const checker = await desk.as('collections', 'second');
  const hold = {
    kind: 'contact_hold',
    userId: who.userId,
    why: 'illness',
    from: today(),
    until: today(),
  };
  const { requestId } = await maker.data('propose', {
    body: { proposal: hold, reason: 'in hospital today' },
  });
  const { effectNow: seen } = await checker.data('approval', { params: { requestId } });

  await support.data('sendStaffLink', { body });
  await checker.data('approve', { body: { requestId, seen } });

  const onHold = await support.send('sendStaffLink', { body });
  expect(onHold).toMatchObject({
    error: { code: 'not_possible', refusal: { reason: 'link_on_hold' } },
  });
  await db.deleteFrom('contact_holds').where('userId', '=', who.userId).execute();

  const toNight = 13 * 3_600_000;
  app.advance(toNight);
  support = await desk.as('support');

  const late = await support.send('sendStaffLink', { body });
  expect(late).toMatchObject({
    error: { code: 'not_possible', refusal: { reason: 'link_outside_hours' } },
  });
  await support.data('sendStaffLink', { body: { userId: who.userId, kind: 'sign_in', reason } });
});
