import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { jump } from '../support/sandbox.ts';
import { textsIn } from '../support/texts.ts';
import { toastOf } from '../support/toasts.ts';
import { inspect, passesAxe, pressAgain, settle, test } from '../support/watch.ts';

const textOf = textsIn('en');

test('a user views and corrects their data, saves a copy, requests erasure and cancels it', async ({
  page,
  context,
  baseURL,
}) => {
  await jump(context, baseURL ?? '', 'settled');
  await page.goto('/#/user');
  await settle(page);
  await page.getByRole('link', { name: textOf('data.title') }).click();
  await inspect(page, textOf('data.title'));

  const goTo = async (way: 'consents' | 'details' | 'copy' | 'nominee' | 'erase') => {
    await page.goto(`/#/data/${way}`);
    await inspect(page, textOf(`data.${way}`));
  };

  const dialog = page.getByRole('dialog');

  await test.step('a consent is withdrawn', async () => {
    await goTo('consents');

    const contacts = page.getByRole('button', {
      name: new RegExp(`^${textOf('data.purpose_contacts')}`),
    });
    await contacts.click();
    await expect(dialog.getByText(textOf('data.after_contacts'))).toBeVisible();
    await passesAxe(page);
    await dialog.getByRole('button', { name: textOf('data.withdraw') }).click();
    await expect(contacts.getByText(textOf('data.state_withdrawn'))).toBeVisible();
  });

  await test.step('a company is corrected', async () => {
    await goTo('details');
    await page.evaluate(() => scrollTo(0, 120));
    await page.getByRole('button', { name: /^Company name/ }).click();
    await dialog.getByRole('textbox').fill('New Works');
    // The list keeps its scroll position under the sheet and after it.
    expect(await page.evaluate(() => scrollY)).toBeGreaterThanOrEqual(120);
    await passesAxe(page);
    await dialog.getByRole('button', { name: textOf('data.correct') }).click();
    await expect(page.getByRole('button', { name: 'Company name New Works' })).toBeVisible();
  });

  await test.step('a copy is made and saved', async () => {
    await goTo('copy');

    const copy = await saveCopy(page);
    expect(copy.tables).toMatchObject({
      contacts: [],
      personal_info: [{ companyName: 'New Works' }],
    });
  });

  await test.step('a nominee is named, and removed after a confirmation', async () => {
    await goTo('nominee');
    await nameNominee(page);
    await page.getByRole('button', { name: textOf('data.nominee_remove') }).click();
    await passesAxe(page);
    await pressAgain(
      dialog.getByRole('button', { name: textOf('data.nominee_remove') }),
      toastOf(page, textOf('data.nominee_removed')),
    );
  });

  await test.step('erasure is requested and cancelled', async () => {
    await goTo('erase');
    await page.getByRole('button', { name: textOf('data.erase_ask') }).click();
    await passesAxe(page);
    await pressAgain(
      dialog.getByRole('button', { name: textOf('data.erase_ask') }),
      page.getByText(/^Your data will be erased on /),
    );
    await page.getByRole('button', { name: textOf('data.erase_stop') }).click();
    await expect(toastOf(page, textOf('data.erase_stopped_toast'))).toBeVisible();
  });
});

async function saveCopy(page: Page): Promise<{ tables: object }> {
  await page.getByRole('button', { name: textOf('data.copy_ask') }).click();
  await page
    .getByRole('button', { name: new RegExp(textOf('data.copy_json').replace(/[()]/g, '\\$&')) })
    .click();

  const saved = page.waitForEvent('download');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: textOf('docs.save') })
    .click();

  return JSON.parse((await readFile(await (await saved).path())).toString()) as { tables: object };
}

async function nameNominee(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: new RegExp(`^${textOf('certification.relationship')}`) })
    .click();
  await page.getByRole('dialog').getByRole('option').first().click();
  await page.getByLabel(textOf('data.nominee_name')).fill('Meera Rao');
  await page.getByLabel(textOf('certification.contact_phone')).fill('9000000021');
  await page.getByRole('button', { name: textOf('data.nominee_save') }).click();
}
