import type { AnswerOf } from '@noren/contract/call';
import { CODES } from '@noren/contract/codes';
import { type Bill, billDetail, billList } from '@noren/contract/orders';
import { cancelOrder } from '@noren/contract/preorder';
import { OrderStatus } from '@noren/core/lending/order-status';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { readInterruption } from '../../api/confirm.ts';
import { sampleBill, today } from '../../testing/loan-samples.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { stubServer } from '../../testing/server-stub.ts';
import { OrderScreen } from './order.tsx';

let server: ReturnType<typeof stubServer>;
const openUntil = Date.parse('2026-11-28T18:30:00Z');
const waiting = { dueDay: null, owedPaise: 0, mayWithdraw: true } as const;

const reserved = sampleBill({
  ...waiting,
  borrowStatus: OrderStatus.reserved,
  next: 'wait',
  openUntil,
});

const offered = sampleBill({
  ...waiting,
  borrowStatus: OrderStatus.awaitingAcceptance,
  next: 'review',
  openUntil,
});

const unsent = sampleBill({ ...waiting, borrowStatus: OrderStatus.disbursing, next: 'wait' });

const lists = (running: Bill[], done: Bill[] = []) =>
  server.answers(billList, ({ path }) => ({
    businessDay: today,
    details: path.endsWith('=0') ? running : done,
  }));

const details = (bill: Bill, more: Partial<AnswerOf<typeof billDetail>> = {}) =>
  server.answers(billDetail, {
    bill,
    proposalNo: 'NK-1',
    lenderName: 'Example Finance Ltd',
    payout: null,
    history: [],
    autopay: null,
    ...more,
  });

beforeEach(() => {
  sessionStorage.clear();
  location.hash = '#/order';
  server = stubServer();
});

const open = (address = '/order') => renderScreen(<OrderScreen />, '/order', address);
const card = () => screen.findByRole('region', { name: 'Noren 15' });

it('a reservation shows what it waits for and until when', async () => {
  lists([reserved]);
  open();

  const shown = await card();
  expect(within(shown).getByText('Reserved')).toBeTruthy();
  expect(within(shown).getByText(/When your current loan is repaid/)).toBeTruthy();
  expect(within(shown).getByText(/28\/11\/2026.*23:59/)).toBeTruthy();
  expect(within(shown).queryByText(/this updates by itself/)).toBeNull();
});

it('an offer links to its key facts; it is withdrawn in its details, more quietly', async () => {
  lists([offered]);
  open();

  const shown = await card();
  expect(within(shown).getByRole('link', { name: 'Review and accept' }).getAttribute('href')).toBe(
    '/loan?offer=RABC1234567890',
  );
  expect(within(shown).getByText(/You can accept it until 28\/11\/2026/)).toBeTruthy();
  expect(within(shown).queryByRole('button', { name: 'Cancel' })).toBeNull();
  details(offered);
  await userEvent.click(within(shown).getByRole('button', { name: 'Details' }));

  const cancel = await screen.findByRole('button', { name: 'Cancel' });
  expect(cancel.className).toContain('quiet');
});

