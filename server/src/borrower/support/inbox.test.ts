import { CALLS } from '@noren/contract/index';
import { expect, test } from 'vitest';
import { notify } from '../../notifications/store.ts';
import { anActiveLoan } from '../../testing/loans.ts';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser, type SignedInUser, successData } from '../../testing/users.ts';

const app = await useApp();

const page = async (who: SignedInUser, before?: string) =>
  successData(
    await who.client.send(CALLS.notificationCentre, {
      body: before === undefined ? {} : { before },
    }),
  );

const notifyDueDate = (who: SignedInUser, dueDay: string) =>
  app.deps.db.transaction().execute((tx) =>
    notify(tx, app.deps, {
      userId: who.userId,
      kind: 'due_date_moved',
      reference: `${app.deps.today()}:${dueDay}`,
      values: { repayId: 'RAAAAAAAAA', dueDay },
    }),
  );

test('a notification is also in the inbox, in the user’s language and with a link to its order', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const { details, unread, hasMore } = await page(who);

  expect({ unread, hasMore }).toEqual({ unread: 1, hasMore: false });
  expect(details).toMatchObject([
    { title: 'Your loan was paid out', screen: 'repay', repayId, isRead: false },
  ]);
  expect(details[0]?.text).toMatch(
    new RegExp(
      `^₹\\S+ has arrived in your bank account\\. .* ${repayId} .* by \\d\\d/\\d\\d/2026\\.$`,
    ),
  );

  const es = app.client({ language: 'es' });
  Object.assign(es, { token: who.client.token, cookie: who.client.cookie });
  expect(successData(await es.send(CALLS.notificationCentre, { body: {} })).details[0]?.title).toBe(
    'Se le entregó su préstamo',
  );

  const rows = await app.deps.db
    .selectFrom('notifications')
    .selectAll()
    .where('userId', '=', who.userId)
    .execute();
  expect(JSON.stringify(rows)).not.toContain(repayId);
});

test('the same cause notifies once; a new cause notifies again', async () => {
  const who = await aSignedInUser(app);
  await notifyDueDate(who, '2026-12-05');
  await notifyDueDate(who, '2026-12-05');
  expect((await page(who)).details).toHaveLength(1);
  app.moveDays(1);
  await notifyDueDate(who, '2026-12-05');
  expect((await page(who)).details).toHaveLength(2);
});

test('the inbox has pages of twenty, newest first; reading up to a message leaves newer and others’ messages unread', async () => {
  const [who, other] = [await aSignedInUser(app), await aSignedInUser(app)];
  for (let day = 1; day <= 23; day += 1)
    await notifyDueDate(who, `2026-12-${String(day).padStart(2, '0')}`);
  await notifyDueDate(other, '2026-12-05');

  const first = await page(who);
  expect(first).toMatchObject({ hasMore: true, unread: 23 });
  expect(first.details).toHaveLength(20);
  expect(first.details[0]?.text).toContain('23/12/2026');

  const second = await page(who, first.details.at(-1)?.notificationId);
  expect(second.hasMore).toBe(false);
  expect(second.details.map(({ text }) => text.slice(-11, -1))).toEqual([
    '03/12/2026',
    '02/12/2026',
    '01/12/2026',
  ]);

  const upTo = first.details[1]?.notificationId ?? '';
  expect(successData(await who.client.send(CALLS.readNotifications, { body: { upTo } }))).toEqual({
    unread: 1,
  });

  const after = await page(who);
  expect(after.details.map(({ isRead }) => isRead)).toEqual([false, ...Array(19).fill(true)]);
  expect((await page(other)).unread).toBe(1);
});
