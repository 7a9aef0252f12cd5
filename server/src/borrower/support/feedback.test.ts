import { CALLS } from '@noren/contract/index';
import type { FeedbackType } from '@noren/contract/support';
import { UserStatus } from '@noren/core/people/status';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readTicketPicture } from '../../people/support/answer-ticket.ts';
import { openSession } from '../../platform/http/session-store.ts';
import { answerTicket } from '../../testing/decisions.ts';
import { aPicture } from '../../testing/picture.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { aSignedInUser, type SignedInUser, successData } from '../../testing/users.ts';

let app: TestApp;
let picture: Blob;

beforeAll(async () => {
  app = await startApp();
  picture = await aPicture();
});

afterAll(() => app.stop());

type FeedbackInput = {
  type?: FeedbackType;
  text?: string;
  files?: readonly Blob[];
  requestId?: string;
};

const send = (
  who: SignedInUser,
  { type = 'problem', text = 'The page stays white.', ...more }: FeedbackInput = {},
) => who.client.send(CALLS.saveFeedback, { body: { type, text }, ...more });

const listFeedback = async (who: SignedInUser) =>
  successData(await who.client.send(CALLS.feedbackList, {})).details;
const readTickets = (userId: string) =>
  app.deps.db.selectFrom('feedback_tickets').selectAll().where('userId', '=', userId).execute();

test('feedback gets a number and a 30-day deadline; text and re-encoded pictures are stored encrypted', async () => {
  const who = await aSignedInUser(app, { bizStatus: UserStatus.registered });
  const { ticket } = successData(
    await send(who, { text: '  Two lines:\r\none, Ananya  ', files: [picture, picture] }),
  );

  expect(ticket).toMatchObject({
    text: 'Two lines:\none, Ananya',
    pictures: 2,
    state: 'received',
    answer: null,
  });
  expect(ticket.ticketNo).toMatch(/^F261124[0-9A-Z]{6}$/);
  expect(ticket.answerBy).toBe('2026-12-24');
  expect(await listFeedback(who)).toEqual([ticket]);
  expect(JSON.stringify(await readTickets(who.userId))).not.toContain('Ananya');

  const jpeg = await readTicketPicture(app.deps, ticket.ticketNo, 1);
  expect((await sharp(jpeg!).metadata()).format).toBe('jpeg');
  expect(await readTicketPicture(app.deps, ticket.ticketNo, 2)).toBeNull();
});

test('feedback needs no picture, and a retried request creates one ticket', async () => {
  const who = await aSignedInUser(app);
  const requestId = crypto.randomUUID();
  const [first, again] = [await send(who, { requestId }), await send(who, { requestId })];

  expect(successData(again)).toEqual(successData(first));
  expect(await readTickets(who.userId)).toHaveLength(1);
});

test.each([
  ['empty', { text: ' \n ' }, 'text'],
  ['of 1001 letters', { text: 'a'.repeat(1_001) }, 'text'],
  ['with a control character', { text: 'a\u202eb' }, 'text'],
  ['of an unknown type', { type: 'praise' as FeedbackType }, 'type'],
])('feedback is rejected when %s', async (_, body, field) => {
  const who = await aSignedInUser(app);
  const answer = await send(who, body);
  expect(answer).toMatchObject({ code: 400, data: { fields: [{ path: field }] } });
  expect(await readTickets(who.userId)).toEqual([]);
});

test('feedback may have a thousand letters of any script', async () => {
  const who = await aSignedInUser(app);
  const text = 'क'.repeat(1_000);
  expect(successData(await send(who, { text })).ticket.text).toBe(text);
});

test('feedback is rejected with a file that is not a picture, or with six pictures', async () => {
  const who = await aSignedInUser(app);
  const bad = await send(who, { files: [picture, new Blob(['not an image'])] });

  expect(bad).toMatchObject({ code: 400, data: { reason: 'not_an_image' } });
  expect((await send(who, { files: Array(6).fill(picture) })).code).not.toBe(200);
  expect(await readTickets(who.userId)).toEqual([]);
});

test('feedback is limited to ten a day', async () => {
  const who = await aSignedInUser(app);
  for (let sent = 0; sent < 10; sent += 1) successData(await send(who, { text: `number ${sent}` }));
  expect((await send(who, { text: 'one more' })).code).toBe(429);
  app.advance(24 * 3_600_000);
  expect((await send(who, { text: 'one more' })).code).toBe(200);
});

test('users see only their own feedback, and a link session needs a code', async () => {
  const [who, other] = [await aSignedInUser(app), await aSignedInUser(app)];
  successData(await send(who));
  expect(await listFeedback(other)).toEqual([]);

  const { userId, client } = who;
  const lead = { clientType: 1 as const, channel: 'sandbox' };
  const byLink = {
    userId,
    deviceId: client.deviceId,
    assurance: 'link' as const,
    lead,
    now: app.deps.now(),
  };
  const opened = await openSession(app.deps.db, byLink);

  Object.assign(client, { token: opened.token, cookie: `__Host-noren=${opened.cookie}` });
  expect((await client.send(CALLS.feedbackList, {})).code).toBe(316);
  expect((await send(who, { text: 'by a link' })).code).toBe(200);
});

test('an operator answers and closes a ticket with an audit entry; a closed ticket does not change', async () => {
  const who = await aSignedInUser(app);
  const { ticketNo } = successData(await send(who)).ticket;
  const answer = { ticketNo, operator: 'Meera', answer: 'Please reload the page.', isLast: false };

  expect(await answerTicket(app.deps, answer)).toBe('done');
  expect(await listFeedback(who)).toMatchObject([
    { state: 'answered', answer: 'Please reload the page.' },
  ]);

  const last = { ...answer, answer: 'Mended since today.', isLast: true };
  expect(await answerTicket(app.deps, last)).toBe('done');
  expect(await answerTicket(app.deps, answer)).toBe('closed');
  expect(await answerTicket(app.deps, { ...answer, ticketNo: 'F000000AAAAAA' })).toBe('unknown');
  expect(await listFeedback(who)).toMatchObject([
    { state: 'closed', answer: 'Mended since today.' },
  ]);

  const log = await app.deps.db
    .selectFrom('audit_log')
    .selectAll()
    .where('userId', '=', who.userId)
    .orderBy('auditId')
    .execute();
  expect(log.map(({ actor, action, subject }) => [actor, action, subject])).toEqual([
    ['operator:Meera', 'feedback_answered', ticketNo],
    ['operator:Meera', 'feedback_closed', ticketNo],
  ]);

  const { details } = successData(await who.client.send(CALLS.notificationCentre, { body: {} }));
  expect(details.map(({ screen }) => screen)).toEqual(['feedback', 'feedback']);
  expect(details[0]?.text).toContain(ticketNo);
});
