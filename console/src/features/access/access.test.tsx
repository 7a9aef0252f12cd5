import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import * as passkey from '../../api/passkey.ts';
import { renderConsole } from '../../testing/render-console.tsx';
import { aMember, serverDouble } from '../../testing/server-double.ts';
import { accessScreen } from './screen.ts';

test('a passkey without a name is refused only once its form is sent', async () => {
  const added: string[] = [];
  serverDouble({
    staffMe: () => aMember(['support'], { passkeys: 1 }),
    myAccess: () => ({ passkeys: [], sessions: [] }),
    beginPasskey: () => ({ options: {} }),
    addPasskey: ({ body }) => {
      added.push((body as { passkeyName: string }).passkeyName);
      return {};
    },
  });
  vi.spyOn(passkey, 'makePasskey').mockResolvedValue({});
  window.history.replaceState(null, '', '/access');
  renderConsole([accessScreen]);

  await userEvent.click(await screen.findByRole('button', { name: 'Add a passkey' }));

  const dialog = within(await screen.findByRole('dialog'));
  const name = dialog.getByRole('textbox', { name: /Name of the passkey/ });
  const add = dialog.getByRole('button', { name: 'Add a passkey' });
  expect(name.getAttribute('aria-invalid')).not.toBe('true');

  await userEvent.click(add);
  await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true');
  expect(added).toEqual([]);

  await userEvent.type(name, ' Office laptop ');
  expect(name.getAttribute('aria-invalid')).not.toBe('true');
  await userEvent.click(add);
  await expect.poll(() => added).toEqual(['Office laptop']);
});
