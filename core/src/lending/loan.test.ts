import { describe, expect, test } from 'vitest';
import { disbursed, on, pay, reverse, start, terms } from '../../oracles/replay/sample-loan.ts';
import { rupees } from '../money/money.ts';
import { type LoanEvent, LoanEventError, viewLoan } from './loan.ts';

// A loan of 10,000 for 15 days at 0.1 % a day, nothing paid. Rupees.
test.each([
  [0, 10, 0, 10_010, 0],
  [1, 10, 0, 10_010, 0],
  [2, 20, 0, 10_020, 0],
  [15, 150, 0, 10_150, 0],
  [16, 150, 0, 10_150, 1],
  [17, 150, 0, 10_150, 2],
  [18, 150, 10.15, 10_160.15, 3],
  [19, 150, 20.3, 10_170.3, 4],
  [47, 150, 304.5, 10_454.5, 32],
  [48, 150, 304.5, 10_454.5, 33],
  [400, 150, 304.5, 10_454.5, 385],
])(
  'day %i: interest %s, penal %s, in all %s, %i days overdue',
  (day, interest, penal, total, overdueDays) => {
    expect(viewLoan(terms, [disbursed], on(day))).toMatchObject({
      principalOwed: rupees(10_000),
      interestOwed: rupees(interest),
      penalOwed: rupees(penal),
      totalOwed: rupees(total),
      overdueDays,
      dueDay: on(15),
      isSettled: false,
    });
  },
);

describe('payments', () => {
  test('whole on the due date: settled', () => {
    const view = viewLoan(terms, [disbursed, pay('p', 15, 10_150)], on(15));
    expect(view).toMatchObject({
      totalOwed: 0,
      isSettled: true,
      overdueDays: 0,
      overpaid: 0,
      paid: rupees(10_150),
    });

    expect(view.allocations).toEqual([
      {
        paymentId: 'p',
        day: on(15),
        fees: 0,
        interest: rupees(150),
        principal: rupees(10_000),
        penal: 0,
        overpaid: 0,
      },
    ]);
  });

  test('the same day: one day of interest, no more later', () => {
    const events = [disbursed, pay('p', 0, 10_010)];
    expect(viewLoan(terms, events, on(40))).toMatchObject({
      isSettled: true,
      interestDays: 1,
      overdueDays: 0,
    });
  });

  test('early in part: later interest runs on what is left', () => {
    const view = viewLoan(terms, [disbursed, pay('p', 5, 5_050)], on(15));
    expect(view).toMatchObject({
      principalOwed: rupees(5_000),
      interestOwed: rupees(50),
      totalOwed: rupees(5_050),
    });
  });

  test('the same day in part: the first day is charged once', () => {
    const view = viewLoan(terms, [disbursed, pay('p', 0, 5_010)], on(1));
    expect(view).toMatchObject({ principalOwed: rupees(5_000), interestOwed: 0 });
    expect(viewLoan(terms, [disbursed, pay('p', 0, 5_010)], on(2)).interestOwed).toBe(rupees(5));
  });

  test('late in part: the penal charge runs on the overdue rest', () => {
    const view = viewLoan(terms, [disbursed, pay('p', 18, 5_150)], on(19));
    expect(view).toMatchObject({
      principalOwed: rupees(5_000),
      interestOwed: 0,
      penalOwed: rupees(15.15),
      penalDays: 2,
    });
  });

  test('too much is a debt to the borrower', () => {
    const events = [disbursed, pay('p', 15, 10_150), pay('q', 16, 100)];
    expect(viewLoan(terms, events, on(16))).toMatchObject({
      isSettled: true,
      overpaid: rupees(100),
    });
  });

  test('on its value date, though recorded late: the penal charge is recalculated', () => {
    const events = [disbursed, pay('late', 20, 100), pay('backdated', 15, 10_150)];
    expect(viewLoan(terms, events, on(20))).toMatchObject({
      isSettled: true,
      overpaid: rupees(100),
      penalDays: 0,
    });
  });

  test('reversed: owed again, with what accrued meanwhile', () => {
    const events = [disbursed, pay('p', 10, 10_100), reverse('p', 18)];
    expect(viewLoan(terms, events, on(17)).isSettled).toBe(true);
    expect(viewLoan(terms, events, on(18))).toEqual(viewLoan(terms, [disbursed], on(18)));
  });
});

