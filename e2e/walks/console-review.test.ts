import { type Browser, expect, type Page } from '@playwright/test';
import { DESK, passesAxe, pressBoth, signInAs } from '../support/desk.ts';
import { newTest as test } from '../support/installation.ts';
import { type Borrower, openPhone } from '../support/phone.ts';
import { samplePicture, setBank } from '../support/sandbox.ts';
import { textsIn } from '../support/texts.ts';
import { toastOf } from '../support/toasts.ts';
import { pressAgain } from '../support/watch.ts';

test.use(DESK);
const textOf = textsIn('en');

/** A borrower's phone at Home while a person looks at the identity. */
async function borrowerInReview(browser: Browser, url: string): Promise<Borrower> {
  const borrower = await openPhone(browser, url, 'review');
  await borrower.app.goto('/#/home');
  await expect(
    borrower.app.getByRole('heading', { name: textOf('home.review_title') }),
  ).toBeVisible();

  return borrower;
}

async function openCase(page: Page, { userId }: Borrower): Promise<void> {
  await page.goto(`/review/${userId}/identity`);
  await expect(page.getByRole('heading', { level: 1, name: 'Identity review' })).toBeVisible();
  await expect(page.getByRole('img', { name: /PAN card, front, with a watermark/ })).toBeVisible();
}

async function seeCase(page: Page, good: Borrower): Promise<void> {
  await openCase(page, good);
  await expect(page.getByRole('rowheader', { name: 'PAN' })).toBeVisible();
  await expect(page.getByText('PAN differs from the card')).toBeVisible();
  await expect(page.getByText('Every letter agrees').first()).toBeVisible();
  await expect(page.getByText('Five poses before the camera')).toBeVisible();
  await expect(page.getByText('1 of 3')).toBeVisible();
  // One screen: nothing of the evidence has to be scrolled to.
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollHeight))
    .toBe(DESK.viewport.height);
  await passesAxe(page);
}

/** A case takes at most so many keys, from the list until it is approved. */
const MOST_KEYS = 6;

async function approveByKeyboard(page: Page, good: Borrower, bad: Borrower): Promise<void> {
  await pressBoth(page, 'g', 'r');

  const rows = page.getByRole('grid', { name: 'Cases in review' }).getByRole('row');
  await expect(rows).toHaveCount(4);
  await page.keyboard.press('j');
  await expect(rows.nth(1)).toBeFocused();

  let keys = 0;
  const press = (key: string) => {
    keys += 1;
    return page.keyboard.press(key);
  };

  await press('Enter');
  await expect(page.getByRole('img', { name: /PAN card, front, with a watermark/ })).toBeVisible();
  await press('2');
  await expect(
    page.getByRole('button', { name: 'Aadhaar card, front', pressed: true }),
  ).toBeVisible();
  await press('+');
  await press('o');
  await press('a');

  const panel = page.getByRole('region', { name: 'Approve this case?' });
  await expect(panel.getByRole('radio', { checked: true })).toBeFocused();
  await press('Enter');
  await expect(toastOf(page, 'Approved')).toBeVisible();
  expect(keys).toBeLessThanOrEqual(MOST_KEYS);

  await expect(page).toHaveURL(new RegExp(bad.userId));
  await expect(page.getByText(/^Yours until/)).toBeVisible();
  await expect(good.app.getByText(textOf('home.available'))).toBeVisible();
}

async function refuseWithReason(page: Page, bad: Borrower): Promise<void> {
  await page.keyboard.press('u');
  await expect(page.getByRole('button', { name: 'Claim' })).toBeVisible();
  await page.keyboard.press('x');

  const panel = page.getByRole('region', { name: 'Refuse this case' });
  await panel.getByRole('button', { name: 'Refuse' }).click();
  await expect(panel.getByText('Choose a reason.').first()).toBeVisible();
  await panel.getByRole('radio').nth(1).check();

  const words = 'One of our staff looked at your documents and could not read them.';
  await expect(panel.getByText(words).last()).toBeVisible();
  await passesAxe(page);
  await panel.getByRole('button', { name: 'Refuse' }).click();
  await expect(bad.app.getByText(words)).toBeVisible();
}

async function askForCard(page: Page, unclear: Borrower): Promise<void> {
  await openCase(page, unclear);
  await page.keyboard.press('d');

  const panel = page.getByRole('region', { name: 'Request one document again' });
  await panel.getByLabel('Document', { exact: true }).selectOption('PAN card, front');
  await panel.getByRole('radio', { name: 'Part of the card is missing' }).check();
  await expect(panel.getByText(/All four corners/)).toBeVisible();
  await passesAxe(page);
  await panel.getByRole('button', { name: 'Ask the borrower' }).click();
  await expect(toastOf(page, 'Request sent to the borrower')).toBeVisible();
  await page.getByRole('link', { name: 'Waiting for the borrower' }).click();
  await expect(page.getByRole('gridcell', { name: 'PAN card, front' })).toBeVisible();

  const { app } = unclear;
  await expect(app.getByText('Please send a new picture of your PAN card.')).toBeVisible();
  await expect(app.getByText(/All four corners/)).toBeVisible();
  await passesAxe(app);
}

