import { CODES } from '@noren/contract/codes';
import { CALLS } from '@noren/contract/index';
import { EMAIL_CODE } from '@noren/core/people/email';
import { UserStatus } from '@noren/core/people/status';
import { afterAll, afterEach, expect, test } from 'vitest';
import { makeSmtpMail } from '../../providers/mail/smtp-mail.ts';
import {
  giveConfirmedEmail,
  giveEmail,
  readMailCode,
  readMailText,
  readStopLink,
} from '../../testing/emails.ts';
import { SMTP_SECRET, startSmtpDouble } from '../../testing/smtp-double.ts';
import { useApp } from '../../testing/use-app.ts';
import {
  aSignedInUser,
  becomeLinkSession,
  enterCodeNow,
  type SignedInUser,
  successData,
} from '../../testing/users.ts';

const double = await startSmtpDouble();
afterAll(() => double.close());

const app = await useApp({
  providers: () => ({ mail: makeSmtpMail(double.config, { senderName: 'A Lender' }) }),
});

afterEach(() => {
  double.behaviour = 'takes';
  double.taken.length = 0;
});

const view = async (who: SignedInUser) => successData(await who.client.send(CALLS.viewEmail, {}));
const sendCode = (who: SignedInUser) => who.client.send(CALLS.sendEmailCode, { body: {} });
const confirm = (who: SignedInUser, code: string) =>
  who.client.send(CALLS.confirmEmail, { body: { code } });
const stop = (token: string) => app.client().send(CALLS.stopEmails, { body: { token } });

const lastMail = () => {
  const mail = double.taken.at(-1);
  if (!mail) throw new Error('no mail arrived');
  return mail;
};

const anotherCode = (code: string): string => String((Number(code) + 1) % 10_000).padStart(4, '0');

const refused = (reason: string) => ({ code: CODES.conflict, data: { reason } });

const readActions = async (who: SignedInUser) =>
  (
    await app.deps.db
      .selectFrom('audit_log')
      .select(['action', 'detail'])
      .where('userId', '=', who.userId)
      .where('action', 'like', 'email_%')
      .orderBy('auditId')
      .execute()
  ).map(({ action, detail }) => [action, (detail as { reason?: string } | null)?.reason]);

test('an address is confirmed by the code that arrives there', async () => {
  const who = await aSignedInUser(app);
  const address = await giveEmail(app, who);
  expect(await view(who)).toEqual({ address, state: 'new', since: null, endedBecause: null });

  successData(await sendCode(who));
  expect(await view(who)).toMatchObject({ address, state: 'waiting' });

  const confirmed = successData(await confirm(who, readMailCode(lastMail())));
  expect(confirmed).toMatchObject({ address, state: 'confirmed', since: app.deps.now() });
  expect(lastMail().to).toBe(address);
  expect(await readActions(who)).toEqual([
    ['email_code_sent', undefined],
    ['email_confirmed', undefined],
  ]);

  const row = await app.deps.db
    .selectFrom('email_addresses')
    .selectAll()
    .where('userId', '=', who.userId)
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(row)).not.toContain(address);
  expect(row.addressEnc.includes(address)).toBe(false);
});

test('what arrives at an address that nobody confirmed says nothing personal', async () => {
  const who = await aSignedInUser(app);
  await giveEmail(app, who);
  successData(await sendCode(who));

  const text = readMailText(lastMail());
  const info = successData(await who.client.send(CALLS.realName, {}));
  for (const personal of [info.name ?? '?', who.phone, who.phone.slice(-4), who.userId, '₹'])
    expect(text).not.toContain(personal);
  expect(text).toContain('by mistake');
});

test('a wrong code is counted: after five no code is right', async () => {
  const who = await aSignedInUser(app);
  await giveEmail(app, who);
  successData(await sendCode(who));
  const code = readMailCode(lastMail());

  for (let i = 0; i < EMAIL_CODE.mostTries; i += 1)
    expect(await confirm(who, anotherCode(code))).toMatchObject({
      code: CODES.invalidInput,
      data: { reason: 'code_wrong' },
    });
  expect(await confirm(who, code)).toMatchObject(refused('code_gone'));
});

test('guesses at once get no more than five tries', async () => {
  const who = await aSignedInUser(app);
  await giveEmail(app, who);
  successData(await sendCode(who));
  const code = readMailCode(lastMail());

  const guesses = Array.from({ length: 12 }, () => confirm(who, anotherCode(code)));
  const answers = (await Promise.all(guesses)).map((answer) => answer.code);
  expect(answers.filter((one) => one === CODES.invalidInput)).toHaveLength(EMAIL_CODE.mostTries);
});

