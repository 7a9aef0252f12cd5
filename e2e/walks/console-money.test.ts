import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { Colleague } from '../support/colleague.ts';
import {
  DESK,
  enrolInvited,
  openDesk,
  passesAxe,
  pressBoth,
  signInAs,
  tabTo,
} from '../support/desk.ts';
import { test } from '../support/installation.ts';
import { jump, moveDay, setBank, transferMoney } from '../support/sandbox.ts';
import { toastOf } from '../support/toasts.ts';

test.use(DESK);

/** The UTR of the borrower's newest payment, as the sandbox's page shows it. */
async function readUtr(context: BrowserContext, url: string): Promise<string> {
  const html = await (await context.request.get(`${url}/sandbox`)).text();
  const utr = /Copy UTR (\w+)/.exec(html)?.[1];
  if (utr === undefined) throw new Error('the sandbox shows no UTR');
  return utr;
}

async function propose(page: Page, act: string, reason: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('table', { name: 'Journals that will be posted' })).toContainText(
    'Balanced',
  );
  await sendProposal(page, act, reason);
}

async function sendProposal(page: Page, act: string, reason: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(reason);
  await dialog.getByRole('button', { name: `Propose to ${act}` }).click();
  await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/approvals\/.+/);
}

/** Somebody else approves the request on the screen. */
async function approve(page: Page, by: Colleague): Promise<void> {
  await by.approve(new URL(page.url()).pathname.split('/').at(-1) ?? '');
  await page.reload();
  await expect(page.getByText('Approved', { exact: true })).toBeVisible();
}

/** Writes a comment on the request on the screen. */
async function comment(page: Page, text: string): Promise<void> {
  const comments = page.getByRole('region', { name: 'Comments' });
  await comments.getByRole('textbox', { name: 'Comment' }).fill(text);
  await comments.getByRole('button', { name: 'Send comment' }).click();
  await expect(comments.getByRole('listitem').filter({ hasText: text })).toBeVisible();
}

/** The maker's browser shows the request; its checker asks, and the maker answers. */
async function askAndAnswer(checker: Page, maker: Page): Promise<void> {
  const comments = (page: Page) => page.getByRole('region', { name: 'Comments' });
  await checker.goto(new URL(maker.url()).pathname);
  await comment(checker, 'Which digit was it?');

  await maker.goto('/approvals?list=mine');

  const row = maker
    .getByRole('grid', { name: 'Approvals' })
    .getByRole('row')
    .filter({ hasText: 'Your turn' });
  await expect(row).toHaveCount(1);
  await passesAxe(maker);
  await row.getByRole('link').click();
  await expect(comments(maker)).toContainText('Which digit was it?');
  await comment(maker, 'The last one: the payer’s letter is in the file.');
  await passesAxe(maker);

  await checker.reload();
  await expect(comments(checker)).toContainText(/Mohan Rao.*Which digit.*Asha Bhat.*The last one/s);
}

/** The row of a list that has a text, which the list may get only now. */
async function findRow(page: Page, address: string, text: string): Promise<Locator> {
  const row = page.getByRole('grid').getByRole('row').filter({ hasText: text });
  await expect(async () => {
    await page.goto(address);
    await expect(row).toBeVisible({ timeout: 10_000 });
  }).toPass();

  return row;
}

