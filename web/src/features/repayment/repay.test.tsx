import { CODES } from '@noren/contract/codes';
import { repayDetail, startPayment } from '@noren/contract/repayment';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { refresh } from '../../api/hooks.tsx';
import { sampleDetail } from '../../testing/repay-samples.ts';
import { openRepay, stubLoanServer, valueBeside } from '../../testing/repay-screen.tsx';

let server: ReturnType<typeof stubLoanServer>;

beforeEach(() => {
  server = stubLoanServer();
});

const open = openRepay;
const bodies = () => server.listBodies(startPayment);

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
      'Paid so far': '₹0.00',
      Total: '₹10,160.15',
    };
    for (const [label, value] of Object.entries(figures))
      expect(valueBeside(label, details), label).toBe(value);
  });

  it('folds what is zero or none, one tap away, and nothing else', async () => {
    open();

    const details = await screen.findByRole('region', { name: 'Loan details' });
    const folded = within(details).getByText('4 more figures: zero or none').closest('details');

    expect(folded?.open).toBe(false);

    const labels = (rows: Iterable<Element>) =>
      [...rows].map((row) => row.firstElementChild?.textContent);
    expect(labels(folded?.children ?? []).slice(1)).toEqual([
      'Extended due date',
      'Coupon',
      'Already waived amount',
      'Paid so far',
    ]);
    expect(labels(details.children)).toContain('Interest, 15 days');
  });

  it('offers what can be paid before the figures, the whole first', async () => {
    open();

    const [full, ...others] = await screen.findAllByRole<HTMLInputElement>('radio');
    expect(full?.checked).toBe(true);
    expect(full?.closest('label')?.textContent).toContain('Pay in full');
    expect(others).toHaveLength(1);

    const details = screen.getByRole('region', { name: 'Loan details' });
    expect(full && details.compareDocumentPosition(full)).toBe(Node.DOCUMENT_POSITION_PRECEDING);
  });

  it('shows the penal charge, its start, its end, and the grievance officer', async () => {
    open();
    // 0.1 % of 10,150, from the third day for at most thirty.
    expect(
      await screen.findByText(/0\.10% a day .* from 08\/12\/2026 until 06\/01\/2027/),
    ).toBeTruthy();
    expect(screen.getByText(/That is about ₹10\.15 a day; only the sum is rounded/)).toBeTruthy();
    expect(screen.getByText(/It stops on the day you pay/)).toBeTruthy();
  });

  it.each([
    [
      'a part was paid',
      { paidPaise: 5_000_00, penalPerDayPaise: 5_15 },
      'On what is left, that is about ₹5.15 a day.',
    ],
    [
      'a part was waived',
      { waivedPaise: 150_00, penalPerDayPaise: 10_00 },
      'On what is left, that is about ₹10.00 a day.',
    ],
    ['no further day is charged', { penalPerDayPaise: 0 }, undefined],
  ])('says what a day adds where %s', async (_where, more, sentence) => {
    server.answers(repayDetail, sampleDetail(more));
    open();

    const box = await screen.findByText(/0\.10% a day .* from 08\/12\/2026/);
    if (sentence) expect(box.textContent).toContain(sentence);
    else expect(box.textContent).not.toMatch(/₹[\d.]+ a day/);
  });

  it('explains the amount by its ledger entries in plain words', async () => {
    open();
    await userEvent.click(await screen.findByRole('button', { name: /^Explain this amount/ }));

    const sheet = await screen.findByRole('dialog', { name: 'Explain this amount' });
    const out = await within(sheet).findByRole('region', {
      name: '20/11/2026 · The loan was paid out',
    });

    expect(valueBeside('Principal you owe', out)).toBe('+₹10,000.00');
    expect(valueBeside('Processing fee, deducted', out)).toBe('₹300.00');
    expect(valueBeside('Sent to your account', out)).toBe('₹9,646.00');

    const today = within(sheet).getByRole('region', { name: 'Today, 08/12/2026' });
    expect(valueBeside('Interest since the last entry, 15 days', today)).toBe('+₹150.00');
    expect(within(today).getByText('₹10,000.00 × 0.1% a day × 15 days = ₹150.00')).toBeTruthy();
    expect(within(today).getByText('₹10,150.00 × 0.1% a day × 1 day = ₹10.15')).toBeTruthy();
    expect(within(out).getByText('3% of ₹10,000.00 = ₹300.00')).toBeTruthy();
    expect(within(out).getByText('GST: 18% of ₹300.00 = ₹54.00')).toBeTruthy();
    expect(valueBeside('Total', today)).toBe('₹10,160.15');
    expect(sheet.textContent).not.toMatch(/_|repay\./);
  });

  it.each([
    [
      'Principal ₹10,000.00',
      'How the principal is worked out',
      'Principal still owed',
      '₹10,000.00',
    ],
    ['Interest, 15 days ₹150.00', 'How the interest is worked out', 'Interest so far', '₹150.00'],
    [
      'Overdue fee (penal charge), 1 day ₹10.15',
      'How the penal charge is worked out',
      'Penal charge so far',
      '₹10.15',
    ],
    ['Already waived amount ₹0.00', 'What was waived', 'Waived so far', '₹0.00'],
    ['Paid so far ₹0.00', 'What you have paid', 'Paid so far', '₹0.00'],
  ])('explains the figure "%s"', async (figure, title, label, value) => {
    open();
    await userEvent.click(await screen.findByRole('button', { name: figure }));

    const sheet = await screen.findByRole('dialog', { name: title });
    const today = await within(sheet).findByRole('region', { name: 'Today, 08/12/2026' });

    expect(valueBeside(label, today)).toBe(value);
  });

  it('can be loaded again after a failure', async () => {
    server.refuses(repayDetail, CODES.fault, 'Something went wrong.');
    open();
    await screen.findByText('Something went wrong.');
    server.answers(repayDetail, sampleDetail());
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: /^Pay ₹/ })).toBeTruthy();
  });
});

