import { CODES } from '@noren/contract/codes';
import { CALLS } from '@noren/contract/index';
import { EMAIL_CODE } from '@noren/core/people/email';
import { expect, test } from 'vitest';
import {
  anotherCode,
  confirm,
  refused,
  sendCode,
  useEmailCodes,
  view,
} from '../../testing/email-codes.ts';
import {
  giveConfirmedEmail,
  giveEmail,
  readMailCode,
  readMailText,
  readStopLink,
} from '../../testing/emails.ts';
import {
  aSignedInUser,
  becomeLinkSession,
  enterCodeNow,
  type SignedInUser,
  successData,
} from '../../testing/users.ts';

const { double, app, stop, lastMail } = await useEmailCodes();

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

  // A code may be like the end of a phone number.
  const text = readMailText(lastMail()).replace(readMailCode(lastMail()), '');
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

test('correcting an address voids its code, and its confirmation', async () => {
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

test('an address is removed in the app; a second removal does nothing', async () => {
  const who = await aSignedInUser(app);
  await giveConfirmedEmail(app, who, double.taken);
  const remove = () => who.client.send(CALLS.removeEmail, { body: {} });
  expect(successData(await remove())).toMatchObject({ state: 'ended', endedBecause: 'removed' });
  successData(await remove());
  expect((await readActions(who)).filter(([action]) => action === 'email_ended')).toHaveLength(1);
});

test('a session that a link opened neither reads nor changes the address', async () => {
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
