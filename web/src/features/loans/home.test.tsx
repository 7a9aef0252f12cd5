import { CODES } from '@noren/contract/codes';
import { receiveCoupon } from '@noren/contract/coupons';
import { creditInfo, decideAgain, productList } from '@noren/contract/loans';
import { billDetail, billList } from '@noren/contract/orders';
import { guidanceMsg } from '@noren/contract/preorder';
import { carousel } from '@noren/contract/public';
import { realName } from '@noren/contract/real-name';
import { OrderStatus } from '@noren/core/lending/order-status';
import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearSession, saveSignIn } from '../../session/session.ts';
import { keepEvaluationMark } from '../../shared/loan/evaluation.ts';
import {
  sampleBill,
  sampleCoupon,
  sampleCredit,
  sampleFailedBill,
  sampleProduct,
  today,
} from '../../testing/loan-samples.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { stubServer } from '../../testing/server-stub.ts';
import { HomeScreen } from './home.tsx';

let server: ReturnType<typeof stubServer>;

beforeEach(() => {
  sessionStorage.clear();
  server = stubServer();
  server.answers(realName, { name: 'K ASHA RAO' });
  server.answers(creditInfo, sampleCredit());
  server.answers(billList, { businessDay: today, details: [] });
  server.answers(productList, {
    businessDay: today,
    dependsOnLimit: false,
    details: [sampleProduct('N15', { offeredPaise: 12_500_00 })],
  });
  server.answers(guidanceMsg, { guidance: null });
  server.answers(carousel, { details: [] });
  server.answers(receiveCoupon, { coupon: sampleCoupon(), isNew: true });
});

afterEach(() => {
  vi.useRealTimers();
});

const open = () => renderScreen(<HomeScreen />, '/home');
const card = (text: string) => screen.getByText(text).closest('section')?.textContent;

