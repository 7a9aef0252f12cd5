import { repayDetail, repayEntries } from '@noren/contract/repayment';
import { OrderStatus } from '@noren/core/lending/order-status';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { sampleDetail, sampleEntries } from '../../testing/repay-samples.ts';
import { openRepay, stubLoanServer, valueBeside } from '../../testing/repay-screen.tsx';

let server: ReturnType<typeof stubLoanServer>;

beforeEach(() => {
  server = stubLoanServer();
});

const open = openRepay;

const settled = {
  borrowStatus: OrderStatus.settled,
  principalOwedPaise: 0,
  totalPaise: 0,
  toPayPaise: 0,
  overdueDays: 0,
};

const pay = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('callouts instead of paying', () => {
  it('does not request a payment that is being checked again', async () => {
    const openIntent = {
      code: 'abcdefghijklmnop',
      state: 'checking',
      kind: 'full',
      channel: 'upi',
    } as const;
    const couponId = '0198c0de-0000-7000-8000-000000000001';
    const coupons = [
      { couponId, kind: 'repay' as const, discountPaise: 50_00, expiresOn: '2026-12-20' },
    ];

    server.answers(repayDetail, sampleDetail({ openIntent, coupons }));
    open();
    expect(await screen.findByText('Your payment is being checked')).toBeTruthy();
    expect(screen.getByText(/Reference: abcdefghijklmnop/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
    // No coupon is offered for a payment in progress.
    expect(screen.queryByRole('button', { name: /^Coupon/ })).toBeNull();
    expect(screen.getByRole('link', { name: 'See the payment' }).getAttribute('href')).toContain(
      '/sky-scan',
    );
  });

  it('links to a started payment in its channel', async () => {
    const openIntent = {
      code: 'abcdefghijklmnop',
      state: 'pending',
      kind: 'part',
      channel: 'bank_transfer',
    } as const;
    server.answers(repayDetail, sampleDetail({ openIntent }));
    open();
    expect(
      await screen.findByText('You started a payment: Part payment, Bank transfer'),
    ).toBeTruthy();
    expect(screen.getByRole('link', { name: 'See the payment' }).getAttribute('href')).toContain(
      '/va?code=',
    );
  });

  it.each([
    [OrderStatus.settled, false, 'Repaid in full'],
    [OrderStatus.settled, true, 'The loan is closed'],
    [OrderStatus.returned, false, 'You have returned this loan'],
    [OrderStatus.writtenOff, false, 'This loan was written off'],
  ])(
    'shows an order of status %i, waived: %s, as "%s", with its figures',
    async (borrowStatus, isWaived, title) => {
      const over = {
        borrowStatus,
        isWaived,
        totalPaise: 0,
        toPayPaise: 0,
        paidPaise: 10_160_15,
        overdueDays: 0,
      };
      server.answers(repayDetail, sampleDetail(over));
      open();
      expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
      expect(screen.queryByRole('button', { name: /^Pay ₹/ })).toBeNull();
      await pay('Paid so far −₹10,160.15');
      expect(screen.getByRole('dialog', { name: 'What you have paid' })).toBeTruthy();
    },
  );

  it('shows a settlement that is offered, with what is waived, and pays just its amount', async () => {
    const settlement = { payPaise: 3_000_00, payBy: '2026-12-10', restPaise: 2_150_15 };
    server.answers(repayDetail, sampleDetail({ settlement }));
    open();
    expect(
      await screen.findByText('Pay ₹3,000.00 by 10/12/2026, and the rest is waived'),
    ).toBeTruthy();
    expect(screen.getByText(/^Today the rest is ₹2,150.15/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Pay ₹3,000.00' })).toBeTruthy();
  });

  it('shows an overpayment and its refund', async () => {
    server.answers(
      repayDetail,
      sampleDetail({
        borrowStatus: OrderStatus.settled,
        totalPaise: 0,
        toPayPaise: 0,
        overpaidPaise: 5_00,
      }),
    );
    open();
    expect(await screen.findByText('You overpaid ₹5.00')).toBeTruthy();
  });

  it('shows no principal before the payout', async () => {
    const before = {
      borrowStatus: OrderStatus.disbursing,
      dueDay: null,
      overdueDays: 0,
      totalPaise: 0,
      toPayPaise: 0,
    };
    server.answers(repayDetail, sampleDetail(before));
    open();
    expect(await screen.findByText('Nothing to repay yet')).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Loan details' })).toBeNull();
  });

  it('adds up after an overpayment was refunded', async () => {
    server.answers(repayDetail, sampleDetail({ ...settled, paidPaise: 11_000_00 }));
    open();
    const details = await screen.findByRole('region', { name: 'Loan details' });
    expect(valueBeside('Overpaid, given back to you', details)).toBe('₹839.85');
  });

  it('shows the pending refund of an overpayment until it is paid', async () => {
    server.answers(
      repayDetail,
      sampleDetail({ ...settled, paidPaise: 11_000_00, overpaidPaise: 839_85 }),
    );
    open();

    const details = await screen.findByRole('region', { name: 'Loan details' });
    expect(valueBeside('Overpaid, goes back to you', details)).toBe('₹839.85');
  });

  it('a written-off loan can still be paid and shows no future day', async () => {
    server.answers(
      repayDetail,
      sampleDetail({ borrowStatus: OrderStatus.writtenOff, overdueDays: 0 }),
    );
    open();
    expect(await screen.findByText('This loan was written off')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Pay ₹10,160.15 by UPI' })).toBeTruthy();
    expect(screen.queryByText(/^Due .*, in /)).toBeNull();
    server.answers(repayEntries, { ...sampleEntries, notYetBooked: [] });
    await userEvent.click(screen.getByRole('button', { name: /^Explain this amount/ }));

    const today = await screen.findByRole('region', { name: 'Today, 08/12/2026' });
    expect(valueBeside('Written off and still owed', today)).toBe('+₹10,160.15');
  });
});

describe('a debit by AutoPay', () => {
  const beforeDue = {
    borrowStatus: OrderStatus.active,
    dueDay: '2026-12-10',
    overdueDays: 0,
    overdueFeePaise: 0,
    penalDays: 0,
    totalPaise: 10_150_00,
    toPayPaise: 10_150_00,
  };
  const debit = {
    state: 'announced',
    day: '2026-12-10',
    amountPaise: 10_150_00,
    needsPin: false,
    reason: null,
  } as const;

  it('that is announced need not be paid; a payment stops it, and so does a pause', async () => {
    server.answers(repayDetail, sampleDetail({ ...beforeDue, debit }));
    open();
    expect(await screen.findByText('₹10,150.00 will be debited on 10/12/2026')).toBeTruthy();
    expect(screen.getByText(/^You need not pay. If you pay it now, the debit is not/)).toBeTruthy();
    expect(screen.queryByText(/PIN/)).toBeNull();
    const link = screen.getByRole('link', { name: 'Pause or end AutoPay' });
    expect(link.getAttribute('href')).toContain('/autopay');
    expect(screen.getByRole('button', { name: /^Pay/ })).toBeTruthy();
  });

  it('above ₹15,000 needs the PIN on the day', async () => {
    const large = { ...debit, amountPaise: 15_000_01, needsPin: true };
    server.answers(
      repayDetail,
      sampleDetail({ ...beforeDue, totalPaise: 15_000_01, debit: large }),
    );
    open();
    expect(await screen.findByText(/your UPI app asks for your PIN/)).toBeTruthy();
  });

  it.each(['presented', 'unknown'] as const)(
    'that is %s at the bank is not stopped',
    async (state) => {
      server.answers(repayDetail, sampleDetail({ ...beforeDue, debit: { ...debit, state } }));
      open();
      expect(await screen.findByText(/what is too much goes back to you/)).toBeTruthy();
      expect(screen.queryByRole('link', { name: 'Pause or end AutoPay' })).toBeNull();
    },
  );

  it('that failed says why', async () => {
    server.answers(
      repayDetail,
      sampleDetail({ debit: { ...debit, state: 'failed', reason: 'no_money' } }),
    );
    open();
    expect(await screen.findByText(/There was not enough money in the account/)).toBeTruthy();
  });

  it('is not shown once nothing is owed', async () => {
    server.answers(repayDetail, sampleDetail({ ...settled, debit }));
    open();
    expect(await screen.findByText('Repaid in full')).toBeTruthy();
    expect(screen.queryByText(/will be debited/)).toBeNull();
  });
});
