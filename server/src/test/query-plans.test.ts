import { randomInt } from 'node:crypto';
import { CALLS } from '@noren/contract/index';
import { rupees } from '@noren/core/money';
import pg from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { closeMissedDays } from '../close-of-day.ts';
import { queuePayouts } from '../orders/payout-store.ts';
import { expireQuotes, sweepOld } from '../sweep.ts';
import {
  apply,
  borrow,
  paymentOf,
  readCredit,
  readEntries,
  readOwed,
  runJobs,
  startPaying,
  tell,
  viewPayment,
} from './borrow.ts';
import { type GivenUser, given, granted } from './given.ts';
import { startApp, type TestApp } from './start-app.ts';

/** As many rows has each table that grows, as far as the planner knows; spread as the few that are there. */
const ROWS = 1_000_000;
/** Tables that do not grow with users. */
const FIXED = /^(product_versions|closed_days|statement_checks|kysely_migration.*|sandbox_.*)$/;
const BORROWERS = 12;

interface Sent {
  readonly text: string;
  readonly values: readonly unknown[];
}
interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Total Cost': number;
  Plans?: Plan[];
}

let app: TestApp;
let sent: Sent[];
let db: pg.Client;
/** Tables that grow and have a row here: of an empty one nothing can be said. */
let growing: string[];

beforeAll(async () => {
  app = await startApp();
  await haveBorrowers();
  sent = await listen(async () => {
    await liveWith(await given.signIn(app), await given.user(app));
    await closeMissedDays(app.deps);
    await queuePayouts(app.deps.db);
    await sweepOld(app.deps);
    await expireQuotes(app.deps);
  });
  db = new pg.Client({ connectionString: app.deps.config.DATABASE_URL });
  await db.connect();
  // Held to the end: nothing else may look at the tables and correct what is said of them.
  await db.query('begin');
  growing = await pretendRows();
}, 120_000);
afterAll(async () => {
  await db?.end();
  await app.stop();
});

/** Loans of several states, most of them over, so that what is rare in use is rare here. */
async function haveBorrowers(): Promise<void> {
  for (let index = 0; index < BORROWERS; index += 1) {
    const who = await given.user(app);
    const repayId = await borrow(app, who, { rupees: 5_000 });
    if (index % 4 === 0) continue;
    const { code, amountPaise } = await startPaying(who, repayId);
    await tell(app, paymentOf(app, code, amountPaise));
    await runJobs(app);
  }
  app.moveDays(1);
}

/** Everything a borrower asks for often, once. */
async function liveWith(fresh: GivenUser, who: GivenUser): Promise<void> {
  await fresh.client.send(CALLS.userStatus, {});
  await readCredit(who);
  granted(await who.client.send(CALLS.productList, { params: { param: 'home' } }));
  const repayId = await apply(who, { rupees: 5_000 });
  await runJobs(app);
  granted(await who.client.send(CALLS.billList, { query: { borrowType: '0' } }));
  granted(await who.client.send(CALLS.borrowStatus, {}));
  granted(await who.client.send(CALLS.billDetail, { params: { repayId } }));
  await readOwed(who, repayId);
  await readEntries(who, repayId);
  const { code, amountPaise } = await startPaying(who, repayId);
  await viewPayment(app, code);
  await proveRepayment(who, repayId);
  // More than is owed: it is given back.
  await tell(app, paymentOf(app, code, amountPaise + rupees(10)));
  await runJobs(app);
}

async function proveRepayment(who: GivenUser, repayId: string): Promise<void> {
  const drawn = sharp({ create: { width: 400, height: 600, channels: 3, background: '#eeeeee' } });
  const file = new Blob([new Uint8Array(await drawn.png().toBuffer())], { type: 'image/png' });
  const utr = `SBIN${randomInt(10 ** 11, 10 ** 12)}`;
  const body = { repayId, utr, amountPaise: rupees(500), paidOn: app.deps.today(), channel: 'bank_transfer' as const };
  granted(await who.client.send(CALLS.sendVoucher, { body, file }));
  granted(await who.client.send(CALLS.voucherList, { params: { repayId } }));
}

/** The statements that the driver is given meanwhile, each once. */
async function listen(work: () => Promise<void>): Promise<Sent[]> {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  const byText = new Map<string, Sent>();
  try {
    await work();
    for (const [config, values] of spy.mock.calls as unknown as [string | pg.QueryConfig, unknown[] | undefined][]) {
      const text = typeof config === 'string' ? config : config.text;
      const given = typeof config === 'string' ? values : (config.values ?? values);
      byText.set(text, { text, values: Array.isArray(given) ? given : [] });
    }
  } finally {
    spy.mockRestore();
  }
  const isPlanned = /^\s*(\/\*.*?\*\/\s*)?(select|insert|update|delete|with)\b/i;
  return [...byText.values()].filter(({ text }) => isPlanned.test(text) && !text.includes('_private_'));
}

async function pretendRows(): Promise<string[]> {
  await db.query('analyze');
  const { rows } = await db.query<{ name: string; pages: number }>(
    `select relname as name, (pg_relation_size(oid) / 8192)::int as pages from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0`,
  );
  const tables = rows.filter(({ name }) => !FIXED.test(name));
  for (const { name, pages } of tables)
    await db.query(
      `select pg_restore_relation_stats('schemaname', 'public', 'relname', $1::text,
                                        'relpages', $2::integer, 'reltuples', $3::real)`,
      [name, pages, ROWS],
    );
  return tables.map(({ name }) => name);
}

/** The plan for these values, and that for all where it costs no more: PostgreSQL keeps that one then. */
async function plansOf({ text, values }: Sent): Promise<Plan[]> {
  const read = async (how: string, given: readonly unknown[]): Promise<Plan> => {
    const { rows } = await db.query(`explain (${how}) ${text}`, [...given]);
    return rows[0]['QUERY PLAN'][0].Plan;
  };
  const own = await read('format json', values);
  if (values.length === 0) return [own];
  const forAll = await read('format json, generic_plan', []);
  return forAll['Total Cost'] <= own['Total Cost'] ? [own, forAll] : [own];
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
const scansOf = (plans: readonly Plan[]): string[] =>
  plans
    .flatMap(nodesOf)
    .filter((node) => node['Node Type'] === 'Seq Scan' && growing.includes(node['Relation Name'] ?? ''))
    .map((node) => node['Relation Name'] ?? '');

test('among a million rows no hot statement goes through a table that grows', async () => {
  expect(sent.length).toBeGreaterThan(80);
  const found: string[] = [];
  for (const one of sent) {
    const scanned = scansOf(await plansOf(one));
    if (scanned.length > 0) found.push(`${scanned.join(', ')}: ${one.text.trim()}`);
  }
  expect(found).toEqual([]);
});

test('a statement that has no index is noticed', async () => {
  const text = 'select 1 from orders where purpose = $1';
  expect(scansOf(await plansOf({ text, values: ['household'] }))).toContain('orders');
});
