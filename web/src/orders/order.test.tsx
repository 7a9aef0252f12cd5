import { viewAccount } from '@noren/contract/bank';
import type { AnswerOf } from '@noren/contract/call';
import { CODES } from '@noren/contract/codes';
import { type Bill, billDetail, billList, failBorrowHandler } from '@noren/contract/orders';
import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readInterrupted } from '../api-confirm.ts';
import { sampleBill, today } from '../test/loan-samples.ts';
import { showScreen } from '../test/show-screen.tsx';
import { standInServer } from '../test/wire-stub.ts';
import { OrderScreen } from './order.tsx';

let server: ReturnType<typeof standInServer>;

const at = Date.parse('2026-11-20T06:30:00Z');
const lists = (running: Bill[], done: Bill[] = []) =>
  server.answers(billList, ({ path }) => ({ businessDay: today, details: path.endsWith('=0') ? running : done }));
const detailOf = (bill: Bill, more: Partial<AnswerOf<typeof billDetail>> = {}): AnswerOf<typeof billDetail> => ({
  bill,
  proposalNo: 'NK-1',
  lenderName: 'Example Finance Ltd',
  payout: null,
  history: [{ at, borrowStatus: 10, reason: 'You applied.' }],
  ...more,
});
const failed = sampleBill({ borrowStatus: 45, dueDay: null, owedPaise: 0, next: 'fix_bank' });
const failedPayout = { state: 'failed' as const, accountLast4: '4321', since: at, reason: 'The account is closed.' };

beforeEach(() => {
  sessionStorage.clear();
  location.hash = '#/order';
  server = standInServer();
  server.answers(viewAccount, {
    account: {
      bankCode: 'SBIN',
      bankName: 'State Bank',
      ifsc: 'SBIN0000001',
      accountLast4: '8765',
      holderName: 'A',
      accountType: 1,
      isSalaryAccount: true,
      standing: 'confirmed',
    },
    isPayoutRunning: false,
  });
});
afterEach(() => {
  vi.useRealTimers();
});

const open = (address = '/order') => showScreen(<OrderScreen />, '/order', address);

