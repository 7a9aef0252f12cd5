import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { NOTIFICATION_RULES } from '../../notifications/rules.ts';
import { type Notification, notify } from '../../notifications/store.ts';
import { makeMsg91Sms } from '../../providers/sms/msg91.ts';
import { deleteQueuedJobs } from '../../testing/job-queue.ts';
import { runJobs } from '../../testing/loans.ts';
import { type Msg91Double, startMsg91Double } from '../../testing/msg91-double.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { aSignedInUser, type SignedInUser } from '../../testing/users.ts';
import { requeueNotifications, sendNotification } from './send-notification.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
let app: TestApp;
let double: Msg91Double;

beforeAll(async () => {
  double = await startMsg91Double();
  app = await startApp({
    providers: () => ({ sms: makeMsg91Sms(double.access, double.templates) }),
  });
});

afterEach(() => {
  double.behaviour = 'takes';
  double.taken.length = 0;
});

afterAll(async () => {
  await app.stop();
  await double.close();
});

const VALUES = {
  repayId: 'RAAAAAAAAA',
  amount: '₹5,045',
  dueDay: '2026-12-01',
  officer: 'A',
  officerPhone: '1800 000 0001',
};

/** Queues a notification in its own transaction. */
const queue = (who: SignedInUser, kind: Notification['kind'], reference: string = randomUUID()) =>
  app.deps.db
    .transaction()
    .execute((tx) => notify(tx, app.deps, { userId: who.userId, kind, reference, values: VALUES }));

const read = (who: SignedInUser) =>
  app.deps.db
    .selectFrom('notification_deliveries')
    .selectAll()
    .where('userId', '=', who.userId)
    .where('channel', '=', 'sms')
    .orderBy('notificationId')
    .execute();

const readStates = async (who: SignedInUser) => (await read(who)).map(({ state }) => state);

/** Moves the clock forward and runs the jobs that are due. */
async function later(ms: number): Promise<void> {
  app.advance(ms);
  await runJobs(app, { delayed: true });
}