test('a payment found by its UTR is moved to the right order by two officers, who see exactly what it does', {
  tag: '@main',
}, async ({ page, context, browser, installation, watch }) => {
  watch.allow(/status of (401|403|409)/);

  const { url, consoleUrl } = installation;
  const wrong = await jump(context, url, 'settled');
  const utr = await readUtr(context, url);
  const others = await browser.newContext();
  const right = await jump(others, url, 'overdue');
  const checker = await openDesk(browser, installation);

  await enrolInvited(page, installation, { name: 'Asha Bhat', roles: ['payments'] });
  await enrolInvited(checker, installation, { name: 'Mohan Rao', roles: ['payments'] });

  await test.step('the first finds it and proposes the move', async () => {
    await page.goto('/money');
    await page.getByRole('searchbox', { name: /UTR/ }).fill(utr);
    await page.getByRole('button', { name: 'Find', exact: true }).click();

    const found = page.getByRole('grid', { name: 'Payments found' });
    await expect(found.getByRole('link', { name: wrong.repayId ?? '' })).toBeVisible();
    await passesAxe(page);
    await found.getByRole('button', { name: /^Move/ }).click();
    await page.getByRole('textbox', { name: 'To order' }).fill(right.repayId ?? '');
    await page.getByRole('button', { name: 'Preview' }).click();
    await expect(page.getByRole('dialog').getByText('A payment was not yours')).toBeVisible();
    await propose(page, 'move ₹', 'The payer mistyped one digit.');
  });

  const { pathname } = new URL(page.url());
  await test.step('its maker cannot approve it', async () => {
    await expect(page.getByText('Someone else must approve your proposal.')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Approve/ })).toHaveCount(0);
    await passesAxe(page);
  });

  await test.step('the second asks about it, and the maker sees that and answers', () =>
    askAndAnswer(checker, page));

  await test.step('the second sees it, by keyboard alone; an order changed in between is shown, and judged again', async () => {
    await pressBoth(checker, 'g', 'a');

    const rows = checker.getByRole('grid', { name: 'Approvals' }).getByRole('row');
    await expect(rows).toHaveCount(2);
    await passesAxe(checker);
    await checker.keyboard.press('j');
    await expect(rows.nth(1)).toBeFocused();
    await checker.keyboard.press('Enter');
    await expect.poll(() => new URL(checker.url()).pathname).toBe(pathname);
    await expect(
      checker.getByRole('table', { name: 'Journals that will be posted' }),
    ).toContainText('Balanced');

    const collections = await Colleague.signIn(consoleUrl, 'collections');
    const waiver = { kind: 'waiver', repayId: right.repayId, amountPaise: 500 };
    const requestId = await collections.propose(waiver, 'A goodwill of five rupees.');

    await (await Colleague.signIn(consoleUrl, 'credit_officer')).approve(requestId);
    await checker.keyboard.press('a');
    await expect(checker.getByText('The effect has changed').first()).toBeVisible();
    await tabTo(checker, checker.getByRole('button', { name: 'Approve and move ₹' }));
    await checker.keyboard.press('Enter');
    await expect(toastOf(checker, 'Approved and done.')).toBeVisible();
  });

  await test.step('both orders show it', async () => {
    await page.goto(`/loans/${wrong.repayId}`);
    await expect(page.getByRole('grid', { name: 'Payments' }).getByText('Reversed')).toBeVisible();
    await passesAxe(page);
    await page.goto(`/loans/${right.repayId}`);
    await expect(page.getByRole('grid', { name: 'Payments' }).getByText('Posted')).toBeVisible();
  });
  await others.close();
  await checker.context().close();
});

test('a waiver and a payout that came back are proposed where they are seen', {
  tag: '@main',
}, async ({ page, context, installation, watch }) => {
  watch.allow(/status of (401|409)/);

  const { url, consoleUrl } = installation;
  const { repayId } = await jump(context, url, 'active');
  const checker = await Colleague.signIn(consoleUrl, 'payments', 'second');
  const creditOfficer = await Colleague.signIn(consoleUrl, 'credit_officer');

  await signInAs(page, 'Payments officer', '/loans');
  await expect(page.getByRole('heading', { name: 'Loans' })).toBeVisible();
  await passesAxe(page);
  await test.step('a waiver', async () => {
    await page.goto(`/loans/${repayId}`);
    await page.getByRole('button', { name: 'Waive an amount' }).click();
    await page.getByRole('textbox', { name: 'Amount' }).fill('200');
    await page.getByRole('button', { name: 'Preview' }).click();
    await propose(page, 'waive ₹200.00', 'Agreed with the borrower.');
    await approve(page, creditOfficer);
  });

  await test.step('the bank sent the payout back', async () => {
    await page.goto(`/loans/${repayId}`);
    await page.getByRole('button', { name: 'Record a returned payout' }).click();
    await propose(page, 'reverse the payout of ₹', 'The bank told us by letter.');
    await approve(page, checker);
    await page.goto(`/loans/${repayId}`);
    await expect(page.getByText('Payout failed').first()).toBeVisible();
  });
});

