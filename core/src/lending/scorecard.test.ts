import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { paise, rupees } from '../money/money.ts';
import { businessDay } from '../money/time.ts';
import { assess, availableCredit, ceilingLeft, type ScoreInputs } from './scorecard.ts';
import { defaultScorecard as card, incomeBands, incomeFloor } from './scorecard-default.ts';
import { maxLoanAmount } from './terms.ts';

const good: ScoreInputs = {
  age: 30,
  identity: 'verified',
  isPanUnique: true,
  isAccountUnique: true,
  hasOverdueOrder: false,
  isDeviceShared: false,
  nameMatch: 'match',
  monthlyIncome: rupees(40_000),
  workStatus: 'salaried',
  salaryType: 'bank',
  otherDebts: 'none',
  settledLoans: 0,
  worstOverdueDays: 0,
  maxLoan: maxLoanAmount,
};

const poor = {
  monthlyIncome: rupees(10_000),
  workStatus: 'unemployed',
  salaryType: 'cash',
  otherDebts: 'two_or_more',
};

describe('decisions', () => {
  // Columns: what differs from a good new applicant; outcome; limit in rupees; reasons.
  test.each<[string, Partial<ScoreInputs>, string, number, string[]]>([
    ['a good new applicant', {}, 'approved', 20_000, []],
    ['with a small income', { monthlyIncome: rupees(15_000) }, 'approved', 7_500, []],
    ['a loan settled', { settledLoans: 1, monthlyIncome: rupees(100_000) }, 'approved', 30_000, []],
    ['three settled', { settledLoans: 3, monthlyIncome: rupees(100_000) }, 'approved', 50_000, []],
    [
      'a lower maximum',
      { settledLoans: 6, monthlyIncome: rupees(160_000), maxLoan: rupees(40_000) },
      'approved',
      40_000,
      [],
    ],
    ['six settled', { settledLoans: 6, monthlyIncome: rupees(160_000) }, 'approved', 80_000, []],
    ['too young', { age: 17 }, 'declined', 0, ['age-outside']],
    ['too old', { age: 81 }, 'declined', 0, ['age-outside']],
    ['no age', { age: Number.NaN }, 'declined', 0, ['age-outside']],
    ['PAN used', { isPanUnique: false }, 'declined', 0, ['pan-in-use']],
    ['account used', { isAccountUnique: false }, 'declined', 0, ['account-in-use']],
    ['identity failed', { identity: 'failed' }, 'declined', 0, ['identity-not-verified']],
    [
      'overdue and too young',
      { age: 17, hasOverdueOrder: true },
      'declined',
      0,
      ['age-outside', 'overdue-order'],
    ],
    ['identity in review', { identity: 'in-review' }, 'review', 0, ['identity-in-review']],
    ['names differ', { nameMatch: 'mismatch' }, 'review', 0, ['names-differ']],
    ['a phone that others use', { isDeviceShared: true }, 'review', 0, ['device-shared']],
    [
      'a shared phone, and a person said yes',
      { isDeviceShared: true, scoreReview: 'approved' },
      'approved',
      20_000,
      [],
    ],
    [
      'a shared phone, and a person said no',
      { isDeviceShared: true, scoreReview: 'refused' },
      'declined',
      0,
      ['device-shared'],
    ],
    ['names agree in part', { nameMatch: 'partial' }, 'review', 0, ['names-differ']],
    [
      'little in favour',
      poor,
      'review',
      0,
      ['score-borderline', 'weak-income', 'weak-work', 'weak-history'],
    ],
    ['little, and a person said yes', { ...poor, scoreReview: 'approved' }, 'approved', 5_000, []],
    [
      'little, and a person said no',
      { ...poor, scoreReview: 'refused' },
      'declined',
      0,
      ['score-too-low', 'weak-income', 'weak-work', 'weak-history'],
    ],
    [
      'a person’s no does not undo a good score',
      { scoreReview: 'refused' },
      'approved',
      20_000,
      [],
    ],
    [
      'nothing in favour',
      { ...poor, nameMatch: 'partial', worstOverdueDays: 31 },
      'declined',
      0,
      ['score-too-low', 'weak-punctuality', 'weak-income', 'weak-history'],
    ],
    ['no income given', { monthlyIncome: paise(0) }, 'declined', 0, ['income-too-low']],
  ])('%s', (_name, more, outcome, limit, reasons) => {
    const decision = assess({ ...good, ...more }, card);
    expect([decision.outcome, decision.limit, decision.reasons]).toEqual([
      outcome,
      rupees(limit),
      reasons,
    ]);
  });

  test('points are listed row by row and sum to the total', () => {
    const decision = assess(good, card);
    expect(decision.points.map((row) => row.id)).toEqual(card.rows.map((row) => row.id));
    expect(decision.points.reduce((total, row) => total + row.points, 0)).toBe(decision.total);
    expect(decision.cardVersion).toBe(card.version);
  });

  test('a choice the card does not know, even the name of something inherited, scores as any other', () => {
    const other = assess({ ...good, workStatus: 'astronaut' }, card).total;
    expect(assess({ ...good, workStatus: 'constructor' }, card).total).toBe(other);
  });
});

