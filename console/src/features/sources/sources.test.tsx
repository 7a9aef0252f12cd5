import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { StaffAnswer } from '../../api/client.ts';
import { renderConsole } from '../../testing/render-console.tsx';
import { aMember, serverDouble } from '../../testing/server-double.ts';
import { sourcesScreen } from './screen.ts';

const funnel = (signedUp: number, certified: number, applied: number, paidOut: number) => ({
  signedUp,
  certified,
  applied,
  paidOut,
});

const ANSWER: Omit<StaffAnswer<'signUpSources'>, 'from' | 'to'> = {
  everybody: funnel(9, 6, 4, 3),
  campaigns: [
    { campaign: 'diwali-2026', smaller: 0, clicks: 3, ...funnel(4, 3, 2, 1) },
    { campaign: null, smaller: 0, clicks: 2, ...funnel(2, 0, 0, 0) },
    { campaign: null, smaller: 7, clicks: 7, ...funnel(7, 0, 0, 0) },
  ],
  heardFrom: [
    { answer: 'friend', ...funnel(3, 3, 2, 2) },
    { answer: 'an_older_answer', ...funnel(1, 0, 0, 0) },
  ],
  fields: [{ idName: 'companyName', visits: 1_200, people: 40, meanMs: 12_345 }],
};

/**
 * Opens the screen at an address.
 * @returns what it asked the server for
 */
function open(search: string) {
  window.history.replaceState(null, '', `/sources${search}`);

  const { seen } = serverDouble({
    staffMe: () => aMember(['product_manager']),
    signUpSources: ({ query }) => ({ ...ANSWER, from: query.get('from'), to: query.get('to') }),
  });
  renderConsole([sourcesScreen]);

  return () =>
    seen
      .filter(({ call }) => call === 'signUpSources')
      .map(({ query }) => Object.fromEntries(query));
}

const readRows = (table: string) =>
  within(screen.getByRole('grid', { name: table }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => Array.from(row.querySelectorAll('td'), ({ textContent }) => textContent));

test('campaigns, answers and fields show people and shares; an unknown answer is shown by its code', async () => {
  open('?from=2026-11-01&to=2026-11-23');
  expect(await screen.findByText('Signed up from 01/11/2026 to 23/11/2026')).toBeTruthy();
  expect(readRows('Advertisements')).toEqual([
    ['diwali-2026', '3', '4', '3 (75%)', '2 (50%)', '1 (25%)'],
    ['No campaign named', '2', '2', '0 (0%)', '0 (0%)', '0 (0%)'],
    ['7 smaller ones', '7', '7', '0 (0%)', '0 (0%)', '0 (0%)'],
  ]);

  expect(readRows('How they heard of us').map(([answer]) => answer)).toEqual([
    'A friend',
    'an_older_answer',
  ]);
  expect(readRows('Time in form fields')).toEqual([['Company', '1,200', '40', '12.3 s']]);
});

test('without dates the screen asks for the last thirty days', async () => {
  const asked = open('');
  await screen.findByText('Signed up from 25/10/2026 to 23/11/2026');
  expect(asked()).toEqual([{ from: '2026-10-25', to: '2026-11-23' }]);
});

test('the screen asks for the dates in the address', async () => {
  const asked = open('?from=2026-09-01&to=2026-09-30');
  await screen.findByText('Signed up from 01/09/2026 to 30/09/2026');
  expect(asked()).toEqual([{ from: '2026-09-01', to: '2026-09-30' }]);
});

test('the axis of people has whole numbers alone', async () => {
  open('');
  const chart = await screen.findByRole('figure', { name: 'From sign-up to the loan' });
  const axis = chart.querySelectorAll('svg text[text-anchor="end"]');
  expect(Array.from(axis, ({ textContent }) => textContent)).toEqual([
    '0',
    '2',
    '4',
    '6',
    '8',
    '10',
  ]);
});
