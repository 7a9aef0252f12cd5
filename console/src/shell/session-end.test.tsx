import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { accessScreen } from '../features/access/screen.ts';
import { renderConsole } from '../testing/render-console.tsx';
import { aMember, serverDouble } from '../testing/server-double.ts';

const SECOND_MS = 1_000;
const { now } = aMember(['support']);

test('half a minute before the session ends one is warned, and may stay', async () => {
  let idleEndsAt = now + 30 * SECOND_MS;
  serverDouble({ staffMe: () => aMember(['support'], { idleEndsAt }) });
  renderConsole([accessScreen]);

  const dialog = await screen.findByRole('alertdialog', { name: 'You will be signed out' });
  // A starved machine shows it seconds later.
  expect(Number(/In (\d+) seconds\./.exec(dialog.textContent)?.[1])).toBeLessThanOrEqual(30);
  idleEndsAt = now + 900 * SECOND_MS;
  await userEvent.click(screen.getByRole('button', { name: 'Stay signed in' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

test('a session that has ended shows the sign-in at the same address', async () => {
  serverDouble({ staffMe: () => aMember(['support'], { idleEndsAt: now - SECOND_MS }) });
  window.history.replaceState(null, '', '/access');
  renderConsole([accessScreen]);
  await screen.findByRole('heading', { name: 'You were signed out' });
  expect(window.location.pathname).toBe('/access');
});

test('minutes before the session ends in any case one is warned once', async () => {
  serverDouble({ staffMe: () => aMember(['support'], { endsAt: now + 200 * SECOND_MS }) });
  renderConsole([accessScreen]);
  await screen.findByRole('alertdialog', { name: 'Your session ends soon' });
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});
