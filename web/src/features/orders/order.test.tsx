import { viewAccount } from '@noren/contract/bank';
import type { AnswerOf } from '@noren/contract/call';
import { CODES } from '@noren/contract/codes';
import { type Bill, billDetail, billList, failBorrowHandler } from '@noren/contract/orders';
import { OrderStatus } from '@noren/core/lending/order-status';
import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readInterruption } from '../../api/confirm.ts';
import { postponePrompt } from '../../session/prompt-history.ts';
import { saved } from '../../testing/account-samples.ts';
import { sampleBill, sampleFailedBill, today } from '../../testing/loan-samples.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { stubServer } from '../../testing/server-stub.ts';
import { OrderScreen } from './order.tsx';

let server: ReturnType<typeof stubServer>;

const at = Date.parse('2026-11-20T06:30:00Z');

const lists = (running: Bill[], done: Bill[] = []) =>
  server.answers(billList, ({ path }) => ({
    businessDay: today,
    details: path.endsWith('=0') ? running : done,
  }));

const makeDetail = (
  bill: Bill,
  more: Partial<AnswerOf<typeof billDetail>> = {},
): AnswerOf<typeof billDetail> => ({
  bill,
  proposalNo: 'NK-1',
  lenderName: 'Example Finance Ltd',
  payout: null,
  history: [{ at, borrowStatus: OrderStatus.underReview, reason: 'You applied.' }],
  autopay: null,
  ...more,
});

const failed = sampleFailedBill();

const settled = sampleBill({
  repayId: 'R2',
  borrowStatus: OrderStatus.settled,
  owedPaise: 0,
  next: null,
  isRepaid: true,
});

const failedPayout = {
  state: 'failed' as const,
  accountLast4: '4321',
  since: at,
  reason: 'The bank is away.',
  isAccountsFault: false,
};

beforeEach(() => {
  sessionStorage.clear();
  location.hash = '#/order';
  server = stubServer();
  server.answers(viewAccount, {
    account: { ...saved, bankName: 'State Bank' },
    isPayoutRunning: false,
  });
});

afterEach(() => {
  vi.useRealTimers();
});

const open = (address = '/order') => renderScreen(<OrderScreen />, '/order', address);

