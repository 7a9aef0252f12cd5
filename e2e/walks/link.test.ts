import { expect, type Page } from '@playwright/test';
import { confirmMagicLink, openMagicLink } from '../support/magic-link.ts';
import { test as newTest } from '../support/new-app.ts';
import { type JourneyPoint, jump, makeLink, messagesTo, readCode } from '../support/sandbox.ts';
import { textsIn } from '../support/texts.ts';
import { noteToasts, toastOf } from '../support/toasts.ts';
import { pressAgain, settle, test } from '../support/watch.ts';

const textOf = textsIn('en');

async function expectPath(page: Page, path: string): Promise<void> {
  await expect.poll(() => new URL(page.url()).hash.split('?')[0]).toBe(`#${path}`);
}

/**
 * Opens the magic link of a user at a point of the journey, on a device where nobody is signed in.
 */
async function openByLink(page: Page, url: string, point: JourneyPoint): Promise<string> {
  const { phone } = await jump(page.context(), url, point);
  const link = await makeLink(url, phone);

  await page.context().clearCookies();
  await openMagicLink(page, link, textOf);

  return phone;
}

async function enterCode(page: Page, url: string, phone: string, count = 1): Promise<void> {
  await expect(page.getByRole('heading', { name: textOf('confirm.title') })).toBeVisible();
  await page.getByLabel(textOf('login.code_label')).fill(await readCode(url, phone, count));
}

/** Once the code is sent that a code screen asks for when it opens. */
const nextCode = (page: Page) =>
  page.waitForResponse((response) => response.url().includes('/api/user/telecom/fotp'));

const ENDS: [JourneyPoint, string][] = [
  ['identity', '/facial-auth/step-one'],
  ['personal', '/facial-auth/step-two'],
  ['contacts', '/facial-auth/step-three'],
  ['limit', '/home'],
];

for (const [point, end] of ENDS) {
  test(`a link leads a user at "${point}" to their screen, and its token is removed from the address`, async ({
    page,
    baseURL,
  }) => {
    await openByLink(page, baseURL ?? '', point);
    await expectPath(page, end);
    await settle(page);
    await expectPath(page, end);
    expect(page.url()).not.toContain('openToken');
  });
}

test('the account that a link opened is named, also after a reload, and is left in one tap', async ({
  page,
  context,
  baseURL,
}) => {
  const url = baseURL ?? '';
  const { phone } = await jump(context, url, 'personal');
  const link = await makeLink(url, phone);

  await context.clearCookies();
  // The requests of a link scanner or a preview do not use the link up.
  for (const method of ['GET', 'HEAD'])
    expect((await context.request.fetch(link, { method })).ok()).toBe(true);

  await page.goto(link);
  await expectPath(page, '/facial-auth/step-two');

  const named = page.getByText(textOf('login.link_signed_in', { phone: masked(phone) }));
  await expect(named).toBeVisible();
  await page.reload();
  await expect(named).toBeVisible();

  await page.getByRole('button', { name: textOf('login.link_not_mine') }).click();
  await expectPath(page, '/login');
  await expect(named).toBeHidden();
  await page.goto('/#/user');
  await expectPath(page, '/noren');
});

const masked = (phone: string): string => `${phone.slice(0, 2)}•••••${phone.slice(-3)}`;

test('a link that was already used leads to the code for its number', async ({
  page,
  context,
  baseURL,
  browser,
}) => {
  const url = baseURL ?? '';
  const { phone } = await jump(context, url, 'personal');
  const link = await makeLink(url, phone);
  const fresh = await browser.newContext({ baseURL: url });
  await noteToasts(fresh);
  const phonePage = await fresh.newPage();

  await openMagicLink(phonePage, link, textOf);
  await expectPath(phonePage, '/facial-auth/step-two');

  // Opened again on the device it signed in: continues, and shows who is signed in.
  await phonePage.goto(`/sandbox`);
  await phonePage.goto(link);
  await expectPath(phonePage, '/facial-auth/step-two');
  await expect(
    toastOf(phonePage, textOf('login.link_still_in', { phone: masked(phone) })),
  ).toBeVisible();
  await fresh.close();

  // Opened on another device, it asks for a code.
  await context.clearCookies();
  await page.goto(link);
  await expectPath(page, '/login');
  await expect(page.getByText(textOf('login.link_used'))).toBeVisible();
  await expect(page.getByText(`+91 ${masked(phone)}`)).toBeVisible();
  expect(page.url()).not.toContain('openToken');
  await page.getByRole('checkbox').check();
  await page.getByLabel(textOf('login.code_label')).fill(await readCode(url, phone));
  await expectPath(page, '/facial-auth/step-two');
});

