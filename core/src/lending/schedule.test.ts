import { expect, test } from 'vitest';
import { rupees } from '../money/money.ts';
import { businessDay } from '../money/time.ts';
import { singleInstalment } from './schedule.ts';

const startDay = businessDay('2026-11-20');

test.each([
  [10_000, 1_000, 15, '2026-12-05', 150, 10_150],
  [10_000, 1_000, 7, '2026-11-27', 70, 10_070],
  [10_000, 800, 30, '2026-12-20', 240, 10_240],
])(
  '%i rupees at %i ppm a day for %i days: due %s, interest %i, in all %i',
  (principal, ppm, days, due, interest, all) => {
    const rows = singleInstalment({
      principal: rupees(principal),
      interestPpmPerDay: ppm,
      startDay,
      tenorDays: days,
    });
    expect(rows).toEqual([
      {
        number: 1,
        dueDay: due,
        outstanding: rupees(principal),
        principal: rupees(principal),
        interest: rupees(interest),
        amount: rupees(all),
      },
    ]);
  },
);
