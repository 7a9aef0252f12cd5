import { CODES } from '@noren/contract/codes';
import { CALLS } from '@noren/contract/index';
import { EMAIL_CODE } from '@noren/core/people/email';
import { UserStatus } from '@noren/core/people/status';
import { expect, test } from 'vitest';
import {
  anotherCode,
  confirm,
  refused,
  sendCode,
  useEmailCodes,
  view,
} from '../../testing/email-codes.ts';
import { giveConfirmedEmail, giveEmail, readMailCode } from '../../testing/emails.ts';
import { SMTP_SECRET } from '../../testing/smtp-double.ts';
import { aSignedInUser, successData } from '../../testing/users.ts';

const { double, app, lastMail } = await useEmailCodes();

test('guesses at once get no more than five tries', async () => {
  const who = await aSignedInUser(app);
  await giveEmail(app, who);
  successData(await sendCode(who));
  const code = readMailCode(lastMail());

  const guesses = Array.from({ length: 12 }, () => confirm(who, anotherCode(code)));
  const answers = (await Promise.all(guesses)).map((answer) => answer.code);
  expect(answers.filter((one) => one === CODES.invalidInput)).toHaveLength(EMAIL_CODE.mostTries);
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

test('an address that does not exist ends at once; a server’s trouble ends nothing', async () => {
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