describe('the orders', () => {
  it('are shown in two lists with their counts', async () => {
    lists([sampleBill()], [settled]);
    open();
    expect(await screen.findByRole('tab', { name: /^Processing\s*1$/ })).toBeTruthy();
    await userEvent.click(screen.getByRole('tab', { name: /Completed/ }));
    expect(
      within(await screen.findByRole('region', { name: 'Noren 15' })).getByText('Repaid'),
    ).toBeTruthy();
  });

  it('the question of notifications waits while one is open, and after a payment or an application', async () => {
    const browser = { Notification: { permission: 'default' }, PushManager: class {} };
    for (const [name, value] of Object.entries(browser)) vi.stubGlobal(name, value);
    Object.defineProperty(navigator, 'serviceWorker', { value: {}, configurable: true });
    lists([sampleBill()]);
    server.answers(billDetail, makeDetail(sampleBill()));

    const question = { name: 'May we notify you on this phone?' };

    open(`/order?id=${sampleBill().repayId}`);
    await userEvent.click(await screen.findByRole('button', { name: 'Close' }));
    expect(await screen.findByRole('dialog', question)).toBeTruthy();
    cleanup();
    localStorage.clear();

    postponePrompt('notifications');
    open();
    await screen.findByRole('region', { name: 'Noren 15' });
    expect(screen.queryByRole('dialog', question)).toBeNull();
    vi.unstubAllGlobals();
    Reflect.deleteProperty(navigator, 'serviceWorker');
  });

  it('call a loan repaid only where the borrower repaid it, in the list, the details and the history', async () => {
    const waived = { ...settled, isRepaid: false };
    lists([], [waived]);
    server.answers(
      billDetail,
      makeDetail(waived, {
        history: [
          { at, borrowStatus: OrderStatus.settled, reason: 'The lender waived what was not paid.' },
        ],
      }),
    );
    open('/order?id=R2');
    expect(await screen.findAllByText('Closed')).toHaveLength(2);
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('tab', { name: /Completed/ }));
    expect(
      within(await screen.findByRole('region', { name: 'Noren 15' })).getByText('Closed'),
    ).toBeTruthy();
    expect(screen.queryByText('Repaid')).toBeNull();
  });

  it.each([
    [sampleBill(), 'Running', 'link', 'Repay'],
    [sampleBill({ borrowStatus: OrderStatus.overdue, overdueDays: 3 }), 'Overdue', 'link', 'Repay'],
    [failed, 'Money could not be sent', 'button', 'Fix bank details'],
  ])('have a next step: %#', async (bill, status, role, step) => {
    lists([bill]);
    open();

    const card = await screen.findByRole('region', { name: 'Noren 15' });
    expect(within(card).getAllByText(status).length).toBeGreaterThan(0);
    expect(within(card).getByRole(role, { name: step })).toBeTruthy();
  });

  it('show a payment being checked with its reference, before the link to repay', async () => {
    lists([sampleBill({ checking: { code: 'abcdefghijklmnop', channel: 'bank_transfer' } })]);
    open();

    const card = await screen.findByRole('region', { name: 'Noren 15' });
    expect(within(card).getByText('Payment being checked')).toBeTruthy();
    expect(within(card).getByText('abcdefghijklmnop')).toBeTruthy();

    const [see, repay] = within(card).getAllByRole('link');
    expect([see?.textContent, see?.getAttribute('href')]).toEqual([
      'See the payment',
      '/va?code=abcdefghijklmnop',
    ]);
    expect(repay?.textContent).toBe('Repay');
  });

  it.each([
    [OrderStatus.underReview, 'Your application is being checked'],
    [OrderStatus.disbursing, 'Your money is on its way'],
  ])(
    'at %i show the waiting view: what happens, since when, to which account',
    async (borrowStatus, title) => {
      const waiting = sampleBill({ borrowStatus, dueDay: null, owedPaise: 0, next: 'wait' });
      lists([waiting]);

      const payout = { ...failedPayout, state: 'sent' as const, reason: null };
      server.answers(
        billDetail,
        makeDetail(waiting, borrowStatus === OrderStatus.disbursing ? { payout } : {}),
      );
      open();
      expect(await screen.findByRole('heading', { name: title })).toBeTruthy();

      if (borrowStatus === OrderStatus.disbursing)
        expect(
          await screen.findByText('to the account ending 4321, since 20/11/2026, 12:00'),
        ).toBeTruthy();

      await userEvent.click(screen.getByRole('button', { name: 'Details' }));
      expect(await screen.findByRole('dialog', { name: 'Noren 15' })).toBeTruthy();
    },
  );

  it.each([CODES.notFound, CODES.invalidInput])(
    'an id of another user (%s) says so and links back',
    async (code) => {
      lists([sampleBill()]);
      server.refuses(billDetail, code, 'We could not find this.');
      open('/order?id=RXXX');

      const sheet = await screen.findByRole('dialog');
      expect(await within(sheet).findByText('We do not know this order')).toBeTruthy();
      expect(within(sheet).queryByRole('button', { name: 'Try again' })).toBeNull();
      await userEvent.click(within(sheet).getByRole('button', { name: 'To your orders' }));
      expect(screen.queryByRole('dialog')).toBeNull();
    },
  );

  it('link to the return of a loan during the cooling-off days', async () => {
    lists([sampleBill({ mayReturn: true })]);
    open();
    const back = await screen.findByRole('link', { name: 'Return this loan' });
    expect(back.getAttribute('href')).toBe('/repay/RABC1234567890?do=return');
  });

  it.each([OrderStatus.settled, OrderStatus.returned, OrderStatus.writtenOff])(
    'that have ended (%i) link to their charges and payments',
    async (borrowStatus) => {
      const over = sampleBill({ borrowStatus, owedPaise: 0, next: null });
      lists([], [over]);
      server.answers(billDetail, makeDetail(over));
      open('/order?id=RABC1234567890');

      const figures = await screen.findByRole('link', { name: 'What was charged and paid' });
      expect(figures.getAttribute('href')).toBe('/repay/RABC1234567890');
    },
  );

  it('link to the loans when there are none', async () => {
    lists([]);
    open();
    expect((await screen.findByRole('link', { name: 'See the loans' })).getAttribute('href')).toBe(
      '/home',
    );
  });

  it('update when the money arrives, without a reload', async () => {
    vi.useFakeTimers();

    const waiting = sampleBill({
      borrowStatus: OrderStatus.disbursing,
      dueDay: null,
      owedPaise: 0,
      next: 'wait',
    });
    lists([waiting]);
    server.answers(billDetail, makeDetail(waiting));
    open();
    await act(() => vi.advanceTimersByTimeAsync(100));
    expect(screen.getByRole('heading', { name: 'Your money is on its way' })).toBeTruthy();
    lists([sampleBill()]);
    await act(() => vi.advanceTimersByTimeAsync(3_100));
    expect(screen.getByText('Running')).toBeTruthy();
  });

  it('without a completed one say what appears there, with a way to the loans', async () => {
    lists([sampleBill()]);
    open();
    await userEvent.click(await screen.findByRole('tab', { name: /^Completed\s*0$/ }));
    expect(screen.getByText('No completed orders yet')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'See the loans' }).getAttribute('href')).toBe('/home');
  });

  it('do not say that money is on its way once it has arrived', async () => {
    lists([sampleBill()]);

    const moves = [OrderStatus.underReview, OrderStatus.disbursing, OrderStatus.active];
    const history = moves.map((borrowStatus) => ({ at, borrowStatus, reason: null }));

    server.answers(
      billDetail,
      makeDetail(sampleBill(), {
        payout: { ...failedPayout, state: 'confirmed', reason: null },
        history,
      }),
    );
    open('/order?id=RABC1234567890');

    const sheet = within(await screen.findByRole('dialog', { name: 'Noren 15' }));
    expect(await sheet.findByText('Sent to your account')).toBeTruthy();
    expect(sheet.queryByText(/on its way/i)).toBeNull();
  });

  it('show the payout and the history of the order in the address', async () => {
    lists([sampleBill()]);

    const payout = { ...failedPayout, state: 'confirmed' as const, reason: null };
    server.answers(billDetail, makeDetail(sampleBill(), { payout }));
    open('/order?id=RABC1234567890');

    const sheet = await screen.findByRole('dialog', { name: 'Noren 15' });
    expect(
      within(sheet).getByText('Arrived in the account ending 4321, 20/11/2026, 12:00'),
    ).toBeTruthy();
    expect(within(sheet).getByText('20/11/2026, 12:00 · You applied.')).toBeTruthy();
    expect(within(sheet).getByText('You receive')).toBeTruthy();
    await userEvent.click(within(sheet).getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('a payout that failed', () => {
  const openFailed = async () => {
    lists([failed]);
    server.answers(billDetail, makeDetail(failed, { payout: failedPayout }));
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Fix bank details' }));

    return screen.findByRole('dialog', { name: 'Noren 15' });
  };

  it('is retried to the account shown', async () => {
    server.answers(failBorrowHandler, { borrowStatus: OrderStatus.disbursing });

    const sheet = await openFailed();
    expect(sheet.textContent).toContain('The bank is away.');
    await userEvent.click(
      await within(sheet).findByRole('button', { name: /State Bank, account ending 8765/ }),
    );
    await expect.poll(() => server.sentTo(failBorrowHandler).length).toBe(1);
    expect(server.sentTo(failBorrowHandler)[0]?.body).toMatchObject({ action: 'retry' });
  });

  it('shows the deadline for fixing it, in the list and in the details', async () => {
    const sheet = await openFailed();
    expect(
      screen.getAllByText(
        /until 04\/12\/2026, 23:59\. After that the loan is cancelled automatically/,
      ),
    ).toHaveLength(2);
    expect(within(sheet).getByText(/until 04\/12\/2026, 23:59/)).toBeTruthy();
  });

  it.each([
    [
      true,
      [
        'Change the bank account',
        'Send again to State Bank, account ending 8765',
        'Cancel this loan',
      ],
    ],
    [
      false,
      [
        'Send again to State Bank, account ending 8765',
        'Change the bank account',
        'Cancel this loan',
      ],
    ],
  ])('offers the right fix first: another account (%s)', async (isAccountsFault, ways) => {
    lists([failed]);
    server.answers(
      billDetail,
      makeDetail(failed, { payout: { ...failedPayout, isAccountsFault } }),
    );
    open('/order?id=RABC1234567890');

    const sheet = await screen.findByRole('dialog', { name: 'Noren 15' });
    await within(sheet).findByRole('button', { name: /^Send again/ });

    const order = [...sheet.querySelectorAll('a, button')]
      .map((one) => one.textContent)
      .filter((text) => ways.includes(text));
    expect(order).toEqual(ways);
  });

  it('cannot be retried while another order is overdue, and says so', async () => {
    server.refuses(failBorrowHandler, CODES.lockedByOverdue, 'Your order is overdue');
    const sheet = await openFailed();
    await userEvent.click(await within(sheet).findByRole('button', { name: /^Send again/ }));
    expect(await within(sheet).findByText('Your order is overdue')).toBeTruthy();
  });

  it('asks for a code first and returns to the same order', async () => {
    server.refuses(failBorrowHandler, CODES.confirmByCode);

    const sheet = await openFailed();
    await userEvent.click(await within(sheet).findByRole('button', { name: /^Send again/ }));
    await expect.poll(() => location.hash).toBe('#/api-phone-check');
    cleanup();
    open();
    expect(await screen.findByRole('button', { name: /^Send again/ })).toBeTruthy();
  });

  it('shows its account after a code, which is requested only on demand', async () => {
    location.hash = '#/order';
    server.refuses(viewAccount, CODES.confirmByCode);

    const sheet = await openFailed();
    const button = await within(sheet).findByRole('button', {
      name: 'Confirm it is you to see your account',
    });

    expect(location.hash).toBe('#/order');
    await userEvent.click(button);
    expect([location.hash, readInterruption()]).toEqual([
      '#/api-phone-check',
      { path: '/order', isBehind: true },
    ]);
  });

  it('can be cancelled after a confirmation', async () => {
    server.answers(failBorrowHandler, { borrowStatus: OrderStatus.cancelled });

    const sheet = await openFailed();
    await userEvent.click(within(sheet).getByRole('button', { name: 'Cancel this loan' }));

    const question = await screen.findByRole('dialog', { name: 'Cancel this loan?' });
    expect(server.sentTo(failBorrowHandler)).toEqual([]);
    await userEvent.click(within(question).getByRole('button', { name: 'Cancel the loan' }));
    await expect
      .poll(() => server.sentTo(failBorrowHandler)[0]?.body)
      .toMatchObject({ action: 'cancel' });
  });
});
