import {
  type AutopayState,
  changeAutopay,
  startAutopay,
  viewAutopay,
} from '@noren/contract/autopay';
import { rupees } from '@noren/core/money/money';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { renderScreen } from '../../testing/render-screen.tsx';
import { stubServer } from '../../testing/server-stub.ts';
import { AutopayScreen } from './autopay.tsx';

let server: ReturnType<typeof stubServer>;
let loan: AutopayState;

beforeEach(() => {
  server = stubServer();
  loan = {
    repayId: 'R1',
    dueDay: '2026-12-09',
    isAhead: true,
    duePaise: rupees(10_150),
    mostPaise: rupees(10_454.5),
    silentMostPaise: rupees(15_000),
    mayStart: true,
    mandate: null,
    debit: null,
  };
  server.answers(viewAutopay, () => ({ isOffered: true, loans: [loan] }));
});

const confirmed = {
  state: 'confirmed',
  isPaused: false,
  upiUri: null,
  approveUntil: 0,
  because: null,
} as const;

const CARD = 'AutoPay of order R1';
const findCard = () => screen.getByRole('region', { name: CARD });
const announced = () => within(findCard()).getByRole('status').textContent;

const open = () => renderScreen(<AutopayScreen />, '/autopay');

it('says what is debited, when and at most how much before it is set up; nothing is preselected', async () => {
  open();
  expect(await screen.findByText('₹10,150.00')).toBeTruthy();
  expect(screen.getByText('₹10,454.50')).toBeTruthy();
  expect(screen.getByText('09/12/2026')).toBeTruthy();
  expect(screen.getByText(/It is your choice/)).toBeTruthy();
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(screen.queryByText('Your bank asks for the PIN')).toBeNull();
});

it('says beforehand that the bank asks for the PIN above ₹15,000', async () => {
  loan = { ...loan, duePaise: rupees(20_300) };
  open();
  expect(await screen.findByText('Your bank asks for the PIN')).toBeTruthy();
  expect(screen.getByText(/above ₹15,000/)).toBeTruthy();
});

it('is set up by one tap and approved in the UPI app', async () => {
  server.answers(startAutopay, ({ body }) => {
    loan = {
      ...loan,
      mayStart: false,
      mandate: { ...confirmed, state: 'asked', upiUri: 'upi://mandate?pa=a@b' },
    };
    expect(body).toEqual({ repayId: 'R1' });
    return { loan };
  });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Set up AutoPay' }));
  const link = await screen.findByRole('link', { name: 'Open UPI app' });
  expect(link.getAttribute('href')).toBe('upi://mandate?pa=a@b');
  expect(announced()).toBe(`${CARD}: Waits for you in your UPI app`);
  expect(document.activeElement).toBe(findCard());
});

it.each([
  ['Pause', 'pause', false, 'Paused here'],
  ['Resume', 'resume', true, 'On'],
  ['End AutoPay', 'end', false, 'Ended'],
])('%s takes effect at once', async (name, act, isPaused, state) => {
  loan = { ...loan, mayStart: false, mandate: { ...confirmed, isPaused } };
  server.answers(changeAutopay, ({ body }) => {
    expect(body).toEqual({ repayId: 'R1', act });
    const ended = act === 'end' ? ('ended' as const) : ('confirmed' as const);
    loan = { ...loan, mandate: { ...confirmed, isPaused: act === 'pause', state: ended } };
    return { loan };
  });
  open();
  expect(await screen.findByText(/The mandate stays in your UPI app/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name }));
  expect(await screen.findByText(state)).toBeTruthy();
  expect(announced()).toBe(`${CARD}: ${state}`);
  expect(findCard().contains(document.activeElement)).toBe(true);
});

it('says why a debit was not made', async () => {
  loan = {
    ...loan,
    mayStart: false,
    mandate: confirmed,
    debit: {
      state: 'failed',
      day: '2026-12-09',
      amountPaise: rupees(10_150),
      needsPin: false,
      reason: 'no_money',
    },
  };
  open();
  expect(await screen.findByText(/There was not enough money/)).toBeTruthy();
});

it.each([
  ['overdue', { isAhead: false }],
  ['due tomorrow', { isAhead: true }],
])(
  'says that AutoPay comes too late for a loan that is %s, and how to repay it',
  async (_, when) => {
    loan = { ...loan, ...when, mayStart: false };
    open();
    expect(await screen.findByText('Too late for AutoPay')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Repay' }).getAttribute('href')).toContain('/repay/R1');
    expect(screen.queryByText('No loan to repay')).toBeNull();
    expect(screen.queryByText('Debited on')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Set up AutoPay' })).toBeNull();
  },
);

it('keeps the way to end a mandate after the due date', async () => {
  loan = { ...loan, isAhead: false, mayStart: false, mandate: confirmed };
  open();
  expect(await screen.findByText('Too late for AutoPay')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'End AutoPay' })).toBeTruthy();
});

it('shows nothing to set up without a loan', async () => {
  server.answers(viewAutopay, () => ({ isOffered: true, loans: [] }));
  open();
  expect(await screen.findByText('No loan to repay')).toBeTruthy();
});
