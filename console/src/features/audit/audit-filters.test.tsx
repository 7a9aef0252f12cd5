import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderConsole } from '../../testing/render-console.tsx';
import { aMember, serverDouble } from '../../testing/server-double.ts';
import { auditScreen } from './screen.ts';

test('the audit is filtered by amount, and the address keeps it', async () => {
  const { seen } = serverDouble({
    staffMe: () => aMember(['auditor']),
    workCounts: () => ({ kinds: [] }),
    auditList: () => ({ rows: [], next: null, actions: [] }),
    staffList: () => ({ rows: [], next: null }),
  });
  window.history.replaceState(null, '', '/audit?from=2026-11-01&leastPaise=x');
  renderConsole([auditScreen]);

  const filters = within(await screen.findByRole('search', { name: 'Filters' }));
  await userEvent.type(filters.getByRole('textbox', { name: 'Amount from ₹' }), '100');
  await userEvent.type(filters.getByRole('textbox', { name: 'Amount to ₹' }), '250.50');
  await expect
    .poll(() => Object.fromEntries(seen.findLast(({ call }) => call === 'auditList')?.query ?? []))
    .toEqual({ from: '2026-11-01', leastPaise: '10000', mostPaise: '25050' });
  expect(window.location.search).toBe('?from=2026-11-01&leastPaise=10000&mostPaise=25050');
});
