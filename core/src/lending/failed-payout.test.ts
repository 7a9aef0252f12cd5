import { expect, it } from 'vitest';
import { businessDay } from '../money/time.ts';
import { failedPayoutRuleOn, lastRetryDay } from './failed-payout.ts';

const day = businessDay;

it('a failed payout waits fourteen days', () => {
  expect(lastRetryDay(day('2026-11-20'))).toBe('2026-12-04');
});

it('the rule is the one of the day it failed on', () => {
  const rows = [
    { waitDays: 14, remindDaysBefore: 3, effectiveFrom: day('2026-01-01') },
    { waitDays: 30, remindDaysBefore: 5, effectiveFrom: day('2026-12-01') },
  ];
  expect(failedPayoutRuleOn(day('2026-11-30'), rows).waitDays).toBe(14);
  expect(failedPayoutRuleOn(day('2026-12-01'), rows).waitDays).toBe(30);
  expect(() => failedPayoutRuleOn(day('2025-12-31'), rows)).toThrow(RangeError);
});
