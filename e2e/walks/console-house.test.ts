import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { DESK, enrol, openDesk, passesAxe, screensPassAxe, signInAs } from '../support/desk.ts';
import { inviteAdministrator, newTest, test } from '../support/installation.ts';
import { jump } from '../support/sandbox.ts';
import { toastOf } from '../support/toasts.ts';

test.use(DESK);
newTest.use(DESK);

async function invite(page: Page, name: string, role: string): Promise<void> {
  await page.goto('/staff');
  await page.getByRole('button', { name: 'Invite a colleague' }).click();

  const dialog = page.getByRole('dialog', { name: 'Invite a colleague' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog
    .getByRole('textbox', { name: 'Email' })
    .fill(`${name.split(' ')[0]?.toLowerCase()}@lender.example`);
  await dialog.getByRole('checkbox', { name: role }).check();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('joins the company today');
  await dialog.getByRole('button', { name: /^(Invite now|Send for approval)$/ }).click();
  await expect(dialog).toHaveCount(0);
}

async function linkFor(page: Page, name: string): Promise<string> {
  await page.goto('/staff');
  await page.getByRole('row', { name: new RegExp(name) }).click();
  await page.getByRole('button', { name: 'Create link' }).click();
  return (await page.getByRole('dialog').locator('code').textContent()) ?? '';
}

newTest(
  'two administrators give roles together, nobody to themselves, and a removed person is out at once',
  async ({ page, browser, installation, watch }) => {
    watch.allow(/status of 40[13]/);
    await enrol(page, inviteAdministrator(installation, 'Lata Menon', 'lata@lender.example'));
    await invite(page, 'Gita Reddy', 'Administrator');

    const second = await openDesk(browser, installation);
    await enrol(second, await linkFor(page, 'Gita Reddy'));
    await page.keyboard.press('Escape');
    await passesAxe(page);

    await invite(page, 'Farhan Ali', 'Payments officer');
    await page.goto('/staff');
    await expect(page.getByRole('row', { name: /Farhan Ali/ })).toHaveCount(0);
    await second.goto('/approvals');
    await second.getByRole('link', { name: /staff invitation/i }).click();
    await second.getByRole('button', { name: /^Approve/ }).click();
    await expect(toastOf(second, 'Approved and done.')).toBeVisible();

    const third = await openDesk(browser, installation);
    await enrol(third, await linkFor(page, 'Farhan Ali'));
    await page.keyboard.press('Escape');
    await page.getByRole('row', { name: /Lata Menon/ }).click();
    await expect(page.getByRole('heading', { name: 'Lata Menon' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Change roles' })).toHaveCount(0);
    await page.getByRole('row', { name: /Farhan Ali/ }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();

    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('left the company today');
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(toastOf(page, 'Farhan Ali was removed.')).toBeVisible();
    await third.goto('/access');
    await expect(third.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible();
  },
);

test('an accountant reads the trial balance of a day and exports a month with equal totals', async ({
  page,
  installation,
  watch,
}) => {
  watch.allow(/status of 401/);
  await jump(page.context(), installation.url, 'overdue');
  await signInAs(page, 'Accountant');
  await page.goto('/books');
  await expect(page.getByText('Debits and credits agree')).toBeVisible();
  await expect(page.getByRole('row', { name: /Loans: principal/ })).toContainText(/\d/);
  await passesAxe(page);

  for (const tab of ['Statements', 'Daybook', 'General ledger', 'Portfolio', 'Month-end close']) {
    await page.getByRole('link', { name: tab }).click();
    await expect(page.getByRole('link', { name: tab })).toHaveAttribute('aria-current', 'page');
    await passesAxe(page);
  }

  await page.getByRole('link', { name: 'Exports' }).click();
  await page.getByRole('button', { name: 'Create file' }).click();

  const row = page.getByRole('row', { name: /CSV/ });
  await expect(row.getByText('Ready')).toBeVisible();
  await passesAxe(page);

  const shown = await row.locator('td').allTextContents();
  const download = page.waitForEvent('download');

  await row.getByRole('button', { name: 'Download' }).click();

  const lines = readFileSync(await (await download).path(), 'utf8')
    .trim()
    .split('\r\n');
  const totals = lines.at(-1)?.split(',').slice(-2) ?? [];

  expect(totals[0]).toBe(totals[1]);
  expect(shown.map((text) => text.replaceAll(',', ''))).toEqual(expect.arrayContaining(totals));
  await expect(row.getByText('Downloaded')).toBeVisible();
});

newTest(
  'an auditor sees acts and verifies the chain; one altered row is found and named',
  async ({ page, installation, watch }) => {
    watch.allow(/status of 401/);
    await signInAs(page, 'Auditor');
    await page.goto('/audit');
    await expect(page.getByRole('row', { name: /Zoya Khan Signed in/ })).toBeVisible();
    await page.getByRole('button', { name: 'Verify the chain' }).click();
    await expect(page.getByText('The chain is intact')).toBeVisible();
    await passesAxe(page);
    await page.goto('/day');
    await expect(page.getByRole('row', { name: /^noren / })).toBeVisible();
    await passesAxe(page);
    await page.goto('/staff?tab=exclusions');
    await expect(
      page.getByRole('heading', { name: 'Administrators cannot move money' }),
    ).toBeVisible();
    await passesAxe(page);
    await screensPassAxe(page, [
      ...['closes', 'faults', 'checks', 'jobs', 'jobs&list=failed'].map((tab) => `/day?tab=${tab}`),
      ...['/approvals', '/approvals?list=history', '/staff?tab=access'],
    ]);
    alterFirstAct(installation.ownerUrl);
    await page.goto('/audit');
    await page.getByRole('button', { name: 'Verify the chain' }).click();
    await expect(
      page.getByText('The chain breaks at row 1: its content was altered.'),
    ).toBeVisible();

    const command = fileURLToPath(new URL('../../tools/server-command.mjs', import.meta.url));
    const env = { ...process.env, DATABASE_URL: installation.databaseUrl };
    const verified = spawnSync(process.execPath, [command, 'verify'], { env, encoding: 'utf8' });

    expect(verified.status).toBe(1);
    expect(verified.stdout).toContain('staff audit chain: row 1: its content was altered');
  },
);

/** What somebody with the database's password could do. The driver is the server's. */
function alterFirstAct(url: string): void {
  const code = `import pg from 'pg';
    const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
    await client.connect();
    await client.query('alter table staff_audit disable trigger user');
    await client.query("update staff_audit set action = 'nothing' where seq = 1");
    await client.end();`;
  const cwd = fileURLToPath(new URL('../../server', import.meta.url));
  const env = { ...process.env, DATABASE_URL: url };
  const done = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    cwd,
    env,
    encoding: 'utf8',
  });

  expect(done.stderr).toBe('');
}