test('a code works once, in two tabs too, and for half an hour', async () => {
  const who = await aSignedInUser(app);
  await giveEmail(app, who);
  successData(await sendCode(who));
  const code = readMailCode(lastMail());
  const tabs = await Promise.all([confirm(who, code), confirm(who, code)]);
  expect(tabs.map((answer) => answer.code).sort()).toEqual([CODES.success, CODES.conflict]);

  const late = await aSignedInUser(app);
  await giveEmail(app, late);
  successData(await sendCode(late));
  app.advance(EMAIL_CODE.validMs);
  await enterCodeNow(app, late.client);
  const answer = await confirm(late, readMailCode(lastMail()));
  expect(answer).toMatchObject(refused('code_gone'));
});

test('the code of one user confirms nothing for another with the same address', async () => {
  const [one, other] = [await aSignedInUser(app), await aSignedInUser(app)];
  const address = await giveEmail(app, one);
  await giveEmail(app, other, address);
  successData(await sendCode(one));
  const code = readMailCode(lastMail());
  successData(await sendCode(other));

  if (readMailCode(lastMail()) !== code)
    expect((await confirm(other, code)).code).toBe(CODES.invalidInput);
  successData(await confirm(one, code));
  expect((await view(other)).state).toBe('waiting');
});

test('an address that was corrected meanwhile is not confirmed, nor is one corrected later', async () => {
  const who = await aSignedInUser(app);
  await giveEmail(app, who);
  successData(await sendCode(who));
  const next = await giveEmail(app, who);
  expect(await confirm(who, readMailCode(lastMail()))).toMatchObject(refused('code_gone'));

  app.advance(61_000);
  await enterCodeNow(app, who.client);
  successData(await sendCode(who));
  successData(await confirm(who, readMailCode(lastMail())));
  expect(await view(who)).toMatchObject({ address: next, state: 'confirmed' });
  await giveEmail(app, who);
  expect((await view(who)).state).toBe('new');
});

test('codes are sent once a minute, five times a day to a user and to an address', async () => {
  const who = await aSignedInUser(app);
  const address = await giveEmail(app, who);
  successData(await sendCode(who));
  expect((await sendCode(who)).code).toBe(CODES.tooMany);

  for (let i = 1; i < 5; i += 1) {
    app.advance(61_000);
    successData(await sendCode(who));
  }
  app.advance(61_000);
  expect((await sendCode(who)).code).toBe(CODES.tooMany);

  const other = await aSignedInUser(app);
  await giveEmail(app, other, address.toUpperCase());
  expect((await sendCode(other)).code).toBe(CODES.tooMany);
});

test('the reader of a mistyped address ends it, and no code goes there again', async () => {
  const who = await aSignedInUser(app);
  await giveEmail(app, who);
  successData(await sendCode(who));
  const token = readStopLink(lastMail());
  const scanned = await fetch(`${app.url}/api/mail/stop/${token}`);
  expect(scanned.status).toBe(404);
  expect((await view(who)).state).toBe('waiting');

  successData(await stop(token));
  successData(await stop(token));
  expect(await view(who)).toMatchObject({ state: 'ended', endedBecause: 'not_mine' });
  app.advance(61_000);
  expect(await sendCode(who)).toMatchObject(refused('email_not_mine'));

  await giveEmail(app, who);
  successData(await sendCode(who));
});

