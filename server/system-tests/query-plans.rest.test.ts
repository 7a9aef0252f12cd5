import { randomInt } from 'node:crypto';
import { CALLS } from '@noren/contract/index';
import { rupees } from '@noren/core/money/money';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { queuePayouts } from '../src/lending/orders/payout-store.ts';
import { planDebits } from '../src/lending/payments/autopay/plan-debits.ts';
import { toPgQuery } from '../src/platform/db/statements.ts';
import { TABLE_PLACEMENT } from '../src/platform/db/table-placement.ts';
import { closeMissedDays } from '../src/processes/close-of-day/close-of-day.ts';
import { giveRenewalReminders } from '../src/processes/close-of-day/give-renewal-reminders.ts';
import { expireQuotes, sweep } from '../src/schedule/sweep.ts';
import {
  anActiveLoan,
  anAppliedLoan,
  aPaymentEvent,
  readCredit,
  readEntries,
  readRepayDetail,
  runJobs,
  sendWebhook,
  startFullPayment,
  viewPayment,
} from '../src/testing/loans.ts';
import { aPicture } from '../src/testing/picture.ts';
import { READS_OF_ALL } from '../src/testing/reads-of-all.ts';
import { recordStatements, type Statement } from '../src/testing/record-statements.ts';
import { sendSamples } from '../src/testing/send-samples.ts';
import { makeStaffRows, readStaffLists, sumForLists } from '../src/testing/staff-lists.ts';
import { startApp, type TestApp } from '../src/testing/start-app.ts';
import { aSignedInUser, type SignedInUser, signIn, successData } from '../src/testing/users.ts';

/**
 * The row count of each growing table as the planner sees it; values are distributed as in the
 * sample rows.
 */
const ROWS = 1_000_000;
/** Tables that do not grow with users. */
const FIXED =
  /^(product_versions|staff|staff_roles|staff_sessions|work_claims|self_check_.*|backups|coupon_campaigns|ledger_totals.*|portfolio_days|quarter_rates|closed_days|installation|lending_stop|scorecard_versions|staff_audit_head|security_events|payout_balances|provider_reconciliations|kysely_migration.*|sandbox_.*)$/;
const BORROWERS = 12;
/** Below the planner's cost of a row of a table or index that is scanned. */
const COST_OF_A_ROW = 0.002;

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Total Cost': number;
  'Index Cond'?: string;
  'Recheck Cond'?: string;
  Filter?: string;
  'Hash Cond'?: string;
  'Merge Cond'?: string;
  'Join Filter'?: string;
  Plans?: Plan[];
}

let app: TestApp;
let sent: Statement[];
/** What of it borrowers' calls, their payments and the jobs of these send. */
let sentForOne: Statement[];
/** What a sample of every declared call sends, refused ones included. */
let sentBySamples: Statement[];
/** What the lists of the console send. */
let sentByStaff: Statement[];
let db: pg.Client;
/** Growing tables that have rows here: an empty one cannot be checked. */
let growing: string[];
/** Indexes over a few rows of a table, such as those that wait for somebody. */
let waiting: ReadonlySet<string>;

beforeAll(async () => {
  const recorder = recordStatements();
  try {
    app = await startApp();
    await haveBorrowers();
    recorder.take();
    await liveWith(await signIn(app), await aSignedInUser(app));
    sentForOne = recorder.take();
    await closeMissedDays(app.deps);
    await queuePayouts(app.deps.db);
    await sweep({ ...app.deps, asksPanRegister: true });
    await expireQuotes(app.deps);
    await planDebits(app.deps);
    await giveRenewalReminders(app.deps);
    sent = [...sentForOne, ...recorder.take()];
    await makeStaffRows(app);
    await sumForLists(app);

    const order = await app.deps.db
      .selectFrom('orders')
      .select(['userId', 'repayId'])
      .executeTakeFirstOrThrow();
    recorder.take();
    await readStaffLists(app, { user: order.userId, repayId: order.repayId });
    sentByStaff = recorder.take();

    // In another database: their few rows would be all that the planner knows of some tables here.
    const sampled = await startApp();
    const who = await aSignedInUser(sampled);
    const repayId = await anActiveLoan(sampled, who, { rupees: 5_000 });

    recorder.take();
    await sendSamples(who, repayId).finally(sampled.stop);
    sentBySamples = recorder.take();
  } finally {
    recorder.stop();
  }

  db = new pg.Client({ connectionString: app.deps.config.DATABASE_URL });
  await db.connect();
  growing = await pretendRows();
  waiting = await partialIndexes();
});

