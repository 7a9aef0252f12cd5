import { expect, test } from 'vitest';
import { businessDay } from '../money/time.ts';
import { computeLegalRetention, mayRefuseErasure } from './erasure.ts';

test.each([
  ['2026-11-24', true, '2031-11-24'],
  // Five years after a leap day is the last of February.
  ['2028-02-29', true, '2033-02-28'],
  ['2026-11-24', false, undefined],
])('erased on %s, lent money: %s, kept through %s', (day, wasLent, until) => {
  expect(computeLegalRetention(businessDay(day), wasLent)?.keepUntil).toBe(until);
});

test('staff may refuse an erasure for a reason that holds now, or if nobody proved who asked', () => {
  expect(mayRefuseErasure('loan_runs', ['loan_runs', 'refund_runs'])).toBe(true);
  expect(mayRefuseErasure('payment_checked', ['loan_runs'])).toBe(false);
  expect(mayRefuseErasure('not_proved', [])).toBe(true);
});