test('one tap in a mail program ends e-mails; the borrower is told and may confirm again', async () => {
  const who = await aSignedInUser(app);
  await giveConfirmedEmail(app, who, double.taken);
  const [, url = ''] =
    /List-Unsubscribe: <([^>]+)>/.exec(lastMail().raw.replaceAll(/\r\n[ \t]+/g, ' ')) ?? [];
  const tapped = await fetch(`${app.url}${new URL(url).pathname}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });

  expect(tapped.status).toBe(200);
  expect(await view(who)).toMatchObject({ state: 'ended', endedBecause: 'stopped' });
  const centre = successData(await who.client.send(CALLS.notificationCentre, { body: {} }));
  expect(centre.details.map(({ screen }) => screen)).toContain('email');
  expect((await readActions(who)).at(-1)).toEqual(['email_ended', 'stopped']);

  app.advance(61_000);
  successData(await sendCode(who));
  successData(await confirm(who, readMailCode(lastMail())));
  expect((await view(who)).state).toBe('confirmed');
});

test.each(['', 'a'.repeat(124), 'AQ'.repeat(60)])('the token %o stops nothing', async (token) => {
  const answer = await stop(token);
  expect([CODES.success, CODES.invalidInput]).toContain(answer.code);
});

test('an address that nobody has ends at once; a server’s trouble ends nothing', async () => {
  const who = await aSignedInUser(app);
  await giveEmail(app, who);
  double.behaviour = { at: 'recipient', says: '550 5.1.1 no such user' };
  expect(await sendCode(who)).toMatchObject(refused('email_refused'));
  expect(await view(who)).toMatchObject({ state: 'ended', endedBecause: 'bounced' });

  app.advance(61_000);
  double.behaviour = { at: 'recipient', says: '450 4.7.1 greylisted' };
  expect(await sendCode(who)).toMatchObject(refused('code_not_sent'));
  expect((await view(who)).state).toBe('waiting');

  app.advance(61_000);
  double.behaviour = 'takes_in_silence';
  successData(await sendCode(who));
  successData(await confirm(who, readMailCode(lastMail())));
});

const report = (id: string, secret = SMTP_SECRET) =>
  fetch(`${app.url}/api/hooks/mail`, {
    method: 'POST',
    headers: { 'x-webhook-secret': secret, 'content-type': 'message/rfc822' },
    body: [
      'Content-Type: multipart/report; report-type=feedback-report; boundary=b',
      '',
      '--b',
      'Content-Type: message/feedback-report',
      '',
      'Feedback-Type: abuse',
      '--b',
      'Content-Type: text/rfc822-headers',
      '',
      `Message-ID: <${id}@lender.example>`,
      '--b--',
    ].join('\r\n'),
  }).then(async (answer) => [answer.status, await answer.text()]);

test('a complaint ends the address it is about, and no other', async () => {
  const who = await aSignedInUser(app);
  await giveConfirmedEmail(app, who, double.taken);
  const [, id = ''] = /^Message-ID:\s*<([^@]+)@/im.exec(lastMail().raw) ?? [];
  expect(await report(id, 'forged')).toEqual([401, 'signature refused']);
  expect((await view(who)).state).toBe('confirmed');

  expect(await report(id)).toEqual([200, '1 noted']);
  expect(await report(id)).toEqual([200, '0 noted']);
  expect(await report('x.y')).toEqual([200, '0 noted']);
  expect(await view(who)).toMatchObject({ state: 'ended', endedBecause: 'complained' });

  app.advance(61_000);
  successData(await sendCode(who));
  successData(await confirm(who, readMailCode(lastMail())));
  expect(await report(id)).toEqual([200, '0 noted']);
  expect((await view(who)).state).toBe('confirmed');
});

test('it is removed in the app; a second removal does nothing', async () => {
  const who = await aSignedInUser(app);
  await giveConfirmedEmail(app, who, double.taken);
  const remove = () => who.client.send(CALLS.removeEmail, { body: {} });
  expect(successData(await remove())).toMatchObject({ state: 'ended', endedBecause: 'removed' });
  successData(await remove());
  expect((await readActions(who)).filter(([action]) => action === 'email_ended')).toHaveLength(1);
});

test('a session of a link neither reads nor changes it', async () => {
  const who = await aSignedInUser(app);
  await giveEmail(app, who);
  await becomeLinkSession(app, who);
  const answers = [
    await who.client.send(CALLS.viewEmail, {}),
    await sendCode(who),
    await confirm(who, '0000'),
    await who.client.send(CALLS.removeEmail, { body: {} }),
  ];
  expect(answers.map(({ code }) => code)).toEqual(Array(4).fill(CODES.confirmByCode));
  expect(double.taken).toEqual([]);
});

test('an address that was confirmed twice, or was never given, gets no code', async () => {
  const who = await aSignedInUser(app);
  await giveConfirmedEmail(app, who, double.taken);
  app.advance(61_000);
  expect(await sendCode(who)).toMatchObject(refused('email_confirmed'));

  const fresh = await aSignedInUser(app, { bizStatus: UserStatus.registered });
  expect(await sendCode(fresh)).toMatchObject(refused('not_held'));
  expect((await view(fresh)).address).toBeNull();
});

test('after signing out nothing is sent', async () => {
  const who = await aSignedInUser(app);
  await giveEmail(app, who);
  successData(await who.client.send(CALLS.logOut, {}));
  expect((await sendCode(who)).code).toBe(CODES.signedOut);
  expect(double.taken).toEqual([]);
});