afterAll(async () => {
  await db?.end();
  await app?.stop();
});

/**
 * Loans in several states, most of them closed, so that rare states are rare in the statistics too.
 */
async function haveBorrowers(): Promise<void> {
  for (let index = 0; index < BORROWERS; index += 1) {
    const who = await aSignedInUser(app);
    const repayId = await anActiveLoan(app, who, { rupees: 5_000 });

    if (index % 4 === 0) continue;

    const { code, amountPaise } = await startFullPayment(who, repayId);
    await sendWebhook(app, aPaymentEvent(app, code, amountPaise));
    await runJobs(app);
  }

  // Codes sent at several times: from a single one the planner could not estimate their age.
  for (let index = 0; index < 4; index += 1) {
    await signIn(app);
    app.advance(60_000);
  }

  // The first close also looks for the first day to close; self-checks scan everything.
  app.moveDays(1);
  await closeMissedDays(app.deps);
  await runJobs(app);
  app.moveDays(1);
}

/** Each frequent call of a borrower, once. */
async function liveWith(fresh: SignedInUser, who: SignedInUser): Promise<void> {
  await fresh.client.send(CALLS.userStatus, {});
  await readCredit(who);
  successData(await who.client.send(CALLS.productList, { params: { param: 'home' } }));

  const repayId = await anAppliedLoan(who, { rupees: 5_000 });
  await runJobs(app);
  successData(await who.client.send(CALLS.billList, { query: { borrowType: '0' } }));
  successData(await who.client.send(CALLS.borrowStatus, {}));
  successData(await who.client.send(CALLS.billDetail, { params: { repayId } }));
  await readRepayDetail(who, repayId);
  await readEntries(who, repayId);

  const { code, amountPaise } = await startFullPayment(who, repayId);
  await viewPayment(app, code);
  await proveRepayment(who, repayId);
  // An overpayment, which is refunded.
  await sendWebhook(app, aPaymentEvent(app, code, amountPaise + rupees(10)));
  await runJobs(app);
}

async function proveRepayment(who: SignedInUser, repayId: string): Promise<void> {
  const file = await aPicture();
  const utr = `SBIN${randomInt(10 ** 11, 10 ** 12)}`;
  const body = {
    repayId,
    utr,
    amountPaise: rupees(500),
    paidOn: app.deps.today(),
    channel: 'bank_transfer' as const,
  };

  successData(await who.client.send(CALLS.sendProof, { body, file }));
  successData(await who.client.send(CALLS.proofList, { params: { repayId } }));
}

const restoreStats = (table: string, pages: number) =>
  toPgQuery(sql`
  select pg_restore_relation_stats('schemaname', 'public', 'relname', ${table}::text,
                                   'relpages', ${pages}::integer, 'reltuples', ${ROWS}::real)`);

/**
 * Nothing else may analyze the tables and correct the statistics; a transaction held open would
 * hold up other files' totals.
 */
const WITHOUT_AUTOVACUUM = `do $$
  declare name regclass;
  begin
    for name in select oid from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' loop
      execute format('alter table %s set (autovacuum_enabled = off)', name);
    end loop;
  end $$`;

async function pretendRows(): Promise<string[]> {
  await db.query(WITHOUT_AUTOVACUUM);
  await db.query('analyze');

  const { rows } = await db.query<{ name: string; pages: number }>(
    `select relname as name, (pg_relation_size(oid) / 8192)::int as pages from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and reltuples > 0`,
  );
  const tables = rows.filter(({ name }) => !FIXED.test(name));

  for (const { name, pages } of tables) await db.query(restoreStats(name, pages));

  return tables.map(({ name }) => name);
}

/**
 * Partial ones, and those over the order in which rows were written: the end of it is what is new.
 */
async function partialIndexes(): Promise<Set<string>> {
  const { rows } = await db.query<{ name: string }>(
    `select relname as name
     from pg_index join pg_class c on c.oid = indexrelid join pg_am a on a.oid = relam
     where indpred is not null or amname = 'brin'`,
  );
  return new Set(rows.map(({ name }) => name));
}

