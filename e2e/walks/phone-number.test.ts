import { expect } from '@playwright/test';
import { endCheck } from '../support/face-check.ts';
import { test } from '../support/new-app.ts';
import { jump, messagesTo, readCode } from '../support/sandbox.ts';
import { textsIn } from '../support/texts.ts';
import { toastOf } from '../support/toasts.ts';
import { inspect, pressAgain } from '../support/watch.ts';

const textOf = textsIn('en');

const NEW_PHONE = `97${String(Date.now()).slice(-8)}`;

test('another phone number is requested with its code and the face, and stopped in one tap', async ({
  page,
  context,
  baseURL,
}) => {
  const url = baseURL ?? '';
  const { phone } = await jump(context, url, 'limit');

  await test.step('the new number gets a code, which a reload does not lose', async () => {
    await page.goto('/#/user');
    await page.getByRole('link', { name: new RegExp(`^${textOf('phone.title')}`) }).click();
    await inspect(page, textOf('phone.title'));
    await page.getByLabel(textOf('phone.new_label')).fill(`+91 ${NEW_PHONE}`);
    await page.getByRole('button', { name: textOf('login.send_code') }).click();
    await expect(page.getByLabel(textOf('login.code_label'))).toBeVisible();
    await page.reload();
    await page.getByLabel(textOf('login.code_label')).fill(await readCode(url, NEW_PHONE));
    await expect(page.getByText(textOf('phone.face_next'))).toBeVisible();
    await inspect(page, textOf('phone.title'));
  });

  await test.step('the face is compared with the card', async () => {
    await page.getByRole('link', { name: textOf('phone.face') }).click();
    await inspect(page, textOf('certification.face_title'));
    // At the place of the link that led here, under its name: too soon it is a double tap.
    await pressAgain(
      page.getByRole('button', { name: textOf('certification.start_face') }),
      page.getByRole('dialog', { name: textOf('certification.face_title') }),
    );

    const stop = page.getByRole('button', { name: textOf('phone.stop') });
    await endCheck(page, (soon) => expect(stop).toBeVisible(soon));
    await inspect(page, textOf('phone.title'));
  });

  await test.step('both numbers were told', async () => {
    await expect
      .poll(async () => (await messagesTo(url, phone)).map(({ template }) => template))
      .toContain('phone_change');
    await expect
      .poll(async () => (await messagesTo(url, NEW_PHONE)).map(({ template }) => template))
      .toContain('phone_change_other');
  });

  await test.step('home says it too, and one tap stops it', async () => {
    await page.goto('/#/home');
    const stop = page.getByRole('button', { name: textOf('phone.stop') });
    await stop.click();
    await expect(toastOf(page, textOf('phone.stopped'))).toBeVisible();
    await expect(stop).toBeHidden();
  });
});
