import { CODES } from '@noren/contract/codes';
import { couponList, receiveCoupon } from '@noren/contract/coupons';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { sampleCoupon, today } from '../../testing/loan-samples.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { stubServer } from '../../testing/server-stub.ts';
import { CouponScreen } from './coupon.tsx';

let server: ReturnType<typeof stubServer>;

beforeEach(() => {
  sessionStorage.clear();
  server = stubServer();
  server.answers(receiveCoupon, { coupon: sampleCoupon(), isNew: false });
});

const has = (...details: ReturnType<typeof sampleCoupon>[]) =>
  server.answers(couponList, { businessDay: today, details });
const open = (query = '') => renderScreen(<CouponScreen />, '/coupon', `/coupon${query}`);
const makeId = (last: number) => `0198c0de-0000-7000-8000-00000000000${last}`;

describe('the coupons', () => {
  it('lists usable, used and expired coupons, each with its last day and why it cannot be used', async () => {
    has(
      sampleCoupon(),
      sampleCoupon({ couponId: makeId(2), state: 'used', closedBecause: 'You have used it.' }),
      sampleCoupon({
        couponId: makeId(3),
        state: 'expired',
        expiresOn: '2026-11-01',
        closedBecause: 'It has expired.',
      }),
    );
    open();

    const usable = await screen.findByRole('region', { name: 'Ready to use' });
    expect(usable.textContent).toContain('₹100 off the processing fee');
    expect(usable.textContent).toContain('For loans of ₹2,000 or more, until 20/12/2026');
    expect(screen.getByRole('region', { name: 'Used' }).textContent).toContain('You have used it.');
    expect(screen.getByRole('region', { name: 'Expired' }).textContent).toContain('01/11/2026');
    // Opened without a loan: there is nothing to choose.
    expect(screen.queryByRole('link', { name: 'Use this coupon' })).toBeNull();
  });

  it('chooses one for the loan it was opened from, or none', async () => {
    has(sampleCoupon());
    open('?product=N15&amount=1000000');

    const use = await screen.findByRole('link', { name: 'Use this coupon' });
    expect(screen.getByRole('link', { name: 'Go on without a coupon' }).getAttribute('href')).toBe(
      '/loan?product=N15&coupon=none',
    );
    await userEvent.click(use);
    expect(await screen.findByText(`at /loan?product=N15&coupon=${makeId(1)}`)).toBeTruthy();
  });

  it.each([
    [
      'too small a loan',
      sampleCoupon(),
      150_000,
      'It cannot be used for ₹1,500: the loan must be larger.',
    ],
    [
      'for repaying',
      sampleCoupon({ kind: 'repay' }),
      1_000_000,
      'This one is used when you repay, not when you borrow.',
    ],
  ])('says why one cannot be used here: %s', async (_what, coupon, amount, why) => {
    has(coupon);
    open(`?product=N07&amount=${amount}`);

    const card = await screen.findByRole('region', { name: /₹100 off/ });
    expect(within(card).getByText(why)).toBeTruthy();
    expect(within(card).queryByRole('link')).toBeNull();
  });

  it('percentage coupons show their maximum, and the chosen one is marked', async () => {
    has(sampleCoupon({ discount: { ppm: 500_000, capPaise: 75_00 } }));
    open(`?product=N15&amount=1000000&chosen=${makeId(1)}`);

    const card = await screen.findByRole('region', {
      name: '50% off the processing fee, at most ₹75',
    });
    expect(within(card).getByText('Chosen')).toBeTruthy();
  });

  it('requests the certification coupon if it is missing, and shows it', async () => {
    has();
    server.answers(receiveCoupon, () => {
      has(sampleCoupon());
      return { coupon: sampleCoupon(), isNew: true };
    });
    open();
    expect(await screen.findByRole('region', { name: 'Ready to use' })).toBeTruthy();
  });

  it('shows an empty list, and a retry after a failure', async () => {
    server.refuses(couponList, CODES.fault, 'Something went wrong on our side.');
    open();
    await screen.findByText('Something went wrong on our side.');
    has();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No coupons yet')).toBeTruthy();
  });
});
