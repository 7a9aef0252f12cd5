import { CALLS } from '@noren/contract/index';
import { formatDay, formatTime, toBusinessDay } from '@noren/core/money/time';
import { PHONE_CHANGE_WAIT_MS } from '@noren/core/people/phone-change';
import { UserStatus } from '@noren/core/people/status';
import { expect, test } from 'vitest';
import { createLinkToken } from '../../notifications/sign-in-link-store.ts';
import { readIdentity } from '../../people/certification/store.ts';
import { readSandboxMessages } from '../../sandbox/phone/store.ts';
import { aBankAccount, saveAccount } from '../../testing/bank-accounts.ts';
import { checkLiveness, startLiveness } from '../../testing/liveness.ts';
import { acceptanceBody, aQuote, runJobs } from '../../testing/loans.ts';
import { usePhoneChanges } from '../../testing/phone-changes.ts';
import { sampleAddress } from '../../testing/samples.ts';
import {
  aPhoneNumber,
  aSignedInUser,
  enterCodeNow,
  signIn,
  successData,
} from '../../testing/users.ts';

const { app, ...phones } = await usePhoneChanges();

const HELD = { code: 409, data: { reason: 'phone_change' } };

const readTemplates = async (phone: string) => {
  await runJobs(app, { delayed: true });
  const messages = await readSandboxMessages(app.deps.db, phone);
  return messages.map(({ template }) => template).filter((one) => one.startsWith('phone_'));
};

test('a new number signs in a day after its code and the face check; the old one does not', async () => {
  const who = await phones.aBorrower();
  const phone = await phones.change(who);
  const dueAt = app.deps.now() + PHONE_CHANGE_WAIT_MS;

  expect((await phones.view(who)).change).toMatchObject({ state: 'waiting', dueAt });
  const status = successData(await who.client.send(CALLS.userStatus, {}));
  expect(status.phoneChangeDueAt).toBe(dueAt);

  await phones.waitAndFinish();
  expect((await signIn(app, phone)).userId).toBe(who.userId);
  expect((await signIn(app, who.phone)).userId).not.toBe(who.userId);
  expect((await phones.view(who)).change).toBeNull();
});

test('both numbers are told when it is asked for and when it is done', async () => {
  const who = await phones.aBorrower();
  const phone = await phones.change(who);

  expect(await readTemplates(who.phone)).toEqual(['phone_change_link', 'phone_change']);
  expect(await readTemplates(phone)).toEqual(['phone_change_other']);

  await phones.waitAndFinish();
  expect((await readTemplates(who.phone))[0]).toBe('phone_changed_other');
  expect((await readTemplates(phone))[0]).toBe('phone_changed');

  const { details } = successData(await who.client.send(CALLS.notificationCentre, { body: {} }));
  expect(details.map(({ screen }) => screen)).toContain('phone');
});

test('the link that follows the message stops it without a code', async () => {
  const who = await phones.aBorrower();
  const phone = await phones.change(who);
  await runJobs(app, { delayed: true });

  const messages = await readSandboxMessages(app.deps.db, who.phone);
  const link = messages.find(({ template }) => template === 'phone_change_link');
  const [taskId = '', uniqueChannel = ''] = (link?.values.token ?? '').split('.');
  const opener = app.client();
  const opened = successData(
    await opener.send(CALLS.openTokenLogin, {
      body: { taskId, uniqueChannel, registerClientType: 1 },
    }),
  );
  expect(opened.userId).toBe(who.userId);
  opener.token = opened.token;

  expect((await phones.view({ client: opener })).change?.maskedPhone).toBeNull();
  expect((await phones.stop({ client: opener })).wasStopped).toBe(true);
  expect((await phones.readState(who)).because).toBe('user');
  expect((await readTemplates(phone))[0]).toBe('phone_change_stopped_other');
  expect((await readTemplates(who.phone))[0]).toBe('phone_change_stopped');
});

test('while it waits no money and no data move, and the answer says until when', async () => {
  const who = await phones.aBorrower();
  const copy = successData(await who.client.send(CALLS.requestExport, { body: {} }));
  await runJobs(app);
  const quote = await aQuote(who);
  await phones.change(who);

  const dueAt = app.deps.now() + PHONE_CHANGE_WAIT_MS;
  const until = `${formatDay(toBusinessDay(dueAt))}, ${formatTime(dueAt)}`;
  const identity = await readIdentity(app.deps.db, app.deps.crypto, who.userId);
  const params = { exportId: copy.exportId, format: 'pdf' } as const;
  const refused = [
    await saveAccount(who.client, aBankAccount(identity?.name ?? '')),
    await who.client.send(CALLS.requestExport, { body: {} }),
    await who.client.send(CALLS.fetchExport, { params }),
    await who.client.send(CALLS.requestErasure, { body: {} }),
    await who.client.send(CALLS.correctData, {
      body: { field: 'companyName', value: 'Another Works' },
    }),
    await who.client.send(CALLS.saveAddress, { body: sampleAddress }),
    await who.client.send(CALLS.saveNominee, {
      body: { relationship: 'spouse', name: 'Ravi Rao', phone: '9812345670' },
    }),
    await who.client.send(CALLS.removeNominee, { body: {} }),
  ];
  for (const answer of refused) {
    expect(answer).toMatchObject(HELD);
    expect(answer.msg).toContain(until);
  }

  const lent = await who.client.send(CALLS.applyLoan, {
    body: acceptanceBody(quote),
  });
  expect(lent).toMatchObject({ code: 409, data: { reason: 'lending_phone' } });
  expect(lent.msg).toContain(until);
});

