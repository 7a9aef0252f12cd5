import { describe, expect, test } from 'vitest';
import { percentPerDay } from '../../oracles/replay/rates.ts';
import { disbursed, on, pay, reverse, start, terms } from '../../oracles/replay/sample-loan.ts';
import { rupees } from '../money/money.ts';
import { type LoanEvent, LoanEventError, type LoanTerms, viewLoan } from './loan.ts';

const refund = (day: number, amount: number): LoanEvent => ({
  kind: 'refund',
  id: 'back',
  day: on(day),
  amount: rupees(amount),
});

const view = (events: LoanEvent[], day: number, of: LoanTerms = terms) =>
  viewLoan(of, [disbursed, ...events], on(day));

describe('what a day of penal charge adds', () => {
  // Nothing paid, on the due date, within the days of grace, and after the last day that is
  // charged.
  test.each([
    [15, [], 0],
    [16, [], 10.15],
    [46, [], 10.15],
    [47, [], 0],
    // A part paid: on the principal that is left, interest having been paid first.
    [25, [pay('p', 20, 5_000)], 5.15],
    [25, [pay('p', 20, 10_250)], 0],
  ])('day %i, paid %j: %s', (day, events, rupeesPerDay) => {
    expect(view(events, day).penalPerDay).toBe(rupees(rupeesPerDay));
    const grows = view(events, day + 1).penalOwed - view(events, day).penalOwed;
    if (day >= 18) expect(grows).toBe(rupees(rupeesPerDay));
  });
});

describe('a reversal of the processing fee', () => {
  const feeReversal: LoanEvent = {
    kind: 'fee-reversal',
    id: 'f',
    day: on(3),
    amount: rupees(354),
    ofPayment: 'p',
  };
  test('counts against interest and principal and is no waiver; the rest of the loan is paid', () => {
    const events = [feeReversal, pay('p', 3, 9_676)];
    expect(view(events, 3)).toMatchObject({
      isSettled: true,
      waived: 0,
      feeReversed: rupees(354),
      overpaid: 0,
    });
    expect(view([...events, reverse('p', 4)], 4)).toEqual(view([], 4));
  });

  test('is charged again on the day its payment is charged back, in part or whole', () => {
    const back = (id: string, day: number, amount: number): LoanEvent => {
      return { kind: 'chargeback', id, day: on(day), amount: rupees(amount), ofPayment: 'p' };
    };
    const returned = [feeReversal, pay('p', 3, 9_676)];
    const part = [...returned, back('c', 20, 76)];

    expect(view(part, 19)).toMatchObject({ isSettled: true, feeReversed: rupees(354) });
    expect(view(part, 20)).toMatchObject({
      feeReversed: 0,
      totalOwed: rupees(76 + 354),
      penalOwed: 0,
    });

    const whole = [...part, back('e', 20, 9_600)];
    expect(view(whole, 20)).toMatchObject({
      principalOwed: rupees(10_000),
      interestOwed: rupees(30),
      feeReversed: 0,
    });

    // The chargeback was a mistake of the bank.
    expect(view([...part, reverse('c', 21)], 21)).toMatchObject({
      isSettled: true,
      feeReversed: rupees(354),
    });
  });

  test('is principal where it was overpaid and refunded before its payment is charged back', () => {
    const part: LoanEvent = { kind: 'payment', id: 'a', day: on(2), amount: rupees(9_900) };
    const back: LoanEvent = {
      kind: 'chargeback',
      id: 'c',
      day: on(5),
      amount: rupees(1),
      ofPayment: 'p',
    };
    const returned = [part, feeReversal, pay('p', 3, 1), refund(4, 234.88)];

    expect(view(returned, 4)).toMatchObject({ isSettled: true, overpaid: 0 });
    expect(view([...returned, back], 5)).toMatchObject({
      totalOwed: rupees(355),
      overpaid: 0,
      feeReversed: 0,
    });
  });

  test('is charged again while another return of the same day is counted first', () => {
    const back: LoanEvent = {
      kind: 'chargeback',
      id: 'c',
      day: on(3),
      amount: rupees(9_676),
      ofPayment: 'p',
    };
    const again: LoanEvent = { ...feeReversal, id: 'g', ofPayment: 'q' };
    const events = [feeReversal, pay('p', 3, 9_676), back, again, pay('q', 3, 9_676)];

    expect(view(events, 3)).toMatchObject({
      isSettled: true,
      overpaid: 0,
      feeReversed: rupees(354),
    });
  });

  test('is overpaid where less is owed', () => {
    const part: LoanEvent = { kind: 'payment', id: 'a', day: on(2), amount: rupees(9_900) };
    expect(view([part, feeReversal, pay('p', 3, 1)], 3)).toMatchObject({
      isSettled: true,
      overpaid: rupees(234.88),
    });
  });
});

