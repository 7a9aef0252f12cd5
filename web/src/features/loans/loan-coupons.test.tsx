import { couponList } from '@noren/contract/coupons';
import { quoteLoan } from '@noren/contract/loans';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { sampleCoupon, today } from '../../testing/loan-samples.ts';
import { amountField, openKeyFacts, openLoan, stubLoanOffers } from '../../testing/loan-screen.tsx';
import { renderScreen } from '../../testing/render-screen.tsx';
import type { stubServer } from '../../testing/server-stub.ts';
import { LoanScreen } from './loan.tsx';

let server: ReturnType<typeof stubServer>;

beforeEach(() => {
  server = stubLoanOffers();
});

describe('the loan page with coupons', () => {
  it('starts at the least amount for which the coupon can be used', async () => {
    server.answers(couponList, { businessDay: today, details: [sampleCoupon()] });
    renderScreen(<LoanScreen />, '/loan', '/loan?product=N07');
    expect((await amountField()).value).toBe('2,000');
  });

  it('uses the best coupon, says so, sends it with the quote, and goes without it in one tap', async () => {
    const small = sampleCoupon({ discount: { amountPaise: 5_000 } });
    const best = sampleCoupon({ couponId: small.couponId.replace(/1$/, '2') });
    const large = sampleCoupon({
      couponId: small.couponId.replace(/1$/, '3'),
      leastPrincipalPaise: 2_000_000,
    });

    server.answers(couponList, { businessDay: today, details: [large, small, best] });
    openLoan();

    const facts = await openKeyFacts();
    const [price] = screen.getAllByRole('region', { name: 'What it costs', hidden: true });

    // 3 % of 10,000 less 100 leaves 200, and 36 GST.
    expect(price?.textContent).toContain('Your coupon−₹100.00');
    expect(price?.textContent).toContain('₹36.00');
    expect(server.listBodies(quoteLoan)[0]).toMatchObject({ couponId: best.couponId });
    await userEvent.click(within(facts).getByRole('button', { name: 'Not now' }));
    expect(screen.getByText('Used for you: ₹100 off the processing fee')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Take this coupon off' }));
    expect(screen.queryByText('Your coupon')).toBeNull();
    expect(screen.getByRole('link', { name: /You have 3 coupons/ }).getAttribute('href')).toBe(
      '/coupon?product=N15&amount=1000000&chosen=none',
    );
  });

  it('keeps the coupon that was chosen, and says when the amount is too small for it', async () => {
    const coupon = sampleCoupon({ leastPrincipalPaise: 500_000 });
    const other = sampleCoupon({
      couponId: coupon.couponId.replace(/1$/, '2'),
      discount: { amountPaise: 99_00 },
    });

    server.answers(couponList, { businessDay: today, details: [coupon, other] });
    openLoan(`&coupon=${coupon.couponId}`);

    const amount = await amountField();
    expect(amount.value).toBe('2,000');
    expect(screen.getByText(/Not used for this amount: For loans of ₹5,000 or more/)).toBeTruthy();
    expect(screen.queryByText('Your coupon')).toBeNull();
  });
});
