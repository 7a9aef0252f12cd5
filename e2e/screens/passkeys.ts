import { Authenticators } from '../support/desk.ts';
import { openMagicLink } from '../support/magic-link.ts';
import { jump, makeLink } from '../support/sandbox.ts';
import type { ScreenshotContext } from './screens.ts';

type Scene = (screenshots: ScreenshotContext) => Promise<void>;

/** A borrower's passkeys, and confirming by one. */
export const passkeyScenes: Record<string, Scene> = {
  async passkeys({ page, textOf, url, shoot }) {
    // Passkeys need a name, not an address.
    const at = url.replace('127.0.0.1', 'localhost');
    const authenticators = await Authenticators.of(page);
    const authenticator = await authenticators.add('internal');
    const { phone } = await jump(page.context(), at, 'limit');

    await page.goto(`${at}/#/passkeys`);

    const add = page.getByRole('button', { name: textOf('passkeys.add') });
    await add.waitFor();
    await shoot('77-passkeys-none');
    await add.click();
    await page.getByRole('listitem').waitFor();
    await page.getByText(textOf('passkeys.added')).waitFor({ state: 'hidden' });
    await shoot('77-passkeys');
    // By the words shown: the button's name adds the passkey's, in some languages in between.
    await page.getByRole('listitem').getByText(textOf('passkeys.rename'), { exact: true }).click();
    await page.getByLabel(textOf('passkeys.name')).waitFor();
    await shoot('77-passkeys-name');

    const link = `${at}${await makeLink(at, phone)}`;
    await page.context().clearCookies();
    await openMagicLink(page, link, textOf);
    await page.waitForURL(/#\/home/);
    await page.goto(`${at}/#/user`);
    await page.getByRole('link', { name: new RegExp(`^${textOf('passkeys.title')}`) }).click();
    await page.getByRole('button', { name: textOf('passkeys.code') }).click();

    const use = page.getByRole('button', { name: textOf('confirm.passkey'), exact: true });
    await use.waitFor();
    await shoot('78-confirm-passkey');
    await authenticators.setVerified(authenticator, false);
    await use.click();
    await page.getByText(textOf('confirm.passkey_stopped')).waitFor();
    await shoot('78-confirm-passkey-stopped');
  },
};
