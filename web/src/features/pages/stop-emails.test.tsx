import { stopEmails } from '@noren/contract/email';
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '../../testing/render-screen.tsx';
import { stubServer } from '../../testing/server-stub.ts';
import { StopEmails } from './stop-emails.tsx';

it('opening the link stops nothing; one tap does', async () => {
  const server = stubServer();
  server.answers(stopEmails, {});
  renderScreen(<StopEmails />, '/stop-emails', '/stop-emails?token=abcdefghijklmnopqrstuv');

  const button = await screen.findByRole('button', { name: 'Get no more e-mails' });
  expect(server.listBodies(stopEmails)).toEqual([]);
  fireEvent.click(button);
  expect(await screen.findByText('No more e-mails come to this address.')).toBeTruthy();
  expect(server.listBodies(stopEmails)).toEqual([{ token: 'abcdefghijklmnopqrstuv' }]);
});
