import { CALLS } from '@noren/contract/index';
import { STAFF_CALLS } from '@noren/contract/staff/index';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSandbox, type TestSandbox } from '../../testing/start-sandbox.ts';

let sandbox: TestSandbox;

beforeAll(async () => {
  sandbox = await startSandbox();
});

afterAll(() => sandbox.stop());

const readPage = async (path: string): Promise<string> => (await sandbox.get(path)).text();

test('the list has every call of the app and of the console, and each entry leads to its page', async () => {
  const list = await readPage('/sandbox/api');
  const listed = [...list.matchAll(/href="\/sandbox\/api\/([\w.]+)"/g)].map(([, name]) => name);
  const staff = Object.keys(STAFF_CALLS).map((name) => `staff.${name}`);

  expect(listed.toSorted()).toEqual([...Object.keys(CALLS), ...staff].toSorted());

  for (const name of ['applyLoan', 'addPasskey', 'staff.addPasskey', 'staff.reviewPicture'])
    expect((await sandbox.get(`/sandbox/api/${name}`)).status).toBe(200);
});

test('a call’s page says who may make it, what it takes and what it answers', async () => {
  const page = await readPage('/sandbox/api/staff.moneyUnclaimed');
  for (const words of [
    'GET /staff/money/unclaimed',
    'staff, with the permission',
    'money.read',
    'amountPaise',
  ])
    expect(page).toContain(words);
  // What is described once for all calls is shown here too.
  expect(page).not.toContain('$ref');
});

test('a call that does not exist has no page', async () => {
  expect((await sandbox.get('/sandbox/api/nothing')).status).toBe(404);
});

test('the document itself is served', async () => {
  const document = JSON.parse(await readPage('/sandbox/openapi.json'));
  expect(document.openapi).toBe('3.1.0');
});
