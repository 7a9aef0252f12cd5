import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderConsole } from '../../testing/render-console.tsx';
import { aMember, serverDouble } from '../../testing/server-double.ts';
import { productsScreen } from './screen.ts';

test('a name of two letters is too short, and is not asked for two letters', async () => {
  serverDouble({
    staffMe: () => aMember(['product_manager']),
    workCounts: () => ({ kinds: [], toAnswer: 0 }),
    segmentSize: () => ({ people: 3 }),
  });
  window.history.replaceState(null, '', '/products/campaign');
  renderConsole([productsScreen]);

  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'AB');
  await userEvent.click(screen.getByRole('button', { name: 'Check and propose' }));
  expect(screen.getAllByText(/Too short/).length).toBeGreaterThan(0);
  expect(screen.queryByText(/at least two characters/)).toBeNull();
});
