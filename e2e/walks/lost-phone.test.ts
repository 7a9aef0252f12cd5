import { expect } from '@playwright/test';
import { endCheck } from '../support/face-check.ts';
import { test } from '../support/new-app.ts';
import { jump, messagesTo, readCode } from '../support/sandbox.ts';
import { textsIn } from '../support/texts.ts';
import { toastOf } from '../support/toasts.ts';
import { inspect } from '../support/watch.ts';

const textOf = textsIn('en');

const NEW_PHONE = `97${String(Date.now()).slice(-8)}`;

test('who lost the phone asks for another number from the sign-in screen', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const url = baseURL ?? '';
  const { phone, person } = await jump(context, url, 'limit');
  const other = await browser.newContext({ baseURL: url, permissions: ['camera'] });
  const lost = await other.newPage();

  await test.step('the account and the new number, with its code', async () => {
    await lost.goto('/#/login');
    await lost.getByRole('link', { name: textOf('login.lost_phone') }).click();
    await inspect(lost, textOf('lost.title'));
    await lost.getByLabel(textOf('lost.old_label')).fill(phone);
    await lost.getByLabel(textOf('certification.pan'), { exact: true }).fill(person.pan);
    await lost.getByLabel(textOf('phone.new_label')).fill(NEW_PHONE);
    await lost.getByRole('checkbox').check();
    await lost.getByRole('button', { name: textOf('login.send_code') }).click();
    await expect(lost.getByLabel(textOf('login.code_label'))).toBeVisible();
  });

  await test.step('a reload keeps the code step; only the PAN is typed again', async () => {
    await lost.reload();
    await expect(lost.getByLabel(textOf('phone.new_label'))).toHaveValue(NEW_PHONE);
    await lost.getByLabel(textOf('certification.pan'), { exact: true }).fill(person.pan);
    await lost.getByRole('checkbox').check();
    await lost.getByRole('button', { name: textOf('login.code_title') }).click();
    await lost.getByLabel(textOf('login.code_label')).fill(await readCode(url, NEW_PHONE));
  });

  await test.step('the face is compared with the card of the account', async () => {
    await inspect(lost, textOf('certification.face_title'));
    await lost.getByRole('button', { name: textOf('certification.start_face') }).click();

    const asked = lost.getByText(textOf('lost.asked_text'));
    await endCheck(lost, (soon) => expect(asked).toBeVisible(soon));
    await inspect(lost, textOf('lost.title'));
  });

  await test.step('both numbers are told, and the old one stops it in one tap', async () => {
    for (const [number, template] of [
      [phone, 'phone_change'],
      [NEW_PHONE, 'phone_change_other'],
    ] as const)
      await expect
        .poll(async () => (await messagesTo(url, number)).map((message) => message.template))
        .toContain(template);

    await page.goto('/#/home');
    const stop = page.getByRole('button', { name: textOf('phone.stop') });
    await stop.click();
    await expect(toastOf(page, textOf('phone.stopped'))).toBeVisible();
    await expect(stop).toBeHidden();
  });

  await test.step('Back from the end leaves the flow: no emptied form is shown', async () => {
    await lost.goBack();
    await inspect(lost, textOf('login.title'));
    expect(new URL(lost.url()).hash).toBe('#/login');
  });

  await other.close();
});
