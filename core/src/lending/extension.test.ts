import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { add, rupees } from '../money/money.ts';
import { addDays, businessDay } from '../money/time.ts';
import {
  type ExtensionRefusal,
  extensionEvents,
  extensionQuote,
  extensionWindow,
} from './extension.ts';
import { type LoanEvent, type LoanTerms, viewLoan } from './loan.ts';
import { defaultProducts, findProduct } from './terms.ts';

const start = businessDay('2026-11-20');
const on = (day: number) => addDays(start, day);
const { extension, penal } = findProduct(defaultProducts, 'N15')!;

const terms: LoanTerms = {
  principal: rupees(10_000),
  interestPpmPerDay: 1_000,
  tenorDays: 15,
  penal,
};

const disbursed: LoanEvent = { kind: 'disbursement', id: 'd', day: start };

const priceOn = (day: number, days: number, events: LoanEvent[] = [disbursed]) => {
  return extensionQuote({ terms, extension, events, day: on(day), days });
};

const extended = (id: string, day: number): LoanEvent => ({
  kind: 'extension',
  id,
  day: on(day),
  days: 7,
});

// 10,000 for 15 days at 0.1 % a day; the fee is 150 and its GST 27. Columns in rupees, the APR in
// hundredths of a percent.
test.each([
  // The three days up to the old due date are owed anyway: they do not make the extra days look
  // cheaper.
  [12, 7, 120, 0, 297, 22, 100, 7, 70, 13_111],
  [15, 7, 150, 0, 327, 22, 70, 7, 70, 13_111],
  [15, 15, 150, 0, 327, 30, 150, 15, 150, 8_100],
  // Three days of the seven have passed: four are bought.
  [18, 7, 150, 10.15, 337.15, 22, 40, 4, 40, 20_158],
])(
  'on day %i by %i days: interest %s, penal %s, now %s; due day %i, interest to come %s, %i extra days for %s, APR %i',
  (day, days, interest, penalCharge, payNow, newDue, toCome, extraDays, extraInterest, apr) => {
    expect(priceOn(day, days)).toMatchObject({
      ok: true,
      quote: {
        oldDueDay: on(15),
        newDueDay: on(newDue),
        times: 1,
        interest: rupees(interest),
        penal: rupees(penalCharge),
        fee: rupees(150),
        gst: rupees(27),
        payNow: rupees(payNow),
        principal: rupees(10_000),
        interestToCome: rupees(toCome),
        payThen: rupees(10_000 + toCome),
        extraDays,
        extraInterest: rupees(extraInterest),
        aprHundredths: apr,
      },
    });
  },
);

describe('refused', () => {
  const whole: LoanEvent = { kind: 'payment', id: 'p', day: on(14), amount: rupees(10_140) };
  test.each<[ExtensionRefusal, number, number, LoanEvent[]]>([
    ['too-early', 11, 7, [disbursed]],
    ['too-late', 19, 7, [disbursed]],
    ['other-days', 15, 10, [disbursed]],
    ['nothing-owed', 15, 7, [disbursed, whole]],
    ['not-disbursed', 15, 7, []],
    ['no-more-times', 29, 7, [disbursed, extended('x', 15), extended('y', 22)]],
  ])('%s', (reason, day, days, events) =>
    expect(priceOn(day, days, events)).toEqual({ ok: false, reason }),
  );

  test('a reversed extension does not count', () => {
    const events: LoanEvent[] = [
      disbursed,
      extended('x', 15),
      extended('y', 15),
      { kind: 'reversal', id: 'r', day: on(15), of: 'y' },
    ];
    expect(priceOn(22, 7, events)).toMatchObject({
      ok: true,
      quote: { times: 2, oldDueDay: on(22), newDueDay: on(29) },
    });
  });
});

test('the window opens three days before the due date and closes three days after it', () => {
  expect(extensionWindow(extension, on(15))).toEqual({ opens: on(12), closes: on(18) });
  expect(extensionWindow(extension, undefined)).toBeUndefined();
});

test('paying the quoted amounts now and on the new due date settles the loan exactly', () => {
  const paidBefore = fc.option(
    fc.record({ day: fc.nat(17), rupees: fc.integer({ min: 1, max: 9_000 }) }),
    {
      nil: null,
    },
  );
  fc.assert(
    fc.property(
      fc.integer({ min: 12, max: 18 }),
      fc.constantFrom(7, 15),
      paidBefore,
      (day, days, before) => {
        const paid: LoanEvent[] = before
          ? [
              {
                kind: 'payment',
                id: 'a',
                day: on(Math.min(before.day, day)),
                amount: rupees(before.rupees),
              },
            ]
          : [];
        const events = [disbursed, ...paid];
        const answer = priceOn(day, days, events);
        if (!answer.ok) throw new Error(answer.reason);

        const { quote } = answer;
        const fee = add(quote.fee, quote.gst);
        const accepted = [
          ...events,
          ...extensionEvents({ day: quote.day, days, fee, payNow: quote.payNow, id: 'x' }),
        ];
        const now = viewLoan(terms, accepted, quote.day);

        expect([now.totalOwed, now.principalOwed, now.dueDay]).toEqual([
          quote.principal,
          quote.principal,
          quote.newDueDay,
        ]);

        const last: LoanEvent = {
          kind: 'payment',
          id: 'z',
          day: quote.newDueDay,
          amount: quote.payThen,
        };
        expect(viewLoan(terms, [...accepted, last], quote.newDueDay)).toMatchObject({
          isSettled: true,
          overpaid: 0,
        });
      },
    ),
  );
});