const inputs = fc.record({
  age: fc.integer({ min: 10, max: 90 }),
  identity: fc.constantFrom('verified', 'in-review', 'failed'),
  isPanUnique: fc.boolean(),
  isAccountUnique: fc.boolean(),
  hasOverdueOrder: fc.boolean(),
  isDeviceShared: fc.boolean(),
  nameMatch: fc.constantFrom('match', 'partial', 'mismatch'),
  monthlyIncome: fc.constantFrom(...incomeBands.map((band) => band.floor)),
  workStatus: fc.constantFrom('salaried', 'student', 'unemployed', 'other'),
  salaryType: fc.constantFrom('bank', 'cash'),
  otherDebts: fc.constantFrom('none', 'one', 'two_or_more'),
  settledLoans: fc.nat(12),
  worstOverdueDays: fc.nat(60),
  maxLoan: fc.constant(maxLoanAmount),
}) as fc.Arbitrary<ScoreInputs>;

test('a limit is given exactly when approved, in steps, within every cap; a refusal has reasons', () => {
  fc.assert(
    fc.property(inputs, (one) => {
      const { outcome, limit, reasons } = assess(one, card);
      expect(limit > 0).toBe(outcome === 'approved');
      expect(reasons.length > 0).toBe(outcome !== 'approved');
      expect(limit % card.step).toBe(0);
      expect(limit).toBeLessThanOrEqual(Math.min(maxLoanAmount, one.monthlyIncome / 2));
      if (one.settledLoans === 0) expect(limit).toBeLessThanOrEqual(card.newBorrowerCap);
    }),
  );
});

test('more income or another settled loan never lowers a limit', () => {
  fc.assert(
    fc.property(inputs, (one) => {
      const limit = assess(one, card).limit;
      expect(assess({ ...one, monthlyIncome: rupees(100_000) }, card).limit).toBeGreaterThanOrEqual(
        limit,
      );
      expect(
        assess({ ...one, settledLoans: one.settledLoans + 1 }, card).limit,
      ).toBeGreaterThanOrEqual(limit);
    }),
  );
});

test('the floor of an income band', () => {
  expect(incomeFloor('25000_40000')).toBe(rupees(25_000));
  expect(incomeFloor('anything')).toBe(0);
});

test.each([
  [20_000, 7_500, 0, false, 12_500],
  [20_000, 7_500, 12_500, false, 0],
  [20_000, 25_000, 0, false, 0],
  [90_000, 0, 0, false, 80_000],
  [20_000, 0, 0, true, 0],
])('limit %i, owed %i, held %i, locked %s: %i available', (limit, owed, held, locked, expected) => {
  const credit = {
    limit: rupees(limit),
    owed: rupees(owed),
    held: rupees(held),
    locked,
    maxLoan: maxLoanAmount,
  };
  expect(availableCredit(credit)).toBe(rupees(expected));
});

describe('the yearly ceiling', () => {
  const day = businessDay('2026-11-20');
  test.each<[string, [string, number][], boolean, number]>([
    ['nothing yet', [], false, 60_000],
    [
      'two loans',
      [
        ['2026-11-20', 10_000],
        ['2026-01-05', 20_000],
      ],
      false,
      30_000,
    ],
    [
      'a year ago today no longer counts',
      [
        ['2025-11-20', 50_000],
        ['2025-11-21', 1_000],
      ],
      false,
      59_000,
    ],
    ['more than the ceiling', [['2026-10-01', 70_000]], false, 0],
    ['full KYC', [['2026-10-01', 70_000]], true, 80_000],
  ])('%s', (_name, loans, isFullKyc, expected) => {
    const sanctions = loans.map(([on, amount]) => ({
      day: businessDay(on),
      amount: rupees(amount),
    }));
    expect(ceilingLeft({ isFullKyc, sanctions, day, maxLoan: maxLoanAmount })).toBe(
      rupees(expected),
    );
  });
});
