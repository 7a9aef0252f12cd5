import { expect, test } from 'vitest';
import type { Line, PostedJournal } from '../book/ledger.ts';
import { accountRows, owedAfter, toAllocation } from './account-rows.ts';

const journal = (
  journalId: string,
  kind: PostedJournal['kind'],
  valueDay: string,
  lines: readonly Line[],
): PostedJournal => ({
  journalId,
  kind,
  valueDay,
  cause: journalId,
  reverses: null,
  reason: null,
  detail: {},
  lines,
});

const lent = journal('1', 'disbursement', '2026-11-24', [
  ['loan_principal', 10_000_00],
  ['fee_income', -300_00],
  ['gst_payable', -54_00],
  ['settlement_out', -9_646_00],
]);

const day = (id: string, valueDay: string, interest: number, penal = 0) =>
  journal(id, 'accrual', valueDay, [
    ['interest_receivable', interest],
    ['interest_income', -interest],
    ...(penal
      ? ([
          ['penal_receivable', penal],
          ['penal_income', -penal],
        ] as const)
      : []),
  ]);

const hold = journal('0', 'hold', '2026-11-24', [
  ['limit_held', 10_000_00],
  ['limit_promised', -10_000_00],
]);

const short = (journals: readonly PostedJournal[]) =>
  accountRows(journals).map(({ what, fromDay, day, amountPaise, balancePaise }) => [
    what,
    fromDay === day ? day : `${fromDay}–${day}`,
    amountPaise,
    balancePaise,
  ]);

test('holds do not appear in the account, and the deducted fee is not owed', () => {
  expect(short([hold, lent])).toEqual([['disbursement', '2026-11-24', 10_000_00, 10_000_00]]);
});

test('the chargeback of a return is what the bank took, and the fee charged again', () => {
  const returned = [
    journal('2', 'fee_reversal', '2026-11-24', [
      ['fee_income', 300_00],
      ['gst_payable', 54_00],
      ['loan_principal', -354_00],
    ]),
    journal('3', 'payment', '2026-11-24', [
      ['settlement_in', 9_646_00],
      ['loan_principal', -9_646_00],
    ]),
  ];
  const back = journal('4', 'chargeback', '2026-11-26', [
    ['settlement_in', -9_646_00],
    ['fee_income', -300_00],
    ['gst_payable', -54_00],
    ['loan_principal', 10_000_00],
  ]);
  expect(short([lent, ...returned, back]).slice(-2)).toEqual([
    ['chargeback', '2026-11-26', 9_646_00, 9_646_00],
    ['fee_again', '2026-11-26', 354_00, 10_000_00],
  ]);
});

test('consecutive daily charges are merged into one row, ordered by their end', () => {
  const journals = [
    lent,
    day('2', '2026-11-25', 10_00),
    day('3', '2026-11-26', 10_00, 5),
    day('4', '2026-11-27', 0, 6),
  ];
  expect(short(journals)).toEqual([
    ['disbursement', '2026-11-24', 10_000_00, 10_000_00],
    ['interest', '2026-11-25–2026-11-26', 20_00, 10_020_00],
    ['penal', '2026-11-26–2026-11-27', 11, 10_020_11],
  ]);
});

test('a payment’s own accruals come before it; later accruals are a separate row', () => {
  const paid = journal('3', 'payment', '2026-11-26', [
    ['settlement_in', 1_000_00],
    ['interest_receivable', 10_00],
    ['interest_receivable', -20_00],
    ['interest_income', -10_00],
    ['loan_principal', -980_00],
  ]);
  const journals = [lent, day('2', '2026-11-25', 10_00), paid, day('4', '2026-11-27', 9_02)];

  expect(short(journals).slice(1)).toEqual([
    ['interest', '2026-11-25–2026-11-26', 20_00, 10_020_00],
    ['payment', '2026-11-26', -1_000_00, 9_020_00],
    ['interest', '2026-11-27', 9_02, 9_029_02],
  ]);

  expect(toAllocation(paid)).toEqual({
    principal: 980_00,
    interest: 20_00,
    penal: 0,
    fees: 0,
    overpaid: 0,
    recovered: 0,
  });

  expect(owedAfter(journals)).toEqual({
    principal: 9_020_00,
    interest: 9_02,
    penal: 0,
    fees: 0,
    writtenOff: 0,
    credit: 0,
  });
});

test('an extension charges its fee with GST, which the payment settles first', () => {
  const extended = journal('2', 'extension', '2026-12-08', [
    ['fees_receivable', 177_00],
    ['fee_income', -150_00],
    ['gst_payable', -27_00],
  ]);
  const paid = journal('3', 'payment', '2026-12-08', [
    ['settlement_in', 177_00],
    ['fees_receivable', -177_00],
  ]);

  expect(short([lent, extended, paid]).slice(1)).toEqual([
    ['fees', '2026-12-08', 177_00, 10_177_00],
    ['payment', '2026-12-08', -177_00, 10_000_00],
  ]);
  expect(toAllocation(paid).fees).toBe(177_00);
});

test('an overpayment is owed to the borrower until refunded', () => {
  const paid = journal('2', 'payment', '2026-11-24', [
    ['settlement_in', 10_500_00],
    ['loan_principal', -10_000_00],
    ['borrower_credit', -500_00],
  ]);
  const back = journal('3', 'refund', '2026-11-25', [
    ['borrower_credit', 500_00],
    ['refunds_out', -500_00],
  ]);

  expect(short([lent, paid, back]).slice(1)).toEqual([
    ['payment', '2026-11-24', -10_500_00, -500_00],
    ['refund', '2026-11-25', 500_00, 0],
  ]);
  expect(toAllocation(paid)).toMatchObject({ principal: 10_000_00, overpaid: 500_00 });
  expect(owedAfter([lent, paid])).toMatchObject({ principal: 0, credit: 500_00 });
});

test('a recovery of a written-off debt is shown and does not change the balance', () => {
  const off = journal('2', 'write_off', '2027-03-01', [
    ['write_off_expense', 10_000_00],
    ['loan_principal', -10_000_00],
  ]);
  const paid = journal('3', 'payment', '2027-04-01', [
    ['settlement_in', 400_00],
    ['recovery_income', -400_00],
  ]);

  expect(short([lent, off, paid]).slice(1)).toEqual([
    ['write_off', '2027-03-01', -10_000_00, 0],
    ['recovered', '2027-04-01', -400_00, 0],
  ]);
  expect(toAllocation(paid)).toMatchObject({ principal: 0, recovered: 400_00 });
  expect(owedAfter([lent, off, paid])).toMatchObject({ principal: 0, writtenOff: 9_600_00 });
});

test('the last balance is the sum of all amounts', () => {
  const back = journal('9', 'reversal', '2026-11-28', [
    ['settlement_in', -100_00],
    ['loan_principal', 100_00],
  ]);
  const paid = journal('5', 'payment', '2026-11-27', [
    ['settlement_in', 100_00],
    ['loan_principal', -100_00],
  ]);
  const rows = accountRows([lent, day('2', '2026-11-25', 10_00), paid, back]);

  expect(rows.at(-1)?.balancePaise).toBe(
    rows.reduce((sum, { amountPaise }) => sum + amountPaise, 0),
  );
});
