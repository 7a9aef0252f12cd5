import { expect, type Page } from '@playwright/test';
import { type Actor, agree, type } from './scenario.ts';
import { textsIn } from './texts.ts';
import { inspect, passesAxe, pressAgain } from './watch.ts';

const textOf = textsIn('en');

const BANKS: Record<string, string> = {
  HDFC: 'HDFC',
  SBIN: 'State Bank',
  ICIC: 'ICICI',
  UTIB: 'Axis',
};

/**
 * The account: the IFSC, which names the bank, the number typed twice, then the check of its
 * holder, which saves it.
 */
export async function fillBankAccount({ page, person }: Actor): Promise<void> {
  await agree(page, 'bank_account');
  await inspect(page, textOf('bank.title'));
  await type(page.getByLabel(textOf('bank.ifsc')), person.ifsc.toLowerCase());

  const bank = new RegExp(`^${textOf('bank.bank')} .*${BANKS[person.bankCode]}`);
  await expect(page.getByRole('button', { name: bank })).toBeVisible();
  await page.getByRole('radio', { name: new RegExp(textOf('bank.type_savings')) }).check();
  await type(page.getByLabel(textOf('bank.account'), { exact: true }), person.accountNo);
  await type(page.getByLabel(textOf('bank.again')), person.accountNo);
  await inspect(page, textOf('bank.title'));

  await page.getByRole('button', { name: textOf('bank.check_save') }).click();
  // The bank names the borrower as the holder: nothing is left to decide.
  await expect(page.getByRole('dialog')).toBeVisible();
}

/** The countdown after the last step, the limit with its coupon, then home with the products. */
export async function waitForLimit({ page }: Actor): Promise<void> {
  const done = page.getByRole('dialog', { name: textOf('home.congratulations') });
  const show = page.getByRole('button', { name: textOf('ui.show_result') });

  await expect(show.or(done)).toBeVisible();
  if (await show.isVisible()) await passesAxe(page);
  await expect(done).toBeVisible();
  await expect(done.getByText('₹20,000', { exact: true })).toHaveCSS('font-size', '44px');
  await expect(done.getByText(textOf('coupon.for_you'))).toBeVisible();
  await expect(done.getByText('₹100 off the processing fee', { exact: true })).toBeVisible();
  await passesAxe(page);
  await done.getByRole('button', { name: textOf('home.return_home') }).click();
  await expect(done).toBeHidden();
  await inspect(page, textOf('home.recommended'));
  await expect(page.getByText(textOf('home.available'))).toBeVisible();
  await expect(page.getByText(textOf('level.source_checked'))).toBeVisible();
}

/** Chooses a product, reads its price and its key facts, acknowledges them and applies. */
export async function borrow({ page, person }: Actor): Promise<void> {
  await page.getByRole('link', { name: 'Noren 7' }).click();
  await inspect(page, 'Noren 7');
  await page.getByLabel(textOf('loans.you_ask_for')).fill('5000');
  // 3 % of 5,000 is 150; 100 off leaves 50 and 9 GST.
  await expect(page.getByText('₹4,941.00')).toBeVisible();
  await page.getByRole('button', { name: textOf('coupon.take_off') }).click();
  await expect(page.getByText('₹4,823.00')).toBeVisible();
  await useCoupon(page);
  await expect(page.getByText('₹4,941.00')).toBeVisible();
  await expect(page.getByText('₹5,035.00')).toBeVisible();
  // As in the questionnaire.
  await expect(
    page.getByRole('button', { name: `${textOf('loans.purpose')} Household` }),
  ).toBeVisible();
  await inspect(page, 'Noren 7');
  await page.getByRole('button', { name: textOf('loans.see_key_facts') }).click();

  const facts = page.getByRole('dialog', { name: textOf('kfs.title') });
  await expect(facts.getByText('₹4,941.00').first()).toBeVisible();
  await passesAxe(page);

  const accept = facts.getByRole('button', { name: textOf('kfs.accept', { amount: '₹4,941.00' }) });
  await accept.click();
  await expect(facts.getByText(textOf('kfs.tick_first'))).toBeVisible();
  await facts.getByRole('checkbox').check();

  const applied = page.getByRole('dialog', { name: textOf('loans.applied') });
  await pressAgain(accept, applied);
  await expect(applied).toContainText(
    `₹4,941.00 goes to your account ending ${person.accountNo.slice(-4)}`,
  );
  // What was accepted stays behind the dialog.
  await expect(page.getByText(textOf('loans.fee_discount'))).toBeVisible();
  await passesAxe(page);
  await applied.getByRole('button', { name: textOf('loans.see_order') }).click();
}

