import { CALLS } from '@noren/contract/index';
import type { FeedbackType } from '@noren/contract/support';
import { UserStatus } from '@noren/core/people/status';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSession } from '../../platform/http/session.ts';
import { type GivenUser, given, granted } from '../../testing/given.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { answerTicket, readTicketPicture } from './answer-ticket.ts';

let app: TestApp;
let picture: Blob;
beforeAll(async () => {
  app = await startApp();
  const drawn = sharp({ create: { width: 400, height: 600, channels: 3, background: '#eeeeee' } });
  picture = new Blob([new Uint8Array(await drawn.png().toBuffer())], { type: 'image/png' });
});
afterAll(() => app.stop());

type Sent = { type?: FeedbackType; text?: string; files?: readonly Blob[]; requestId?: string };
const send = (who: GivenUser, { type = 'problem', text = 'The page stays white.', ...more }: Sent = {}) =>
  who.client.send(CALLS.saveFeedback, { body: { type, text }, ...more });
const listed = async (who: GivenUser) => granted(await who.client.send(CALLS.feedbackList, {})).details;
const kept = (userId: string) =>
  app.deps.db.selectFrom('feedback_tickets').selectAll().where('userId', '=', userId).execute();

test('gets a number and thirty days; its words are covered, its pictures made anew and sealed', async () => {
  const who = await given.user(app, { bizStatus: UserStatus.registered });
  const { ticket } = granted(await send(who, { text: '  Two lines:\r\none, Ananya  ', files: [picture, picture] }));
  expect(ticket).toMatchObject({ text: 'Two lines:\none, Ananya', pictures: 2, state: 'received', answer: null });
  expect(ticket.ticketNo).toMatch(/^F261124[0-9A-Z]{6}$/);
  expect(ticket.answerBy).toBe('2026-12-24');
  expect(await listed(who)).toEqual([ticket]);
  expect(JSON.stringify(await kept(who.userId))).not.toContain('Ananya');
  const jpeg = await readTicketPicture(app.deps, ticket.ticketNo, 1);
  expect((await sharp(jpeg!).metadata()).format).toBe('jpeg');
  expect(await readTicketPicture(app.deps, ticket.ticketNo, 2)).toBeNull();
});

test('needs no picture; the same request again is the same ticket', async () => {
  const who = await given.user(app);
  const requestId = crypto.randomUUID();
  const [first, again] = [await send(who, { requestId }), await send(who, { requestId })];
  expect(granted(again)).toEqual(granted(first));
  expect(await kept(who.userId)).toHaveLength(1);
});

test.each([
  ['empty', { text: ' \n ' }, 'text'],
  ['of 1001 letters', { text: 'a'.repeat(1_001) }, 'text'],
  ['with a character nobody types', { text: 'a\u202eb' }, 'text'],
  ['of a type that is none', { type: 'praise' as FeedbackType }, 'type'],
])('is refused when %s', async (_, body, field) => {
  const who = await given.user(app);
  const answer = await send(who, body);
  expect(answer).toMatchObject({ code: 400, data: { fields: [{ path: field }] } });
  expect(await kept(who.userId)).toEqual([]);
});

test('takes a thousand letters of any script', async () => {
  const who = await given.user(app);
  const text = 'क'.repeat(1_000);
  expect(granted(await send(who, { text })).ticket.text).toBe(text);
});

test('is refused with what is no picture, and with six', async () => {
  const who = await given.user(app);
  const bad = await send(who, { files: [picture, new Blob(['not an image'])] });
  expect(bad).toMatchObject({ code: 400, data: { reason: 'not_an_image' } });
  expect((await send(who, { files: Array(6).fill(picture) })).code).not.toBe(200);
  expect(await kept(who.userId)).toEqual([]);
});

test('is taken ten times a day', async () => {
  const who = await given.user(app);
  for (let sent = 0; sent < 10; sent += 1) granted(await send(who, { text: `number ${sent}` }));
  expect((await send(who, { text: 'one more' })).code).toBe(429);
  app.advance(24 * 3_600_000);
  expect((await send(who, { text: 'one more' })).code).toBe(200);
});

test('is one’s own, and shown to a link’s session only after a code', async () => {
  const [who, other] = [await given.user(app), await given.user(app)];
  granted(await send(who));
  expect(await listed(other)).toEqual([]);
  const { userId, client } = who;
  const lead = { clientType: 1 as const, channel: 'sandbox' };
  const byLink = { userId, deviceId: client.deviceId, assurance: 'link' as const, lead, now: app.deps.now() };
  const opened = await openSession(app.deps.db, byLink);
  Object.assign(client, { token: opened.token, cookie: `__Host-noren=${opened.cookie}` });
  expect((await client.send(CALLS.feedbackList, {})).code).toBe(316);
  expect((await send(who, { text: 'by a link' })).code).toBe(200);
});

test('is answered, then closed, by an operator who is named; a closed one stays', async () => {
  const who = await given.user(app);
  const { ticketNo } = granted(await send(who)).ticket;
  const answer = { ticketNo, operator: 'Meera', answer: 'Please reload the page.', isLast: false };
  expect(await answerTicket(app.deps, answer)).toBe('done');
  expect(await listed(who)).toMatchObject([{ state: 'answered', answer: 'Please reload the page.' }]);
  const last = { ...answer, answer: 'Mended since today.', isLast: true };
  expect(await answerTicket(app.deps, last)).toBe('done');
  expect(await answerTicket(app.deps, answer)).toBe('closed');
  expect(await answerTicket(app.deps, { ...answer, ticketNo: 'F000000AAAAAA' })).toBe('unknown');
  expect(await listed(who)).toMatchObject([{ state: 'closed', answer: 'Mended since today.' }]);
  const log = await app.deps.db.selectFrom('audit_log').selectAll().where('userId', '=', who.userId).execute();
  expect(log.map(({ actor, action, subject }) => [actor, action, subject])).toEqual([
    ['operator:Meera', 'feedback_answered', ticketNo],
    ['operator:Meera', 'feedback_closed', ticketNo],
  ]);
  const { details } = granted(await who.client.send(CALLS.messageCentre, { body: {} }));
  expect(details.map(({ place }) => place)).toEqual(['feedback', 'feedback']);
  expect(details[0]?.text).toContain(ticketNo);
});
