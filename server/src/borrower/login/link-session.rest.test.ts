import { CALLS } from '@noren/contract/index';
import { UserStatus } from '@noren/core/people/status';
import { describe, expect, test } from 'vitest';
import { createLinkToken, LINK_HOURS } from '../../notifications/sign-in-link-store.ts';
import { storePanCard } from '../../testing/identity-documents.ts';
import { useLinkSessions } from '../../testing/link-sessions.ts';
import { aSignedInUser, newestCode, type SignedInUser, successData } from '../../testing/users.ts';
import { CODE_LINK_MS } from './open-token.ts';

const { app, byLink, createLink, enterCode, aUsedLink, signInBody } = await useLinkSessions();

test('a plain request for the address of a link spends nothing', async () => {
  const { userId } = await aSignedInUser(app, { bizStatus: UserStatus.registered });
  const { taskId, uniqueChannel } = await createLink(userId);

  for (const method of ['GET', 'HEAD'])
    for (const path of [`/?openToken=${taskId}.${uniqueChannel}`, CALLS.openTokenLogin.path])
      await (await fetch(app.url + path, { method })).arrayBuffer();

  const body = { taskId, uniqueChannel, registerClientType: 1 as const };
  expect(successData(await app.client().send(CALLS.openTokenLogin, { body })).userId).toBe(userId);
});

describe('a link that was used', () => {
  test('sends no more codes than its number may get', async () => {
    const { link, phone } = await aUsedLink();
    const client = app.client();

    successData(await client.send(CALLS.sendLinkOtp, { body: link }));
    expect((await client.send(CALLS.sendLinkOtp, { body: link })).code).toBe(429);
    expect((await client.send(CALLS.sendOtp, { body: { phone } })).code).toBe(429);
  });

  test('does not lend its number to the code of another', async () => {
    const { link, phone } = await aUsedLink();
    const other = await aUsedLink();
    const client = app.client();
    const { otpRef } = successData(await client.send(CALLS.sendLinkOtp, { body: link }));
    const code = await newestCode(app, phone);
    const crossed = await client.send(CALLS.checkOtpLogin, {
      body: signInBody(other.link, { otpRef, code }),
    });

    expect(crossed).toMatchObject({ code: 409, data: { reason: 'code_gone' } });
  });

  test('gets no code when it expired unused', async () => {
    const link = await createLink((await aSignedInUser(app)).userId);
    app.advance(24 * 3_600_000);
    expect(await app.client().send(CALLS.sendLinkOtp, { body: link })).toMatchObject({
      code: 403,
      data: { reason: 'link_expired' },
    });
  });

  test('ends a week after its day: then it sends no code and takes none', async () => {
    const { link, phone } = await aUsedLink();
    const client = app.client();

    const askAfter = (ms: number) => {
      app.advance(ms);
      return client.send(CALLS.sendLinkOtp, { body: link });
    };

    const { otpRef } = successData(await askAfter(LINK_HOURS * 3_600_000 + CODE_LINK_MS - 122_000));
    const code = { otpRef, code: await newestCode(app, phone) };

    const ended = { code: 403, data: { reason: 'link_expired' } };
    expect(await askAfter(61_000)).toMatchObject(ended);
    expect(await client.send(CALLS.checkOtpLogin, { body: signInBody(link, code) })).toMatchObject(
      ended,
    );
  });

  test('a code is for a typed phone or for a link, not for both', async () => {
    const { link, phone } = await aUsedLink();
    const client = app.client();
    const { otpRef } = successData(await client.send(CALLS.sendLinkOtp, { body: link }));
    const code = { otpRef, code: await newestCode(app, phone) };
    const body = { ...signInBody(link, code), phone };

    expect(await client.send(CALLS.checkOtpLogin, { body })).toMatchObject({
      code: 400,
      data: { fields: [{ path: 'link', problem: 'not_with_phone' }] },
    });
  });

  test('a code without phone or link is invalid input', async () => {
    const { link } = await aUsedLink();
    const { link: _, ...body } = signInBody(link, { otpRef: crypto.randomUUID(), code: '0000' });
    expect(await app.client().send(CALLS.checkOtpLogin, { body })).toMatchObject({
      code: 400,
      data: { fields: [{ path: 'phone', problem: 'empty' }] },
    });
  });
});

test('a link session sees documents uploaded in it, not those of earlier sessions', async () => {
  const { client, userId } = await byLink(20);
  await storePanCard(app, userId, app.deps.now());
  expect(successData(await client.send(CALLS.readingDetail, {})).documents).toEqual(['panFront']);
  await storePanCard(app, userId, app.deps.now() - 1);
  expect((await client.send(CALLS.readingDetail, {})).code).toBe(316);
});

test('a link session cannot replace documents after step one', async () => {
  const { client } = await byLink(30);
  const file = new Blob(['%PDF-1.7 …']);

  expect((await client.send(CALLS.readDocument, { body: { type: 'panFront' }, file })).code).toBe(
    316,
  );

  const first = (await byLink(20)).client;
  expect((await first.send(CALLS.readDocument, { body: { type: 'panFront' }, file })).code).toBe(
    400,
  );
});

test('a link session may start a liveness check during step one; later it needs a code', async () => {
  const startCheck = ({ client }: SignedInUser) => client.send(CALLS.startLiveness, { body: {} });
  expect((await startCheck(await byLink(20))).code).toBe(200);

  const user = await byLink(30);
  // A borrower without a liveness check: somebody else who holds the link must not pass it for
  // them.
  await app.deps.db.deleteFrom('liveness_checks').where('userId', '=', user.userId).execute();
  expect((await startCheck(user)).code).toBe(316);
  await enterCode(user);
  expect((await startCheck(user)).code).toBe(200);
});

test('a confirmation code cannot be used to sign in', async () => {
  const user = await aSignedInUser(app, { bizStatus: UserStatus.certified });
  const { otpRef } = successData(await user.client.send(CALLS.sendFirstConfirmation, {}));
  const { policyVersion } = app.deps.appConfig;
  const code = await newestCode(app, user.phone);
  const body = {
    phone: user.phone,
    otpRef,
    code,
    agreed: true as const,
    policyVersion,
    language: 'en' as const,
  };

  expect(await user.client.send(CALLS.checkOtpLogin, { body })).toMatchObject({
    code: 409,
    data: { reason: 'code_gone' },
  });
});

test('the phone of an unknown or expired link is not named', async () => {
  const { userId } = await aSignedInUser(app, { bizStatus: UserStatus.registered });
  const token = await createLinkToken(app.deps.db, { userId, channel: 'sms', now: app.deps.now() });
  const [taskId = '', uniqueChannel = ''] = token.split('.');
  const look = (given: object) =>
    app.client().send(CALLS.openTokenPhone, { body: { taskId, uniqueChannel, ...given } });

  for (const given of [{ taskId: 'x'.repeat(43) }, { uniqueChannel: 'other' }])
    expect(await look(given)).toMatchObject({ code: 403, data: { reason: 'link_unknown' } });
  app.advance(25 * 3_600_000);
  expect(await look({})).toMatchObject({ code: 403, data: { reason: 'link_expired' } });
});
