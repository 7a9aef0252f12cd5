import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AccountValidationRequest, Payouts } from '../../platform/ports/payouts.ts';
import { type RazorpayDouble, startRazorpayDouble } from '../../testing/razorpay-double/double.ts';
import { makeRazorpayXPayouts } from './razorpayx.ts';

const NOW = Date.UTC(2026, 10, 24, 4, 30);
let double: RazorpayDouble;
let payouts: Payouts;
let made = 0;

beforeAll(async () => {
  double = await startRazorpayDouble(() => NOW);
});

beforeEach(() => {
  double.x.validations.clear();
  double.x.accountsAre = { status: 'completed', account: 'active', name: 'ASHA DEVI' };
  double.x.refuse = null;
  double.seen.length = 0;
  payouts = makeRazorpayXPayouts(double.access.payouts);
});

afterAll(() => double.stop());

const question = (): AccountValidationRequest => ({
  ref: `V261124${String(++made).padStart(14, '0')}`,
  ifsc: 'HDFC0000053',
  accountNo: '765432123456789',
  holderName: 'Asha Devi',
});

const questions = () => double.seen.filter((one) => one.method === 'POST');

test.each([
  [
    { status: 'completed', account: 'active', name: 'ASHA DEVI' },
    { state: 'valid', nameAtBank: 'ASHA DEVI' },
  ],
  [
    { status: 'completed', account: 'valid', name: 'ASHA DEVI' },
    { state: 'valid', nameAtBank: 'ASHA DEVI' },
  ],
  [
    { status: 'completed', account: 'active', name: null },
    { state: 'valid', nameAtBank: '' },
  ],
  [
    { status: 'completed', account: 'invalid' },
    { state: 'invalid', reason: 'validation_completed' },
  ],
  [{ status: 'created' }, { state: 'pending' }],
] as const)('%j gives %j', async (is, answer) => {
  double.x.accountsAre = is;
  expect(await payouts.validateAccount(question())).toEqual(answer);
});

test('a repeated request for a pending validation, also from another process, is sent once', async () => {
  double.x.accountsAre = { status: 'created' };

  const query = question();
  expect(await payouts.validateAccount(query)).toEqual({ state: 'pending' });
  Object.assign([...double.x.validations.values()][0]!, {
    status: 'completed',
    validation_results: { account_status: 'active', registered_name: 'ASHA DEVI' },
  });

  const valid = { state: 'valid', nameAtBank: 'ASHA DEVI' };
  expect(await payouts.validateAccount(query)).toEqual(valid);
  expect(await makeRazorpayXPayouts(double.access.payouts).validateAccount(query)).toEqual(valid);
  expect(questions()).toHaveLength(1);
});

test.each(['lost', 'late', 'no_json'] as const)(
  'a validation whose answer was %s is sent once',
  async (fault) => {
    const query = question();
    double.fail(fault, 'POST', /validations$/);
    await expect(payouts.validateAccount(query)).rejects.toMatchObject({ name: 'NoAnswer' });
    expect(await payouts.validateAccount(query)).toMatchObject({ state: 'valid' });
    expect(double.x.validations.size).toBe(1);
  },
);

test.each([
  ['a technical failure', { status: 'failed' }],
  ['a completed validation without an account status', { status: 'completed' }],
] as const)('%s is no answer, and the validation is sent again', async (_, is) => {
  double.x.accountsAre = is;

  const query = question();
  await expect(payouts.validateAccount(query)).rejects.toMatchObject({ name: 'NoAnswer' });
  double.x.accountsAre = { status: 'completed', account: 'active', name: 'ASHA DEVI' };
  expect(await payouts.validateAccount(query)).toMatchObject({ state: 'valid' });
  expect(double.x.validations.size).toBe(2);
});

test('a refused IFSC makes the account invalid; any other refusal throws', async () => {
  double.x.refuse = { field: 'fund_account.bank_account.ifsc' };
  expect(await payouts.validateAccount(question())).toEqual({
    state: 'invalid',
    reason: 'account_invalid',
  });

  for (const refuse of [{}, { field: 'source_account_number' }, { reason: 'insufficient_funds' }]) {
    double.x.refuse = refuse;
    await expect(payouts.validateAccount(question())).rejects.toMatchObject({
      name: 'RazorpayRefusal',
    });
  }
});