it.each([CODES.notFound, CODES.invalidInput])(
  'an order of another user (%s) links to the own orders',
  async (code) => {
    server.refuses(repayDetail, code, 'We could not find this.');
    open();
    expect(await screen.findByText('We do not know this order')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'To your orders' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  },
);

describe('paying in full', () => {
  it('names the amount and UPI; the other ways are one tap away, without preselection', async () => {
    server.answers(startPayment, {
      code: 'abcdefghijklmnop',
      amountPaise: 10_160_15,
      expiresAt: 0,
    });
    open();
    expect(await screen.findByRole('button', { name: 'Pay ₹10,160.15 by UPI' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Other ways to pay' }));

    const ways = within(
      screen.getByRole('dialog', { name: 'How would you like to pay ₹10,160.15?' }),
    );
    expect(
      ways
        .getAllByRole('button', { name: /Arrives/ })
        .map((way) => way.getAttribute('aria-checked')),
    ).toEqual([null, null, null]);
    await userEvent.click(ways.getByRole('button', { name: /^Bank transfer/ }));
    expect(await screen.findByText('at /va?code=abcdefghijklmnop')).toBeTruthy();
    expect(bodies()).toEqual([
      { repayId: 'RABC1234567890', kind: 'full', channel: 'bank_transfer' },
    ]);
  });

  it('skips the choice when the lender has one channel', async () => {
    server.answers(repayDetail, sampleDetail({ channels: ['upi'] }));
    server.answers(startPayment, {
      code: 'abcdefghijklmnop',
      amountPaise: 10_160_15,
      expiresAt: 0,
    });
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Pay ₹10,160.15 by UPI' }));
    expect(await screen.findByText('at /sky-scan?code=abcdefghijklmnop')).toBeTruthy();
  });

  it('asks for the channel where the lender takes no UPI', async () => {
    server.answers(repayDetail, sampleDetail({ channels: ['bank_transfer', 'cash_counter'] }));
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Pay ₹10,160.15' }));
    expect(
      screen.getByRole('dialog', { name: 'How would you like to pay ₹10,160.15?' }),
    ).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Other ways to pay' })).toBeNull();
  });

  it('shows a refusal and the current amount', async () => {
    server.refuses(startPayment, CODES.conflict, 'The amount has changed.');
    open();

    const pay = await screen.findByRole('button', { name: 'Pay ₹10,160.15 by UPI' });
    server.answers(repayDetail, sampleDetail({ totalPaise: 10_170_30, toPayPaise: 10_170_30 }));
    await userEvent.click(pay);
    expect(await screen.findByText('The amount has changed.')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Pay ₹10,170.30 by UPI' })).toBeTruthy();
  });

  it('shows the price without a coupon that is no longer usable', async () => {
    const couponId = '0198c0de-0000-7000-8000-000000000001';
    const coupons = [
      { couponId, kind: 'repay' as const, discountPaise: 50_00, expiresOn: '2026-12-20' },
    ];
    const coupon = { couponId, kind: 'repay' as const, discountPaise: 50_00, isUsed: false };
    const priced = sampleDetail({ coupons, coupon, toPayPaise: 10_110_15 });

    server.answers(repayDetail, ({ path }) =>
      path.includes(couponId) ? priced : sampleDetail({ coupons }),
    );
    open();
    await userEvent.click(await screen.findByRole('button', { name: /^Coupon/ }));
    await userEvent.click(screen.getByRole('option', { name: /₹50\.00 off what you repay today/ }));
    await screen.findByRole('button', { name: 'Pay ₹10,110.15 by UPI' });
    server.refuses(repayDetail, CODES.conflict, 'This coupon was used already.');
    act(() => refresh(repayDetail));
    expect(await screen.findByText('This coupon was used already.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Pay ₹10,160.15 by UPI' })).toBeTruthy();
  });

  it('asks the server for the price with a coupon; none is preselected', async () => {
    const couponId = '0198c0de-0000-7000-8000-000000000001';
    const coupons = [
      { couponId, kind: 'repay' as const, discountPaise: 50_00, expiresOn: '2026-12-20' },
    ];

    server.answers(repayDetail, ({ path }) =>
      path.includes(couponId)
        ? sampleDetail({
            coupons,
            coupon: { couponId, kind: 'repay', discountPaise: 50_00, isUsed: false },
            toPayPaise: 10_110_15,
          })
        : sampleDetail({ coupons }),
    );

    server.answers(startPayment, {
      code: 'abcdefghijklmnop',
      amountPaise: 10_110_15,
      expiresAt: 0,
    });
    open();
    await userEvent.click(await screen.findByRole('button', { name: /^Coupon/ }));

    const list = within(screen.getByRole('dialog', { name: 'Choose a coupon' }));
    expect(list.queryByRole('option', { selected: true })).toBeNull();
    await userEvent.click(list.getByRole('option', { name: /₹50\.00 off what you repay today/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Pay ₹10,110.15 by UPI' }));
    await screen.findByText(/at \/sky-scan/);
    expect(bodies()).toEqual([
      { repayId: 'RABC1234567890', kind: 'full', couponId, channel: 'upi' },
    ]);
  });
});
