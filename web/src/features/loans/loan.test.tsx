import { CODES } from '@noren/contract/codes';
import { couponList } from '@noren/contract/coupons';
import { LOAN_TEXT_VERSION, loanWords } from '@noren/contract/loan-words';
import { applyLoan, creditInfo, productList, quoteLoan, viewKfs } from '@noren/contract/loans';
import { OrderStatus } from '@noren/core/lending/order-status';
import { UserStatus } from '@noren/core/people/status';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { readDraft } from '../../session/drafts.ts';
import { wasPrompted } from '../../session/prompt-history.ts';
import { clearSession, setOnboardingStatus } from '../../session/session.ts';
import {
  sampleCoupon,
  sampleCredit,
  sampleProduct,
  sampleQuote,
  sampleReceipt,
  today,
} from '../../testing/loan-samples.ts';
import {
  amountField,
  choosePurpose,
  openKeyFacts,
  openLoan,
  stubLoanOffers,
} from '../../testing/loan-screen.tsx';
import type { stubServer } from '../../testing/server-stub.ts';
import { sampleStatus } from '../../testing/sign-in.ts';

let server: ReturnType<typeof stubServer>;

beforeEach(() => {
  server = stubLoanOffers();
});

const valueBeside = (label: string | RegExp, inside: HTMLElement) =>
  within(inside).getByText(label).parentElement?.lastElementChild?.textContent;

