import { confirmDetails, personalData } from '@noren/contract/privacy';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { clearSession, saveSignIn } from '../../session/session.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { stubServer } from '../../testing/server-stub.ts';
import { DetailsScreen } from './details.tsx';

let server: ReturnType<typeof stubServer>;

beforeEach(() => {
  server = stubServer();
  saveSignIn('token', { userId: 'u', maskedPhone: '98•••••210' });
});

afterEach(() => act(() => clearSession()));

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

const held = {
  fields: [
    {
      field: 'email' as const,
      value: 'a@mail.example',
      manner: 'code' as const,
      isFromSource: false,
      waiting: null,
    },
  ],
  changes: [],
  suggestedAddress: null,
};

const renewal = {
  confirmedDay: '2026-11-27',
  dueDay: '2028-11-27',
  heldFrom: '2028-11-28',
};

it('the details are confirmed in one tap while that is asked for', async () => {
  const open = { ...renewal, state: 'open' as const };
  server.answers(personalData, { ...held, renewal: open });
  server.answers(confirmDetails, { ...renewal, dueDay: '2030-10-01', state: 'settled' });
  renderScreen(<DetailsScreen />, '/data/details');
  expect(await screen.findByText('Please confirm your details by 27/11/2028')).toBeTruthy();

  server.answers(personalData, { ...held, renewal: { ...renewal, state: 'settled' } });
  await press('Everything is right');
  expect(await screen.findByText('Confirmed. The next time is 01/10/2030')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Everything is right' })).toBeNull();
  expect(server.listBodies(confirmDetails)).toEqual([{}]);
});

it('late details say from when a new loan waits, and an address that is missing comes first', async () => {
  server.answers(personalData, {
    ...held,
    renewal: { ...renewal, state: 'late' },
    suggestedAddress: {},
  });
  renderScreen(<DetailsScreen />, '/data/details');
  expect(await screen.findByText(/From 28\/11\/2028 on a new loan waits/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Everything is right' })).toBeNull();

  await press('Add your home address');
  expect(await screen.findByRole('dialog', { name: 'Home address' })).toBeTruthy();
});

it('nothing is asked before the time comes', async () => {
  server.answers(personalData, { ...held, renewal: { ...renewal, state: 'settled' } });
  renderScreen(<DetailsScreen />, '/data/details');
  expect(await screen.findByRole('button', { name: /^E-mail/ })).toBeTruthy();
  expect(screen.queryByText(/Please confirm/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Everything is right' })).toBeNull();
});
