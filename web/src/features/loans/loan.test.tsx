import { dictionary } from '@noren/contract/certification';
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
import { renderScreen } from '../../testing/render-screen.tsx';
import { stubServer } from '../../testing/server-stub.ts';
import { LoanScreen } from './loan.tsx';

let server: ReturnType<typeof stubServer>;
let quotes = 0;

beforeEach(() => {
  sessionStorage.clear();
  location.hash = '';
  quotes = 0;
  server = stubServer();
  server.answers(productList, {
    businessDay: today,
    dependsOnLimit: false,
    details: [sampleProduct('N07'), sampleProduct('N15')],
  });
  server.answers(creditInfo, sampleCredit());
  server.answers(couponList, { businessDay: today, details: [] });
  server.answers(dictionary, { details: [{ code: 'medical', name: 'Medical' }] });
  server.answers(quoteLoan, ({ body }) => {
    quotes += 1;
    return sampleQuote('N15', (body as { principalPaise: number }).principalPaise / 100, `NK-2026-000${quotes}`);
  });
});

const open = (more = '') => renderScreen(<LoanScreen />, '/loan', `/loan?product=N15${more}`);

async function choosePurpose() {
  await userEvent.click(await screen.findByRole('button', { name: /What is the loan for/ }));
  await userEvent.click(await screen.findByRole('option', { name: 'Medical' }));
}

async function openKeyFacts() {
  const amount = await screen.findByRole('textbox', { name: /How much do you want to borrow/ });
  await userEvent.clear(amount);
  await userEvent.type(amount, '10000');
  await choosePurpose();
  await userEvent.click(screen.getByRole('button', { name: 'See the key facts' }));
  return screen.findByRole('dialog', { name: 'Key facts' });
}

const amountField = () => screen.findByRole<HTMLInputElement>('textbox', { name: /How much do you want to borrow/ });

const valueBeside = (label: string | RegExp, inside: HTMLElement) =>
  within(inside).getByText(label).parentElement?.lastElementChild?.textContent;

