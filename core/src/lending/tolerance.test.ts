import { expect, test } from 'vitest';
import { terms } from '../../oracles/replay/sample-loan.ts';
import { type Paise, paise, rupees, zeroPaise } from '../money/money.ts';
import { addDays, businessDay } from '../money/time.ts';
import { type LoanEvent, type LoanTerms, viewLoan } from './loan.ts';
import { maxTolerance, toleranceFor } from './tolerance.ts';

const start = businessDay('2026-11-25');
// ₹10 a day; due on 10 December, the penal charge ₹10.15 a day from the 13th.
const loan: LoanEvent[] = [{ kind: 'disbursement', id: 'd', day: start }];

/**
 * A code made on a day of the loan, paid so many days after, with so much more or less than was
 * asked.
 */
function tolerated(
  given: {
    at: number;
    after?: number;
    more?: number;
    requestedMore?: number;
    discount?: Paise;
    terms?: LoanTerms;
  } = {
    at: 5,
  },
) {
  const { at, after = 1, more = 0, requestedMore = 0, discount = zeroPaise } = given;
  const [before, later] = [at, at + after].map((day) =>
    viewLoan(given.terms ?? terms, loan, addDays(start, day)),
  );
  const amount = paise(before!.totalOwed - discount + requestedMore);

  return toleranceFor(
    { amount, discount, day: addDays(start, at) },
    { amount: paise(amount + more), day: addDays(start, at + after) },
    { before: before!, after: later! },
  );
}

test.each([
  ['the night’s interest', { at: 5 }, { amount: rupees(10), bucket: 'interest' }],
  ['what is missing of it', { at: 5, more: 300 }, { amount: rupees(7), bucket: 'interest' }],
  ['with a coupon', { at: 5, discount: rupees(20) }, { amount: rupees(10), bucket: 'interest' }],
  ['the night’s penal charge', { at: 18 }, { amount: 1_015, bucket: 'penal' }],
  ['the same day: nothing is missing', { at: 5, after: 0 }, null],
  ['two nights', { at: 5, after: 2 }, null],
  ['less than was asked', { at: 5, more: -1 }, null],
  ['enough for the new day', { at: 5, more: 1_000 }, null],
  ['a part was asked', { at: 5, requestedMore: -rupees(100) }, null],
  ['more was asked than is owed', { at: 5, requestedMore: 1 }, null],
  ['a night that adds nothing: the due date to the day after', { at: 15 }, null],
] as const)('%s', (_, given, expected) => expect(tolerated(given)).toEqual(expected));

test('at most the maximum, however much a night adds', () => {
  const large = (principal: number) =>
    tolerated({ at: 5, terms: { ...terms, principal: rupees(principal) } });
  expect(large(100_000)).toEqual({ amount: maxTolerance, bucket: 'interest' });
  expect(large(100_010)).toBeNull();
});
