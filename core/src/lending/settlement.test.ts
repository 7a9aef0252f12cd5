import { describe, expect, test } from 'vitest';
import { disbursed, on, terms } from '../../oracles/replay/sample-loan.ts';
import { rupees } from '../money/money.ts';
import { type LoanEvent, type LoanTerms, viewLoan } from './loan.ts';
import { coolingOffReturn, isRepaid, isWaived, settlementQuote } from './settlement.ts';

const pay = (day: number, amount: number): LoanEvent => ({
  kind: 'payment',
  id: 'p',
  day: on(day),
  amount: rupees(amount),
});

// Columns: day, facts besides the disbursement, then fees, interest, principal, penal, in all, owed
// back. Rupees.
test.each<[number, LoanEvent[], number, number, number, number, number, number]>([
  [0, [], 0, 10, 10_000, 0, 10_010, 0],
  [7, [], 0, 70, 10_000, 0, 10_070, 0],
  [15, [], 0, 150, 10_000, 0, 10_150, 0],
  [18, [], 0, 150, 10_000, 10.15, 10_160.15, 0],
  [7, [pay(5, 5_050)], 0, 10, 5_000, 0, 5_010, 0],
  [
    7,
    [{ kind: 'charge', id: 'c', day: on(7), amount: rupees(177), code: 'fee' }],
    177,
    70,
    10_000,
    0,
    10_247,
    0,
  ],
  [15, [pay(15, 10_200)], 0, 0, 0, 0, 0, 50],
])(
  'day %i: settled by the quoted parts',
  (day, facts, fees, interest, principal, penal, total, owedBack) => {
    expect(settlementQuote(terms, [disbursed, ...facts], on(day))).toEqual({
      day: on(day),
      fees: rupees(fees),
      interest: rupees(interest),
      principal: rupees(principal),
      penal: rupees(penal),
      total: rupees(total),
      owedBack: rupees(owedBack),
    });
  },
);

test('in days of grace a settlement costs no interest, a part payment does', () => {
  const kind: LoanTerms = { ...terms, convention: { settlementGraceDays: 3 } };
  expect([3, 4].map((day) => settlementQuote(kind, [disbursed], on(day)).total)).toEqual([
    rupees(10_000),
    rupees(10_040),
  ]);
  expect(settlementQuote(kind, [disbursed, pay(3, 10_000)], on(9)).total).toBe(0);
  expect(settlementQuote(kind, [disbursed, pay(3, 9_999)], on(9)).principal).toBe(rupees(31));
});

test('a payment in the grace days that leaves part of the penal charge does not settle the loan', () => {
  const kind: LoanTerms = {
    ...terms,
    tenorDays: 1,
    penal: { ppmPerDay: 1_000, graceDays: 0, maxDays: 30 },
    convention: { settlementGraceDays: 3 },
  };
  const { penal, total } = settlementQuote(kind, [disbursed], on(3));

  expect([penal, total]).toEqual([rupees(20.02), rupees(10_020.02)]);
  expect(settlementQuote(kind, [disbursed, pay(3, 10_020.02)], on(3)).total).toBe(0);
  expect(settlementQuote(kind, [disbursed, pay(3, 10_020.01)], on(4)).total).toBeGreaterThan(
    rupees(10),
  );
});

describe('a return in the cooling-off period', () => {
  const priceReturn = (day: number, facts: LoanEvent[] = [disbursed]) =>
    coolingOffReturn(terms, facts, on(day), 3);
  test.each([
    [0, 10],
    [1, 10],
    [2, 20],
    [3, 30],
  ])('day %i: the principal and %i of interest', (day, interest) => {
    const parts = {
      principal: rupees(10_000),
      interest: rupees(interest),
      fees: 0,
      total: rupees(10_000 + interest),
    };
    expect(priceReturn(day)).toEqual({ ok: true, lastDay: on(3), ...parts });
  });

  test('is closed after its last day, once nothing is owed, and before the money came', () => {
    expect(priceReturn(4)).toEqual({ ok: false, reason: 'too-late', lastDay: on(3) });
    expect(priceReturn(2, [disbursed, pay(1, 10_010)])).toEqual({
      ok: false,
      reason: 'nothing-owed',
      lastDay: on(3),
    });
    expect(priceReturn(2, [])).toEqual({ ok: false, reason: 'not-disbursed' });
  });

  test('costs no penal charge, should the loan be that short', () => {
    const short: LoanTerms = { ...terms, tenorDays: 1, penal: { ...terms.penal, graceDays: 0 } };
    expect(settlementQuote(short, [disbursed], on(3)).penal).toBe(rupees(20.02));
    expect(coolingOffReturn(short, [disbursed], on(3), 3)).toMatchObject({ total: rupees(10_010) });
  });
});

describe('a loan counts as repaid', () => {
  const waive = (amount: number, more: { ofPayment?: string } = {}): LoanEvent => {
    return { kind: 'waiver', id: 'w', day: on(7), amount: rupees(amount), ...more };
  };
  const lost: LoanEvent = { kind: 'write-off', id: 'x', day: on(105) };

  test.each<[string, boolean, LoanEvent[]]>([
    ['paid in full', true, [pay(7, 10_070)]],
    ['paid with a coupon', true, [waive(100, { ofPayment: 'p' }), pay(7, 9_970)]],
    ['interest waived, principal paid', true, [waive(70), pay(7, 10_000)]],
    ['less than a rupee left and waived', true, [waive(70.99), pay(7, 9_999.01)]],
    ['a rupee of principal waived', false, [waive(71), pay(7, 9_999)]],
    ['waived in full', false, [waive(10_070)]],
    ['written off and recovered in full', false, [lost, pay(120, 10_454.5)]],
    ['not yet paid in full', false, [pay(7, 10_000)]],
  ])('%s: %s', (_, expected, events) => {
    expect(isRepaid(viewLoan(terms, [disbursed, ...events], on(130)))).toBe(expected);
  });

  test.each<[string, boolean, LoanEvent[]]>([
    ['settled with principal waived', true, [waive(71), pay(7, 9_999)]],
    ['waived in full', true, [waive(10_070)]],
    ['interest waived, principal paid', false, [waive(70), pay(7, 10_000)]],
    ['written off and recovered in full', false, [lost, pay(120, 10_454.5)]],
    ['principal waived, more still owed', false, [waive(71), pay(7, 9_000)]],
  ])('%s: waived %s', (_, expected, events) => {
    expect(isWaived(viewLoan(terms, [disbursed, ...events], on(130)))).toBe(expected);
  });
});
