import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderConsole } from '../../testing/render-console.tsx';
import { aMember, serverDouble } from '../../testing/server-double.ts';
import { collectionsScreen } from './screen.ts';

const REPAY_ID = 'N1234567890';

const CASE = {
  userId: '5c1a7d1e-6a43-4a68-9d54-6a3ba7f0c112',
  repayId: REPAY_ID,
  maskedPhone: '98•••••210',
  language: 'hi',
  productCode: 'N07',
  dueDay: '2026-11-20',
  overdueDays: 3,
  owed: {
    principalPaise: 500_000,
    interestPaise: 0,
    feesPaise: 0,
    penalPaise: 0,
    totalPaise: 500_000,
  },
  officer: {
    staffId: aMember([]).staffId,
    name: 'Meera Iyer',
    isYou: true,
    assignedAt: 0,
    isNotified: true,
  },
  bar: null,
  contactsLeftToday: 2,
  callsRecordedMonths: 6,
  promiseUntil: '2026-12-23',
  holdUntil: '2027-02-24',
  today: '2026-11-23',
  contacts: [],
  offerUntil: '2026-12-23',
  offer: null,
  promises: [],
  holds: [],
  openHold: null,
  messages: [],
  otherOrders: [],
};

test('a contact’s result is chosen by who made it: nothing is preset, and none is sent without one', async () => {
  const { seen } = serverDouble({
    staffMe: () => aMember(['collections']),
    workCounts: () => ({ kinds: [], toAnswer: 0 }),
    collectionCase: () => CASE,
    logContact: () => ({}),
  });
  window.history.replaceState(null, '', `/collections/${REPAY_ID}`);
  renderConsole([collectionsScreen]);
  await userEvent.click(await screen.findByRole('button', { name: 'Log a contact' }));

  const dialog = within(await screen.findByRole('dialog'));
  const results = () =>
    within(dialog.getByRole('group', { name: 'Result' })).getAllByRole<HTMLInputElement>('radio');

  expect(results().map(({ checked }) => checked)).not.toContain(true);

  await userEvent.click(dialog.getByRole('button', { name: 'Log a contact' }));
  await dialog.findByRole('link', { name: 'Result: Choose one.' });
  expect(seen.filter(({ call }) => call === 'logContact')).toEqual([]);

  await userEvent.click(dialog.getByRole('radio', { name: 'Reached' }));
  await userEvent.click(dialog.getByRole('radio', { name: 'SMS' }));
  expect(results().map(({ checked }) => checked)).not.toContain(true);
  await userEvent.click(results()[0]!);
  await userEvent.click(dialog.getByRole('button', { name: 'Log a contact' }));
  await expect
    .poll(() => seen.find(({ call }) => call === 'logContact')?.body)
    .toMatchObject({ kind: 'sms' });
});

test('the borrower’s language is written out', async () => {
  serverDouble({
    staffMe: () => aMember(['collections']),
    workCounts: () => ({ kinds: [], toAnswer: 0 }),
    collectionCase: () => CASE,
  });
  window.history.replaceState(null, '', `/collections/${REPAY_ID}`);
  renderConsole([collectionsScreen]);
  expect(await screen.findByText('Hindi')).toBeTruthy();
});
