import { CALLS } from '@noren/contract/index';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readIdentity } from '../certification/store.ts';
import { sweepOld } from '../sweep.ts';
import { acceptance, bankOf, borrow, quote, runJobs, waitingJobs } from '../test/borrow.ts';
import { type GivenUser, given, granted } from '../test/given.ts';
import { startApp, type TestApp, type TestClient } from '../test/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  app.advance(25 * 3_600_000);
  await bankOf(app).setBehaviour('accounts', 'own_name');
});

let count = 0;
/** An account nobody has; a magic beginning makes the sandbox's bank behave in one way. */
function someAccount(holderName: string, begins = '50300001') {
  count += 1;
  const accountNo = `${begins}${String(count).padStart(6, '0')}`;
  return { bankCode: 'HDFC', ifsc: 'HDFC0000001', accountNo, holderName };
}
type Account = ReturnType<typeof someAccount>;
const save = (client: TestClient, account: Account) =>
  client.send(CALLS.saveAccount, { body: { ...account, accountNoAgain: account.accountNo } });
const check = (client: TestClient, body: Account) => client.send(CALLS.preCheckAccount, { body });
const viewed = async (client: TestClient) => granted(await client.send(CALLS.viewAccount, {})).account;
const refused = (reason: string) => ({ code: 409, data: { reason } });
/** Questions the bank was asked, and so paid for. */
async function countAsked(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from sandbox_validations`.execute(app.deps.db);
  return rows[0]?.n ?? 0;
}
async function someone(bizStatus: 50 | 60 = 50): Promise<GivenUser & { name: string }> {
  const who = await given.user(app, { bizStatus });
  const identity = await readIdentity(app.deps.db, app.deps.crypto, who.userId);
  return { ...who, name: identity?.name ?? 'nobody' };
}
const masked = (name: string) => name.toUpperCase().replace(/(\p{L})\S*/gu, '$1****');

test.each([
  ['own_name', { isUsable: true, problem: null, checked: true, nameMatch: 'match' }],
  ['other_name', { isUsable: true, problem: 'name_differs', checked: true, nameMatch: 'mismatch' }],
  ['initials', { isUsable: true, problem: 'name_differs', checked: true, nameMatch: 'mismatch' }],
  ['closed', { isUsable: false, problem: 'account_invalid', checked: true, nameMatch: null }],
  ['answers_later', { isUsable: true, problem: null, checked: false, nameMatch: 'match' }],
  ['no_answer', { isUsable: true, problem: null, checked: false, nameMatch: 'match' }],
  ['down', { isUsable: true, problem: null, checked: false, nameMatch: 'match' }],
] as const)('the bank that answers %s is told before saving', async (does, found) => {
  const { client, name } = await someone();
  await bankOf(app).setBehaviour('accounts', does);
  expect(granted(await check(client, someAccount(name)))).toMatchObject(found);
});

test.each([
  ['99999001', 'name_differs', 'Z**** S****'],
  ['99999002', 'name_differs', null],
  ['99999003', 'account_invalid', null],
  ['99999004', null, null],
  ['99999005', null, null],
  ['99999006', null, null],
] as const)('accounts that begin with %s behave so by themselves: %s', async (begins, problem, nameAtBank) => {
  const { client, name } = await someone();
  const found = granted(await check(client, someAccount(name, begins)));
  expect(found.problem).toBe(problem);
  if (begins === '99999002') expect(found.nameAtBank).toBe(name.toUpperCase().replace(/(\p{L})\S*/gu, '$1'));
  else expect(found.nameAtBank).toBe(nameAtBank);
});

test('the name the bank has is shown masked and kept encrypted', async () => {
  const { client, name, userId } = await someone();
  expect(granted(await check(client, someAccount(name))).nameAtBank).toBe(masked(name));
  const { rows } = await sql<{ text: string }>`
    select v::text as text from account_validations v where user_id = ${userId}`.execute(app.deps.db);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.text).not.toContain(Buffer.from(name.toUpperCase()).toString('hex'));
});

test('one account is asked about once a day, however often and by however many requests at once', async () => {
  const { client, name, phone } = await someone();
  const account = someAccount(name);
  const before = await countAsked();
  await Promise.all(Array.from({ length: 5 }, () => check(client, account)));
  granted(await check(client, account));
  granted(await save(client, account));
  expect((await countAsked()) - before).toBe(1);
  app.advance(24 * 3_600_000 + 1);
  granted(await client.send(CALLS.sendFirstConfirmation, {}));
  const otpCode = await given.newestCode(app, phone);
  granted(await client.send(CALLS.checkFirstConfirmation, { body: { otpCode } }));
  granted(await check(client, account));
  expect((await countAsked()) - before).toBe(2);
});

test('a user asks about six accounts a day; then the wait is told in hours', async () => {
  const { client, name } = await someone();
  for (let i = 0; i < 6; i++) granted(await check(client, someAccount(name)));
  const seventh = await check(client, someAccount(name));
  expect([seventh.code, seventh.msg]).toEqual([429, expect.stringContaining('24 hours')]);
  expect((await save(client, someAccount(name))).code).toBe(429);
});

test('an account the bank says is closed is not saved, with or without a check before', async () => {
  const { client, name } = await someone();
  expect(await save(client, someAccount(name, '99999003'))).toMatchObject(refused('account_invalid'));
  expect(await viewed(client)).toBeNull();
});

test('a holder typed wrong is corrected without asking the bank again', async () => {
  const { client, name } = await someone();
  const account = someAccount(name);
  expect(granted(await check(client, { ...account, holderName: 'Zzyx Qwrt' }))).toMatchObject({
    nameMatch: 'mismatch',
  });
  expect(granted(await check(client, account))).toMatchObject({ nameMatch: 'match', problem: null });
});

test('somebody else’s account goes to review as a first one, and is no change', async () => {
  const first = await someone();
  expect(granted(await save(first.client, someAccount(first.name, '99999001')))).toEqual({
    bizStatus: 60,
    nameMatch: 'mismatch',
  });
  await runJobs(app);
  expect(granted(await first.client.send(CALLS.creditInfo, {})).state).toBe('review');
  const later = await someone(60);
  const account = someAccount(later.name, '99999001');
  expect(granted(await check(later.client, account))).toMatchObject({ isUsable: false, problem: 'name_differs' });
  expect(await save(later.client, account)).toMatchObject(refused('name_differs'));
});

const standing = async (client: TestClient) => (await viewed(client))?.standing;
async function applyNow(who: GivenUser) {
  return who.client.send(CALLS.applyLoan, { body: acceptance(await quote(who)) });
}

test.each(['99999004', '99999005'])(
  'an account %s the bank is still to answer for is saved, asked about again, and paid to only then',
  async (begins) => {
    const who = await someone(60);
    const before = await countAsked();
    granted(await save(who.client, someAccount(who.name, begins)));
    expect(await standing(who.client)).toBe('waiting');
    expect(await waitingJobs(app)).toContain('validate-account');
    expect(await applyNow(who)).toMatchObject(refused('account'));
    app.advance(21_000);
    await runJobs(app, { delayed: true });
    expect(await standing(who.client)).toBe('confirmed');
    expect((await countAsked()) - before).toBe(1);
    expect((await applyNow(who)).code).toBe(200);
  },
);

test('a bank that is down is asked again until it answers; the sweep finds an account whose job was lost', async () => {
  const who = await someone(60);
  await bankOf(app).setBehaviour('accounts', 'down');
  granted(await save(who.client, someAccount(who.name)));
  await runJobs(app, { delayed: true });
  expect(await standing(who.client)).toBe('waiting');
  expect(await waitingJobs(app)).toContain('validate-account');
  await sql`delete from graphile_worker._private_jobs`.execute(app.deps.db);
  await bankOf(app).setBehaviour('accounts', 'own_name');
  app.advance(31 * 60_000);
  await sweepOld(app.deps);
  await runJobs(app, { delayed: true });
  expect(await standing(who.client)).toBe('confirmed');
});

test.each([
  ['closed', 'refused'],
  ['other_name', 'confirmed'],
] as const)('an answer %s that comes after saving keeps money back, and another account mends it', async (does, is) => {
  const who = await someone(60);
  await bankOf(app).setBehaviour('accounts', 'down');
  granted(await save(who.client, someAccount(who.name)));
  await bankOf(app).setBehaviour('accounts', does);
  await runJobs(app, { delayed: true });
  expect(await standing(who.client)).toBe(is);
  expect(await applyNow(who)).toMatchObject(refused('account'));
  await bankOf(app).setBehaviour('accounts', 'own_name');
  granted(await save(who.client, someAccount(who.name)));
  expect((await applyNow(who)).code).toBe(200);
});

test('a failed payout is not sent again to an account the bank has yet to confirm', async () => {
  const who = await someone(60);
  await bankOf(app).setBehaviour('payouts', 'fail');
  const repayId = await borrow(app, who);
  await bankOf(app).setBehaviour('payouts', 'succeed');
  await bankOf(app).setBehaviour('accounts', 'down');
  granted(await save(who.client, someAccount(who.name)));
  const again = () => who.client.send(CALLS.failBorrowHandler, { query: { repayId, action: 'retry' }, body: {} });
  expect(await again()).toMatchObject(refused('account'));
  await bankOf(app).setBehaviour('accounts', 'own_name');
  await runJobs(app, { delayed: true });
  expect(granted(await again()).borrowStatus).toBe(40);
});

test('what the owner tells of a checked account is joined when it is saved, and may be corrected', async () => {
  const { client, name } = await someone();
  const account = someAccount(name);
  const tell = (accountType: 1 | 2, accountNo = account.accountNo) =>
    client.send(CALLS.saveAccountDetails, { body: { accountType, accountNo, isSalaryAccount: true } });
  expect(await tell(1)).toMatchObject(refused('unknown_account'));
  granted(await check(client, account));
  granted(await tell(1, ` ${account.accountNo} `));
  granted(await save(client, account));
  expect(await viewed(client)).toMatchObject({ accountType: 1, isSalaryAccount: true });
  granted(await tell(2));
  expect(await viewed(client)).toMatchObject({ accountType: 2 });
});

test('nobody is told of an account by another user’s check', async () => {
  const [one, two] = [await someone(), await someone()];
  const account = someAccount(one.name);
  granted(await check(one.client, account));
  const body = { accountType: 1, accountNo: account.accountNo, isSalaryAccount: false } as const;
  expect(await two.client.send(CALLS.saveAccountDetails, { body })).toMatchObject(refused('unknown_account'));
});

test.each([10, 20, 30, 40] as const)('the bank is asked about nothing at status %i', async (bizStatus) => {
  const { client } = await given.user(app, { bizStatus });
  const before = await countAsked();
  expect(await check(client, someAccount('Asha Rao'))).toMatchObject(refused('step'));
  expect(await save(client, someAccount('Asha Rao'))).toMatchObject(refused('step'));
  expect(await countAsked()).toBe(before);
});

test('a check asks for a code where saving would', async () => {
  const { client, userId, name } = await someone();
  await app.deps.db.updateTable('sessions').set({ assurance: 'link' }).where('user_id', '=', userId).execute();
  expect((await check(client, someAccount(name))).code).toBe(316);
  const certified = await someone(60);
  app.advance(31 * 60_000);
  expect((await check(certified.client, someAccount(certified.name))).code).toBe(316);
});
