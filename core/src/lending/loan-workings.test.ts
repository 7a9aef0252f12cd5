import { expect, it } from 'vitest';
import { terms } from '../../oracles/replay/sample-loan.ts';
import { rupees } from '../money/money.ts';
import { type BusinessDay, businessDay } from '../money/time.ts';
import { type LoanEvent, viewLoan } from './loan.ts';
import { computeWorkings, type Working, workingsAfter } from './loan-workings.ts';

const day = (date: string): BusinessDay => businessDay(`2026-${date}`);
const lent: LoanEvent = { kind: 'disbursement', id: 'd', day: day('11-20') };

const paid = (date: string, amount: number): LoanEvent => {
  return { kind: 'payment', id: `p${date}`, day: day(date), amount: rupees(amount) };
};

const row = ({ kind, base, days, amount }: Working) => `${kind} ${base} × ${days} = ${amount}`;

it.each<[string, LoanEvent[], string, string[]]>([
  ['the day it was paid out counts', [lent], '11-20', ['interest 1000000 × 1 = 1000']],
  [
    'ten days are ten, the first of them the day it was paid out',
    [lent],
    '11-30',
    ['interest 1000000 × 10 = 10000'],
  ],
  [
    'after a part payment the base is smaller',
    [lent, paid('11-30', 1_100)],
    '12-05',
    ['interest 1000000 × 10 = 10000', 'interest 900000 × 5 = 4500'],
  ],
  [
    'overdue, interest stops and the penal charge runs after its two days of grace',
    [lent],
    '12-10',
    ['interest 1000000 × 15 = 15000', 'penal 1015000 × 3 = 3045'],
  ],
])('%s', (_, events, asOf, rows) => {
  const workings = workingsAfter(computeWorkings(terms, events, day(asOf)), null);
  expect(workings.map(row)).toEqual(rows);

  const { charged } = viewLoan(terms, events, day(asOf));
  const sum = (kind: string) =>
    workings.reduce((all, one) => all + (one.kind === kind ? one.amount : 0), 0);

  expect([sum('interest'), sum('penal')]).toEqual([charged.interest, charged.penal]);
});

it('is cut where a booking ended', () => {
  const workings = computeWorkings(terms, [lent], day('12-10'));
  expect(workingsAfter(workings, day('12-01')).map(row)).toEqual([
    'interest 1000000 × 4 = 4000',
    'penal 1015000 × 3 = 3045',
  ]);
  expect(workingsAfter(workings, day('12-09')).map(row)).toEqual(['penal 1015000 × 1 = 1015']);
});

it('of the day it was paid out alone leaves the days after the next one', () => {
  const workings = computeWorkings(terms, [lent], day('11-23'));
  const parts = ['11-20', '11-21', '11-22'].map((date) =>
    workingsAfter(workings, day(date)).map(row),
  );
  expect(parts).toEqual([
    ['interest 1000000 × 2 = 2000'],
    ['interest 1000000 × 2 = 2000'],
    ['interest 1000000 × 1 = 1000'],
  ]);
});