test('the same cause twice, also concurrently, is one notification; a rolled-back one is none', async () => {
  const who = await aSignedInUser(app);
  await Promise.all([
    queue(who, 'refund_made', 'r1'),
    queue(who, 'refund_made', 'r1'),
    queue(who, 'loan_settled', 'r1'),
  ]);

  const undone = app.deps.db.transaction().execute(async (tx) => {
    await notify(tx, app.deps, {
      userId: who.userId,
      kind: 'refund_made',
      reference: 'r2',
      values: VALUES,
    });
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');

  await runJobs(app);
  expect(double.taken).toHaveLength(2);

  const { templateId, dltId } = double.templates.en.refund_made;
  expect((await read(who)).find(({ kind }) => kind === 'refund_made')).toMatchObject({
    state: 'sent',
    language: 'en',
    registeredTemplate: `${templateId}/${dltId}`,
    providerId: double.taken.find((one) => one.templateId === templateId)?.requestId,
  });
  expect(
    JSON.stringify(await app.deps.db.selectFrom('notifications').selectAll().execute()),
  ).not.toContain('5,045');
});

test('an SMS without an answer is queried, never sent twice, and ended by its delivery report', async () => {
  const who = await aSignedInUser(app);
  double.behaviour = 'takes_in_silence';
  await queue(who, 'due_date_moved');
  await runJobs(app);
  expect(await readStates(who)).toEqual(['unknown']);

  double.behaviour = 'takes';
  // Not queried before it is due, and not sent again however often the job runs.
  await runJobs(app, { delayed: true });
  expect(await readStates(who)).toEqual(['unknown']);

  await later(MINUTE);
  expect([await readStates(who), double.taken.length]).toEqual([['sent'], 1]);

  const [taken] = double.taken;
  if (!taken) throw new Error('the provider accepted no SMS');

  const sendReport = async (status: string, secret?: string) => {
    const { body, headers } = double.report(taken, status);
    const answer = await fetch(`${app.url}/api/hooks/msg91`, {
      method: 'POST',
      body: new Uint8Array(body),
      headers: secret ? { 'x-webhook-secret': secret } : headers,
    });

    return [answer.status, await answer.text()];
  };

  expect(await sendReport('Delivered', 'forged')).toEqual([401, 'signature refused']);
  expect(await readStates(who)).toEqual(['sent']);
  expect(await sendReport('Delivered')).toEqual([200, '1 noted']);
  expect(await sendReport('Failed')).toEqual([200, '1 noted']);
  expect(await readStates(who)).toEqual(['delivered']);
});

test('an SMS unknown to the provider is sent again an hour later; without any answer it stays unknown', async () => {
  const who = await aSignedInUser(app);
  double.behaviour = { status: 503 };
  await queue(who, 'due_date_moved');
  await runJobs(app);
  double.behaviour = 'takes';
  for (const minutes of [1, 5, 15, 40]) await later(minutes * MINUTE);
  expect([await readStates(who), double.taken.length]).toEqual([['queued'], 0]);

  await later(MINUTE);
  expect([await readStates(who), double.taken.length]).toEqual([['sent'], 1]);

  double.hasLog = false;
  double.behaviour = { status: 503 };
  await queue(who, 'due_date_moved');
  await runJobs(app);
  for (const minutes of [1, 5, 15, 40, 120, 600]) await later(minutes * MINUTE);
  expect([await readStates(who), double.taken.length]).toEqual([['sent', 'unknown'], 1]);
  double.hasLog = true;
});

test('a temporary rejection is retried at growing intervals, then fails; a permanent one fails at once', async () => {
  const who = await aSignedInUser(app);
  double.behaviour = { status: 429 };
  await queue(who, 'due_date_moved');
  await runJobs(app);
  expect(await readStates(who)).toEqual(['queued']);

  for (const minutes of [1, 5, 15, 60]) await later(minutes * MINUTE);
  expect((await read(who))[0]).toMatchObject({ state: 'queued', attempts: 5, reason: 'http_429' });

  await later(240 * MINUTE);
  expect((await read(who))[0]).toMatchObject({ state: 'failed', attempts: 6 });

  double.behaviour = { status: 400 };
  await queue(who, 'due_date_moved');
  await runJobs(app);
  expect((await read(who))[1]).toMatchObject({ state: 'failed', attempts: 1, reason: 'http_400' });
});

test('a message on dues waits out the night, and expires if it would be wrong the next morning', async () => {
  const who = await aSignedInUser(app);
  const clock = (app.deps.now() + 5.5 * HOUR) % (24 * HOUR);

  // It becomes 19:30 in India.
  app.advance((43.5 * HOUR - clock) % (24 * HOUR));
  double.behaviour = { status: 429 };
  await queue(who, 'payment_reversed');
  await queue(who, 'refund_made');
  await runJobs(app, { delayed: true });
  expect((await read(who)).map(({ state, attempts }) => [state, attempts])).toEqual([
    ['queued', 0],
    ['queued', 1],
  ]);

  double.behaviour = 'takes';
  await later(12.5 * HOUR - MINUTE);
  expect(await readStates(who)).toEqual(['queued', 'sent']);

  await later(MINUTE);
  expect(await readStates(who)).toEqual(['sent', 'sent']);

  double.behaviour = { status: 429 };
  await queue(who, 'due_today');
  await runJobs(app);
  double.behaviour = 'takes';
  await later(24 * HOUR);
  expect(await readStates(who)).toEqual(['sent', 'sent', 'expired']);
});

test('notifications beyond a kind’s daily maximum are not sent, and are still in the inbox', async () => {
  const who = await aSignedInUser(app);
  const rules = {
    ...NOTIFICATION_RULES,
    refund_made: { ...NOTIFICATION_RULES.refund_made, maxPerDay: 2 },
  };

  for (const reference of ['a', 'b', 'c']) await queue(who, 'refund_made', reference);

  const keys = await app.deps.db
    .selectFrom('notifications')
    .select(['userId', 'notificationId'])
    .where('userId', '=', who.userId)
    .orderBy('notificationId')
    .execute();

  await Promise.all(keys.map((key) => sendNotification(app.deps, key, rules)));
  expect((await readStates(who)).sort()).toEqual(['sent', 'sent', 'withheld']);
  expect([keys.length, double.taken.length]).toEqual([3, 2]);
});

test('a notification whose job was lost is requeued', async () => {
  const who = await aSignedInUser(app);
  await queue(who, 'loan_settled');
  await deleteQueuedJobs(app.deps.db);

  await requeueNotifications(app.deps, app.deps.now() - MINUTE);
  await runJobs(app, { delayed: true });
  expect(await readStates(who)).toEqual(['queued']);

  await requeueNotifications(app.deps, app.deps.now() + 1);
  await runJobs(app);
  expect(await readStates(who)).toEqual(['sent']);
});
