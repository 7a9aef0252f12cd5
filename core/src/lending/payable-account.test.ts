import { expect, test } from 'vitest';
import {
  type AccountFacts,
  CHANGED_ACCOUNT_HOLD_MS,
  computePayableFrom,
  refuseAccount,
} from './payable-account.ts';

const now = Date.UTC(2026, 10, 23);
const payable: AccountFacts = { nameMatch: 'match', validation: 'valid', payableFrom: now };

test.each([
  ['valid and in the borrower’s name', {}, null],
  ['in part the borrower’s name', { nameMatch: 'partial' }, 'name'],
  ['in another name', { nameMatch: 'mismatch' }, 'name'],
  ['not yet validated', { validation: 'unknown' }, 'waiting'],
  ['validation pending', { validation: 'pending', nameMatch: 'partial' }, 'waiting'],
  ['rejected by the bank', { validation: 'invalid', nameMatch: 'mismatch' }, 'invalid'],
  ['changed, hold not over', { payableFrom: now + 1 }, 'changed'],
] as const)('an account that is %s', (_, facts, expected) => {
  expect(refuseAccount({ ...payable, ...facts }, now)).toBe(expected);
});

test('a first account is payable at once, a changed one after a day unless a trusted passkey confirmed it', () => {
  expect(computePayableFrom({ isChange: false, isProved: false, now })).toBe(now);
  expect(computePayableFrom({ isChange: true, isProved: false, now })).toBe(
    now + CHANGED_ACCOUNT_HOLD_MS,
  );
  expect(computePayableFrom({ isChange: true, isProved: true, now })).toBe(now);
});
