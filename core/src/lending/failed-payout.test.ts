import { expect, it } from 'vitest';
import { businessDay } from '../money/time.ts';
import { failedPayoutRuleOn, lastDayToMend } from './failed-payout.ts';

const day = businessDay;

it('a failed payout waits fourteen days', () => {
  expect(lastDayToMend(day('2026-11-20'))).toBe('2026-12-04');
});

it('the rule is the one of the day it failed on', () => {
  const rows = [
    { waitsDays: 14, toldDaysBefore: 3, effectiveFrom: day('2026-01-01') },
    { waitsDays: 30, toldDaysBefore: 5, effectiveFrom: day('2026-12-01') },
  ];
  expect(failedPayoutRuleOn(day('2026-11-30'), rows).waitsDays).toBe(14);
  expect(failedPayoutRuleOn(day('2026-12-01'), rows).waitsDays).toBe(30);
  expect(() => failedPayoutRuleOn(day('2025-12-31'), rows)).toThrow(RangeError);
});
