import { expect, type Locator, type Page } from '@playwright/test';
import { inventPerson, type JourneyPoint, jump, readCode } from '../support/sandbox.ts';
import { agree } from '../support/scenario.ts';
import { textsIn } from '../support/texts.ts';
import { test } from '../support/watch.ts';

const textOf = textsIn('en');

/** All that the browser stores for the app and scripts can read, as text. */
function readStorage(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const found: unknown[] = [
      { ...sessionStorage },
      { ...localStorage },
      document.cookie,
      history.state,
      location.href,
    ];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        found.push(request.url, await (await cache.match(request, { ignoreVary: true }))?.text());
    }

    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });

    for (const { name = '' } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name));
      for (const store of database.objectStoreNames)
        found.push(await done(database.transaction(store).objectStore(store).getAll()));
      database.close();
    }

    return JSON.stringify(found);
  });
}

const encrypted = (page: Page, form: string) =>
  page.evaluate((key) => sessionStorage.getItem(key), `noren.encrypted-draft.${form}`);

async function isStored(page: Page, form: string): Promise<void> {
  await expect.poll(() => encrypted(page, form)).toMatch(/^[\w-]{40,}$/);
}

/** Fills a field and waits until the draft with its text is stored: no two are encrypted alike. */
async function fillAndStore(field: Locator, text: string, form: string): Promise<void> {
  const before = await encrypted(field.page(), form);
  await field.fill(text);
  await expect.poll(() => encrypted(field.page(), form)).not.toBe(before);
  await isStored(field.page(), form);
}

async function expectNotStored(page: Page, texts: readonly string[]): Promise<void> {
  const storage = await readStorage(page);
  for (const text of texts) expect(storage, text).not.toContain(text);
}

test('the phone typed before signing in is stored only encrypted, and a reload keeps it and the code screen', async ({
  page,
  baseURL,
}) => {
  const url = baseURL ?? '';
  const { phone } = await inventPerson(url);
  const keys: string[] = [];

  page.on('request', (request) => request.url().endsWith('/draftKey') && keys.push(request.url()));
  await page.goto('/#/login');

  const field = page.getByLabel(textOf('login.phone_label'));
  await expect(page.locator('[data-shell]')).toHaveCount(0);
  expect(keys).toEqual([]);
  await field.fill(phone);
  await isStored(page, 'login');
  await expectNotStored(page, [phone]);
  await page.reload();
  await expect(field).toHaveValue(phone);
  expect(keys).toHaveLength(2);
  await page.getByRole('button', { name: textOf('login.send_code') }).click();

  const code = page.getByLabel(textOf('login.code_label'));
  await expect(code).toBeVisible();
  await expectNotStored(page, [phone]);
  await page.reload();
  await expect(code).toBeVisible();
  await expect(page.getByText(`+91 ${phone.slice(0, 5)} ${phone.slice(5)}`)).toBeVisible();
  await expectNotStored(page, [phone]);
  await page.getByRole('checkbox').check();
  await code.fill(await readCode(url, phone));
  await expect(page.getByRole('heading', { name: textOf('certification.title') })).toBeVisible();
  expect(await encrypted(page, 'login')).toBeNull();
});

interface Form {
  point: JourneyPoint;
  path: string;
  /** Name of the draft. */
  draft: string;
  consent?: 'personal_information' | 'contacts' | 'bank_account';
  /** By the id of the label's text. */
  fields: Record<string, string>;
  /** Never stored, not even encrypted: empty after a reload. */
  inMemoryOnly?: Record<string, string>;
}

const FORMS: Form[] = [
  {
    point: 'personal',
    path: '/facial-auth/step-two',
    draft: 'personal',
    consent: 'personal_information',
    fields: { 'certification.email': 'ramesh.rao@example.in' },
  },
  {
    point: 'contacts',
    path: '/facial-auth/step-three',
    draft: 'contacts',
    consent: 'contacts',
    fields: {
      'certification.contact_name': 'Ramesh Rao',
      'certification.contact_phone': '9876501234',
    },
  },
  {
    point: 'bank',
    path: '/facial-auth/step-four',
    draft: 'bank',
    consent: 'bank_account',
    fields: { 'bank.ifsc': 'HDFC0000001', 'bank.holder': 'Ramesh Rao' },
    inMemoryOnly: { 'bank.account': '501234567890' },
  },
  {
    point: 'limit',
    path: '/feedback',
    draft: 'feedback',
    fields: { 'feedback.text': 'My uncle Ramesh paid twice' },
  },
  {
    point: 'limit',
    path: '/data/nominee',
    draft: 'nominee',
    fields: {},
    inMemoryOnly: { 'data.nominee_name': 'Ramesh Rao' },
  },
];

