import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderConsole } from '../../testing/render-console.tsx';
import { aMember, type SeenRequest, serverDouble } from '../../testing/server-double.ts';
import { moneyScreen } from './screen.ts';

const lastQuery = (seen: readonly SeenRequest[], call: string): Record<string, string> =>
  Object.fromEntries(seen.findLast((one) => one.call === call)?.query ?? []);

function openMoney(address: string) {
  const empty = () => ({ rows: [], next: null });
  const { seen } = serverDouble({
    staffMe: () => aMember(['payments']),
    workCounts: () => ({ kinds: [], toAnswer: 0 }),
    moneyPayments: empty,
    moneyUnclaimed: empty,
    findMoney: () => ({
      rows: (['payment', 'unclaimed', 'event', 'proof'] as const).map((what) => ({
        what,
        provider: 'bank',
        providerRef: what,
        utrLast4: '7788',
        amountPaise: 50_000,
        at: 0,
        repayId: null,
        journalId: null,
        isReversed: false,
      })),
    }),
  });

  window.history.replaceState(null, '', address);
  renderConsole([moneyScreen]);

  return seen;
}

test('payments are filtered by day, amount and state, and the address keeps it', async () => {
  const seen = openMoney('/money?from=2026-11-01&to=2026-11-23');
  const filters = within(await screen.findByRole('search', { name: 'Filters' }));

  await userEvent.type(filters.getByRole('textbox', { name: 'Amount ₹' }), '5030');
  await userEvent.selectOptions(filters.getByRole('combobox', { name: 'State' }), 'Reversed');
  await expect
    .poll(() => lastQuery(seen, 'moneyPayments'))
    .toEqual({ from: '2026-11-01', to: '2026-11-23', amountPaise: '503000', state: 'reversed' });
  expect(window.location.search).toBe(
    '?from=2026-11-01&to=2026-11-23&amountPaise=503000&state=reversed',
  );
  await screen.findByText('Nothing matches these filters');
});

test('what another list or a person wrote into the address is not asked of the server', async () => {
  const seen = openMoney('/money?tab=unclaimed&state=reversed&from=2026-02-30&amountPaise=x');
  await screen.findByText('No unclaimed payments');
  expect(lastQuery(seen, 'moneyUnclaimed')).toEqual({});
});

test('what a search finds has the words of its list: what is unclaimed is not called posted', async () => {
  openMoney('/money');
  await userEvent.type(await screen.findByRole('searchbox'), 'UTR7788');
  await userEvent.click(screen.getByRole('button', { name: 'Find' }));

  const found = await screen.findByRole('grid', { name: 'Payments found' });
  const states = within(found)
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell').at(-2)?.textContent);

  expect(states).toEqual(['Posted', 'Unclaimed', 'Unmatched', 'To review']);
});
