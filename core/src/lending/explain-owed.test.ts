import { expect, it } from 'vitest';
import { terms } from '../../oracles/replay/sample-loan.ts';
import { rupees } from '../money/money.ts';
import { type BusinessDay, businessDay } from '../money/time.ts';
import { explainOwed } from './explain-owed.ts';
import type { LoanEvent } from './loan.ts';

const day = (date: string): BusinessDay => businessDay(`2026-${date}`);
const lent: LoanEvent = { kind: 'disbursement', id: 'd', day: day('11-20') };
const paid: LoanEvent = { kind: 'payment', id: 'p', day: day('11-30'), amount: rupees(1_100) };
const waived: LoanEvent = { kind: 'waiver', id: 'w', day: day('12-10'), amount: rupees(10) };

it('says what was charged, paid, waived and is left, and the lines sum to what is owed', () => {
  const { view, lines } = explainOwed(terms, [lent, paid, waived], day('12-10'));
  expect(lines.reduce((sum, { owed }) => sum + owed, 0)).toBe(view.totalOwed);
  for (const { charged, covered, waived: given, owed } of lines)
    expect(charged - covered - given).toBe(owed);
  expect(lines.reduce((sum, { waived: given }) => sum + given, 0)).toBe(rupees(10));
  expect(lines.find(({ of }) => of === 'principal')).toMatchObject({
    charged: rupees(10_000),
    owed: rupees(9_000),
    workings: [],
  });
  expect(lines.find(({ of }) => of === 'interest')?.workings.map(({ days }) => days)).toEqual([
    10, 5,
  ]);
});
