import { expect, type Page } from '@playwright/test';
import { Authenticators } from '../support/desk.ts';
import { openKeyFacts } from '../support/key-facts.ts';
import { openMagicLink } from '../support/magic-link.ts';
import { jump, makeLink, messagesTo } from '../support/sandbox.ts';
import { textsIn } from '../support/texts.ts';
import { toastOf } from '../support/toasts.ts';
import { inspect, pressAgain, test } from '../support/watch.ts';

const textOf = textsIn('en');

// Passkeys need a name, not an address.
test.use({ baseURL: (process.env.NOREN_URL ?? '').replace('127.0.0.1', 'localhost') });

/**
 * Runs in the page before its scripts: a starved machine may take longer than the three seconds
 * after which the app sends a code instead of offering the passkey.
 */
function giveTime(): void {
  const start = window.setTimeout.bind(window);
  const later = (task: TimerHandler, ms?: number, ...more: unknown[]): number =>
    start(task, ms === 3_000 ? 300_000 : ms, ...more);

  Object.assign(window, { setTimeout: later });
}

async function openPasskeys(page: Page): Promise<void> {
  await page.goto('/#/user');
  await page.getByRole('link', { name: new RegExp(`^${textOf('passkeys.title')}`) }).click();
  await inspect(page, textOf('passkeys.title'));
}

test('a passkey is added, confirms a loan in place of the code, is renamed and removed', async ({
  page,
  context,
  baseURL,
}) => {
  const url = baseURL ?? '';
  const authenticators = await Authenticators.of(page);
  const authenticator = await authenticators.add('internal');
  const { phone } = await jump(context, url, 'limit');
  await page.addInitScript(giveTime);

  await test.step('adds it in the profile', async () => {
    await openPasskeys(page);
    await expect(page.getByText(textOf('passkeys.none'))).toBeVisible();
    await page.getByRole('button', { name: textOf('passkeys.add') }).click();
    await expect(toastOf(page, textOf('passkeys.added'))).toBeVisible();
    await expect(page.getByRole('listitem')).toContainText(textOf('passkeys.unused'));
    await inspect(page, textOf('passkeys.title'));
  });

  await test.step('a second one for the same phone is not made', async () => {
    const known = page.getByText(textOf('passkeys.known'));
    await pressAgain(page.getByRole('button', { name: textOf('passkeys.add') }), known);
  });

  await test.step('accepts key facts with it, on a session that a link opened', async () => {
    const link = await makeLink(url, phone);
    await context.clearCookies();
    await openMagicLink(page, link, textOf);
    await expect.poll(() => new URL(page.url()).hash).toBe('#/home');
    await (await openKeyFacts(page)).click();
    await inspect(page, textOf('confirm.title'));

    const use = page.getByRole('button', { name: textOf('confirm.passkey'), exact: true });
    await authenticators.setVerified(authenticator, false);
    await use.click();
    await expect(page.getByText(textOf('confirm.passkey_stopped'))).toBeVisible();
    await inspect(page, textOf('confirm.title'));
    await authenticators.setVerified(authenticator, true);

    const facts = page.getByRole('dialog', { name: textOf('kfs.title') });
    await pressAgain(use, facts);
    await expect(facts.getByRole('checkbox')).toBeChecked();
    await facts.getByRole('button', { name: /^Accept/ }).click();
    await expect(page.getByRole('dialog', { name: textOf('loans.applied') })).toBeVisible();

    const sent = (await messagesTo(url, phone)).flatMap(({ values }) => values.code ?? []);
    expect(sent, 'codes sent').toEqual([]);
  });

  await test.step('renames and removes it', async () => {
    await openPasskeys(page);
    await expect(page.getByRole('listitem')).toContainText('Last used');
    await page
      .getByRole('listitem')
      .getByRole('button', { name: textOf('passkeys.rename') })
      .click();
    await page.getByLabel(textOf('passkeys.name')).fill('My own phone');
    await page.getByRole('button', { name: textOf('passkeys.save') }).click();
    await page
      .getByRole('button', { name: textOf('passkeys.remove_one', { name: 'My own phone' }) })
      .click();
    await expect(toastOf(page, textOf('passkeys.removed'))).toBeVisible();
    await expect(page.getByText(textOf('passkeys.none'))).toBeVisible();
    await page.goto('/#/messages');
    await expect(page.getByText('A passkey was removed', { exact: true })).toBeVisible();
    await expect(page.getByText('A passkey was added', { exact: true })).toBeVisible();
  });
});
