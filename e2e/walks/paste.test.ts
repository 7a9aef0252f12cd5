import { expect, type Locator, type Page } from '@playwright/test';
import { inventPerson, jump, readCode } from '../support/sandbox.ts';
import { agree } from '../support/scenario.ts';
import { textsIn } from '../support/texts.ts';
import { passesAxe, pressAgain, test } from '../support/watch.ts';

// What people paste and compose, with the browser's own clipboard and keyboard.

const textOf = textsIn('en');

test.beforeEach(({ context }) => context.grantPermissions(['clipboard-read', 'clipboard-write']));

/** Pastes over what the field holds. */
async function paste(field: Locator, text: string): Promise<void> {
  await field.page().evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await field.click();
  await field.press('ControlOrMeta+A');
  await field.press('ControlOrMeta+V');
}

/** Composes a text as a keyboard of another script does, then commits it. */
async function compose(page: Page, text: string): Promise<void> {
  const keyboard = await page.context().newCDPSession(page);
  for (let length = 1; length <= text.length; length += 1) {
    const part = text.slice(0, length);
    await keyboard.send('Input.imeSetComposition', {
      text: part,
      selectionStart: length,
      selectionEnd: length,
    });
  }

  await keyboard.send('Input.insertText', { text });
}

const inDevanagari = (digits: string): string =>
  digits.replace(/\d/g, (digit) => String.fromCodePoint(0x966 + Number(digit)));

test('a pasted number signs in the person it belongs to, with the code out of the message', async ({
  page,
  baseURL,
}) => {
  const url = baseURL ?? '';
  const { phone } = await inventPerson(url);

  await page.goto('/#/login');

  const field = page.getByLabel(textOf('login.phone_label'));
  const send = page.getByRole('button', { name: textOf('login.send_code') });

  for (const [text, words] of [
    [`+91${phone}1`, 'login.phone_format'],
    ['+1 (415) 555-2671', 'login.phone_foreign'],
    [`${phone}, 9123456780`, 'login.phone_several'],
  ] as const) {
    await paste(field, text);
    // A tap within half a second of the one before is ignored as a double tap.
    await pressAgain(send, page.getByRole('alert').filter({ hasText: textOf(words) }));
    await expect(page.getByRole('alert')).toHaveText(textOf(words));
    await expect(field).toHaveValue(text);
  }

  await passesAxe(page);

  for (const text of [
    `+910 ${phone.slice(0, 5)} ${phone.slice(5)}`,
    `+91 (${phone.slice(0, 3)}) ${phone.slice(3, 6)}-${phone.slice(6)}`,
    inDevanagari(phone),
  ]) {
    await paste(field, text);
    await expect(field).toHaveValue(phone);
  }

  await send.click();

  const code = page.getByLabel(textOf('login.code_label'));
  await page.getByRole('checkbox').check();

  const digits = await readCode(url, phone);
  await paste(code, `${digits}7`);
  await expect(code).toHaveValue(`${digits}7`);
  await paste(code, `${inDevanagari(digits)} is your code. Do not share it.`);
  await expect(page.getByRole('heading', { name: textOf('certification.title') })).toBeVisible();
});

test('a composed code and number are read when they are committed', async ({ page, baseURL }) => {
  const url = baseURL ?? '';
  const { phone } = await inventPerson(url);

  await page.goto('/#/login');
  await expect(page.locator('[data-shell]')).toHaveCount(0);

  const field = page.getByLabel(textOf('login.phone_label'));
  await field.click();
  await compose(page, inDevanagari(phone));
  await expect(field).toHaveValue(phone);
  await page.getByRole('button', { name: textOf('login.send_code') }).click();
  await page.getByRole('checkbox').check();
  await page.getByLabel(textOf('login.code_label')).click();
  await compose(page, inDevanagari(await readCode(url, phone)));
  await expect(page.getByRole('heading', { name: textOf('certification.title') })).toBeVisible();
});

test('a pasted amount is what it says: of a part payment and of a proof', async ({
  page,
  context,
  baseURL,
}) => {
  const { repayId } = await jump(context, baseURL ?? '', 'overdue');
  await page.goto(`/#/repay/${repayId}`);
  await page.getByRole('radio', { name: textOf('repay.part') }).click();
  await page.getByRole('button', { name: textOf('repay.part_choose_amount') }).click();

  const part = page.getByRole('dialog', { name: textOf('repay.part') });
  const amount = part.getByLabel(textOf('repay.part_amount'));

  for (const [text, words] of [
    ['100.50', 'ui.amount_whole'],
    ['1.000', 'ui.amount_format'],
    ['500 600', 'ui.amount_format'],
    ['2 lakh', 'ui.amount_format'],
  ] as const) {
    await paste(amount, text);
    await amount.press('Tab');
    await expect(part.getByText(textOf(words))).toBeVisible();
    await expect(amount).toHaveValue(text);
  }

  await passesAxe(page);

  for (const text of ['500.00', '₹ 500/-', inDevanagari('500')]) {
    await paste(amount, text);
    await expect(
      part.getByRole('button', { name: textOf('repay.pay', { amount: '₹500.00' }) }),
    ).toBeVisible();
    await expect(amount).toHaveValue('500');
  }

  await page.goto(`/#/upload-voucher?id=${repayId}`);

  const paid = page.getByLabel(textOf('proof.amount'));
  await paste(paid, 'Rs. 10,160.15');
  await expect(paid).toHaveValue('10,160.15');

  const day = page.getByRole('textbox', { name: textOf('ui.day') });
  await paste(day, inDevanagari('05/06/2026'));
  await expect(day).toHaveValue('05');
  await expect(page.getByRole('textbox', { name: textOf('ui.month') })).toHaveValue('06');
  await expect(page.getByRole('textbox', { name: textOf('ui.year') })).toHaveValue('2026');
});

test('a loan is asked for by a pasted amount; one that cannot be read is asked for by nobody', async ({
  page,
  context,
  baseURL,
}) => {
  await jump(context, baseURL ?? '', 'limit');
  await page.goto('/#/loan?product=N07');

  const amount = page.getByLabel(textOf('loans.you_ask_for'));
  await paste(amount, inDevanagari('5000.00'));
  await expect(amount).toHaveValue('5,000');
  await amount.press('End');
  await amount.press('Backspace');
  await expect(amount).toHaveValue('500');
  await paste(amount, '5.000');
  await page.getByRole('button', { name: textOf('loans.see_key_facts') }).click();
  await expect(page.getByText(textOf('ui.amount_format'))).toBeVisible();
  await expect(amount).toBeFocused();
});

test('account numbers are compared by their digits and never cut', async ({
  page,
  context,
  baseURL,
}) => {
  const { person } = await jump(context, baseURL ?? '', 'bank');
  await page.goto('/#/facial-auth/step-four');
  await agree(page, 'bank_account');

  const number = page.getByLabel(textOf('bank.account'), { exact: true });
  const again = page.getByLabel(textOf('bank.again'));

  await paste(number, inDevanagari(person.accountNo));
  await expect(number).toHaveValue(person.accountNo);
  await paste(again, `${person.accountNo.slice(0, 4)} ${person.accountNo.slice(4)}`);
  await expect(again).toHaveValue(person.accountNo);
  await paste(number, '1234567890123456789');
  await number.press('Tab');
  await expect(page.getByText(textOf('bank.account_format'))).toBeVisible();
  await expect(number).toHaveValue('1234567890123456789');
});
