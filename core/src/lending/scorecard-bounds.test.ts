import { describe, expect, test } from 'vitest';
import { rupees } from '../money/money.ts';
import { backTestCard } from './back-test.ts';
import { assess, type Scorecard, type ScoreInputs } from './scorecard.ts';
import { checkScorecard } from './scorecard-bounds.ts';
import { defaultScorecard as card } from './scorecard-default.ts';
import { maxLoanAmount } from './terms.ts';

const listWrongFields = (change: Partial<Scorecard>) =>
  checkScorecard({ ...card, ...change }, card, maxLoanAmount).map(({ field }) => field);

const [income, ...others] = card.rows as [
  Scorecard['rows'][number],
  ...Scorecard['rows'][number][],
];

describe('a card', () => {
  test.each<[string, Partial<Scorecard>, string[]]>([
    ['as it is', {}, []],
    ['with a row less', { rows: others }, ['rows']],
    ['that reviews below its decline', { reviewBelow: 20 }, ['reviewBelow']],
    ['without a step', { step: rupees(0) }, ['step']],
    [
      'with a first limit above the maximum',
      { newBorrowerCap: rupees(90_000) },
      ['newBorrowerCap'],
    ],
    ['with a first limit below the least', { newBorrowerCap: rupees(500) }, ['newBorrowerCap']],
    [
      'with bands out of order',
      { rows: [bands([0, 5, 5]), ...others] },
      ['rows.0.bands.2.atLeast'],
    ],
    [
      'whose first band leaves some out',
      { rows: [bands([1]), ...others] },
      ['rows.0.bands.0.atLeast'],
    ],
    ['with less for more points', { limits: limits([5_000, 4_000]) }, ['limits.1.limit']],
    ['with a limit above the maximum', { limits: limits([5_000, 90_000]) }, ['limits.1.limit']],
  ])('%s', (_, change, fields) => expect(listWrongFields(change)).toEqual(fields));
});

function bands(starts: number[]): Scorecard['rows'][number] {
  return {
    id: income.id,
    reads: 'monthlyIncome',
    bands: starts.map((atLeast) => ({ atLeast, points: 1 })),
  };
}

function limits(amounts: number[]): Scorecard['limits'] {
  return amounts.map((amount, at) => ({ atLeast: at * 10, limit: rupees(amount) }));
}

describe('a back-test', () => {
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
  const weak = {
    ...good,
    monthlyIncome: rupees(10_000),
    otherDebts: 'two_or_more',
    workStatus: 'student',
  };
  const past = [good, weak].map((inputs) => {
    const { outcome, limit } = assess(inputs, card);
    return { inputs, outcome, limit };
  });

  test('by the same card decides the same', () => {
    expect(backTestCard(card, past)).toMatchObject({ same: 2, changes: [], otherwise: [] });
  });

  test('by a stricter card counts who would be declined, and whose limit is smaller', () => {
    const stricter = { ...card, declineBelow: 90, reviewBelow: 90, newBorrowerCap: rupees(15_000) };
    const result = backTestCard(stricter, past);

    expect(past.map(({ outcome }) => outcome)).toEqual(['approved', 'approved']);
    expect(result).toMatchObject({
      same: 0,
      limitsHigher: 0,
      limitsLower: 2,
      limitsAfter: rupees(15_000),
    });
    expect(result.changes).toEqual([{ before: 'approved', after: 'declined', count: 1 }]);
    expect(result.otherwise.map(({ after }) => after.limit)).toEqual([rupees(15_000), 0]);
  });
});
