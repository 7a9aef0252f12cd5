import { CODES } from '@noren/contract/codes';
import { payByLink, viewPaymentLink } from '@noren/contract/payment-link';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { clearSession } from '../../session/session.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { stubServer } from '../../testing/server-stub.ts';
import { PaymentLinkScreen } from './payment-link.tsx';

const TOKEN = '0123456789ABCDEFGHJK';
const CODE = 'abcdefghijklmnop';

const loan = {
  orderLast4: '7890',
  asOfDay: '2026-12-08',
  dueDay: '2026-12-05',
  owedPaise: 10_160_15,
  leastPartPaise: 500_00,
  offer: null,
  isChecking: false,
  endsAt: Date.parse('2026-12-15T07:00:00Z'),
};
const view = {
  state: 'open' as const,
  payeeName: 'Example Finance Ltd',
  loan,
  channels: ['upi' as const, 'bank_transfer' as const],
};

let server: ReturnType<typeof stubServer>;

beforeEach(() => {
  clearSession();
  server = stubServer();
  server.answers(viewPaymentLink, view);
  server.answers(payByLink, { code: CODE, amountPaise: 10_160_15, expiresAt: loan.endsAt });
});

const open = (token = TOKEN) => renderScreen(<PaymentLinkScreen />, '/pay/:token', `/pay/${token}`);
const bodies = () => server.listBodies(payByLink);

it('shows what is owed and to whom, and pays all of it by UPI', async () => {
  open();

  expect(await screen.findByText('₹10,160.15')).toBeTruthy();
  expect(screen.getByText('To Example Finance Ltd')).toBeTruthy();
  expect(screen.getByText('ending 7890')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Pay ₹10,160.15 by UPI' }));

  expect(bodies()).toEqual([{ token: TOKEN, channel: 'upi' }]);
  expect(await screen.findByText(`at /sky-scan?code=${CODE}`)).toBeTruthy();
});

it('refuses a part outside of its bounds', async () => {
  open();
  await userEvent.click(await screen.findByRole('radio', { name: /Pay a part/ }));
  await userEvent.type(screen.getByLabelText('How much do you pay?'), '20000');
  await userEvent.click(screen.getByRole('button', { name: 'Enter an amount' }));
  expect(screen.getByText(/from ₹500 to ₹10,159. To pay more/)).toBeTruthy();
  expect(bodies()).toEqual([]);
});

it('pays a part in whole rupees', async () => {
  open();
  await userEvent.click(await screen.findByRole('radio', { name: /Pay a part/ }));
  await userEvent.type(screen.getByLabelText('How much do you pay?'), '600');
  await userEvent.click(screen.getByRole('button', { name: 'Pay ₹600.00 by UPI' }));
  expect(bodies()).toEqual([{ token: TOKEN, channel: 'upi', amountPaise: 600_00 }]);
});

it('pays an offered settlement, over another way', async () => {
  const offer = { payPaise: 6_000_00, payBy: '2026-12-10' };
  server.answers(viewPaymentLink, { ...view, loan: { ...loan, offer } });
  open();
  await userEvent.click(await screen.findByRole('radio', { name: /Pay ₹6,000.00 by/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Other ways to pay' }));
  await userEvent.click(screen.getByRole('button', { name: /Bank transfer/ }));

  expect(bodies()).toEqual([{ token: TOKEN, channel: 'bank_transfer', amountPaise: 6_000_00 }]);
  expect(await screen.findByText(/^at \/pembayaran/)).toBeTruthy();
});

it('opens the other ways in a sheet, and closes it to show what a refusal changed', async () => {
  server.refuses(payByLink, CODES.conflict, 'The amount has changed.');
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Other ways to pay' }));

  const name = 'How would you like to pay ₹10,160.15?';
  const sheet = within(screen.getByRole('dialog', { name }));
  expect(document.activeElement).toBe(sheet.getByRole('heading', { name }));
  await userEvent.click(sheet.getByRole('button', { name: /Bank transfer/ }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(await screen.findByText('The amount has changed.')).toBeTruthy();
});

it('asks for no second payment while one is checked', async () => {
  server.answers(viewPaymentLink, { ...view, loan: { ...loan, isChecking: true } });
  open();
  expect(await screen.findByText('The payment is being checked')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
});

it.each([
  ['paid', 'Nothing more is owed'],
  ['ended', 'This link has ended'],
] as const)('says that a link is %s', async (state, words) => {
  server.answers(viewPaymentLink, { ...view, state, loan: null, channels: [] });
  open();
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
});

it('does not know a cut-off link, and asks nobody about it', async () => {
  open('0123');
  expect(await screen.findByText('We do not know this payment')).toBeTruthy();
});

it('says that it does not know a link of nobody', async () => {
  server.refuses(viewPaymentLink, CODES.notFound);
  open();
  expect(await screen.findByText('We do not know this payment')).toBeTruthy();
});
