import { CODES } from '@noren/contract/codes';
import {
  addPasskey,
  beginPasskey,
  type Passkey,
  removePasskey,
  renamePasskey,
  viewPasskeys,
} from '@noren/contract/passkeys';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stopped, stubPasskeys } from '../../testing/passkey-phone.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { stubServer } from '../../testing/server-stub.ts';
import { tapLater } from '../../testing/tap-later.ts';
import { PasskeysScreen } from './passkeys.tsx';

const at = Date.UTC(2026, 10, 24, 4, 30);

const own: Passkey = {
  passkeyId: '00000000-0000-7000-8000-000000000001',
  name: 'Android 14',
  addedAt: at,
  lastUsedAt: null,
};

let server: ReturnType<typeof stubServer>;
let passkeys: Passkey[];

beforeEach(() => {
  server = stubServer();
  passkeys = [own];
  server.answers(viewPasskeys, () => ({ host: location.hostname, passkeys }));
  server.answers(beginPasskey, { options: { challenge: 'c' } });
  server.answers(addPasskey, () => {
    passkeys = [own];
    return { passkeyId: own.passkeyId };
  });
});

afterEach(() => vi.unstubAllGlobals());
const open = () => renderScreen(<PasskeysScreen />, '/passkeys');
const add = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Add a passkey on this phone' }));

it('adds what the phone makes of the server’s options', async () => {
  passkeys = [];

  const { asked } = stubPasskeys({ create: () => ({ id: 'made' }) });
  open();
  expect(await screen.findByText('You have no passkey.')).toBeTruthy();
  await add();
  expect(await screen.findByText(/The passkey was added/)).toBeTruthy();
  expect(asked).toEqual([{ challenge: 'c' }]);
  expect(server.listBodies(addPasskey)).toMatchObject([{ attestation: { id: 'made' } }]);
  expect((await screen.findByRole('listitem')).textContent).toContain(
    'Android 14Added: 24/11/2026, 10:00Not used yet',
  );
});

const known = () => {
  throw new DOMException('a passkey is there', 'InvalidStateError');
};

it.each([
  ['the user stops it', stopped, 'No passkey was made'],
  ['the phone has one', known, 'has a passkey for your account already'],
])('adds nothing and says so when %s', async (_, create, text) => {
  stubPasskeys({ create });
  open();
  await add();
  expect((await screen.findByRole('alert')).textContent).toContain(text);
  expect(server.listBodies(addPasskey)).toEqual([]);
});

it('offers none where the browser or the address cannot have one, and still removes', async () => {
  server.answers(removePasskey, () => {
    passkeys = [];
    return { removed: 1 };
  });
  open();
  expect(await screen.findByText(/This browser cannot make a passkey here/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Add a passkey/ })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Remove: Android 14' }));
  expect(await screen.findByText('You have no passkey.')).toBeTruthy();
  expect(server.listBodies(removePasskey)).toEqual([{ passkeyId: own.passkeyId }]);
  expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Passkeys' }));
});

it('changes a name, which may not be empty', async () => {
  server.answers(renamePasskey, ({ body }) => {
    passkeys = [{ ...own, name: (body as { name: string }).name }];
    return {};
  });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Change the name: Android 14' }));

  const field = screen.getByRole('textbox', { name: 'Name of the passkey' });
  expect(document.activeElement).toBe(field);
  await userEvent.clear(field);
  await userEvent.click(screen.getByRole('button', { name: 'Save the name' }));
  expect((await screen.findByRole('alert')).textContent).toContain('at most 40 characters');
  await userEvent.type(field, 'Asha’s phone');
  // A second tap within half a second is a double tap.
  tapLater(screen.getByRole('button', { name: 'Save the name' }));
  expect(await screen.findByText('Asha’s phone')).toBeTruthy();
  expect(server.listBodies(renamePasskey)).toEqual([
    { passkeyId: own.passkeyId, name: 'Asha’s phone' },
  ]);
});

it('asks a link’s session for a code first', async () => {
  server.refuses(viewPasskeys, CODES.confirmByCode);
  open();
  expect(
    await screen.findByRole('button', { name: 'Enter a code to see your passkeys' }),
  ).toBeTruthy();
});