describe('the loan page', () => {
  it('shows the full price computed by core as the amount changes', async () => {
    openLoan();

    const amount = await screen.findByRole('textbox', { name: /How much do you want to borrow/ });
    await userEvent.clear(amount);
    await userEvent.type(amount, '10000');

    const price = screen.getByRole('region', { name: 'What it costs' });
    expect(valueBeside('You receive', price)).toBe('₹9,646.00');
    expect(valueBeside('Processing fee 3%', price)).toBe('₹300.00');
    expect(valueBeside('GST 18% on the fee', price)).toBe('₹54.00');
    expect(valueBeside('Interest 0.10% a day, 15 days', price)).toBe('₹150.00');
    expect(valueBeside('You repay by 05/12/2026', price)).toBe('₹10,150.00');
    expect(valueBeside('APR, everything included', price)).toBe('127.14%');
  });

  it('starts at the minimum amount without a purpose, and requires a purpose before quoting', async () => {
    openLoan();
    expect((await amountField()).value).toBe('2,000');
    await userEvent.click(screen.getByRole('button', { name: 'See the key facts' }));
    expect(screen.getByText('Choose what the loan is for.')).toBeTruthy();
    expect(server.sentTo(quoteLoan)).toEqual([]);
  });

  it('replaces an amount off the step by the nearest offered one and says so; a price is always shown', async () => {
    openLoan();

    const amount = await amountField();
    const price = screen.getByRole('region', { name: 'What it costs' });

    await userEvent.clear(amount);
    expect(valueBeside('You receive', price)).toBe('₹1,929.20');
    await userEvent.type(amount, '7777');
    expect(screen.getByText('The price below is for ₹8,000.')).toBeTruthy();
    expect(valueBeside('You receive', price)).toBe('₹7,716.80');
    await userEvent.tab();
    expect(amount.value).toBe('8,000');
    expect(
      screen.getByText(/We changed ₹7,777 to ₹8,000. Choose from ₹2,000 to ₹25,000/),
    ).toBeTruthy();
    await userEvent.clear(amount);
    await userEvent.type(amount, '90000');
    await userEvent.tab();
    expect(amount.value).toBe('25,000');
    await userEvent.clear(amount);
    await userEvent.tab();
    expect(amount.value).toBe('25,000');
  });

  it.each([
    ['5000.00', '5,000'],
    ['१०,०००', '10,000'],
    ['₹ 10 000', '10,000'],
  ])('takes the pasted amount "%s"', async (pasted, shown) => {
    openLoan();

    const amount = await amountField();
    await userEvent.clear(amount);
    await userEvent.paste(pasted);
    expect(amount.value).toBe(shown);
    await userEvent.tab();
    expect(amount.value).toBe(shown);
    expect(screen.queryByText(/We changed/)).toBeNull();
  });

  it.each([
    [
      '1.5 lakh',
      'We cannot read this as one amount. Write it in digits without spaces, such as 5000',
    ],
    [
      '10.000',
      'We cannot read this as one amount. Write it in digits without spaces, such as 5000',
    ],
    ['9999999999999', 'This amount is too large'],
  ])(
    'says that it cannot take "%s", and asks for no key facts of another amount',
    async (pasted, words) => {
      openLoan();

      const amount = await amountField();
      await userEvent.clear(amount);
      await userEvent.paste(pasted);
      await userEvent.tab();
      expect(screen.getByText(words)).toBeTruthy();
      expect(amount.value).toBe(pasted);
      await userEvent.click(screen.getByRole('button', { name: 'See the key facts' }));
      expect(document.activeElement).toBe(amount);
      expect(server.sentTo(quoteLoan)).toEqual([]);
      await userEvent.clear(amount);
      await userEvent.type(amount, '5000');
      expect(screen.queryByText(words)).toBeNull();
    },
  );

  it('starts at what was last asked for, with the purpose that was last answered', async () => {
    const details = [sampleProduct('N15', { lastRequestedPaise: 450_000 })];
    const purpose = { code: 'medical', name: 'Medical' };

    server.answers(productList, { businessDay: today, dependsOnLimit: false, details, purpose });
    openLoan();
    expect((await amountField()).value).toBe('4,500');
    await userEvent.click(screen.getByRole('button', { name: 'See the key facts' }));
    await screen.findByRole('dialog', { name: 'Key facts' });
  });

  it.each([
    [true, /the processing fee is not refunded/],
    [false, /the processing fee is given back to you/],
  ])(
    'says of a product whose fee is kept on a return (%s) what happens to the fee',
    async (isFeeKeptOnReturn, text) => {
      const details = [sampleProduct('N15', { isFeeKeptOnReturn })];
      server.answers(productList, { businessDay: today, dependsOnLimit: false, details });
      openLoan();
      expect(await screen.findByText(text)).toBeTruthy();
    },
  );

  it('shows every row of the key facts statement', async () => {
    openLoan();

    const facts = await openKeyFacts();
    const words = loanWords(LOAN_TEXT_VERSION, 'en');

    for (const { rows } of sampleQuote('N15', 10_000, 'NK-1').kfs.sections) {
      for (const { id } of rows) expect(words, id).toHaveProperty([`kfs.row.${id}`]);
    }

    expect(
      valueBeside(
        'Annual percentage rate (APR)',
        within(facts).getByRole('region', { name: /Part 1/ }),
      ),
    ).toBe('127.14%');
    expect(facts.textContent).toContain('Meera Example');
    expect(facts.textContent).toContain('Repayment 1, 05/12/2026');
    expect(facts.textContent).not.toMatch(/kfs\.|undefined|whole-upfront/);
  });

  it('accepts only after the acknowledgement', async () => {
    server.answers(applyLoan, () => {
      // The full limit is used: the product closes while the success dialog is shown.
      const closed = { isOpen: false, offeredPaise: 0, closedBecause: 'Your limit is used up.' };
      server.answers(productList, {
        businessDay: today,
        dependsOnLimit: false,
        details: [sampleProduct('N15', closed)],
      });

      return { repayId: 'R1234567890', borrowStatus: OrderStatus.underReview, ...sampleReceipt };
    });
    openLoan();

    const facts = await openKeyFacts();
    const accept = within(facts).getByRole('button', { name: 'Accept and get ₹9,646.00' });

    expect((within(facts).getByRole('checkbox') as HTMLInputElement).checked).toBe(false);
    await userEvent.click(accept);
    expect(within(facts).getByText(/Tick the box if you agree/)).toBeTruthy();
    expect(server.sentTo(applyLoan)).toEqual([]);
    await userEvent.click(within(facts).getByRole('checkbox'));
    // A second tap within half a second is ignored, so this one comes later.
    await expect
      .poll(async () => {
        await userEvent.click(accept);
        return server.sentTo(applyLoan).length;
      })
      .toBe(1);

    const [body] = server.listBodies(applyLoan);
    expect(body).toMatchObject({
      proposalNo: 'NK-2026-0001',
      acknowledged: true,
      purpose: 'medical',
    });
    await expect.poll(() => server.sentTo(productList).length).toBe(2);
    await userEvent.click(await screen.findByRole('button', { name: 'See your order' }));
    expect(await screen.findByText('at /order')).toBeTruthy();
    expect(wasPrompted('notifications'), 'the question of notifications would lie over it').toBe(
      true,
    );
    expect(readDraft('loans')).toEqual({});
  });

  it('shows that an offer has expired and makes a new one with an unticked box', async () => {
    server.refuses(applyLoan, CODES.offerGone);
    openLoan();

    const facts = await openKeyFacts();
    await userEvent.click(within(facts).getByRole('checkbox'));
    await userEvent.click(within(facts).getByRole('button', { name: /^Accept/ }));
    expect((await within(facts).findByRole('alert')).textContent).toContain(
      'This offer is no longer available',
    );
    await userEvent.click(within(facts).getByRole('button', { name: 'See the current offer' }));
    await expect.poll(() => screen.queryByText('NK-2026-0002')).toBeTruthy();
    expect((screen.getByRole('checkbox') as HTMLInputElement).checked).toBe(false);
    expect(screen.queryByText('This offer is no longer available')).toBeNull();
  });

  it('keeps what was accepted on screen behind the dialog that names amount, account and time', async () => {
    server.answers(couponList, { businessDay: today, details: [sampleCoupon()] });
    server.answers(applyLoan, () => {
      // The order holds the coupon and uses the limit.
      server.answers(couponList, {
        businessDay: today,
        details: [sampleCoupon({ state: 'held' })],
      });

      server.answers(productList, {
        businessDay: today,
        dependsOnLimit: false,
        details: [sampleProduct('N15', { offeredPaise: 500_000 })],
      });

      return {
        repayId: 'R1234567890',
        borrowStatus: OrderStatus.disbursing,
        netPaise: 976_400,
        accountLast4: '2514',
      };
    });
    openLoan();

    const facts = await openKeyFacts();
    const [price] = screen.getAllByRole('region', { name: 'What it costs', hidden: true });
    const before = price?.textContent;

    expect(before).toContain('₹9,764.00');
    await userEvent.click(within(facts).getByRole('checkbox'));
    await userEvent.click(within(facts).getByRole('button', { name: /^Accept/ }));

    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('₹9,764.00 goes to your account ending 2514.');
    expect(dialog.textContent).toContain('a few minutes');
    await expect.poll(() => server.sentTo(couponList).length).toBeGreaterThan(1);
    await expect.poll(() => server.sentTo(productList).length).toBeGreaterThan(1);
    // A key is pressed in a later turn, when the answers have arrived.
    await userEvent.tab();
    expect(price?.isConnected).toBe(true);
    expect(price?.textContent).toBe(before);
    expect(
      (
        screen.getByRole('textbox', {
          name: /How much do you want to borrow/,
          hidden: true,
        }) as HTMLInputElement
      ).value,
    ).toBe('10,000');
  });

  it('accepting during the evaluation stores the application and shows that it was not sent yet', async () => {
    server.answers(productList, {
      businessDay: today,
      dependsOnLimit: true,
      details: [sampleProduct('N15')],
    });

    server.answers(quoteLoan, {
      ...sampleQuote('N15', 10_000, 'NK-2026-0001'),
      dependsOnLimit: true,
    });
    server.refuses(applyLoan, CODES.limitEvaluating);
    openLoan();
    expect(await screen.findByText('Your limit is still being worked out')).toBeTruthy();

    const facts = await openKeyFacts();
    await userEvent.click(within(facts).getByRole('checkbox'));
    await userEvent.click(
      within(facts).getByRole('button', { name: 'Accept and get ₹9,646.00 if my limit covers it' }),
    );

    const kept = await screen.findByRole('dialog', { name: 'Your request is kept' });
    await userEvent.click(within(kept).getByRole('button', { name: 'Back to Home' }));
    expect(await screen.findByText('at /home')).toBeTruthy();
    expect(readDraft('loans')).toEqual({});
  });

  it('shows that the limit is locked, with a link to repay', async () => {
    server.refuses(quoteLoan, CODES.lockedByOverdue);
    openLoan();
    await choosePurpose();
    await userEvent.click(screen.getByRole('button', { name: 'See the key facts' }));
    expect(
      await screen.findByText(
        'Your order is overdue and your credit limit has been locked. Please repay in time.',
      ),
    ).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Repay' }).getAttribute('href')).toBe('/order');
  });

  it('keeps amount, purpose and the open key facts statement during a code confirmation', async () => {
    server.refuses(applyLoan, CODES.confirmByCode);
    server.answers(viewKfs, ({ path }) => sampleQuote('N15', 10_000, path.split('/').at(-1) ?? ''));
    location.hash = '#/loan?product=N15';
    openLoan();

    const facts = await openKeyFacts();
    await userEvent.click(within(facts).getByRole('checkbox'));
    await userEvent.click(within(facts).getByRole('button', { name: /^Accept/ }));
    await expect.poll(() => location.hash).toBe('#/api-phone-check');
    expect(sessionStorage.getItem('noren.return')).toBe('/loan?product=N15');
    cleanup();
    openLoan();

    const again = await screen.findByRole('dialog', { name: 'Key facts' });
    expect(within(again).getByText('NK-2026-0001')).toBeTruthy();
    // The user ticked this same statement.
    expect((within(again).getByRole('checkbox') as HTMLInputElement).checked).toBe(true);
    await userEvent.click(within(again).getByRole('button', { name: 'Not now' }));
    expect(
      (screen.getByRole('textbox', { name: /How much do you want to borrow/ }) as HTMLInputElement)
        .value,
    ).toBe('10,000');
    expect(screen.getByRole('button', { name: /What is the loan for/ }).textContent).toContain(
      'Medical',
    );
  });

  it('a closed product shows the reason and a link to Home', async () => {
    const closed = sampleProduct('N15', {
      isOpen: false,
      offeredPaise: 0,
      closedBecause: 'Only for regular users.',
    });
    server.answers(productList, { businessDay: today, dependsOnLimit: false, details: [closed] });
    openLoan();
    expect(await screen.findByText('Only for regular users.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/home');
    expect(screen.queryByRole('link', { name: 'Repay' })).toBeNull();
  });

  it('offers to repay the order that locks the limit, beside the link to Home', async () => {
    const closed = sampleProduct('N15', {
      isOpen: false,
      offeredPaise: 0,
      closedBecause: 'Your limit is locked.',
    });
    server.answers(productList, { businessDay: today, dependsOnLimit: false, details: [closed] });
    server.answers(creditInfo, sampleCredit({ isLocked: true, availablePaise: 0 }));

    const repayId = 'RABC1234567890';
    setOnboardingStatus(sampleStatus(UserStatus.certified, { repayId }));
    openLoan();

    const repay = await screen.findByRole('link', { name: 'Repay' });
    expect(repay.getAttribute('href')).toBe('/repay/RABC1234567890');
    expect(screen.getByRole('link', { name: 'Back to Home' })).toBeTruthy();
    clearSession();
  });
});
