import { CODES } from '@noren/contract/codes';
import { choosePaymentChannel, reportPaid } from '@noren/contract/payment';
import { repayDetail, viewPayment } from '@noren/contract/repayment';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearSession, saveSignIn } from '../../session/session.ts';
import { rememberOrder } from '../../shared/loan/payment-channels.tsx';
import { renderScreen } from '../../testing/render-screen.tsx';
import { sampleDetail, samplePayment } from '../../testing/repay-samples.ts';
import { stubServer } from '../../testing/server-stub.ts';
import { SkyScanScreen } from './sky-scan.tsx';
import { choosePollInterval } from './use-payment.ts';

const paid = samplePayment({
  state: 'paid',
  instruments: [],
  paidAt: Date.parse('2026-12-08T06:45:00Z'),
});

const signIn = () => saveSignIn('token', { userId: 'u', maskedPhone: '98•••••210' });
let server: ReturnType<typeof stubServer>;

beforeEach(() => {
  clearSession();
  sessionStorage.clear();
  server = stubServer();
  server.answers(viewPayment, samplePayment());
});

afterEach(() => {
  vi.useRealTimers();
  clearSession();
});

const open = (code = 'abcdefghijklmnop') =>
  renderScreen(<SkyScanScreen />, '/sky-scan', `/sky-scan?code=${code}`);

