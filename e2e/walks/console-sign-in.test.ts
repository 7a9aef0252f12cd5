import { expect } from '@playwright/test';
import { Authenticators, DESK, passesAxe, signInAs } from '../support/desk.ts';
import { inviteAdministrator, newTest, test } from '../support/installation.ts';

test.use(DESK);
newTest.use(DESK);

newTest(
  'an administrator enrols two passkeys by the link of the command, signs out, and signs in by a passkey',
  { tag: '@main' },
  async ({ page, installation, watch }) => {
    watch.allow(/status of 401/);

    const link = inviteAdministrator(installation, 'Lata Menon', 'lata@lender.example');
    const authenticators = await Authenticators.of(page);
    const laptop = await authenticators.add('internal');

    await test.step('the link says who is invited, and makes the first passkey', async () => {
      await page.goto(link);
      await expect(page.getByText('lata@lender.example')).toBeVisible();
      await passesAxe(page);
      await page.getByRole('textbox', { name: 'Name of the passkey' }).fill('Office laptop');
      await page.getByRole('button', { name: 'Create passkey' }).click();
      await expect(page.getByRole('heading', { name: 'Add a second passkey' })).toBeVisible();
      expect(new URL(page.url()).hash).toBe('');
    });

    await test.step('a second passkey needs the first', async () => {
      const key = await authenticators.add('usb');
      await authenticators.setPresent(laptop, false);
      watch.allow(/status of 403/);
      // The key makes the new passkey; then the server asks for the first one, and the laptop gives
      // it.
      await page.route('**/staff/passkeys', async (route) => {
        const response = await route.fetch();
        await authenticators.setPresent(key, false);
        await authenticators.setPresent(laptop, true);
        await route.fulfill({ response });
      });
      await page.getByRole('button', { name: 'Create second passkey' }).click();
      await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Add a second passkey');
    });

    await test.step('both are listed, and the link works no more', async () => {
      await page.goto('/access');
      await expect(page.getByRole('grid', { name: 'Passkeys' }).getByRole('row')).toHaveCount(3);
      await expect(page.getByText('Office laptop')).toBeVisible();
      await passesAxe(page);
      watch.allow(/status of 404/);
      await page.goto(link);
      await expect(page.getByText('This invitation is used')).toBeVisible();
    });

    await test.step('after signing out a passkey signs in, at the same address', async () => {
      await page.goto('/access');
      await page.getByRole('button', { name: /Your account/ }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible();
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
      await expect(page.getByRole('heading', { name: 'Your passkeys and sessions' })).toBeVisible();
      expect(new URL(page.url()).pathname).toBe('/access');
    });
  },
);

test('in the sandbox each role is one tap away, with its own navigation, by keyboard too', async ({
  page,
  watch,
}) => {
  watch.allow(/status of 401/);
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Sandbox: sign in as' })).toBeVisible();
  await passesAxe(page);
  await expect(page.getByRole('list').getByRole('button')).toHaveCount(11);
  await page.getByRole('button', { name: /Payments officer/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Sandbox', { exact: true })).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('passkeys');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Your passkeys and sessions' })).toBeVisible();
  await passesAxe(page);
});

test('every part of the console passes axe, in light and in dark', async ({ page, watch }) => {
  watch.allow(/status of 401/);
  await signInAs(page, 'Auditor', '/gallery');

  for (const part of ['Parts', 'Table', 'Forms', 'States']) {
    await page.getByRole('link', { name: part, exact: true }).first().click();
    await expect(page.getByRole('link', { name: part, exact: true }).first()).toHaveAttribute(
      'aria-current',
      'page',
    );
    await passesAxe(page);
  }
});
