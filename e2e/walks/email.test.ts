import { expect } from '@playwright/test';
import { jump } from '../support/sandbox.ts';
import { textsIn } from '../support/texts.ts';
import { inspect, test } from '../support/watch.ts';

const textOf = textsIn('en');

/** The newest mail to an address, as the sandbox's page shows it once it is sent. */
async function readMail(url: string, to: string): Promise<string> {
  let mail: string | undefined;
  const read = async (): Promise<string | undefined> => {
    const page = await (await fetch(`${url}/sandbox`)).text();
    mail = page.split('<li>').find((entry) => entry.includes(`<b>${to}</b>`));
    return mail;
  };

  await expect.poll(read, { message: `mails to ${to}` }).toBeDefined();

  return mail ?? '';
}

test('an e-mail address is confirmed by its code, and ended by the link of its mail', async ({
  page,
  context,
  baseURL,
}) => {
  const url = baseURL ?? '';
  const { person } = await jump(context, url, 'limit');
  let mail = '';

  await test.step('the code arrives at the address', async () => {
    await page.goto('/#/user');
    await page.getByRole('link', { name: new RegExp(`^${textOf('email.title')}`) }).click();
    await expect(page.getByText(person.email)).toBeVisible();
    await inspect(page, textOf('email.title'));
    await page.getByRole('button', { name: textOf('login.send_code') }).click();
    await expect(page.getByLabel(textOf('login.code_label'))).toBeVisible();
    await inspect(page, textOf('email.title'));

    mail = await readMail(url, person.email);
    const [code = ''] = /\b\d{4}\b(?= is the code)/.exec(mail) ?? [];
    await page.getByLabel(textOf('login.code_label')).fill(code);
    await expect(page.getByRole('button', { name: textOf('email.stop') })).toBeVisible();
    await inspect(page, textOf('email.title'));
  });

  await test.step('the link of the mail ends e-mails in one tap', async () => {
    const [link = ''] = /#\/stop-emails\?token=[\w-]+/.exec(mail) ?? [];
    await page.goto(`/${link}`);
    await inspect(page, textOf('email.stop_title'));
    await page.getByRole('button', { name: textOf('email.stop') }).click();
    await expect(page.getByText(textOf('email.stop_done'))).toBeVisible();

    await page.goto('/#/email');
    await expect(page.getByText(textOf('email.ended_stopped'))).toBeVisible();
    await inspect(page, textOf('email.title'));
  });
});
