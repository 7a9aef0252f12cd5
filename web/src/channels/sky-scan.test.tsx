import type { AnswerOf } from '@noren/contract/call';
import { CODES } from '@noren/contract/codes';
import { viewPayment } from '@noren/contract/repayment';
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearSession, keepSignIn } from '../session.ts';
import { showScreen } from '../test/show-screen.tsx';
import { standInServer } from '../test/wire-stub.ts';
import { SkyScanScreen } from './sky-scan.tsx';

const uri = 'upi://pay?pa=noren.sandbox@upi&am=10160.15';
const pending: AnswerOf<typeof viewPayment> = {
  state: 'pending',
  kind: 'full',
  amountPaise: 10_160_15,
  payeeName: 'Example Finance Ltd',
  orderLast4: '7890',
  channels: ['upi'],
  instruments: [{ channel: 'upi', upiUri: uri }],
  reference: 'abcdefghijklmnop',
  expiresAt: Date.parse('2026-12-08T07:00:00Z'),
  paidAt: null,
};
const paid = { ...pending, state: 'paid' as const, instruments: [], paidAt: Date.parse('2026-12-08T06:45:00Z') };
let server: ReturnType<typeof standInServer>;

beforeEach(() => {
  clearSession();
  server = standInServer();
  server.answers(viewPayment, pending);
});
afterEach(() => {
  vi.useRealTimers();
  clearSession();
});

const open = (code = 'abcdefghijklmnop') => showScreen(<SkyScanScreen />, '/sky-scan', `/sky-scan?code=${code}`);

describe('the UPI payment', () => {
  it('shows amount, payee, code and a way into a UPI app, signed out', async () => {
    open();
    expect(await screen.findByRole('img', { name: 'UPI code to pay ₹10,160.15 to Example Finance Ltd' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Open a UPI app' }).getAttribute('href')).toBe(uri);
    expect(screen.getByRole('button', { name: 'Save the image' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Customer service' })).toBeNull();
  });

  it('sees by itself that it is being checked, then paid, and gives a receipt', async () => {
    vi.useFakeTimers();
    keepSignIn('token', { userId: 'u', maskedPhone: '98•••••210' });
    open();
    await act(() => vi.advanceTimersByTimeAsync(100));
    server.answers(viewPayment, { ...pending, state: 'checking', instruments: [] });
    await act(() => vi.advanceTimersByTimeAsync(3_100));
    const told = screen.getAllByRole('status').map(({ textContent }) => textContent);
    expect(told).toContain('The payment is being checked');
    expect(screen.queryByRole('img')).toBeNull();
    expect(screen.getByText(/Please do not pay again/)).toBeTruthy();
    server.answers(viewPayment, paid);
    await act(() => vi.advanceTimersByTimeAsync(3_100));
    const receipt = screen.getByRole('region', { name: 'Receipt' });
    for (const text of ['abcdefghijklmnop', '08/12/2026, 12:15', 'Example Finance Ltd'])
      expect(receipt.textContent).toContain(text);
    expect(screen.getByRole('link', { name: 'See the order' }).getAttribute('href')).toBe('/order');
    const asked = server.sentTo(viewPayment).length;
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(server.sentTo(viewPayment).length).toBe(asked);
  });

  it.each([
    ['expired', 'This code has expired'],
    ['cancelled', 'This code was cancelled'],
  ] as const)('says when it is %s and what of money already sent', async (state, title) => {
    server.answers(viewPayment, { ...pending, state, instruments: [] });
    open();
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
    expect(screen.getByText(/the money is found and counted/)).toBeTruthy();
  });

  it.each(['', 'abcdefghijklmnop'])('does not know the code "%s"', async (code) => {
    server.refuses(viewPayment, CODES.notFound);
    open(code);
    expect(await screen.findByRole('heading', { name: 'We do not know this payment' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'To the first page' })).toBeTruthy();
  });
});