test('a link opened twice at once signs in once, and the other phone gets a code', async ({
  context,
  baseURL,
  browser,
}) => {
  const url = baseURL ?? '';
  const { phone } = await jump(context, url, 'personal');
  const link = await makeLink(url, phone);
  const contexts = await Promise.all([0, 1].map(() => browser.newContext({ baseURL: url })));
  const pages = await Promise.all(contexts.map((one) => one.newPage()));

  await Promise.all(pages.map((one) => one.goto(link)));

  const ends = () => pages.map((one) => new URL(one.url()).hash).sort();
  await expect.poll(ends).toEqual(['#/facial-auth/step-two', '#/login?link=code']);
  await Promise.all(contexts.map((one) => one.close()));
});

test('a link opened in two tabs at once signs both in, and no code is sent', async ({
  page,
  context,
  baseURL,
}) => {
  const url = baseURL ?? '';
  const { phone } = await jump(context, url, 'personal');
  const link = await makeLink(url, phone);

  await context.clearCookies();

  // The first tab's answer stays away until the second tab has opened the link as well.
  const isFirstAnswered = Promise.withResolvers<void>();
  const isSecondOpen = Promise.withResolvers<void>();
  await page.route('**/api/user/login/uniqueLogin', async (route) => {
    const response = await route.fetch();
    isFirstAnswered.resolve();
    await isSecondOpen.promise;
    await route.fulfill({ response });
  });
  await page.goto(link);
  await isFirstAnswered.promise;

  const second = await context.newPage();
  await second.goto(link);
  await expect(second.getByText(textOf('login.link_opening'))).toBeVisible();
  isSecondOpen.resolve();

  for (const tab of [page, second]) await expectPath(tab, '/facial-auth/step-two');
  expect((await messagesTo(url, phone)).flatMap(({ values }) => values.code ?? [])).toEqual([]);
});

test("another user's link asks first, then shows whose session this is now", async ({
  page,
  context,
  baseURL,
}) => {
  const url = baseURL ?? '';
  const { phone } = await jump(context, url, 'contacts');
  const link = await makeLink(url, phone);

  await jump(context, url, 'limit');
  await page.goto('/');
  await expectPath(page, '/home');
  await page.goto(link);
  await confirmMagicLink(page, textOf);

  const heading = page.getByRole('heading', {
    name: textOf('login.link_other', { phone: masked(phone) }),
  });
  await expect(heading).toBeVisible();
  await page.getByRole('link', { name: textOf('login.link_go_on') }).click();
  await expectPath(page, '/facial-auth/step-three');
});

// On an installation of their own: a code is sent twice where a minute passes between, and the walks
// together use up what their network address gets in an hour.
newTest(
  'a screen with saved data asks for a code once, and can be left',
  async ({ page, baseURL }) => {
    const url = baseURL ?? '';
    const phone = await openByLink(page, url, 'contacts');

    await expectPath(page, '/facial-auth/step-three');
    await page.goto('/#/identity-auth');

    const first = nextCode(page);
    await page.goto('/#/facial-auth/step-two');
    await expectPath(page, '/api-phone-check');
    await expect(page.getByRole('heading', { name: textOf('confirm.title') })).toBeVisible();
    await first;
    await page.goBack();
    await expectPath(page, '/identity-auth');
    await settle(page);
    await expectPath(page, '/identity-auth');

    // Another one is sent where the first is a minute old.
    const second = nextCode(page);
    await page.goto('/#/facial-auth/step-two');
    await expectPath(page, '/api-phone-check');
    await second;
    await enterCode(page, url, phone);
    await expectPath(page, '/facial-auth/step-two');
    await expect(page.getByLabel(textOf('certification.email'))).not.toHaveValue('');
  },
);