describe('waivers, charges, extensions', () => {
  const waiver = (day: number, amount: number, more: object = {}): LoanEvent => {
    return { kind: 'waiver', id: 'w', day: on(day), amount: rupees(amount), ...more };
  };

  test('the penal bucket alone, at most what is owed', () => {
    const view = viewLoan(terms, [disbursed, waiver(18, 50, { bucket: 'penal' })], on(18));
    expect(view).toMatchObject({
      penalOwed: 0,
      waived: rupees(10.15),
      totalOwed: rupees(10_150),
      overpaid: 0,
    });
  });

  test('a coupon tied to a payment falls with it', () => {
    const coupon = waiver(15, 50, { ofPayment: 'p' });
    const events = [disbursed, coupon, pay('p', 15, 10_100)];

    expect(viewLoan(terms, events, on(15))).toMatchObject({ isSettled: true, waived: rupees(50) });
    expect(viewLoan(terms, [...events, reverse('p', 16)], on(16))).toMatchObject({
      isSettled: false,
      waived: 0,
    });
    expect(viewLoan(terms, [disbursed, coupon], on(15)).waived).toBe(0);
  });

  test('an extension at 3 days overdue: interest, penal charge and fee paid, due 7 days after the due date', () => {
    const events: LoanEvent[] = [
      disbursed,
      { kind: 'charge', id: 'fee', day: on(18), amount: rupees(177), code: 'extension-fee' },
      pay('p', 18, 327),
      { kind: 'extension', id: 'x', day: on(18), days: 7 },
    ];
    const before = viewLoan(terms, events.slice(0, 2), on(18));

    expect(before.totalOwed - before.principalOwed).toBe(rupees(337.15));

    const view = viewLoan(terms, events, on(22));
    expect(view).toMatchObject({
      dueDay: on(22),
      overdueDays: 0,
      interestOwed: rupees(40),
      penalOwed: rupees(10.15),
    });
    expect(viewLoan(terms, events, on(25))).toMatchObject({ overdueDays: 3, penalDays: 2 });
  });

  test('an extension before the due date: interest runs through', () => {
    const events: LoanEvent[] = [disbursed, { kind: 'extension', id: 'x', day: on(13), days: 7 }];
    expect(viewLoan(terms, events, on(30))).toMatchObject({
      dueDay: on(22),
      interestOwed: rupees(220),
    });
  });
});

describe('a payout that the bank sent back', () => {
  const undone = [disbursed, reverse('d', 20)];

  test('nothing is owed or charged, and nothing is settled', () => {
    expect(viewLoan(terms, undone, on(19)).penalOwed).toBeGreaterThan(0);

    const view = viewLoan(terms, undone, on(20));
    expect(view).toEqual(viewLoan(terms, [], on(20)));
    expect(view).toMatchObject({
      totalOwed: 0,
      overdueDays: 0,
      isSettled: false,
      dueDay: undefined,
    });
  });

  test('disbursed again, on the same day too, the loan starts from its new disbursement', () => {
    const again: LoanEvent = { ...disbursed, id: 'd2', day: on(20) };
    expect(viewLoan(terms, [...undone, again], on(22))).toEqual(viewLoan(terms, [again], on(22)));
  });
});

test('before the disbursement nothing is owed and nothing is settled', () => {
  expect(viewLoan(terms, [], start)).toMatchObject({
    totalOwed: 0,
    isSettled: false,
    dueDay: undefined,
  });
  expect(viewLoan(terms, [disbursed], on(-1))).toMatchObject({ totalOwed: 0, isSettled: false });
});

test.each<[string, LoanEvent[]]>([
  ['a repeated id', [disbursed, pay('p', 1, 1), pay('p', 2, 1)]],
  ['a second disbursement', [disbursed, { ...disbursed, id: 'd2' }]],
  ['a payment before the disbursement', [disbursed, pay('p', -1, 1)]],
  ['a payment without a disbursement', [pay('p', 1, 1)]],
  ['nothing paid', [disbursed, pay('p', 1, 0)]],
  ['an extension by no days', [disbursed, { kind: 'extension', id: 'x', day: on(1), days: 0 }]],
  ['a payment that outlives its disbursement', [disbursed, pay('p', 1, 1), reverse('d', 2)]],
  [
    'a second disbursement before the first is reversed',
    [disbursed, { ...disbursed, id: 'd2', day: on(1) }, reverse('d', 2)],
  ],
  ['a reversed reversal', [disbursed, pay('p', 1, 1), reverse('p', 2), reverse('r-p', 3)]],
])('%s is refused', (_name, events) => {
  expect(() => viewLoan(terms, events, on(30))).toThrow(LoanEventError);
});