test('only the session that asked goes on; codes and links of the old number open nothing', async () => {
  const who = await phones.aBorrower();
  const other = await signIn(app, who.phone);
  await enterCodeNow(app, who.client);
  await phones.change(who);
  app.advance(PHONE_CHANGE_WAIT_MS - 60_000);

  const late = app.client();
  const { otpRef } = successData(
    await late.send(CALLS.sendOtp, { body: { phone: who.phone, type: 1 } }),
  );
  const code = await phones.readCode(who.phone);
  const token = await createLinkToken(app.deps.db, {
    userId: who.userId,
    channel: 'sms',
    now: app.deps.now(),
  });
  app.advance(60_000);
  await phones.finish(who);

  expect((await who.client.send(CALLS.userStatus, {})).code).toBe(200);
  expect((await other.client.send(CALLS.userStatus, {})).code).toBe(401);
  const entered = await late.send(CALLS.checkOtpLogin, {
    body: {
      phone: who.phone,
      otpRef,
      code,
      agreed: true,
      policyVersion: app.deps.appConfig.policyVersion,
      language: 'en',
    },
  });
  expect(entered).toMatchObject({ code: 409, data: { reason: 'code_gone' } });

  const [taskId = '', uniqueChannel = ''] = token.split('.');
  const opened = await app.client().send(CALLS.openTokenLogin, {
    body: { taskId, uniqueChannel, registerClientType: 1 },
  });
  expect(opened.code).not.toBe(200);
  // What the old number confirmed is not recent any more.
  expect((await who.client.send(CALLS.requestErasure, { body: {} })).code).toBe(316);
});

test('the same number, and the number of another account, are refused', async () => {
  const who = await phones.aBorrower();
  const other = await phones.aBorrower();

  expect(await phones.sendCodeTo(who, who.phone)).toMatchObject({
    code: 409,
    data: { reason: 'phone_same' },
  });
  // Who only knows the number does not learn that it has an account.
  expect((await phones.sendCodeTo(who, other.phone)).code).toBe(200);
  app.advance(61_000);
  expect(await phones.begin(who, other.phone)).toMatchObject({
    code: 409,
    data: { reason: 'phone_taken' },
  });
});

test('a face that is unlike the card, or was compared with none, asks for nothing', async () => {
  const who = await phones.aBorrower();
  successData(await phones.begin(who, aPhoneNumber()));

  const unlike = await checkLiveness(who.client, await startLiveness(who.client), {
    similarity: 0.1,
  });
  expect(successData(unlike)).toMatchObject({ outcome: 'retry', triesLeft: 2 });
  const unseen = await checkLiveness(who.client, await startLiveness(who.client));
  expect(successData(unseen)).toMatchObject({ outcome: 'retry', reason: 'unclear', triesLeft: 1 });
  await checkLiveness(who.client, await startLiveness(who.client));

  const refused = await who.client.send(CALLS.startLiveness, { body: {} });
  expect(refused).toMatchObject({ code: 409, data: { reason: 'liveness_no_tries' } });
  expect((await phones.view(who)).change?.state).toBe('begun');
});

test('without a recent code, an identity or a card’s picture no change begins', async () => {
  const who = await phones.aBorrower();
  await app.deps.db
    .deleteFrom('identity_documents')
    .where('userId', '=', who.userId)
    .where('type', '<>', 'aadhaarBack')
    .execute();
  expect(await phones.sendCodeTo(who, aPhoneNumber())).toMatchObject({
    code: 409,
    data: { reason: 'no_picture' },
  });

  const fresh = await aSignedInUser(app, { bizStatus: UserStatus.registered });
  expect(await phones.sendCodeTo(fresh, aPhoneNumber())).toMatchObject({
    code: 409,
    data: { reason: 'not_certified' },
  });

  const late = await phones.aBorrower();
  app.advance(31 * 60_000);
  expect((await phones.sendCodeTo(late, aPhoneNumber())).code).toBe(316);
});
