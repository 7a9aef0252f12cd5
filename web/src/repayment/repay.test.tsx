import type { AnswerOf } from '@noren/contract/call';
import { CODES } from '@noren/contract/codes';
import { repayDetail, repayEntries, startPayment } from '@noren/contract/repayment';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { showScreen } from '../test/show-screen.tsx';
import { standInServer } from '../test/wire-stub.ts';
import { RepayScreen } from './repay.tsx';

const overdue: AnswerOf<typeof repayDetail> = {
  repayId: 'RABC1234567890',
  borrowStatus: 60,
  productName: 'Noren 15',
  lenderName: 'Example Finance Ltd',
  asOfDay: '2026-12-08',
  principalPaise: 10_000_00,
  dueDay: '2026-12-05',
  extendedDueDay: null,
  overdueDays: 3,
  overdueFeePaise: 10_15,
  penalDays: 1,
  interestPaise: 150_00,
  interestDays: 15,
  waivedPaise: 0,
  paidPaise: 0,
  coupon: null,
  totalPaise: 10_160_15,
  openIntent: null,
};
let server: ReturnType<typeof standInServer>;

beforeEach(() => {
  server = standInServer();
  server.answers(repayDetail, overdue);
});

const open = () => showScreen(<RepayScreen />, '/repay/:repayId', '/repay/RABC1234567890');
const valueBeside = (label: string, inside: HTMLElement) =>
  within(inside).getByText(label).parentElement?.lastElementChild?.textContent;

describe('the repay page', () => {
  it('shows every figure of the specification and the total', async () => {
    open();
    const details = await screen.findByRole('region', { name: 'Loan details' });
    expect(screen.getByText('3 days overdue')).toBeTruthy();
    const figures = {
      Principal: '₹10,000.00',
      'Due date': '05/12/2026',
      'Product name': 'Noren 15',
      'Overdue days': '3 days',
      'Overdue fee (penal charge), 1 day': '₹10.15',
      'Extended due date': 'None',
      'Already waived amount': '₹0.00',
      Coupon: 'None',
      'Interest, 15 days': '₹150.00',
      Total: '₹10,160.15',
    };
    for (const [label, value] of Object.entries(figures)) expect(valueBeside(label, details), label).toBe(value);
  });

  it('explains the amount by the entries behind it, in plain words', async () => {
    server.answers(repayEntries, {
      asOfDay: '2026-12-08',
      entries: [
        {
          journalId: 'j1',
          day: '2026-11-20',
          kind: 'disbursement',
          lines: [
            { account: 'loan_principal', amountPaise: 10_000_00 },
            { account: 'fee_income', amountPaise: -300_00 },
            { account: 'gst_payable', amountPaise: -54_00 },
            { account: 'settlement_out', amountPaise: -9_646_00 },
          ],
        },
      ],
      notYetBooked: [
        { kind: 'interest', days: 15, amountPaise: 150_00 },
        { kind: 'penal', days: 1, amountPaise: 10_15 },
      ],
    });
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Explain this amount' }));
    const sheet = await screen.findByRole('dialog', { name: 'Explain this amount' });
    const paidOut = await within(sheet).findByRole('region', { name: '20/11/2026 · The loan was paid out' });
    expect(valueBeside('Principal you owe', paidOut)).toBe('₹10,000.00');
    expect(valueBeside('Processing fee, kept back', paidOut)).toBe('₹300.00');
    expect(valueBeside('Sent to your account', paidOut)).toBe('₹9,646.00');
    expect(sheet.textContent).not.toMatch(/_|repay\./);
  });

  it('names the payment for what it does and goes to its code', async () => {
    server.answers(startPayment, { code: 'abcdefghijklmnop', amountPaise: 10_160_15, expiresAt: 0 });
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Pay ₹10,160.15 by UPI' }));
    expect(await screen.findByText('at /sky-scan?code=abcdefghijklmnop')).toBeTruthy();
    expect(server.bodiesOf(startPayment)).toEqual([{ repayId: 'RABC1234567890', kind: 'full', channel: 'upi_qr' }]);
  });

  it('does not ask twice for money that is being checked', async () => {
    server.answers(repayDetail, { ...overdue, openIntent: { code: 'abcdefghijklmnop', state: 'checking' } });
    open();
    expect(await screen.findByText('Your payment is being checked')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
  });

  it('shows a settled order as settled', async () => {
    server.answers(repayDetail, { ...overdue, borrowStatus: 70, totalPaise: 0, paidPaise: 10_160_15 });
    open();
    expect(await screen.findByRole('heading', { name: 'Repaid in full' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
  });

  it('offers to try again when it does not load', async () => {
    server.refuses(repayDetail, CODES.notFound, 'We could not find this.');
    open();
    await screen.findByText('We could not find this.');
    server.answers(repayDetail, overdue);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: /^Pay/ })).toBeTruthy();
  });
});
