import { expect, test } from 'vitest';
import {
  type AccountTotals,
  CHART_OF_ACCOUNTS,
  financialStatements,
  findFinancialYear,
} from './chart-of-accounts.ts';

const totals = (
  account: AccountTotals['account'],
  opening: number,
  closing: number,
): AccountTotals => ({
  account,
  opening,
  debit: Math.max(0, closing - opening),
  credit: Math.max(0, opening - closing),
  closing,
});

test('both sides of the balance sheet agree when the entries sum to zero', () => {
  // The worked example of docs/ledger-examples.md: paid out, one day of interest, and ₹4,000 paid.
  const { assets, liabilities, result, profit } = financialStatements([
    totals('loan_principal', 0, 610_000),
    totals('settlement_out', 0, -964_600),
    totals('settlement_in', 0, 400_000),
    totals('fee_income', 0, -30_000),
    totals('gst_payable', 0, -5_400),
    totals('interest_income', 0, -10_000),
  ]);
  const sum = (lines: readonly { amount: number }[]) =>
    lines.reduce((all, { amount }) => all + amount, 0);

  expect(sum(assets)).toBe(sum(liabilities) + result);
  expect(result).toBe(40_000);
  expect(profit).toBe(40_000);
});

test('profit and loss counts the period alone, the result everything before it too', () => {
  const { income, expense, profit, result } = financialStatements([
    totals('interest_income', -5_000, -8_000),
    totals('waiver_expense', 1_000, 1_500),
  ]);
  expect(income.find(({ account }) => account === 'interest_income')?.amount).toBe(3_000);
  expect(expense.find(({ account }) => account === 'waiver_expense')?.amount).toBe(500);
  expect(profit).toBe(2_500);
  expect(result).toBe(6_500);
});

test('memorandum accounts are in no statement', () => {
  const { assets, liabilities } = financialStatements([
    totals('limit_held', 0, 9),
    totals('limit_promised', 0, -9),
  ]);
  expect([...assets, ...liabilities].every(({ amount }) => amount === 0)).toBe(true);
  expect(CHART_OF_ACCOUNTS.filter((row) => row.of === 'memorandum')).toHaveLength(2);
});

test('a financial year begins on 1 April', () => {
  expect(findFinancialYear('2026-03-31')).toEqual({ from: '2025-04-01', to: '2026-03-31' });
  expect(findFinancialYear('2026-04-01')).toEqual({ from: '2026-04-01', to: '2027-03-31' });
});