describe('the orders', () => {
  it('stand in two lists with their counts', async () => {
    lists([sampleBill()], [sampleBill({ repayId: 'R2', borrowStatus: 70, owedPaise: 0, next: null })]);
    open();
    expect(await screen.findByRole('tab', { name: /^Processing\s*1$/ })).toBeTruthy();
    await userEvent.click(screen.getByRole('tab', { name: /Completed/ }));
    expect(within(await screen.findByRole('region', { name: 'Noren 15' })).getByText('Repaid')).toBeTruthy();
  });

  it.each([
    [sampleBill(), 'Running', 'link', 'Repay'],
    [sampleBill({ borrowStatus: 60, overdueDays: 3 }), 'Overdue', 'link', 'Repay'],
    [failed, 'Money could not be sent', 'button', 'Fix bank details'],
  ])('have a next step: %#', async (bill, status, role, step) => {
    lists([bill]);
    open();
    const card = await screen.findByRole('region', { name: 'Noren 15' });
    expect(within(card).getAllByText(status).length).toBeGreaterThan(0);
    expect(within(card).getByRole(role, { name: step })).toBeTruthy();
  });

  it('lead to the return of a loan in its first days', async () => {
    lists([sampleBill({ mayReturn: true })]);
    open();
    const back = await screen.findByRole('link', { name: 'Return this loan' });
    expect(back.getAttribute('href')).toBe('/repay/RABC1234567890?do=return');
  });

  it.each([70, 75, 80])('that are over (%i) lead to what was charged and paid', async (borrowStatus) => {
    const over = sampleBill({ borrowStatus, owedPaise: 0, next: null });
    lists([], [over]);
    server.answers(billDetail, detailOf(over));
    open('/order?id=RABC1234567890');
    const figures = await screen.findByRole('link', { name: 'What was charged and paid' });
    expect(figures.getAttribute('href')).toBe('/repay/RABC1234567890');
  });

  it('lead to the loans when there is none', async () => {
    lists([]);
    open();
    expect((await screen.findByRole('link', { name: 'See the loans' })).getAttribute('href')).toBe('/home');
  });

  it('show themselves as the money arrives, without reloading', async () => {
    vi.useFakeTimers();
    lists([sampleBill({ borrowStatus: 40, dueDay: null, owedPaise: 0, next: 'wait' })]);
    open();
    await act(() => vi.advanceTimersByTimeAsync(100));
    expect(screen.getByText('Money on its way')).toBeTruthy();
    lists([sampleBill()]);
    await act(() => vi.advanceTimersByTimeAsync(3_100));
    expect(screen.getByText('Running')).toBeTruthy();
  });

  it('tell of the payout and of what happened, in an order named by the address', async () => {
    lists([sampleBill()]);
    const payout = { ...failedPayout, state: 'confirmed' as const, reason: null };
    server.answers(billDetail, detailOf(sampleBill(), { payout }));
    open('/order?id=RABC1234567890');
    const sheet = await screen.findByRole('dialog', { name: 'Noren 15' });
    expect(within(sheet).getByText('Arrived in the account ending 4321, 20/11/2026, 12:00')).toBeTruthy();
    expect(within(sheet).getByText('20/11/2026, 12:00 · You applied.')).toBeTruthy();
    await userEvent.click(within(sheet).getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('a payout that failed', () => {
  const openFailed = async () => {
    lists([failed]);
    server.answers(billDetail, detailOf(failed, { payout: failedPayout }));
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Fix bank details' }));
    return screen.findByRole('dialog', { name: 'Noren 15' });
  };

  it('is sent again to the account that is shown', async () => {
    server.answers(failBorrowHandler, { borrowStatus: 40 });
    const sheet = await openFailed();
    expect(sheet.textContent).toContain('The account is closed.');
    await userEvent.click(await within(sheet).findByRole('button', { name: /State Bank, account ending 8765/ }));
    await expect.poll(() => server.sentTo(failBorrowHandler).length).toBe(1);
    expect(server.sentTo(failBorrowHandler)[0]?.path).toContain('action=retry');
  });

  it('waits while another order is overdue, and says so', async () => {
    server.refuses(failBorrowHandler, CODES.lockedByOverdue, 'Your order is overdue');
    const sheet = await openFailed();
    await userEvent.click(await within(sheet).findByRole('button', { name: /^Send again/ }));
    expect(await within(sheet).findByText('Your order is overdue')).toBeTruthy();
  });

  it('asks for a code first and comes back to the same order', async () => {
    server.refuses(failBorrowHandler, CODES.confirmByCode);
    const sheet = await openFailed();
    await userEvent.click(await within(sheet).findByRole('button', { name: /^Send again/ }));
    await expect.poll(() => location.hash).toBe('#/api-phone-check');
    cleanup();
    open();
    expect(await screen.findByRole('button', { name: /^Send again/ })).toBeTruthy();
  });

  it('names its account after a code, which is asked for only when it is wanted', async () => {
    location.hash = '#/order';
    server.refuses(viewAccount, CODES.confirmByCode);
    const sheet = await openFailed();
    const ask = await within(sheet).findByRole('button', { name: 'Confirm it is you to see your account' });
    expect(location.hash).toBe('#/order');
    await userEvent.click(ask);
    expect([location.hash, readInterrupted()]).toEqual(['#/api-phone-check', { place: '/order', isBehind: true }]);
  });

  it('can be cancelled, once that was confirmed', async () => {
    server.answers(failBorrowHandler, { borrowStatus: 35 });
    const sheet = await openFailed();
    await userEvent.click(within(sheet).getByRole('button', { name: 'Cancel this loan' }));
    const question = await screen.findByRole('dialog', { name: 'Cancel this loan?' });
    expect(server.sentTo(failBorrowHandler)).toEqual([]);
    await userEvent.click(within(question).getByRole('button', { name: 'Cancel the loan' }));
    await expect.poll(() => server.sentTo(failBorrowHandler)[0]?.path).toContain('action=cancel');
  });
});