newTest(
  'accepting key facts after signing in by a link asks for a code and returns',
  async ({ page, baseURL }) => {
    const url = baseURL ?? '';
    const phone = await openByLink(page, url, 'limit');

    await expectPath(page, '/home');
    await page.getByRole('link', { name: 'Noren 7' }).click();
    await page.getByRole('button', { name: new RegExp(`^${textOf('loans.purpose')}`) }).click();
    await page.getByRole('option', { name: 'Medical', exact: true }).click();
    await page.getByRole('button', { name: textOf('loans.see_key_facts') }).click();

    const facts = page.getByRole('dialog', { name: textOf('kfs.title') });
    const accept = facts.getByRole('button', { name: /^Accept/ });
    const codeScreen = page.getByRole('heading', { name: textOf('confirm.title') });

    await facts.getByRole('checkbox').check();

    const first = nextCode(page);
    await accept.click();
    await expect(codeScreen).toBeVisible();
    await first;

    // Cancelling the code returns to the key facts statement as it was.
    await page.getByRole('button', { name: textOf('ui.back') }).click();
    await expectPath(page, '/loan');
    await expect(facts.getByRole('checkbox')).toBeChecked();

    // Another code is sent where the first is a minute old.
    const second = nextCode(page);
    await pressAgain(accept, codeScreen);
    await second;
    await enterCode(page, url, phone);
    await expectPath(page, '/loan');
    await expect(facts.getByRole('checkbox')).toBeChecked();
    await pressAgain(accept, page.getByRole('dialog', { name: textOf('loans.applied') }));
  },
);

test('a code required while the bank account is changed loses no typed text', async ({
  page,
  context,
  baseURL,
}) => {
  const url = baseURL ?? '';
  const { phone } = await jump(context, url, 'limit');

  await page.setViewportSize({ width: 360, height: 640 });

  // As if the code of this session were half an hour old.
  let isOld = true;
  await page.route('**/api/user/account/bankCodePreCheck', (route) =>
    isOld
      ? route.fulfill({ json: { code: 316, msg: 'Please confirm with a code first.', data: null } })
      : route.continue(),
  );
  await page.goto('/#/modify-bank-info');
  await page.getByRole('button', { name: new RegExp(`^${textOf('bank.bank')}`) }).click();

  const list = page.getByRole('dialog', { name: textOf('bank.choose') });
  await list.getByRole('searchbox').fill('hdfc');
  await list.getByRole('option', { name: /HDFC/ }).first().click();
  await page.getByLabel(textOf('bank.ifsc')).fill('HDFC0000001');
  await page.getByLabel(textOf('bank.account'), { exact: true }).fill('501234567890');
  await page.getByLabel(textOf('bank.again')).fill('501234567890');
  await page.getByRole('radio').first().check();

  const again = page.getByLabel(textOf('bank.again'));
  const check = page.getByRole('button', { name: textOf('bank.check') });

  await check.click();
  await expectPath(page, '/api-phone-check');
  expect(
    await page.evaluate(() =>
      JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie]),
    ),
  ).not.toContain('501234567890');

  isOld = false;
  await enterCode(page, url, phone);
  await expectPath(page, '/modify-bank-info');
  await expect(again).toHaveValue('501234567890');
  await expect(page.getByLabel(textOf('bank.account'), { exact: true })).toHaveValue(
    '501234567890',
  );
  await expect(page.getByLabel(textOf('bank.ifsc'))).toHaveValue('HDFC0000001');
  // The interrupted action is offered again and not repeated by itself.
  await expect(check).toBeVisible();
});