it.each([
  ['a reservation', reserved],
  ['an offer', offered],
])('%s is withdrawn after asking', async (_, bill) => {
  lists([bill]);
  details(bill);
  server.answers(cancelOrder, () => {
    lists([], [{ ...bill, borrowStatus: OrderStatus.cancelled, next: null, mayWithdraw: false }]);
    return { borrowStatus: OrderStatus.cancelled };
  });
  open(`/order?id=${offered.repayId}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));

  const dialog = await screen.findByRole('dialog', { name: 'Cancel this loan?' });
  expect(dialog.textContent).toContain('The money was not sent, so nothing is owed.');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel the loan' }));
  expect(await screen.findByText('Cancelled. Nothing is owed.')).toBeTruthy();
  expect(server.listBodies(cancelOrder)).toEqual([{ repayId: bill.repayId }]);
  expect(await screen.findByText('No orders at the moment')).toBeTruthy();
});

it('a payout that waits at the bank is not called cancelled before the bank agreed', async () => {
  lists([unsent]);
  details(unsent);
  server.answers(cancelOrder, { borrowStatus: OrderStatus.disbursing });
  open(`/order?id=${unsent.repayId}`);

  const sheet = await screen.findByRole('dialog', { name: 'Noren 15' });
  await userEvent.click(await within(sheet).findByRole('button', { name: 'Cancel' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel the loan' }));
  expect(await screen.findByText(/^We asked the bank not to send the money\./)).toBeTruthy();
  expect(screen.queryByText('Cancelled. Nothing is owed.')).toBeNull();
});

it('answering "keep" sends nothing', async () => {
  lists([offered]);
  details(offered);
  open(`/order?id=${offered.repayId}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Keep the loan' }));
  expect(screen.queryByRole('dialog', { name: 'Cancel this loan?' })).toBeNull();
  expect(server.sentTo(cancelOrder)).toEqual([]);
});

it('a loan not paid out yet can be withdrawn in its details; during the payout they say why not', async () => {
  lists([unsent]);
  details(unsent);
  server.refuses(cancelOrder, CODES.conflict, 'The money is already on its way.');
  open(`/order?id=${unsent.repayId}`);

  const sheet = await screen.findByRole('dialog', { name: 'Noren 15' });
  await userEvent.click(await within(sheet).findByRole('button', { name: 'Cancel' }));

  const sent = { ...unsent, mayWithdraw: false };
  lists([sent]);
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel the loan' }));
  expect(await screen.findByText('The money is already on its way.')).toBeTruthy();
});

it('after a lost response the dialog stays, and the request can be repeated', async () => {
  lists([offered]);
  details(offered);
  server.loses(cancelOrder);
  open(`/order?id=${offered.repayId}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel the loan' }));
  expect((await screen.findByRole('alert')).textContent).not.toBe('');
  expect(screen.getByRole('button', { name: 'Cancel the loan' })).toBeTruthy();
});

it('goes to the code confirmation when required, and returns to the order', async () => {
  lists([offered]);
  details(offered);
  server.refuses(cancelOrder, CODES.confirmByCode);
  open(`/order?id=${offered.repayId}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel the loan' }));
  await screen.findByRole('dialog', { name: 'Cancel this loan?' });
  expect(readInterruption()?.path).toBe('/order');
  expect(sessionStorage.getItem('noren.draft.orders')).toContain(offered.repayId);
});

it('a declined order shows its reasons', async () => {
  const declined = sampleBill({
    borrowStatus: OrderStatus.declined,
    dueDay: null,
    owedPaise: 0,
    next: null,
  });
  lists([], [declined]);
  details(declined, {
    declinedBecause: [{ id: 'age-outside', text: 'Loans are for people of 18 to 80 years.' }],
  });
  open(`/order?id=${declined.repayId}`);

  const why = await screen.findByRole('region', { name: 'Why' });
  expect(why.textContent).toContain('Loans are for people of 18 to 80 years.');
  expect(why.textContent).toContain('Nothing was charged.');
});

it.each([
  [OrderStatus.disbursing, true],
  [OrderStatus.disbursementFailed, true],
  [OrderStatus.declined, false],
  [OrderStatus.cancelled, false],
] as const)(
  'what was not sent is not said to be in the account (at %i)',
  async (borrowStatus, isToCome) => {
    const bill = { ...unsent, borrowStatus };
    lists([bill]);
    details(bill);
    open(`/order?id=${bill.repayId}`);

    const sheet = within(await screen.findByRole('dialog'));
    const facts = within(await sheet.findByRole('region', { name: 'Details' }));

    expect(facts.getByText('Loan amount')).toBeTruthy();
    expect(facts.queryByText('To be sent to you') !== null).toBe(isToCome);
    expect(facts.queryByText('You receive')).toBeNull();
  },
);
