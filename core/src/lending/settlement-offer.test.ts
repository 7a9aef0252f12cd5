import { expect, test } from 'vitest';
import { rupees } from '../money/money.ts';
import { businessDay } from '../money/time.ts';
import { leftOfOffer, mayStillCount, offerProblem } from './settlement-offer.ts';

const today = businessDay('2026-11-24');

const possible = {
  payPaise: rupees(3_000),
  payBy: businessDay('2026-12-24'),
  owedPaise: rupees(5_000) + 12,
  leastPaise: rupees(100),
  overdueDays: 4,
  today,
};

test.each([
  ['within the bounds', {}, null],
  ['of the least amount, today', { payPaise: rupees(100), payBy: today }, null],
  ['of a loan that is not overdue', { overdueDays: 0 }, 'not_overdue'],
  ['with paise', { payPaise: rupees(3_000) + 1 }, 'not_whole'],
  ['below the least part', { payPaise: rupees(99) }, 'too_little'],
  ['of all that is owed', { payPaise: rupees(6_000) }, 'not_less'],
  ['by a day that has passed', { payBy: businessDay('2026-11-23') }, 'day_past'],
  ['by a day more than 30 days ahead', { payBy: businessDay('2026-12-25') }, 'day_late'],
])('an offer %s: %o gives %s', (_, but, problem) => {
  expect(offerProblem({ ...possible, ...but })).toBe(problem);
});

test('only what was paid since the offer counts, and a reversal takes it off again', () => {
  const offer = { payPaise: rupees(3_000), payBy: today, paidBeforePaise: rupees(500) };
  expect(leftOfOffer(offer, rupees(500))).toBe(rupees(3_000));
  expect(leftOfOffer(offer, rupees(1_500))).toBe(rupees(2_000));
  expect(leftOfOffer(offer, rupees(4_000))).toBe(0);
  expect(leftOfOffer(offer, 0)).toBe(rupees(3_000));
});

test('a payment reported a week after the last day may still count', () => {
  const offer = { payPaise: 1, payBy: today, paidBeforePaise: 0 };
  expect(mayStillCount(offer, businessDay('2026-12-01'))).toBe(true);
  expect(mayStillCount(offer, businessDay('2026-12-02'))).toBe(false);
});
