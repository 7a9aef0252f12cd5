import { CODES } from '@noren/contract/codes';
import { dictionary } from '@noren/contract/dictionary';
import { applyLoan } from '@noren/contract/loans';
import { billList } from '@noren/contract/orders';
import { reviewOffer } from '@noren/contract/preorder';
import { OrderStatus } from '@noren/core/lending/order-status';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { readInterruption } from '../../api/confirm.ts';
import { sampleBill, sampleQuote, sampleReceipt, today } from '../../testing/loan-samples.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { stubServer } from '../../testing/server-stub.ts';
import { OrderScreen } from '../orders/order.tsx';
import { LoanScreen } from './loan.tsx';

const ID = 'RABC1234567890';
const offer = sampleQuote('N30', 16_000, 'NK-20261120-OFFER');
let server: ReturnType<typeof stubServer>;

beforeEach(() => {
  sessionStorage.clear();
  location.hash = `#/loan?offer=${ID}`;
  server = stubServer();
  server.answers(dictionary, { details: [{ code: 'household', name: 'Household' }] });
  server.answers(reviewOffer, offer);
});

const open = () => renderScreen(<LoanScreen />, '/loan', `/loan?offer=${ID}`);
const facts = () => screen.findByRole('dialog', { name: /Key facts/i });

async function choosePurpose(): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: /^What is the loan for/ }));
  await userEvent.click(await screen.findByRole('option', { name: 'Household' }));
}

it('shows the full price of the offer, then its key facts, and accepts it for its order', async () => {
  server.answers(applyLoan, {
    repayId: ID,
    borrowStatus: OrderStatus.disbursing,
    ...sampleReceipt,
  });
  open();
  expect(await screen.findByRole('heading', { name: 'Noren 30', level: 1 })).toBeTruthy();

  const price = screen.getByRole('region', { name: 'What it costs' });
  for (const text of ['₹15,528.00', '₹400.00', '₹72.00', '₹384.00', '₹16,384.00'])
    expect(price.textContent).toContain(text);
  await choosePurpose();
  await userEvent.click(screen.getByRole('button', { name: 'See the key facts' }));

  const dialog = await facts();
  await userEvent.click(within(dialog).getByRole('checkbox'));
  await userEvent.click(within(dialog).getByRole('button', { name: /₹15,528.00/ }));
  expect(await screen.findByRole('dialog', { name: 'Application sent' })).toBeTruthy();

  const { proposalNo, hash } = offer.kfs;
  expect(server.listBodies(applyLoan)).toEqual([
    { proposalNo, kfsHash: hash, acknowledged: true, purpose: 'household' },
  ]);
  expect(server.listBodies(reviewOffer)).toEqual([{ repayId: ID }]);
});

it('after an application never calls the orders empty, though they were loaded empty before', async () => {
  server.answers(billList, { businessDay: today, details: [] });
  renderScreen(<OrderScreen />, '/order');
  await screen.findByText('No orders at the moment');
  cleanup();
  server.answers(applyLoan, {
    repayId: ID,
    borrowStatus: OrderStatus.disbursing,
    ...sampleReceipt,
  });
  open();
  await choosePurpose();
  await userEvent.click(screen.getByRole('button', { name: 'See the key facts' }));
  await userEvent.click(within(await facts()).getByRole('checkbox'));
  await userEvent.click(within(await facts()).getByRole('button', { name: /₹15,528.00/ }));
  await screen.findByRole('button', { name: 'See your order' });
  cleanup();

  server.answers(billList, { businessDay: today, details: [sampleBill()] });
  renderScreen(<OrderScreen />, '/order');
  expect(screen.queryByText('No orders at the moment')).toBeNull();
  await screen.findByRole('region', { name: 'Noren 15' });
});

it('requires the purpose before showing the key facts', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'See the key facts' }));
  expect(screen.getByText('Choose what the loan is for.')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('can be postponed', async () => {
  open();
  const leave = await screen.findByRole('link', { name: 'Not now' });
  expect(leave.getAttribute('href')).toBe(`/order?id=${ID}`);
});

it('an expired offer says so and links to the orders', async () => {
  server.refuses(reviewOffer, CODES.offerGone);
  open();
  expect(await screen.findByText('This offer is no longer available')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'See your orders' }).getAttribute('href')).toBe('/order');
  // Another request cannot succeed: the button is not shown.
  expect(screen.getByText(/It expired/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Try again|Ask for a new/ })).toBeNull();
  expect(screen.queryByText(/You can ask for a new one/)).toBeNull();
});

it('is loaded again when the network returns', async () => {
  server.loses(reviewOffer);
  open();

  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByRole('alert').textContent).not.toBe('');
  server.answers(reviewOffer, offer);
  await userEvent.click(again);
  expect(await screen.findByText('₹15,528.00')).toBeTruthy();
});

it('shows that the limit is locked while an order is overdue', async () => {
  server.refuses(reviewOffer, CODES.lockedByOverdue);
  open();
  expect(
    await screen.findByText(
      'Your order is overdue and your credit limit has been locked. Please repay in time.',
    ),
  ).toBeTruthy();
});

it('after a code confirmation the key facts are open again with purpose and tick', async () => {
  server.refuses(applyLoan, CODES.confirmByCode);
  open();
  await choosePurpose();
  await userEvent.click(screen.getByRole('button', { name: 'See the key facts' }));
  await userEvent.click(within(await facts()).getByRole('checkbox'));
  await userEvent.click(within(await facts()).getByRole('button', { name: /₹15,528.00/ }));
  expect(readInterruption()?.path).toBe(`/loan?offer=${ID}`);
  cleanup();
  open();

  const dialog = await facts();
  expect(within(dialog).getByRole<HTMLInputElement>('checkbox').checked).toBe(true);
  server.answers(applyLoan, {
    repayId: ID,
    borrowStatus: OrderStatus.disbursing,
    ...sampleReceipt,
  });
  await userEvent.click(within(dialog).getByRole('button', { name: /₹15,528.00/ }));
  expect(await screen.findByRole('dialog', { name: 'Application sent' })).toBeTruthy();
  expect(server.listBodies(applyLoan).at(-1)).toMatchObject({ purpose: 'household' });
});
