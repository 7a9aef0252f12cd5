import type { StaffPerson } from '@noren/contract/staff/staff';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderPart } from '../../testing/render-console.tsx';
import { serverDouble } from '../../testing/server-double.ts';
import { PersonActs } from './person-acts.tsx';

const URL_ONCE = 'https://console.lender.example/enrol#q7Jm0cV2nA5tY8sR4xK1bE6wU3hG9pLz';

const INVITED: StaffPerson = {
  staffId: '5c1a7d1e-6a43-4a68-9d54-6a3ba7f0c112',
  name: 'Gita Reddy',
  email: 'gita@lender.example',
  state: 'invited',
  roles: ['administrator'],
  passkeys: 0,
  lastSeenAt: null,
};

test('an invitation’s link is whole, is copied by a button, and stays when somebody presses beside it', async () => {
  serverDouble({ invitationLink: () => ({ url: URL_ONCE }) });

  const user = userEvent.setup();
  renderPart(<PersonActs person={INVITED} />);
  await user.click(screen.getByRole('button', { name: 'Create link' }));

  const dialog = await screen.findByRole('dialog', { name: 'Invitation link for Gita Reddy' });
  expect(dialog.textContent).toContain(URL_ONCE);

  await user.click(screen.getByRole('button', { name: 'Copy' }));
  await screen.findByText('Copied.');
  expect(await navigator.clipboard.readText()).toBe(URL_ONCE);

  await user.click(document.body);
  expect(screen.queryByRole('dialog')).not.toBeNull();
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});
