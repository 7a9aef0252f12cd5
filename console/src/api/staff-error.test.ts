import { expect, test } from 'vitest';
import { localError, StaffError } from './staff-error.ts';

test('a forbidden call names the missing permission and the roles that have it', () => {
  const error = new StaffError({ code: 'forbidden', message: 'Forbidden.' }, 'review.score');
  expect(error.missing).toEqual({ permission: 'review scores', roles: 'Credit officer' });
});

test('an approval that is forbidden is named in words', () => {
  const error = new StaffError({ code: 'forbidden', message: 'Forbidden.' }, 'approve.waiver');
  expect(error.missing?.permission).toBe('approve: waiver');
  expect(error.missing?.roles).toBe('Credit officer, Accountant');
});

test('the permission that the server names is shown before the one of the call', () => {
  const data = { permission: 'review.identity' };
  const error = new StaffError({ code: 'forbidden', message: 'Forbidden.', data }, 'work.read');
  expect(error.missing).toEqual({ permission: 'review identities', roles: 'Reviewer' });
});

test('only what the server may have done all the same is uncertain', () => {
  expect(localError('offline').isUncertain).toBe(true);
  expect(localError('passkey_cancelled').isUncertain).toBe(false);
  expect(new StaffError({ code: 'changed', message: '' }).isUncertain).toBe(false);
});