/** Chooses the coupon received for the certification again. */
async function useCoupon(page: Page): Promise<void> {
  await page.getByRole('link', { name: new RegExp(textOf('coupon.choose')) }).click();
  await inspect(page, textOf('coupon.choose_title'));
  await page.getByRole('link', { name: textOf('coupon.use') }).click();
  await expect(page.getByText(textOf('loans.fee_discount'))).toBeVisible();
  await expect(page.getByLabel(textOf('loans.you_ask_for'))).toHaveValue('5,000');
}

/**
 * Waits on the orders screen until the order is paid out, then opens its details and the repayment.
 */
export async function seeOrderPaidOut({ page }: Actor): Promise<void> {
  const order = page.getByRole('region', { name: 'Noren 7' });
  await expect(order.getByText(textOf('orders.status_active'))).toBeVisible();
  await inspect(page, textOf('ui.tab_order'));
  await order.getByRole('button', { name: textOf('orders.details') }).click();

  const details = page.getByRole('dialog', { name: 'Noren 7' });
  await expect(details.getByText(textOf('orders.history'))).toBeVisible();
  await passesAxe(page);
  await details.getByRole('button', { name: textOf('ui.close') }).click();
  await order.getByRole('link', { name: textOf('orders.repay') }).click();
}

/**
 * Reads what is owed and why, shows the QR code, pays it in the sandbox bank and sees it received.
 */
export async function repay({ page }: Actor): Promise<void> {
  await inspect(page, textOf('repay.title'));
  await page.getByRole('button', { name: textOf('repay.explain') }).click();
  await expect(
    page.getByRole('dialog').getByText(textOf('repay.line_principal')).first(),
  ).toBeVisible();
  await passesAxe(page);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: textOf('ui.close') })
    .click();
  // At least one day's interest: 0.10 % of 5,000.
  await page
    .getByRole('button', { name: textOf('repay.pay_upi', { amount: '₹5,005.00' }) })
    .click();
  await expect(page.getByRole('img', { name: /5,005/ })).toBeVisible();
  await inspect(page, textOf('pay.title'));
  await payInSandbox(page);
  await expect(page.getByRole('region', { name: textOf('pay.receipt') })).toBeVisible();
  await inspect(page, textOf('pay.title'));
  await page.getByRole('link', { name: textOf('pay.see_order') }).click();
}

/**
 * The settled order, the regular user's status, and Home, where the loan guide opens once and can
 * be closed.
 */
export async function seeSettled({ page }: Actor): Promise<void> {
  const details = page.getByRole('dialog', { name: 'Noren 7' });
  await expect(details.getByText(textOf('orders.status_settled')).first()).toBeVisible();
  await details.getByRole('button', { name: textOf('ui.close') }).click();
  await page.getByRole('tab', { name: textOf('orders.completed') }).click();
  await expect(
    page.getByRole('region', { name: 'Noren 7' }).getByText(textOf('orders.status_settled')),
  ).toBeVisible();
  await inspect(page, textOf('ui.tab_order'));
  await page.getByRole('link', { name: textOf('ui.tab_user') }).click();
  await expect(page.getByText(textOf('account.status_regular'))).toBeVisible();
  await inspect(page, textOf('ui.tab_user'));
  await page.getByRole('link', { name: textOf('ui.tab_home') }).click();
  await expect(page.getByRole('dialog', { name: textOf('guide.title') })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: textOf('guide.see') })).toBeVisible();
  await inspect(page, textOf('home.recommended'));
}

/** Makes the payment on the bank's side, in another tab. */
async function payInSandbox(page: Page): Promise<void> {
  const code = new URLSearchParams(new URL(page.url()).hash.split('?')[1]).get('code') ?? '';
  const bank = await page.context().newPage();

  await bank.goto('/sandbox');

  const payment = bank.getByRole('listitem').filter({ hasText: code });
  await payment.getByRole('button', { name: 'Pay it' }).click();
  await expect(bank.getByText('Paid ₹5005.')).toBeVisible();
  await bank.close();
}
