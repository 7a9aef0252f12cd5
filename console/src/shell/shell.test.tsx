import type { Me } from '@noren/contract/staff/access';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { accessScreen } from '../features/access/screen.ts';
import { renderConsole } from '../testing/render-console.tsx';
import { aMember, Refusal, serverDouble } from '../testing/server-double.ts';
import { Page } from '../ui/layout.tsx';
import { lazyScreen, type ScreenFolder } from './screen.ts';

const aFolder = (
  id: 'work' | 'loans' | 'money',
  key: string,
  permission: 'work.read' | 'loan.read' | 'money.read',
) =>
  ({
    id,
    key,
    address: `/${id}`,
    permissions: [permission],
    routes: [
      {
        path: `/${id}`,
        Screen: lazyScreen(async () => () => <Page title={`Screen of ${id}`}>{id}</Page>),
      },
    ],
  }) satisfies ScreenFolder;

const FOLDERS: readonly ScreenFolder[] = [
  aFolder('work', 'w', 'work.read'),
  aFolder('loans', 'l', 'loan.read'),
  aFolder('money', 'm', 'money.read'),
  accessScreen,
];

test('the navigation lists the screens that the roles open, and the first is the start page', async () => {
  serverDouble({ staffMe: () => aMember(['support']) });
  renderConsole(FOLDERS);
  await screen.findByRole('heading', { level: 1, name: 'Screen of work' });

  const links = within(screen.getByRole('navigation', { name: 'Screens' })).getAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual(['Work', 'Loans']);
  expect(links[0]?.getAttribute('aria-current')).toBe('page');
  expect(document.title).toBe('Screen of work · Noren console');
});

test('keys open a screen and focus its heading; an address closed to the roles is not found', async () => {
  serverDouble({ staffMe: () => aMember(['support']) });
  renderConsole(FOLDERS);
  await screen.findByRole('heading', { name: 'Screen of work' });
  await userEvent.keyboard('gl');

  const heading = await screen.findByRole('heading', { name: 'Screen of loans' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  await userEvent.keyboard('gm');
  expect(window.location.pathname).toBe('/loans');
  window.history.pushState(null, '', '/money');
  await screen.findByRole('heading', { name: 'Page not found' });
});

test('a slash opens the palette, which goes to the screen that is typed', async () => {
  serverDouble({ staffMe: () => aMember(['support']) });
  renderConsole(FOLDERS);
  await screen.findByRole('heading', { name: 'Screen of work' });
  await userEvent.keyboard('/');
  await userEvent.type(await screen.findByRole('combobox'), 'loa{Enter}');
  await screen.findByRole('heading', { name: 'Screen of loans' });
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the list of shortcuts names them, and turns single-key shortcuts off', async () => {
  serverDouble({ staffMe: () => aMember(['support']) });
  renderConsole(FOLDERS);
  await screen.findByRole('heading', { name: 'Screen of work' });
  await userEvent.keyboard('?');

  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText('Go to Loans')).toBeDefined();
  await userEvent.click(within(dialog).getByRole('checkbox'));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.keyboard('gl');
  expect(window.location.pathname).toBe('/work');
});

test('somebody who is not signed in sees the sign-in at the same address', async () => {
  let me: Me | undefined;
  serverDouble({
    staffMe: () => {
      if (me === undefined) throw new Refusal({ code: 'signed_out' });
      return me;
    },
    sandboxStaff: () => ({ people: [{ role: 'payments', name: 'Arjun Pillai' }] }),
    sandboxSignIn: () => {
      me = aMember(['payments'], { name: 'Arjun Pillai', isSandbox: true });
      return me;
    },
  });
  window.history.replaceState(null, '', '/loans');
  renderConsole(FOLDERS);
  await screen.findByRole('heading', { name: 'Sign in' });
  await userEvent.click(await screen.findByRole('button', { name: /Payments officer/ }));
  await screen.findByRole('heading', { name: 'Screen of loans' });
  expect(screen.getByText('Sandbox')).toBeDefined();
});

test('a failing server is reported, and can be tried again', async () => {
  let isDown = true;
  serverDouble({
    staffMe: () => {
      if (isDown) throw new Refusal({ code: 'fault', message: 'The server failed.' });
      return aMember(['support']);
    },
  });
  renderConsole(FOLDERS);
  expect((await screen.findByRole('alert')).textContent).toContain('The server failed.');
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('heading', { name: 'Screen of work' });
});