describe('refunds and chargebacks', () => {
  test('overpaid money that was refunded is no longer owed', () => {
    expect(view([pay('p', 15, 10_250), refund(16, 100)], 16)).toMatchObject({
      overpaid: 0,
      refunded: rupees(100),
      isSettled: true,
    });
  });

  test('a payment refunded and then reversed: the refund is owed too', () => {
    const events = [pay('p', 15, 10_250), refund(16, 100), reverse('p', 17)];
    expect(view(events, 17)).toMatchObject({
      principalOwed: rupees(10_100),
      interestOwed: rupees(150),
      overpaid: 0,
    });
  });

  test('a chargeback takes overpaid money first; the rest is owed again', () => {
    const back: LoanEvent = {
      kind: 'chargeback',
      id: 'c',
      day: on(15),
      amount: rupees(300),
      ofPayment: 'p',
    };
    const events = [pay('p', 15, 10_350), back];

    expect(view(events, 15)).toMatchObject({
      principalOwed: rupees(100),
      overpaid: 0,
      chargedBack: rupees(300),
    });
    expect(view([...events, reverse('p', 16)], 16)).toEqual(view([], 16));
  });

  const chargeback = (id: string, day: number, amount: number): LoanEvent => {
    return { kind: 'chargeback', id, day: on(day), amount: rupees(amount), ofPayment: 'p' };
  };
  test('a chargeback reopens the same buckets: a penal charge stays one and bears no charge', () => {
    const late = [pay('p', 25, 10_231.2)];
    expect(view(late, 25)).toMatchObject({ isSettled: true, overpaid: 0 });

    const again = view([...late, chargeback('c', 25, 10_231.2)], 25);
    expect(again).toEqual({
      ...view([], 25),
      paid: rupees(10_231.2),
      chargedBack: rupees(10_231.2),
      allocations: again.allocations,
      chargebackBuckets: {
        fees: 0,
        interest: rupees(150),
        principal: rupees(10_000),
        penal: rupees(81.2),
      },
    });

    // A day on it costs what a day of the same loan costs that was never paid.
    const { penalOwed: untouched } = view([], 26);
    expect(view([...late, chargeback('c', 25, 10_231.2)], 26).penalOwed).toBe(untouched);
  });

  test('chargebacks in parts reverse the last allocation first; on a written-off loan they reduce what was recovered', () => {
    const late = [pay('p', 25, 10_231.2), chargeback('c', 26, 100)];
    expect(view(late, 26)).toMatchObject({
      penalOwed: rupees(81.2),
      principalOwed: rupees(18.8),
      interestOwed: 0,
    });
    expect(view([...late, chargeback('c2', 26, 50)], 26)).toMatchObject({
      principalOwed: rupees(68.8),
    });

    const lost: LoanEvent[] = [{ kind: 'write-off', id: 'w', day: on(60) }, pay('p', 70, 1_150)];
    expect(view([...lost, chargeback('c', 71, 1_150)], 71)).toMatchObject({
      totalOwed: 0,
      recovered: { fees: 0, interest: 0, principal: 0, penal: 0 },
      isSettled: false,
    });
  });

  test('two chargebacks, the first covered by money overpaid by the second payment: a penal charge stays one', () => {
    const second: LoanEvent = { kind: 'payment', id: 'q', day: on(25), amount: rupees(60) };
    const back = (id: string, amount: number, ofPayment: string): LoanEvent => {
      return { kind: 'chargeback', id, day: on(25), amount: rupees(amount), ofPayment };
    };
    const events = [pay('p', 25, 10_231.2), second, back('c1', 50, 'p'), back('c2', 60, 'q')];

    expect(view(events, 25)).toMatchObject({
      penalOwed: rupees(50),
      principalOwed: 0,
      interestOwed: 0,
      overpaid: 0,
    });

    // Refunded meanwhile, the rest of it is principal: it paid nothing.
    const refunded = [...events.slice(0, 3), refund(25, 10), back('c2', 60, 'q')];
    expect(view(refunded, 25)).toMatchObject({
      penalOwed: rupees(50),
      principalOwed: rupees(10),
      overpaid: 0,
    });
  });

  test('the lender pays interest on what it owes where it says so, rounded to the borrower’s side', () => {
    const giving: LoanTerms = {
      ...terms,
      convention: { rounding: 'down', creditRate: percentPerDay('8', 365) },
    };
    expect(view([pay('p', 15, 10_430.64)], 18, giving)).toMatchObject({
      overpaid: rupees(280.83),
      creditInterest: rupees(0.19),
    });
  });
});