test('every part of money passes axe', async ({ page, watch }) => {
  watch.allow(/status of 401/);

  await signInAs(page, 'Payments officer', '/money');

  for (const tab of ['unclaimed', 'events', 'proofs', 'out', 'discrepancies', 'days', 'accounts']) {
    await page.goto(`/money?tab=${tab}`);
    await expect(
      page.getByRole('region', { name: 'Money' }).or(page.locator('main section')).first(),
    ).toBeVisible();
    await passesAxe(page);
  }
});

test('unclaimed funds are claimed for an order, the rest is refunded by payout, and others go back to their sender', async ({
  page,
  context,
  installation,
  watch,
}) => {
  watch.allow(/status of (401|409)/);

  const { url, consoleUrl } = installation;
  const { repayId } = await jump(context, url, 'active');
  const checker = await Colleague.signIn(consoleUrl, 'payments', 'second');

  await transferMoney(url, 6_789);
  await transferMoney(url, 432);
  // The statement of the day names what no event could be posted to.
  await moveDay(url);
  await signInAs(page, 'Payments officer', '/money');

  await test.step('claimed for an order, which owes less', async () => {
    await setBank(url, 'refunds', 'fail');

    const row = await findRow(page, '/money?tab=unclaimed', '6,789.00');
    await row.getByRole('button', { name: 'Assign to order' }).click();
    await page.getByRole('textbox', { name: 'To order' }).fill(repayId ?? '');
    await passesAxe(page);
    await page.getByRole('button', { name: 'Preview' }).click();
    await propose(page, 'post ₹6,789.00', 'The payer left out the number.');
    await approve(page, checker);
    await page.goto(`/loans/${repayId}`);
    await expect(page.getByRole('grid', { name: 'Payments' }).getByText('Posted')).toBeVisible();
  });

  await test.step('the provider cannot refund the rest: it is paid to the bank account', async () => {
    const row = await findRow(page, '/money?tab=out&out=refundsFailed', repayId ?? '');
    await passesAxe(page);
    await row.getByRole('button', { name: 'Pay to bank account' }).click();
    await propose(page, 'pay out ₹', 'The provider refused it twice.');
    await approve(page, checker);
    await page.goto('/money?tab=out&out=refundsFailed');
    await expect(page.getByRole('heading', { name: 'Refunds failed' })).toBeVisible();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await expect(row).toHaveCount(0);
  });

  await test.step('another payment goes back to its sender', async () => {
    await setBank(url, 'refunds', 'succeed');

    const row = await findRow(page, '/money?tab=unclaimed', '432.00');
    await row.getByRole('button', { name: 'Return to payer' }).click();
    // The refund's journal is posted once the provider has made it.
    await expect(page.getByRole('dialog').getByText(/posts no journal/)).toBeVisible();
    await sendProposal(page, 'return ₹432.00', 'The sender asked for it.');

    const title = page.getByRole('heading', {
      level: 1,
      name: 'Return of unclaimed funds: ₹432.00',
    });
    await expect(title).toBeVisible();
    await approve(page, checker);
    await expect(page.getByRole('region', { name: 'What was done' })).toContainText('₹432.00');
    await page.goto('/money?tab=unclaimed');
    await expect(row.getByRole('button')).toHaveCount(0);
  });
});