async function sendAgain(page: Page, unclear: Borrower, url: string): Promise<void> {
  const { app } = unclear;
  await app.getByRole('link', { name: textOf('home.resend_act') }).click();

  const buffer = await samplePicture(url, 'pan-front', 7);
  const file = { name: 'card.jpg', mimeType: 'image/jpeg', buffer };

  await app.locator('input[type=file]').first().setInputFiles(file);
  await app.getByRole('button', { name: textOf('certification.next') }).click();
  await expect(app.getByRole('heading', { name: textOf('home.review_title') })).toBeVisible();
  await page.getByRole('link', { name: 'Waiting for us' }).click();
  await expect(page.getByRole('grid', { name: 'Cases in review' }).getByRole('row')).toHaveCount(2);
  await openCase(page, unclear);
  await expect(page.getByText('Name differs')).toBeVisible();
}

/** A borrower saves an account whose holder the bank names by initials alone. */
async function bindAccount(browser: Browser, url: string): Promise<Page> {
  await setBank(url, 'accounts', 'initials');

  const { app, person } = await openPhone(browser, url, 'bank');
  await app.goto('/#/facial-auth/step-four');
  await app.getByRole('button', { name: textOf('consent.agree') }).click();
  await app.getByLabel(textOf('bank.ifsc')).fill(person.ifsc);
  await app.getByRole('radio', { name: new RegExp(textOf('bank.type_savings')) }).check();
  await app.getByLabel(textOf('bank.account'), { exact: true }).fill(person.accountNo);
  await app.getByLabel(textOf('bank.again')).fill(person.accountNo);

  const save = app.getByRole('button', { name: textOf('bank.save_review'), exact: true });
  await pressAgain(app.getByRole('button', { name: textOf('bank.check_save') }), save);
  await expect(app.getByText(textOf('bank.said_other_text'))).toBeVisible();

  // The dialog that it is saved goes with the evaluation.
  const isSaved = app
    .getByRole('dialog')
    .or(app.getByRole('heading', { name: textOf('home.review_title') }));
  await pressAgain(save, isSaved.first());

  return app;
}

test('a reviewer approves one, refuses one with a reason, and asks for one document, each seen on the borrower’s phone', async ({
  page,
  browser,
  installation: { url },
  watch,
}) => {
  watch.allow(/status of 401/);

  const [good, bad, unclear] = [
    await borrowerInReview(browser, url),
    await borrowerInReview(browser, url),
    await borrowerInReview(browser, url),
  ];
  await signInAs(page, 'Reviewer', '/review');

  await test.step('the list shows the three, oldest first, and Enter opens the first', async () => {
    await expect(page.getByRole('grid', { name: 'Cases in review' }).getByRole('row')).toHaveCount(
      4,
    );
    await passesAxe(page);
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Identity review' })).toBeVisible();
  });

  await test.step('a case shows cards, what was read and typed, the face and the names', () =>
    seeCase(page, good));

  await test.step('by keyboard alone, from the list: another card, larger, turned, approved', () =>
    approveByKeyboard(page, good, bad));

  await test.step('refused with a reason that the borrower reads', () =>
    refuseWithReason(page, bad));

  await test.step('one document is asked for: the phone says which and why', () =>
    askForCard(page, unclear));

  await test.step('the borrower sends it, and the case is back in the queue with the new picture', () =>
    sendAgain(page, unclear, url));

  await test.step('a holder’s name that the bank writes otherwise is compared letter by letter, and approved', async () => {
    const borrower = await bindAccount(browser, url);
    await page.goto('/review');
    await page.getByRole('gridcell', { name: 'Name review' }).click();
    await expect(page.getByText('Different name').first()).toBeVisible();
    await passesAxe(page);
    await page.getByRole('button', { name: 'Approve' }).click();
    await page
      .getByRole('region', { name: 'Approve this case?' })
      .getByRole('button', { name: 'Approve' })
      .click();
    await expect(toastOf(page, 'Approved')).toBeVisible();
    await borrower.goto('/#/home');
    await borrower.reload();
    await expect(borrower.getByText(textOf('home.available')).first()).toBeVisible();
    await borrower.context().close();
  });
  for (const { app } of [good, bad, unclear]) await app.context().close();
});
