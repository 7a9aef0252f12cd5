import { CALLS } from '@noren/contract/index';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeMsg91Sms } from '../../providers/sms/msg91.ts';
import { type Msg91Double, startMsg91Double } from '../../testing/msg91-double.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { aPhoneNumber, aSignedInUser } from '../../testing/users.ts';

let double: Msg91Double;
let app: TestApp;

beforeAll(async () => {
  double = await startMsg91Double();
  app = await startApp({
    providers: () => ({ sms: makeMsg91Sms(double.access, double.templates) }),
  });
});

afterAll(async () => {
  await app.stop();
  await double.close();
});

const NOT_SENT = { code: 409, data: { reason: 'code_not_sent' } };

test.each([
  [
    'no message to this number',
    { status: 400 },
    /check the number and ask for a code again in a minute/i,
  ],
  ['our account is out of credit', { status: 402 }, /your number is not the reason/i],
] as const)(
  'when the SMS provider rejects a code (%s), the user is told and a retry succeeds',
  async (_why, refusal, says) => {
    const client = app.client();
    const body = { phone: aPhoneNumber(), type: 1 as const };

    double.behaviour = refusal;

    const refused = await client.send(CALLS.sendOtp, { body });
    expect(refused).toMatchObject(NOT_SENT);
    expect(refused.msg).toMatch(says);
    double.behaviour = 'takes';
    app.advance(61_000);
    expect(await client.send(CALLS.sendOtp, { body })).toMatchObject({ code: 200 });
  },
);

test('a confirmation code the provider rejects is reported the same way', async () => {
  const who = await aSignedInUser(app);
  double.behaviour = { status: 401 };
  expect(await who.client.send(CALLS.sendFirstConfirmation, {})).toMatchObject(NOT_SENT);
  double.behaviour = 'takes';
});