describe('home', () => {
  it('has its visible title as the heading, and the loans before the explanations', async () => {
    server.answers(carousel, {
      details: [
        { cardId: 'a', title: 'Your key facts', text: 'Always yours', target: 'documents' },
      ],
    });
    open();

    const loan = await screen.findByRole('link', { name: /^Noren 15/ });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('What you can borrow');

    const explanation = await screen.findByRole('link', { name: /^Your key facts/ });
    expect(loan.compareDocumentPosition(explanation)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('shows the free, owed and held amounts, and each product with its full price', async () => {
    server.answers(
      creditInfo,
      sampleCredit({ availablePaise: 12_500_00, owedPaise: 5_000_00, heldPaise: 2_500_00 }),
    );

    server.answers(billList, {
      businessDay: today,
      details: [sampleBill({ owedPaise: 5_045_50 })],
    });
    open();
    await screen.findByText('₹12,500');

    expect(card('Available now')).toContain('Limit ₹20,000 · Borrowed ₹5,000 · Held ₹2,500');
    // The owed amount comes from the orders and includes today's interest.
    await expect.poll(() => card('Available now')).toContain('Owed today ₹5,045.50');

    const product = await screen.findByRole('link', { name: /^Noren 15/ });
    for (const text of [
      '₹2,000–₹12,500',
      '0.10% a day · fee 3% + GST · APR\u00a0127.14% on ₹10,000',
    ])
      expect(product.textContent).toContain(text);

    expect(screen.getAllByText(/Example Finance Ltd/)).toHaveLength(1);
    expect(product.getAttribute('href')).toBe('/loan?product=N15');
    expect(await screen.findByText(/, Asha$/)).toBeTruthy();
  });

  it('hides the amounts with one tap and keeps them hidden', async () => {
    open();
    await screen.findByText('₹20,000');
    await userEvent.click(screen.getByRole('button', { name: 'Hide amounts' }));
    expect(document.body.textContent).not.toMatch(/₹20,000|₹12,500/);

    cleanup();
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Show amounts' }));
    expect(screen.getByText('₹20,000')).toBeTruthy();
  });

  it('shows that an overdue order locks the limit', async () => {
    server.answers(creditInfo, sampleCredit({ isLocked: true, availablePaise: 0 }));
    server.answers(billList, {
      businessDay: today,
      details: [
        sampleBill({ borrowStatus: OrderStatus.overdue, overdueDays: 3, dueDay: '2026-11-17' }),
      ],
    });
    open();
    await screen.findByText(
      'Your order is overdue and your credit limit has been locked. Please repay in time.',
    );
    expect(screen.getByRole('link', { name: 'Repay ₹10,080.00' }).getAttribute('href')).toBe(
      '/repay/RABC1234567890',
    );
  });

  it.each([
    [OrderStatus.overdue, 3],
    [OrderStatus.active, 0],
  ])(
    'asks for no second payment of an order at %i while one is being checked',
    async (borrowStatus, overdueDays) => {
      const checking = { code: 'abcdefghijklmnop', channel: 'upi' as const };
      server.answers(billList, {
        businessDay: today,
        details: [sampleBill({ borrowStatus, overdueDays, checking })],
      });
      open();

      const see = await screen.findByRole('link', { name: 'See the payment' });
      expect(see.getAttribute('href')).toBe('/sky-scan?code=abcdefghijklmnop');
      expect(screen.getByText(/Payment being checked/)).toBeTruthy();
      expect(screen.queryByRole('link', { name: /^Repay/ })).toBeNull();
    },
  );

  it('lists the open loans first, in the order of the server, and the rest under "later"', async () => {
    server.answers(productList, {
      businessDay: today,
      dependsOnLimit: false,
      details: [
        sampleProduct('N15'),
        sampleProduct('N07'),
        sampleProduct('N30', {
          isOpen: false,
          offeredPaise: 0,
          closedBecause: 'After your first loan.',
        }),
      ],
    });
    open();

    const later = await screen.findByRole('region', { name: 'Later' });
    expect(within(later).getByRole('heading', { name: 'Noren 30' })).toBeTruthy();
    expect(within(later).getByText('After your first loan.')).toBeTruthy();
    expect(within(later).queryByRole('link')).toBeNull();

    const recommended = screen.getByRole('region', { name: 'Recommended' });
    const names = within(recommended).getAllByRole('heading', { level: 3 });

    expect(names.map(({ textContent }) => textContent)).toEqual(['Noren 15', 'Noren 7', 'Later']);
  });

  it('has no "later" when all are open', async () => {
    open();
    await screen.findByRole('link', { name: /Noren 15/ });
    expect(screen.queryByText('Later')).toBeNull();
  });

  it('shows the deadline for fixing a failed payout', async () => {
    server.answers(billList, { businessDay: today, details: [sampleFailedBill()] });
    open();
    expect(
      await screen.findByText(/until 04\/12\/2026, 23:59\. After that the loan is cancelled/),
    ).toBeTruthy();
  });

  it('shows a reminder three days before the due date', async () => {
    server.answers(billList, {
      businessDay: today,
      details: [sampleBill({ dueDay: '2026-11-23' })],
    });
    open();
    expect(await screen.findByText('Due in 3 days · Mon, 23/11/2026')).toBeTruthy();
    expect(screen.getByText(/to repay, Noren 15/).textContent).toContain('₹10,080.00');
  });

  it('shows a running payout: start time, account, next step', async () => {
    const bill = sampleBill({
      borrowStatus: OrderStatus.disbursing,
      dueDay: null,
      owedPaise: 0,
      next: 'wait',
    });
    server.answers(billList, { businessDay: today, details: [bill] });
    server.answers(billDetail, {
      bill,
      proposalNo: 'NK-1',
      lenderName: 'Example Finance Ltd',
      payout: {
        state: 'sent',
        accountLast4: '4321',
        since: Date.parse('2026-11-20T06:30:00Z'),
        reason: null,
        isAccountsFault: false,
      },
      history: [],
      autopay: null,
    });
    open();
    await screen.findByRole('heading', { name: 'Your money is on its way' });
    expect(
      await screen.findByText('to the account ending 4321, since 20/11/2026, 12:00'),
    ).toBeTruthy();
  });

  it('shows an accepted loan under review as the waiting view’s first stage', async () => {
    const waiting = {
      proposalNo: 'P1',
      productName: 'Noren 7',
      principalPaise: 500_000,
      netPaise: 482_300,
      acceptedAt: Date.parse('2026-11-20T05:00:00Z'),
    };
    server.answers(creditInfo, sampleCredit({ state: 'review', waiting }));
    open();

    const view = within(await screen.findByRole('region', { name: 'Your loan on its way' }));
    expect(view.getByRole('heading', { name: 'Your application is being checked' })).toBeTruthy();
    expect(view.getByText('Usually within one working day')).toBeTruthy();
    expect(view.getAllByRole('listitem')[1]?.getAttribute('aria-current')).toBe('step');
  });

  it('shows why there is no limit, with a next step', async () => {
    server.answers(
      creditInfo,
      sampleCredit({
        state: 'declined',
        reasons: [{ id: 'income', text: 'Your income is below the least we lend on.' }],
      }),
    );
    open();
    await screen.findByText('Your income is below the least we lend on.');
    expect(screen.getByRole('link', { name: 'Ask customer service' }).getAttribute('href')).toBe(
      '/customer-service',
    );
    expect(server.sentTo(productList)).toEqual([]);
  });

  it('says after a decline from when a new decision can be asked for', async () => {
    server.answers(
      creditInfo,
      sampleCredit({ state: 'declined', decideAgain: { from: '2026-12-20', isOpen: false } }),
    );
    open();
    await screen.findByText('Otherwise you can ask for a new decision from 20/12/2026.');
    expect(screen.queryByRole('button', { name: 'Ask for a new decision' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Correct your data' }).getAttribute('href')).toBe(
      '/data/details',
    );
  });

  it('asks for a new decision by a tap once the time has passed', async () => {
    server.answers(
      creditInfo,
      sampleCredit({ state: 'declined', decideAgain: { from: '2026-11-20', isOpen: true } }),
    );
    server.answers(decideAgain, {});
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Ask for a new decision' }));
    expect(server.sentTo(decideAgain)).toHaveLength(1);
  });

  it.each([
    ['approved', {}],
    ['approved and locked', { isLocked: true }],
    ['evaluating', { state: 'evaluating' }],
    ['review', { state: 'review' }],
    ['declined', { state: 'declined' }],
  ] as const)('says how lending here works when the limit is %s', async (_, how) => {
    const card = {
      cardId: 'complaint',
      title: 'A complaint is answered',
      text: 'In 30 days.',
      target: 'officers',
    } as const;
    server.answers(carousel, { details: [card] });
    server.answers(creditInfo, sampleCredit(how));
    open();
    expect(await screen.findByText('A complaint is answered')).toBeTruthy();
  });

  it('offers a retry when loading fails', async () => {
    server.refuses(creditInfo, CODES.fault, 'Something went wrong on our side.');
    open();
    await screen.findByText('Something went wrong on our side.');
    server.answers(creditInfo, sampleCredit());
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('₹20,000')).toBeTruthy();
  });
});

describe('the evaluation on home', () => {
  const evaluating = { state: 'evaluating' as const, limitPaise: 0, availablePaise: 0 };
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

  beforeEach(() => {
    vi.useFakeTimers();
    server.answers(creditInfo, sampleCredit(evaluating));
  });

  it('counts down to zero although the result comes earlier, and congratulates once', async () => {
    open();
    await pass(2_000);
    expect(screen.getByRole('dialog', { name: 'The amount is being evaluated' })).toBeTruthy();
    server.answers(creditInfo, sampleCredit());
    await pass(2_000);
    expect(screen.getByRole('dialog').textContent).toContain('Your result is ready.');
    for (let second = 0; second < 7; second += 1) await pass(1_000);

    const done = screen.getByRole('dialog', { name: 'Congratulations' });
    expect(done.textContent).toContain('Your limit₹20,000');
    expect(done.textContent).toContain('A coupon for you ₹100 off the processing fee');
    expect(done.textContent).toContain('For loans of ₹2,000 or more, until 20/12/2026');
    expect(server.sentTo(receiveCoupon)).toHaveLength(1);

    act(() => within(done).getByRole('button').click());
    await pass(100);
    expect(screen.queryByRole('dialog')).toBeNull();

    cleanup();
    open();
    await pass(100);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('counts a declined application down to zero too, and Home then says why', async () => {
    open();
    await pass(2_000);
    server.answers(creditInfo, sampleCredit({ ...evaluating, state: 'declined' }));
    await pass(2_000);
    expect(screen.getByRole('dialog').textContent).toContain('Your result is ready.');
    for (let second = 0; second < 7; second += 1) await pass(1_000);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('shows a polling view after the countdown, which does not count again', async () => {
    open();
    for (let second = 0; second < 12; second += 1) await pass(1_000);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByText(/This page updates by itself/)).toBeTruthy();

    cleanup();
    open();
    await pass(1_000);
    expect(screen.queryByRole('dialog')).toBeNull();
    server.answers(creditInfo, sampleCredit());
    await pass(2_000);
    expect(screen.getByRole('dialog', { name: 'Congratulations' })).toBeTruthy();
  });

  it('congratulates each user once when the evaluation had ended earlier', async () => {
    const signIn = (userId: string) => saveSignIn('token', { userId, maskedPhone: '98•••••210' });

    const shows = async () => {
      open();
      await pass(100);
      return screen.queryByRole('dialog', { name: 'Congratulations' });
    };

    server.answers(creditInfo, sampleCredit());
    signIn('one');
    keepEvaluationMark('due');
    signIn('two');
    expect(await shows()).toBeNull();

    cleanup();
    signIn('one');

    const done = await shows();
    act(() =>
      within(done as HTMLElement)
        .getByRole('button')
        .click(),
    );
    cleanup();
    expect(await shows()).toBeNull();
    cleanup();
    keepEvaluationMark('due');
    clearSession();
    signIn('one');
    expect(await shows()).toBeNull();
    clearSession();
  });
});
