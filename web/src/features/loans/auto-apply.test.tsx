import { CODES } from '@noren/contract/codes';
import { receiveCoupon } from '@noren/contract/coupons';
import { applyLoanAuto, creditInfo, productList } from '@noren/contract/loans';
import { billList } from '@noren/contract/orders';
import { cancelWaiting, guidanceMsg } from '@noren/contract/preorder';
import { realName } from '@noren/contract/real-name';
import { OrderStatus } from '@noren/core/lending/order-status';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepEvaluationMark } from '../../shared/loan/evaluation.ts';
import {
  sampleCoupon,
  sampleCredit,
  sampleProduct,
  sampleReceipt,
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
  server.answers(billList, { businessDay: today, details: [] });
  server.answers(productList, {
    businessDay: today,
    dependsOnLimit: false,
    details: [sampleProduct('N15')],
  });
  server.answers(guidanceMsg, { guidance: null });
  server.answers(receiveCoupon, { coupon: sampleCoupon(), isNew: true });
});

afterEach(() => {
  vi.useRealTimers();
});

const open = () => renderScreen(<HomeScreen />, '/home');

describe('a loan accepted during the evaluation', () => {
  const waiting = {
    proposalNo: 'NK-20261120-ABCDEFGHJK',
    productName: 'Noren 15',
    principalPaise: 10_000_00,
    netPaise: 9_646_00,
    acceptedAt: Date.now(),
  };
  beforeEach(() => keepEvaluationMark('counted'));
  afterEach(() => keepEvaluationMark(undefined));

  it('is shown as waiting while the evaluation runs, with the products below', async () => {
    server.answers(
      creditInfo,
      sampleCredit({ state: 'evaluating', limitPaise: 0, availablePaise: 0, waiting }),
    );
    open();
    expect(
      await screen.findByText(/We will send your request when the check is done/),
    ).toBeTruthy();
    expect(
      await screen.findByRole('heading', { name: 'Look at the loans meanwhile' }),
    ).toBeTruthy();
    expect(await screen.findByRole('link', { name: /^Noren 15/ })).toBeTruthy();
    expect(server.sentTo(applyLoanAuto)).toEqual([]);
  });

  it('can be cancelled while it waits', async () => {
    server.answers(
      creditInfo,
      sampleCredit({ state: 'evaluating', limitPaise: 0, availablePaise: 0, waiting }),
    );

    server.answers(cancelWaiting, () => {
      server.answers(
        creditInfo,
        sampleCredit({ state: 'evaluating', limitPaise: 0, availablePaise: 0 }),
      );
      return {};
    });
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel the request' }));
    expect(await screen.findByText('Cancelled. Nothing will be sent.')).toBeTruthy();
    expect(server.listBodies(cancelWaiting)).toEqual([{ proposalNo: waiting.proposalNo }]);
    expect(
      await screen.findByText(
        'This page updates by itself. You can also leave it and come back later.',
      ),
    ).toBeTruthy();
  });

  it('declined by a hard rule: shows the decline with a link to the reasons', async () => {
    server.answers(creditInfo, sampleCredit({ waiting }));
    server.answers(applyLoanAuto, () => {
      server.answers(creditInfo, sampleCredit());
      return { repayId: 'RABC1234567890', borrowStatus: OrderStatus.declined, ...sampleReceipt };
    });
    open();

    const dialog = await screen.findByRole('dialog', { name: 'We cannot lend this time' });
    expect(screen.queryByRole('dialog', { name: 'Application sent' })).toBeNull();
    await userEvent.click(within(dialog).getByRole('button', { name: 'See the reasons' }));
    expect(await screen.findByText('at /order?id=RABC1234567890')).toBeTruthy();
  });

  it('is sent once when the evaluation ends, and opens the order instead of the congratulation', async () => {
    server.answers(creditInfo, sampleCredit({ waiting }));
    server.answers(applyLoanAuto, () => {
      server.answers(creditInfo, sampleCredit());
      return { repayId: 'RABC1234567890', borrowStatus: OrderStatus.disbursing, ...sampleReceipt };
    });
    open();

    const done = await screen.findByRole('dialog', { name: 'Application sent' });
    expect(server.listBodies(applyLoanAuto)).toEqual([{ proposalNo: waiting.proposalNo }]);
    expect(screen.queryByRole('dialog', { name: 'Congratulations' })).toBeNull();
    await userEvent.click(within(done).getByRole('button', { name: 'See your order' }));
    expect(await screen.findByText('at /order')).toBeTruthy();
  });

  it('shows why it was not sent', async () => {
    server.answers(creditInfo, sampleCredit({ waiting }));
    server.refuses(
      applyLoanAuto,
      CODES.offerGone,
      'Your available limit no longer covers this amount.',
      {
        reason: 'limit',
      },
    );
    open();
    await screen.findByText('Your request was not sent');
    expect(screen.getByText('Your available limit no longer covers this amount.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Send my request' })).toBeNull();
  });

  it('asks for confirmation when a new code is needed, and sends only after it', async () => {
    server.answers(
      creditInfo,
      sampleCredit({ waiting: { ...waiting, acceptedAt: Date.now() - 31 * 60_000 } }),
    );

    server.answers(applyLoanAuto, {
      repayId: 'RABC1234567890',
      borrowStatus: OrderStatus.disbursing,
      ...sampleReceipt,
    });
    open();
    await screen.findByText('Your check is done. Send your request for ₹10,000?');
    expect(server.sentTo(applyLoanAuto)).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Send my request' }));
    await screen.findByRole('dialog', { name: 'Application sent' });
  });

  it('can be sent again when the response was lost', async () => {
    server.answers(creditInfo, sampleCredit({ waiting }));
    server.loses(applyLoanAuto);
    open();
    await screen.findByText('Your request was not sent');
    server.answers(applyLoanAuto, {
      repayId: 'RABC1234567890',
      borrowStatus: OrderStatus.disbursing,
      ...sampleReceipt,
    });
    await userEvent.click(screen.getByRole('button', { name: 'Send my request' }));
    await screen.findByRole('dialog', { name: 'Application sent' });
  });
});

describe('a manual review', () => {
  const reasons = [
    { id: 'identity-in-review', text: 'One of our staff is checking your identity documents.' },
  ];
  const review = { state: 'review' as const, limitPaise: 0, availablePaise: 0 };

  it('explains the review and its duration, and shows the result without a reload', async () => {
    vi.useFakeTimers();

    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
    server.answers(creditInfo, sampleCredit({ ...review, reasons }));
    open();
    await pass(200);

    for (const text of [
      'One of our staff checks them',
      'Usually within one working day',
      reasons[0]?.text ?? '',
    ])
      expect(screen.getByText(text)).toBeTruthy();

    server.answers(creditInfo, sampleCredit());
    await pass(16_000);
    expect(screen.getByText('₹20,000')).toBeTruthy();
  });

  it('links to changing the account when its holder name was refused', async () => {
    const refused = { id: 'refused-name_differs', text: 'A person looked at your bank account.' };
    server.answers(creditInfo, sampleCredit({ ...review, reasons: [refused] }));
    open();

    const change = await screen.findByRole('link', { name: 'Change the bank account' });
    expect(change.getAttribute('href')).toBe('/modify-bank-info');
  });
});
