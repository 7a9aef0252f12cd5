import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import * as passkey from '../../api/passkey.ts';
import { renderConsole } from '../../testing/render-console.tsx';
import { aMember, serverDouble } from '../../testing/server-double.ts';
import { staffScreen } from '../staff/screen.ts';

function enrolAs(isAloneAllowed: boolean): void {
  const me = aMember(['administrator'], { passkeys: 1 });
  serverDouble({
    staffMe: () => me,
    beginEnrolment: () => ({ name: me.name, email: me.email, roles: me.roles, options: {} }),
    enrol: () => me,
    staffList: () => ({ rows: [], next: null, isAloneAllowed }),
  });
  vi.spyOn(passkey, 'makePasskey').mockResolvedValue({});
  window.history.replaceState(null, '', '/enrol#token');
  renderConsole([staffScreen]);
}

async function createPasskey(): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: 'Create passkey' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Later' }));
}

test('the first administrator is led on to invite the second, in a form that needs no second one yet', async () => {
  enrolAs(true);
  await createPasskey();
  await screen.findByText(/You have one passkey/);
  await userEvent.click(await screen.findByRole('button', { name: 'Invite an administrator' }));

  const dialog = await screen.findByRole('dialog', { name: 'Invite a colleague' });
  await expect
    .poll(() => dialog.textContent)
    .toContain('you can invite an administrator on your own');
  expect(dialog.textContent).not.toContain('A second administrator approves the invitation');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Administrator' }));
  screen.getByRole('button', { name: 'Invite now' });
});

test('somebody who joins others is led to the console, and offered no invitation', async () => {
  enrolAs(false);
  await createPasskey();
  await screen.findByRole('button', { name: 'Open the console' });
  expect(screen.queryByRole('button', { name: 'Invite an administrator' })).toBeNull();
});