describe('a write-off', () => {
  const gone: LoanEvent = { kind: 'write-off', id: 'w', day: on(60) };
  test('what is owed becomes nothing and is remembered by bucket; nothing more runs up', () => {
    const after = view([gone], 90);
    expect(after).toMatchObject({ totalOwed: 0, isSettled: false, overdueDays: 0 });
    expect(after.writtenOff).toEqual({
      fees: 0,
      interest: rupees(150),
      principal: rupees(10_000),
      penal: rupees(304.5),
    });
  });

  test('a later payment recovers it, and settles when whole', () => {
    const part = view([gone, pay('p', 70, 1_150)], 70);
    expect(part.recovered).toEqual({
      fees: 0,
      interest: rupees(150),
      principal: rupees(1_000),
      penal: 0,
    });
    expect(part).toMatchObject({ isSettled: false, overpaid: 0 });
    expect(view([gone, pay('p', 70, 10_460)], 70)).toMatchObject({
      isSettled: true,
      overpaid: rupees(5.5),
    });
  });
  test('reversed, it is as if it had never been', () => {
    expect(view([gone, reverse('w', 61)], 61)).toEqual(view([], 61));
  });
});

test('a principal paid out in two parts: each has interest from its own day', () => {
  const events: LoanEvent[] = [
    { kind: 'disbursement', id: 'd1', day: start, amount: rupees(6_000) },
    { kind: 'disbursement', id: 'd2', day: on(5), amount: rupees(4_000) },
  ];
  const whole = viewLoan(terms, events, on(15));

  expect(whole).toMatchObject({
    principalOwed: rupees(10_000),
    interestOwed: rupees(90 + 40),
    dueDay: on(15),
  });
  expect(() =>
    viewLoan(terms, [events[0]!, { kind: 'disbursement', id: 'd3', day: on(5) }], on(5)),
  ).toThrow(LoanEventError);
});

describe('several instalments', () => {
  const instalments = [30, 60].map((afterDays) => ({ afterDays, amount: rupees(3_000) }));
  const many: LoanTerms = {
    ...terms,
    principal: rupees(9_000),
    interestPpmPerDay: 0,
    tenorDays: 90,
    instalments,
  };

  // Nothing paid: day, days overdue, due date, penal charge in rupees. 3,000 is overdue until day
  // 60, then 6,000.
  test.each([
    [30, 0, 30, 0],
    [31, 1, 30, 0],
    [33, 3, 30, 3],
    [60, 30, 30, 84],
    [62, 32, 30, 96],
    [63, 33, 30, 96],
    [99, 69, 30, 96],
  ])('day %i: %i days overdue since day %i, penal charge %s', (day, overdueDays, due, penal) => {
    expect(view([], day, many)).toMatchObject({
      overdueDays,
      dueDay: on(due),
      penalOwed: rupees(penal),
    });
  });

  test('the oldest unpaid one counts', () => {
    expect(view([pay('p', 35, 3_000)], 59, many)).toMatchObject({
      overdueDays: 0,
      dueDay: on(60),
      penalDays: 3,
    });

    expect(view([pay('p', 35, 2_999)], 59, many)).toMatchObject({
      overdueDays: 29,
      dueDay: on(30),
    });
    expect(view([pay('p', 35, 6_000)], 89, many)).toMatchObject({ overdueDays: 0, dueDay: on(90) });
  });

  test('an extension moves those not yet met', () => {
    const events: LoanEvent[] = [
      pay('p', 30, 3_000),
      { kind: 'extension', id: 'x', day: on(58), days: 7 },
    ];
    expect(view(events, 68, many)).toMatchObject({ dueDay: on(67), overdueDays: 1 });
    expect(view([...events, pay('q', 67, 3_000)], 98, many)).toMatchObject({
      dueDay: on(97),
      overdueDays: 1,
    });
  });

  test('out of order they are refused', () => {
    const crooked: LoanTerms = { ...many, instalments: [...instalments].reverse() };
    expect(() => view([], 1, crooked)).toThrow(RangeError);
  });
});

test('fees that are not due yet wait behind a principal that is', () => {
  const allocation = {
    due: ['penal', 'interest', 'principal', 'fees'],
    inAdvance: ['penal', 'interest', 'principal', 'fees'],
  } as const;
  const waiting: LoanTerms = { ...terms, interestPpmPerDay: 0, convention: { allocation } };
  const fee: LoanEvent = {
    kind: 'charge',
    id: 'f',
    day: on(1),
    amount: rupees(20),
    code: 'fee',
    dueDay: on(20),
  };
  const due: LoanEvent = { ...fee, id: 'g', dueDay: on(3) };

  expect(view([fee, pay('p', 2, 500)], 2, waiting)).toMatchObject({
    principalOwed: rupees(9_500),
    feesOwed: rupees(20),
  });

  expect(view([due, pay('p', 3, 500)], 3, waiting)).toMatchObject({
    principalOwed: rupees(9_520),
    feesOwed: 0,
  });
});
