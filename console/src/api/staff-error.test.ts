import { expect, test } from 'vitest';
import { localError, StaffError } from './staff-error.ts';

const refuse = (data?: unknown) =>
  new StaffError({ code: 'forbidden', message: 'Forbidden.', data });

test('a forbidden call names the missing permission and the roles that have it', () => {
  expect(refuse({ permission: 'review.score' }).missing).toEqual({
    permission: 'review scores',
    roles: 'Credit officer',
  });
});

test('an approval that is forbidden is named in words', () => {
  expect(refuse({ permission: 'approve.waiver' }).missing).toEqual({
    permission: 'approve: waiver',
    roles: 'Credit officer, Accountant',
  });
});

test('a refusal of another kind, or of an unknown permission, names none', () => {
  expect(refuse().missing).toBeUndefined();
  expect(refuse({ permission: 'review.weather' }).missing).toBeUndefined();
});

test('only what the server may have done all the same is uncertain', () => {
  expect(localError('offline').isUncertain).toBe(true);
  expect(localError('passkey_cancelled').isUncertain).toBe(false);
  expect(new StaffError({ code: 'changed', message: '' }).isUncertain).toBe(false);
});