/**
 * The custom plan for these values, and the generic plan where it costs no more, since PostgreSQL
 * then uses it.
 */
async function readPlans({ text, values }: Statement): Promise<Plan[]> {
  const read = async (how: string, given: readonly unknown[]): Promise<Plan> => {
    const { rows } = await db.query(`explain (${how}) ${text}`, [...given]);
    return rows[0]['QUERY PLAN'][0].Plan;
  };

  const own = await read('format json', values);
  if (values.length === 0) return [own];

  const forAll = await read('format json, generic_plan', []);
  return forAll['Total Cost'] <= own['Total Cost'] ? [own, forAll] : [own];
}

/** Growing tables that are scanned completely, themselves or by an index. */
const listScans = (plans: readonly Plan[], isAllowed?: (node: Plan) => boolean): string[] =>
  plans.flatMap((plan) => scansIn(plan, 1, isAllowed));

/**
 * @param part fraction of the node's work that is done: a limit above it may stop it early
 * @param isAllowed whether this node may read all that it finds
 */
function scansIn(node: Plan, part: number, isAllowed = (_node: Plan) => false): string[] {
  const table = node['Relation Name'] ?? '';
  const isScan = node['Node Type'].endsWith('Scan') && growing.includes(table) && !isAllowed(node);
  const inner = (node.Plans ?? []).flatMap((child) =>
    scansIn(
      child,
      node['Node Type'] === 'Limit' ? (part * node['Total Cost']) / child['Total Cost'] : part,
      isAllowed,
    ),
  );

  return isScan && node['Total Cost'] * part > ROWS * COST_OF_A_ROW ? [table, ...inner] : inner;
}

/**
 * Of the few pages that a table has here the planner reads all rather than the newest, whatever
 * index there is.
 */
async function preferNewest({ text }: Statement): Promise<void> {
  await db.query(
    `set enable_seqscan = ${/written_by_xact|claimed_at >=|as_of_day between/.test(text) ? 'off' : 'on'}`,
  );
}

/** The claims of some minutes, by an index over the order in which they were written. */
const readsNewClaims = (node: Plan): boolean =>
  (node.Plans ?? []).some((one) => one['Index Name'] === 'name_owners_claimed_at_idx');

test('with a million rows no frequent statement scans a growing table', async () => {
  expect(sent.length).toBeGreaterThan(80);

  const found: string[] = [];
  for (const one of sent) {
    await preferNewest(one);
    const scanned = listScans(await readPlans(one), readsNewClaims);
    if (scanned.length > 0) found.push(`${scanned.join(', ')}: ${one.text.trim()}`);
  }

  expect(found).toEqual([]);
});

/**
 * The work queue is counted and sorted whole: what waits is read by an index that has nothing else.
 */
const readsWhatWaits = (node: Plan): boolean =>
  [node, ...(node.Plans ?? [])].some((one) => waiting.has(one['Index Name'] ?? ''));

test('with a million rows no list of the console scans a growing table', async () => {
  expect(sentByStaff.length).toBeGreaterThan(80);

  const found: string[] = [];
  for (const one of sentByStaff) {
    await preferNewest(one);
    const scanned = listScans(await readPlans(one), readsWhatWaits);
    if (scanned.length > 0) found.push(`${scanned.join(', ')}: ${one.text.trim()}`);
  }

  expect(found).toEqual([]);
});

/** Tables with users' rows, and the column that holds the user. */
const USER_COLUMNS = new Map<string, string>(
  Object.entries(TABLE_PLACEMENT).flatMap(([table, placement]) =>
    placement.kind === 'user' ? [[table, placement.column]] : [],
  ),
);

/** Users' tables of which more than the rows of given users are read. */
function readOfAll(node: Plan): string[] {
  const table = node['Relation Name'] ?? '';
  const column = USER_COLUMNS.get(table);
  const conditions = [node['Index Cond'], node['Recheck Cond'], node.Filter].join(' ');
  const isOfAll =
    column && node['Node Type'].endsWith('Scan') && !new RegExp(`\\b${column} = `).test(conditions);

  return [...(isOfAll ? [table] : []), ...(node.Plans ?? []).flatMap(readOfAll)];
}

/**
 * The jobs process's hand-over of what was ordered for any user, by a part of its text: the test
 * runs jobs as that process does.
 */
const HAND_OVER = 'from queued_jobs';

