import { CALLS } from '@noren/contract/index';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeMsg91Sms } from '../../providers/sms/msg91.ts';
import { given, somePhone } from '../../testing/given.ts';
import { type Msg91Double, startMsg91Double } from '../../testing/msg91-double.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

let double: Msg91Double;
let app: TestApp;
beforeAll(async () => {
  double = await startMsg91Double();
  app = await startApp({ providers: () => ({ sms: makeMsg91Sms(double.access, double.templates) }) });
});
afterAll(async () => {
  await app.stop();
  await double.close();
});

const NOT_SENT = { code: 409, data: { reason: 'code_not_sent' } };

test.each([
  ['no message to this number', { status: 400 }],
  ['our account is out of credit', { status: 402 }],
] as const)('a code its provider refuses (%s) is told, and asked for again it comes', async (_why, refusal) => {
  const asker = app.client();
  const body = { phone: somePhone(), type: 1 as const };
  double.mood = refusal;
  const refused = await asker.send(CALLS.sendOtp, { query: {}, body });
  expect(refused).toMatchObject(NOT_SENT);
  expect(refused.msg).toMatch(/ask for a code again in a minute/i);
  double.mood = 'takes';
  app.advance(61_000);
  expect(await asker.send(CALLS.sendOtp, { query: {}, body })).toMatchObject({ code: 200 });
});

test('the same for a code that confirms', async () => {
  const who = await given.user(app);
  double.mood = { status: 401 };
  expect(await who.client.send(CALLS.sendFirstConfirmation, {})).toMatchObject(NOT_SENT);
  double.mood = 'takes';
});
