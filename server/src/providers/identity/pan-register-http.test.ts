import type { PanDifference } from '@noren/core/people/pan-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  API_SECRET,
  type PanRegisterDouble,
  startPanRegisterDouble,
} from '../../testing/pan-register-double.ts';
import { makePanRegister } from './pan-register-http.ts';

const question = { pan: 'ABCPR1234K', name: 'Asha Rao', birthDay: '1994-03-09' };
let double: PanRegisterDouble;

beforeEach(async () => {
  double = await startPanRegisterDouble();
});

afterEach(() => double.close());

const check = () => makePanRegister(double.access).check(question);

test('a PAN is asked about with the name and birth date, and with the holder’s consent', async () => {
  expect(await check()).toEqual({
    differences: [],
    ref: '3a31716a-6a4d-4670-83fe-849d8209e35a',
  });

  const [signIn, asked] = double.asked;
  expect(signIn).toMatchObject({ path: '/authenticate', body: {} });
  expect(asked).toMatchObject({
    path: '/kyc/pan/verify',
    headers: { authorization: 'token-1', 'x-api-key': 'key_test_aDouble' },
    body: {
      '@entity': 'in.co.sandbox.kyc.pan_verification.request',
      pan: 'ABCPR1234K',
      name_as_per_pan: 'Asha Rao',
      date_of_birth: '09/03/1994',
      consent: 'Y',
    },
  });
  expect(String(asked!.body.reason).length).toBeGreaterThanOrEqual(20);
  expect(asked!.headers).not.toHaveProperty('x-api-secret');
});

test.each<[Record<string, unknown>, PanDifference[]]>([
  [{ name_as_per_pan_match: false }, ['name']],
  [{ date_of_birth_match: false }, ['birthDay']],
  [{ name_as_per_pan_match: false, date_of_birth_match: false }, ['name', 'birthDay']],
  [{ category: 'company' }, ['not_a_person']],
  [{ status: 'invalid', remarks: 'Invalid PAN', name_as_per_pan_match: false }, ['unknown']],
  [{ status: 'invalid', name_as_per_pan_match: null, date_of_birth_match: null }, ['unknown']],
  [{ status: 'invalid', remarks: 'Deleted' }, ['ended']],
  [{ status: 'invalid', remarks: 'Marked as Fake' }, ['ended']],
  [{ status: 'invalid', remarks: 'Marked as Deactivated' }, ['ended']],
  [{ status: 'valid', remarks: 'Holder is Deceased' }, ['deceased']],
  [{ aadhaar_seeding_status: 'n' }, []],
])('the answer %j differs in %j', async (fields, differences) => {
  double.fields = fields;
  expect((await check()).differences).toEqual(differences);
});

test('one sign-in does for many questions, and a token that ended is replaced once', async () => {
  const register = makePanRegister(double.access);
  await register.check(question);
  await register.check(question);
  double.endToken();
  await register.check(question);

  const signIns = double.asked.filter(({ path }) => path === '/authenticate');
  expect(signIns).toHaveLength(2);

  double.behaviour = { status: 403, body: '{"code":403,"message":"Access revoked"}' };
  double.asked.length = 0;
  await expect(register.check(question)).rejects.toThrow('403');
  expect(double.asked.map(({ path }) => path)).toEqual([
    '/kyc/pan/verify',
    '/authenticate',
    '/kyc/pan/verify',
  ]);
});

const wrapped = (data: object) => ({ status: 200, body: JSON.stringify({ code: 200, data }) });
const sample = {
  pan: question.pan,
  category: 'individual',
  status: 'valid',
  name_as_per_pan_match: true,
  date_of_birth_match: true,
};

describe('nothing is known of a PAN', () => {
  test.each([
    ['no answer comes', 'silent' as const],
    ['the service fails', { status: 500, body: '{"message":"ABCPR1234K"}' }],
    ['the service is busy', { status: 429, body: '{}' }],
    ['the request is refused', { status: 422, body: '{"message":"Consent Required"}' }],
    ['the answer is no JSON', { status: 200, body: '<html>ABCPR1234K</html>' }],
    ['the answer is empty', { status: 200, body: '' }],
    ['the answer has no data', { status: 200, body: '{"code":200}' }],
    ['the answer has another status', wrapped({ ...sample, status: 'perhaps' })],
    [
      'the answer does not say whether the name agrees',
      wrapped({ ...sample, name_as_per_pan_match: null }),
    ],
    [
      'the answer is a text where a yes or no belongs',
      wrapped({ ...sample, date_of_birth_match: 'true' }),
    ],
    ['the answer is about another number', wrapped({ ...sample, pan: 'ABCPR1235K' })],
    ['the answer is endless', { status: 200, body: ' '.repeat(100_000) }],
  ])('when %s', async (_, behaviour) => {
    double.behaviour = behaviour;
    const error = await check().catch((caught: unknown) => caught);

    expect(error).toBeInstanceOf(Error);
    const written = `${(error as Error).stack} ${String((error as Error).cause)}`;
    for (const secret of [API_SECRET, 'key_test_aDouble', 'token-1', ...Object.values(question)])
      expect(written).not.toContain(secret);
  });

  test('when the secret is wrong', async () => {
    const register = makePanRegister({ ...double.access, apiSecret: 'secret_test_wrong' });
    await expect(register.check(question)).rejects.toThrow('sign-in answered 403');
    expect(double.asked).toHaveLength(1);
  });

  test('when nothing listens there', async () => {
    const { access } = double;
    await double.close();
    await expect(makePanRegister(access).check(question)).rejects.toThrow('gave no answer');
    double = await startPanRegisterDouble();
  });
});