describe('the UPI payment', () => {
  it('shows amount, payee, code and a link to a UPI app, signed out', async () => {
    open();
    expect(
      await screen.findByRole('img', { name: 'UPI code to pay ₹10,160.15 to Example Finance Ltd' }),
    ).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Open a UPI app' }).getAttribute('href')).toMatch(
      /^upi:\/\/pay/,
    );
    expect(screen.getByRole('button', { name: 'Save the image' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Customer service' })).toBeNull();
    expect(screen.queryByRole('link', { name: /I have paid, but/ })).toBeNull();
  });

  it.each([
    [
      'Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/130',
      'intent://pay?PAY#Intent;scheme=upi;package=com.phonepe.app;end',
    ],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X)', 'phonepe://upi/pay?PAY'],
  ])('shows the UPI apps before the code on a phone: %s', async (userAgent, phonePe) => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
    open();

    const apps = await screen.findByRole('region', { name: 'UPI apps' });
    const links = within(apps).getAllByRole('link');

    expect(links.map(({ textContent }) => textContent)).toEqual([
      'BHIM',
      'Google Pay',
      'Paytm',
      'PhonePe',
    ]);
    expect(links[3]?.getAttribute('href')).toBe(
      phonePe.replace('PAY', 'pa=noren.sandbox@upi&am=10160.15'),
    );

    const code = screen.getByRole('img', { name: /^UPI code/ });
    expect(apps.compareDocumentPosition(code)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(screen.getByRole('link', { name: 'Open another UPI app' }).getAttribute('href')).toMatch(
      /^upi:\/\/pay/,
    );
  });

  it('shows only the code where there are no UPI apps', async () => {
    open();
    await screen.findByRole('img', { name: /^UPI code/ });
    expect(screen.queryByRole('region', { name: 'UPI apps' })).toBeNull();
  });

  it('shows the new due date after an extension was paid', async () => {
    signIn();
    rememberOrder('abcdefghijklmnop', 'RABC1234567890');
    server.answers(viewPayment, { ...paid, kind: 'extension' });
    server.answers(repayDetail, sampleDetail({ extendedDueDay: '2026-12-12' }));
    open();

    const receipt = await screen.findByRole('region', { name: 'Receipt' });
    expect(await within(receipt).findByText('12/12/2026')).toBeTruthy();
    expect(receipt.textContent).toContain('Your new due date12/12/2026');
  });

  it('updates to being checked, then paid, and shows a receipt', async () => {
    vi.useFakeTimers();
    signIn();
    open();
    await act(() => vi.advanceTimersByTimeAsync(100));
    server.answers(viewPayment, samplePayment({ state: 'checking', instruments: [] }));
    await act(() => vi.advanceTimersByTimeAsync(3_100));

    const statuses = screen.getAllByRole('status').map(({ textContent }) => textContent);
    expect(statuses).toContain('The payment is being checked');
    expect(screen.queryByRole('img')).toBeNull();
    expect(screen.getByText(/Please do not pay again/)).toBeTruthy();
    server.answers(viewPayment, paid);
    await act(() => vi.advanceTimersByTimeAsync(3_100));

    const receipt = screen.getByRole('region', { name: 'Receipt' });
    for (const text of [
      'abcdefghijklmnop',
      '08/12/2026, 12:15',
      'Example Finance Ltd',
      'Full repayment',
    ])
      expect(receipt.textContent).toContain(text);

    expect(screen.getByRole('link', { name: 'See the order' }).getAttribute('href')).toBe('/order');

    const before = server.sentTo(viewPayment).length;
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(server.sentTo(viewPayment).length).toBe(before);
  });

  it('shows that and what was paid first, and shares the receipt as one sentence', async () => {
    const shared = vi.fn(async () => undefined);
    Object.defineProperty(navigator, 'share', { value: shared, configurable: true });
    server.answers(viewPayment, paid);
    open();

    const heading = await screen.findByRole('heading', { name: 'Paid', level: 2 });
    expect(heading.nextElementSibling?.textContent).toBe('₹10,160.15');
    await userEvent.click(screen.getByRole('button', { name: 'Share the receipt' }));
    expect(shared).toHaveBeenCalledWith({
      text: 'Paid: ₹10,160.15 to Example Finance Ltd, 08/12/2026, 12:15, order ending 7890. Reference abcdefghijklmnop',
    });
    Reflect.deleteProperty(navigator, 'share');
  });

  it('links from the receipt of a part payment to the rest', async () => {
    signIn();
    rememberOrder('abcdefghijklmnop', 'RABC1234567890');
    server.answers(viewPayment, { ...paid, kind: 'part' });
    open();

    const left = await screen.findByRole('link', { name: 'See what is left' });
    expect(left.getAttribute('href')).toBe('/repay/RABC1234567890');
  });

  it('shows a payment below the requested amount as a part, with the missing amount', async () => {
    signIn();
    rememberOrder('abcdefghijklmnop', 'RABC1234567890');
    server.answers(viewPayment, { ...paid, amountPaise: 160_15, missingPaise: 10_000_00 });
    open();

    const receipt = await screen.findByRole('region', { name: 'Receipt' });
    expect(receipt.textContent).toContain('Part payment');
    expect(receipt.textContent).not.toContain('Full repayment');
    expect(within(receipt).getByText('₹10,000.00')).toBeTruthy();
    expect(screen.getByText(/received ₹160\.15 of the ₹10,160\.15 asked for/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'See what is left' })).toBeTruthy();
  });

  it.each([
    [true, /Please pay again/, '/repay/RABC1234567890'],
    [false, /ask the borrower for a new code/, null],
  ])(
    'a reversed payment says so, with the next step (signed in: %s)',
    async (isSignedIn, words, way) => {
      if (isSignedIn) signIn();
      rememberOrder('abcdefghijklmnop', 'RABC1234567890');
      server.answers(viewPayment, { ...paid, state: 'reversed', reversedPaise: 10_160_15 });
      open();
      expect(await screen.findByText(words)).toBeTruthy();
      expect(screen.queryByText('Paid')).toBeNull();
      expect(
        screen.queryByRole('link', { name: 'See what is left' })?.getAttribute('href') ?? null,
      ).toBe(way);
    },
  );

  it('shows the amount of a partial reversal', async () => {
    signIn();
    server.answers(viewPayment, { ...paid, reversedPaise: 700_00 });
    open();

    const receipt = await screen.findByRole('region', { name: 'Receipt' });
    expect(within(receipt).getByText('Of which reversed')).toBeTruthy();
    expect(within(receipt).getByText('₹700.00')).toBeTruthy();
  });

  it('is prepared when it was started in another channel', async () => {
    server.answers(viewPayment, samplePayment({ instruments: [] }));
    server.answers(choosePaymentChannel, ({ body }) => {
      server.answers(viewPayment, samplePayment());
      expect(body).toEqual({ code: 'abcdefghijklmnop', channel: 'upi' });
      return { instrument: { channel: 'upi' as const, upiUri: 'upi://pay?am=1' } };
    });
    open();
    expect(await screen.findByRole('link', { name: 'Open a UPI app' })).toBeTruthy();
    expect(server.sentTo(choosePaymentChannel).length).toBe(1);
  });

  it('can be retried when the preparation failed', async () => {
    server.answers(viewPayment, samplePayment({ instruments: [] }));
    server.refuses(choosePaymentChannel, CODES.conflict, 'The provider does not answer.');
    open();
    await screen.findByText('The provider does not answer.');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await expect.poll(() => server.sentTo(choosePaymentChannel).length).toBe(2);
  });

  it('is checked at once when the payer reports it', async () => {
    server.answers(reportPaid, () => {
      server.answers(viewPayment, samplePayment({ state: 'checking', instruments: [] }));
      return { state: 'checking' as const };
    });
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'I have paid' }));
    expect(await screen.findByText(/Please do not pay again/)).toBeTruthy();
    // The button is gone: the focus is on the heading.
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  });

  it('shows that nothing has arrived yet, not as an error', async () => {
    server.answers(reportPaid, { state: 'pending' });
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'I have paid' }));
    expect(await screen.findByText(/^Nothing has arrived yet/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Open a UPI app' })).toBeTruthy();
  });

  it.each([
    ['expired', 'This code has expired'],
    ['cancelled', 'This code was cancelled'],
  ] as const)('says when it is %s and what of money already sent', async (state, title) => {
    server.answers(viewPayment, samplePayment({ state, instruments: [] }));
    open();
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
    expect(screen.getByText(/we will find the money and count it/)).toBeTruthy();
  });

  it('can still be reported as paid after it expired', async () => {
    server.answers(viewPayment, samplePayment({ state: 'expired', instruments: [] }));
    server.answers(reportPaid, { state: 'checking' });
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'I have paid' }));
    await expect.poll(() => server.listBodies(reportPaid)).toEqual([{ code: 'abcdefghijklmnop' }]);
  });

  it.each(['', 'abcdefghijklmnop'])('does not know the code "%s"', async (code) => {
    server.refuses(viewPayment, CODES.notFound);
    open(code);
    expect(
      await screen.findByRole('heading', { name: 'We do not know this payment' }),
    ).toBeTruthy();
    expect(screen.getByRole('link', { name: 'To the first page' })).toBeTruthy();
  });
});

describe('the polling interval of a payment', () => {
  it.each([
    ['pending', 0, 3_000],
    ['checking', 59_999, 3_000],
    ['pending', 60_000, 6_000],
    ['checking', 300_000, 20_000],
    ['paid', 0, undefined],
    ['expired', 0, undefined],
    [undefined, 0, undefined],
  ] as const)('%s after %i ms: %j', (state, waitedMs, everyMs) => {
    expect(choosePollInterval(state, waitedMs)).toBe(everyMs);
  });
});