describe('the loan page', () => {
  it('shows the full price computed by core as the amount changes', async () => {
    open();
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
    open();
    expect((await amountField()).value).toBe('2,000');
    await userEvent.click(screen.getByRole('button', { name: 'See the key facts' }));
    expect(screen.getByText('Choose what the loan is for.')).toBeTruthy();
    expect(server.sentTo(quoteLoan)).toEqual([]);
  });

  it('replaces an amount off the step by the nearest offered one and says so; a price is always shown', async () => {
    open();
    const amount = await amountField();
    const price = screen.getByRole('region', { name: 'What it costs' });
    await userEvent.clear(amount);
    expect(valueBeside('You receive', price)).toBe('₹1,929.20');
    await userEvent.type(amount, '7777');
    expect(screen.getByText('The price below is for ₹8,000.')).toBeTruthy();
    expect(valueBeside('You receive', price)).toBe('₹7,716.80');
    await userEvent.tab();
    expect(amount.value).toBe('8,000');
    expect(screen.getByText(/We changed ₹7,777 to ₹8,000. Choose from ₹2,000 to ₹25,000/)).toBeTruthy();
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
    open();
    const amount = await amountField();
    await userEvent.clear(amount);
    await userEvent.paste(pasted);
    expect(amount.value).toBe(shown);
    await userEvent.tab();
    expect(amount.value).toBe(shown);
    expect(screen.queryByText(/We changed/)).toBeNull();
  });

  it.each([
    ['1.5 lakh', 'We cannot read this as one amount. Write it in digits without spaces, such as 5000'],
    ['10.000', 'We cannot read this as one amount. Write it in digits without spaces, such as 5000'],
    ['9999999999999', 'This amount is too large'],
  ])('says that it cannot take "%s", and asks for no key facts of another amount', async (pasted, words) => {
    open();
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
  });

  it('starts at what was last asked for, with the purpose that was last answered', async () => {
    const details = [sampleProduct('N15', { lastRequestedPaise: 450_000 })];
    const purpose = { code: 'medical', name: 'Medical' };
    server.answers(productList, { businessDay: today, dependsOnLimit: false, details, purpose });
    open();
    expect((await amountField()).value).toBe('4,500');
    await userEvent.click(screen.getByRole('button', { name: 'See the key facts' }));
    await screen.findByRole('dialog', { name: 'Key facts' });
  });

  it('starts at the least amount for which the coupon can be used', async () => {
    server.answers(couponList, { businessDay: today, details: [sampleCoupon()] });
    renderScreen(<LoanScreen />, '/loan', '/loan?product=N07');
    expect((await amountField()).value).toBe('2,000');
  });

  it.each([
    [true, /the processing fee is not refunded/],
    [false, /the processing fee is given back to you/],
  ])(
    'says of a product whose fee is kept on a return (%s) what happens to the fee',
    async (isFeeKeptOnReturn, text) => {
      const details = [sampleProduct('N15', { isFeeKeptOnReturn })];
      server.answers(productList, { businessDay: today, dependsOnLimit: false, details });
      open();
      expect(await screen.findByText(text)).toBeTruthy();
    },
  );

  it('shows every row of the key facts statement', async () => {
    open();
    const facts = await openKeyFacts();
    const words = loanWords(LOAN_TEXT_VERSION, 'en');
    for (const { rows } of sampleQuote('N15', 10_000, 'NK-1').kfs.sections) {
      for (const { id } of rows) expect(words, id).toHaveProperty([`kfs.row.${id}`]);
    }
    expect(valueBeside('Annual percentage rate (APR)', within(facts).getByRole('region', { name: /Part 1/ }))).toBe(
      '127.14%',
    );
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
    open();
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
    const [body] = server.bodiesOf(applyLoan);
    expect(body).toMatchObject({ proposalNo: 'NK-2026-0001', acknowledged: true, purpose: 'medical' });
    await expect.poll(() => server.sentTo(productList).length).toBe(2);
    await userEvent.click(await screen.findByRole('button', { name: 'See your order' }));
    expect(await screen.findByText('at /order')).toBeTruthy();
    expect(wasPrompted('notifications'), 'the question of notifications would lie over it').toBe(true);
    expect(readDraft('loans')).toEqual({});
  });

  it('shows that an offer has expired and makes a new one with an unticked box', async () => {
    server.refuses(applyLoan, CODES.offerGone);
    open();
    const facts = await openKeyFacts();
    await userEvent.click(within(facts).getByRole('checkbox'));
    await userEvent.click(within(facts).getByRole('button', { name: /^Accept/ }));
    expect((await within(facts).findByRole('alert')).textContent).toContain('This offer is no longer available');
    await userEvent.click(within(facts).getByRole('button', { name: 'See the current offer' }));
    await expect.poll(() => screen.queryByText('NK-2026-0002')).toBeTruthy();
    expect((screen.getByRole('checkbox') as HTMLInputElement).checked).toBe(false);
    expect(screen.queryByText('This offer is no longer available')).toBeNull();
  });

  it('uses the best coupon, says so, sends it with the quote, and goes without it in one tap', async () => {
    const small = sampleCoupon({ discount: { amountPaise: 5_000 } });
    const best = sampleCoupon({ couponId: small.couponId.replace(/1$/, '2') });
    const large = sampleCoupon({ couponId: small.couponId.replace(/1$/, '3'), leastPrincipalPaise: 2_000_000 });
    server.answers(couponList, { businessDay: today, details: [large, small, best] });
    open();
    const facts = await openKeyFacts();
    const [price] = screen.getAllByRole('region', { name: 'What it costs', hidden: true });
    // 3 % of 10,000 less 100 leaves 200, and 36 GST.
    expect(price?.textContent).toContain('Your coupon−₹100.00');
    expect(price?.textContent).toContain('₹36.00');
    expect(server.bodiesOf(quoteLoan)[0]).toMatchObject({ couponId: best.couponId });
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
    const other = sampleCoupon({ couponId: coupon.couponId.replace(/1$/, '2'), discount: { amountPaise: 99_00 } });
    server.answers(couponList, { businessDay: today, details: [coupon, other] });
    open(`&coupon=${coupon.couponId}`);
    const amount = await amountField();
    expect(amount.value).toBe('2,000');
    expect(screen.getByText(/Not used for this amount: For loans of ₹5,000 or more/)).toBeTruthy();
    expect(screen.queryByText('Your coupon')).toBeNull();
  });

  it('keeps what was accepted on screen behind the dialog that names amount, account and time', async () => {
    server.answers(couponList, { businessDay: today, details: [sampleCoupon()] });
    server.answers(applyLoan, () => {
      // The order holds the coupon and uses the limit.
      server.answers(couponList, { businessDay: today, details: [sampleCoupon({ state: 'held' })] });
      server.answers(productList, {
        businessDay: today,
        dependsOnLimit: false,
        details: [sampleProduct('N15', { offeredPaise: 500_000 })],
      });
      return { repayId: 'R1234567890', borrowStatus: OrderStatus.disbursing, netPaise: 976_400, accountLast4: '2514' };
    });
    open();
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
      (screen.getByRole('textbox', { name: /How much do you want to borrow/, hidden: true }) as HTMLInputElement).value,
    ).toBe('10,000');
  });

  it('accepting during the evaluation stores the application and shows that it was not sent yet', async () => {
    server.answers(productList, { businessDay: today, dependsOnLimit: true, details: [sampleProduct('N15')] });
    server.answers(quoteLoan, { ...sampleQuote('N15', 10_000, 'NK-2026-0001'), dependsOnLimit: true });
    server.refuses(applyLoan, CODES.limitEvaluating);
    open();
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
    open();
    await choosePurpose();
    await userEvent.click(screen.getByRole('button', { name: 'See the key facts' }));
    expect(
      await screen.findByText('Your order is overdue and your credit limit has been locked. Please repay in time.'),
    ).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Repay' }).getAttribute('href')).toBe('/order');
  });

  it('keeps amount, purpose and the open key facts statement during a code confirmation', async () => {
    server.refuses(applyLoan, CODES.confirmByCode);
    server.answers(viewKfs, ({ path }) => sampleQuote('N15', 10_000, path.split('/').at(-1) ?? ''));
    location.hash = '#/loan?product=N15';
    open();
    const facts = await openKeyFacts();
    await userEvent.click(within(facts).getByRole('checkbox'));
    await userEvent.click(within(facts).getByRole('button', { name: /^Accept/ }));
    await expect.poll(() => location.hash).toBe('#/api-phone-check');
    expect(sessionStorage.getItem('noren.return')).toBe('/loan?product=N15');
    cleanup();
    open();
    const again = await screen.findByRole('dialog', { name: 'Key facts' });
    expect(within(again).getByText('NK-2026-0001')).toBeTruthy();
    // The user ticked this same statement.
    expect((within(again).getByRole('checkbox') as HTMLInputElement).checked).toBe(true);
    await userEvent.click(within(again).getByRole('button', { name: 'Not now' }));
    expect((screen.getByRole('textbox', { name: /How much do you want to borrow/ }) as HTMLInputElement).value).toBe(
      '10,000',
    );
    expect(screen.getByRole('button', { name: /What is the loan for/ }).textContent).toContain('Medical');
  });

  it('a closed product shows the reason and a link to Home', async () => {
    const closed = sampleProduct('N15', { isOpen: false, offeredPaise: 0, closedBecause: 'Only for regular users.' });
    server.answers(productList, { businessDay: today, dependsOnLimit: false, details: [closed] });
    open();
    expect(await screen.findByText('Only for regular users.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/home');
    expect(screen.queryByRole('link', { name: 'Repay' })).toBeNull();
  });

  it('offers to repay the order that locks the limit, beside the link to Home', async () => {
    const closed = sampleProduct('N15', { isOpen: false, offeredPaise: 0, closedBecause: 'Your limit is locked.' });
    server.answers(productList, { businessDay: today, dependsOnLimit: false, details: [closed] });
    server.answers(creditInfo, sampleCredit({ isLocked: true, availablePaise: 0 }));
    const status = {
      bizStatus: UserStatus.certified,
      isAuthComplete: true,
      gpGuideShow: false,
      evaluation: 'done' as const,
    };
    setOnboardingStatus({ ...status, repayId: 'RABC1234567890', repayInfo: null });
    open();
    const repay = await screen.findByRole('link', { name: 'Repay' });
    expect(repay.getAttribute('href')).toBe('/repay/RABC1234567890');
    expect(screen.getByRole('link', { name: 'Back to Home' })).toBeTruthy();
    clearSession();
  });
});
