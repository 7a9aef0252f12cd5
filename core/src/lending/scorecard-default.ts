import { type Paise, rupees, zeroPaise } from '../money/money.ts';
import type { Scorecard } from './scorecard.ts';

/** The monthly income bands a form offers, with the least of each. @ASSUMED */
export const incomeBands = [
  { code: 'under_10000', floor: rupees(5_000) },
  { code: '10000_15000', floor: rupees(10_000) },
  { code: '15000_25000', floor: rupees(15_000) },
  { code: '25000_40000', floor: rupees(25_000) },
  { code: '40000_60000', floor: rupees(40_000) },
  { code: '60000_100000', floor: rupees(60_000) },
  { code: '100000_160000', floor: rupees(100_000) },
  { code: 'over_160000', floor: rupees(160_000) },
] as const;

/** The least income of a band in paise a month; 0 for a code that is no band. */
export function incomeFloor(code: string): Paise {
  return incomeBands.find((band) => band.code === code)?.floor ?? zeroPaise;
}

/**
 * The sandbox's card. Gender, marital status, children and address are not read. @ASSUMED points
 * and limits.
 */
export const defaultScorecard: Scorecard = {
  version: '2026-11/1',
  rows: [
    {
      id: 'income',
      reads: 'monthlyIncome',
      bands: [
        { atLeast: 0, points: 0 },
        { atLeast: rupees(10_000), points: 10 },
        { atLeast: rupees(15_000), points: 18 },
        { atLeast: rupees(25_000), points: 24 },
        { atLeast: rupees(40_000), points: 30 },
      ],
    },
    {
      id: 'work',
      reads: 'workStatus',
      choices: {
        salaried: 20,
        self_employed: 16,
        business: 16,
        retired: 12,
        student: 6,
        unemployed: 0,
      },
      otherwise: 8,
    },
    {
      id: 'salary',
      reads: 'salaryType',
      choices: { bank: 12, upi: 8, cheque: 8, cash: 5 },
      otherwise: 5,
    },
    {
      id: 'debts',
      reads: 'otherDebts',
      choices: { none: 12, one: 8, two_or_more: 0 },
      otherwise: 6,
    },
    {
      id: 'names',
      reads: 'nameMatch',
      choices: { match: 10, partial: 4, mismatch: 0 },
      otherwise: 0,
    },
    {
      id: 'age',
      reads: 'age',
      bands: [
        { atLeast: 0, points: 3 },
        { atLeast: 21, points: 6 },
      ],
    },
    {
      id: 'history',
      reads: 'settledLoans',
      bands: [
        { atLeast: 0, points: 0 },
        { atLeast: 1, points: 10 },
        { atLeast: 3, points: 20 },
        { atLeast: 6, points: 30 },
      ],
    },
    {
      id: 'punctuality',
      reads: 'worstOverdueDays',
      bands: [
        { atLeast: 0, points: 10 },
        { atLeast: 1, points: 6 },
        { atLeast: 8, points: 0 },
        { atLeast: 31, points: -20 },
      ],
    },
  ],
  declineBelow: 30,
  reviewBelow: 45,
  limits: [
    { atLeast: 0, limit: rupees(5_000) },
    { atLeast: 50, limit: rupees(10_000) },
    { atLeast: 65, limit: rupees(20_000) },
    { atLeast: 105, limit: rupees(30_000) },
    { atLeast: 115, limit: rupees(50_000) },
    { atLeast: 125, limit: rupees(80_000) },
  ],
  newBorrowerCap: rupees(20_000),
  incomeSharePpm: 500_000,
  minLimit: rupees(1_000),
  step: rupees(500),
};