test('every statement for one borrower names the user of each user’s table it reads', async () => {
  expect(sentForOne.length).toBeGreaterThan(80);
  expect(sentBySamples.length).toBeGreaterThan(100);

  const found: string[] = [];
  for (const one of [...sentForOne, ...sentBySamples].filter(
    ({ text }) => !text.includes(HAND_OVER),
  )) {
    const tables = (await readPlans(one)).flatMap(readOfAll);
    if (tables.length > 0) found.push(`${[...new Set(tables)].join(', ')}: ${one.text.trim()}`);
  }

  expect(found).toEqual([]);
});

test('a statement of staff or jobs that reads users’ rows without naming the user is declared, with its reason', async () => {
  const declared = READS_OF_ALL.flatMap(({ parts }) => parts);
  const found: string[] = [];
  const used = new Set<string>();

  for (const one of [...sent, ...sentByStaff]) {
    const tables = (await readPlans(one)).flatMap(readOfAll);
    if (tables.length === 0) continue;

    const text = one.text.replace(/\s+/g, ' ').trim();
    const parts = declared.filter((part) => text.includes(part));

    for (const part of parts) used.add(part);
    if (parts.length === 0) found.push(`${[...new Set(tables)].join(', ')}: ${text}`);
  }

  expect(found).toEqual([]);
  expect(declared.filter((part) => !used.has(part))).toEqual([]);
});

/** Sweeps that lock what waits of many users, by a part of their text. */
const LOCKS_OVER_USERS: readonly string[] = ['from payouts where not is_queued'];

test('no statement locks users’ rows without naming the user', async () => {
  const locking = [...sent, ...sentBySamples, ...sentByStaff].filter(({ text }) =>
    /\bfor (no key )?(update|share)\b/i.test(text),
  );
  expect(locking.length).toBeGreaterThan(5);

  const found: string[] = [];
  for (const one of locking) {
    if (LOCKS_OVER_USERS.some((part) => one.text.includes(part))) continue;
    const tables = (await readPlans(one)).flatMap(readOfAll);
    if (tables.length > 0) found.push(`${[...new Set(tables)].join(', ')}: ${one.text.trim()}`);
  }

  expect(found).toEqual([]);
});

/** Tables that say whose a name is: they are read before the users' tables, not with them. */
const DIRECTORIES = new Set(['name_owners', 'transfer_users']);

const listTables = (node: Plan): string[] => [
  node['Relation Name'] ?? '',
  ...(node.Plans ?? []).flatMap(listTables),
];

/** Users' tables that a plan joins by something other than their user. */
function joinedAcrossUsers(node: Plan): string[] {
  const parts = (node.Plans ?? []).map((part) =>
    listTables(part).filter((table) => USER_COLUMNS.has(table)),
  );
  const isJoin =
    /Join|Nested Loop/.test(node['Node Type']) &&
    parts.length === 2 &&
    parts.every(({ length }) => length > 0);
  const conditions = JSON.stringify([node['Hash Cond'], node['Merge Cond'], node['Join Filter']]);
  const isByUser =
    /\b(user_id|owner_id)\b/.test(conditions) || readOfAll(node.Plans?.[1] ?? node).length === 0;

  return [
    ...(isJoin && !isByUser ? [parts.flat().join(' with ')] : []),
    ...(node.Plans ?? []).flatMap(joinedAcrossUsers),
  ];
}

test('no statement of borrowers, jobs or staff joins users’ tables but by their user, or with the directory', async () => {
  const found: string[] = [];
  for (const one of [...sent, ...sentByStaff]) {
    const plans = await readPlans(one);
    const tables = plans.flatMap(listTables);
    const isDirectoryJoined =
      tables.some((table) => DIRECTORIES.has(table)) &&
      tables.some((table) => USER_COLUMNS.has(table));
    const joined = plans.flatMap(joinedAcrossUsers);

    if (isDirectoryJoined || joined.length > 0)
      found.push(`${joined.join(', ') || 'directory'}: ${one.text.trim()}`);
  }

  expect(found).toEqual([]);
});

test('a statement without an index or a user is detected', async () => {
  const plans = await readPlans(
    toPgQuery(sql`select 1 from orders where purpose = ${'household'}`),
  );
  expect([listScans(plans)[0], plans.flatMap(readOfAll)[0]]).toEqual(['orders', 'orders']);
});