for (const { point, path, draft, consent, fields, inMemoryOnly = {} } of FORMS)
  test(`what is typed at ${path} is in no storage readable, and a reload restores it`, async ({
    page,
    context,
    baseURL,
  }) => {
    await jump(context, baseURL ?? '', point);
    await page.goto(`/#${path}`);
    if (consent) await agree(page, consent);

    const field = (id: string) => page.getByLabel(textOf(id), { exact: true }).first();
    for (const [id, text] of Object.entries(fields)) await fillAndStore(field(id), text, draft);
    for (const [id, text] of Object.entries(inMemoryOnly)) await field(id).fill(text);
    await expectNotStored(page, Object.values({ ...fields, ...inMemoryOnly }));
    await page.reload();
    for (const [id, text] of Object.entries(fields)) await expect(field(id)).toHaveValue(text);
    for (const id of Object.keys(inMemoryOnly)) await expect(field(id)).toHaveValue('');
    await expectNotStored(page, Object.values(fields));
  });

test('a correction is typed into memory only', async ({ page, context, baseURL }) => {
  await jump(context, baseURL ?? '', 'limit');
  await page.goto('/#/data/details');
  await page.getByRole('button', { name: new RegExp(`^${textOf('certification.email')}`) }).click();

  const field = page
    .getByRole('dialog', { name: textOf('certification.email') })
    .getByRole('textbox');
  await field.fill('ramesh.rao@example.in');
  await expectNotStored(page, ['ramesh.rao@example.in']);
});

test('without the key nothing is stored and nothing is lost in the page; what is typed is stored once it comes', async ({
  page,
  context,
  baseURL,
  watch,
}) => {
  watch.allow(/ERR_FAILED|Failed to load resource/);
  await jump(context, baseURL ?? '', 'limit');
  await page.route('**/draftKey', (route) => route.abort());
  await page.goto('/#/feedback');

  const field = page.getByLabel(textOf('feedback.text'));
  const lost = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/draftKey'));

  await field.fill('My uncle Ramesh paid twice');
  await lost;
  await expect(field).toHaveValue('My uncle Ramesh paid twice');
  expect(await encrypted(page, 'feedback')).toBeNull();
  await expectNotStored(page, ['Ramesh']);
  await page.unroute('**/draftKey');
  await isStored(page, 'feedback');
});

test('text typed before a slow key has come is kept, and the other fields are restored', async ({
  page,
  context,
  baseURL,
}) => {
  await jump(context, baseURL ?? '', 'contacts');
  await page.goto('/#/facial-auth/step-three');
  await agree(page, 'contacts');

  const name = page.getByLabel(textOf('certification.contact_name')).first();
  const phone = page.getByLabel(textOf('certification.contact_phone')).first();

  await fillAndStore(name, 'Ramesh Rao', 'contacts');
  await fillAndStore(phone, '9876501234', 'contacts');

  const gate = Promise.withResolvers<void>();
  await page.route('**/draftKey', async (route) => {
    await gate.promise;
    await route.continue();
  });
  await page.reload();
  await name.fill('Meera');
  await expect(phone).toHaveValue('');
  gate.resolve();
  await expect(phone).toHaveValue('9876501234');
  await expect(name).toHaveValue('Meera');
});

test('a draft of another key is dropped without an error, and signing out deletes drafts and the key', async ({
  page,
  context,
  baseURL,
}) => {
  await jump(context, baseURL ?? '', 'limit');

  const keyCookie = async () =>
    (await context.cookies()).find(({ name }) => name === '__Host-noren-drafts');
  await page.goto('/#/feedback');

  const field = page.getByLabel(textOf('feedback.text'));
  await field.fill('My uncle Ramesh paid twice');
  await isStored(page, 'feedback');

  const first = await keyCookie();
  expect(first).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Strict', expires: -1 });
  await context.clearCookies({ name: '__Host-noren-drafts' });
  await page.reload();
  await expect.poll(() => encrypted(page, 'feedback')).toBeNull();
  await expect(field).toHaveValue('');
  await field.fill('Another text');
  await isStored(page, 'feedback');
  expect((await keyCookie())?.value).not.toBe(first?.value);
  await page.goto('/#/user');
  await page.getByRole('button', { name: textOf('account.log_out') }).click();
  await expect.poll(() => encrypted(page, 'feedback')).toBeNull();
  expect(await keyCookie()).toBeUndefined();
});
