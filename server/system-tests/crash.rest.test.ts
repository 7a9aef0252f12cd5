import { OrderStatus } from '@noren/core/lending/order-status';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { toPgQuery } from '../src/platform/db/statements.ts';
import { callSandbox } from '../src/testing/own-process.ts';
import { verifyLedger } from '../src/testing/verify-ledger.ts';
import { type CrashScenario, killAt, openCrashApp, type StartedScenario } from './crash-app.ts';
import { anAccruingLoan, moneyScenarios } from './crash-scenarios-money.ts';
import { requestScenarios } from './crash-scenarios-requests.ts';

const countOpen = (day: string) =>
  toPgQuery(sql`
  select count(*)::int as n from orders
  where status in (${OrderStatus.active}, ${OrderStatus.overdue})
    and closed_through is distinct from ${day}::date`);

/*
 * kill -9 between any two steps. A lock on one table stops the program just before it writes there.
 * Then the test kills the program, releases the lock, starts the program again and repeats the same
 * request. At any table, the result must be one order, one payout and one repayment. All writers of
 * a table are killed together, because a start is slow.
 * Of several tables written by one statement the first and the last are tested.
 */
const crashed = await openCrashApp();

/** For each table the scenarios killed before it, with at most one webhook. */
function planRounds(
  acts: readonly CrashScenario[],
): [table: string, names: string, acts: CrashScenario[]][] {
  const tables = [...new Set(acts.flatMap(({ at }) => at))];
  return tables.flatMap((table) => {
    const here = acts.filter(({ at }) => at.includes(table));
    const webhooks = here.filter(({ isWebhook }) => isWebhook);
    const rounds =
      webhooks.length < 2 ? [here] : [here.filter((act) => act !== webhooks[1]), webhooks.slice(1)];

    return rounds.map((round): [string, string, CrashScenario[]] => [
      table,
      round.map(({ name }) => name).join(', '),
      round,
    ]);
  });
}

async function begin(
  acts: readonly CrashScenario[],
  table: string,
): Promise<(StartedScenario & { name: string })[]> {
  const started: (StartedScenario & { name: string })[] = [];
  for (const act of acts) started.push({ name: act.name, ...(await act.begin(crashed, table)) });
  return started;
}

async function checkAll(
  acts: readonly { name: string; check?: () => Promise<void> }[],
): Promise<void> {
  for (const { name, check } of acts)
    await check?.().catch((cause: unknown) => {
      throw new Error(`${name}: ${cause instanceof Error ? cause.message : cause}`, { cause });
    });
}

describe('without jobs, killed just before a write to', () => {
  const ended: { name: string; check: () => Promise<void> }[] = [];
  test.each(planRounds(requestScenarios))('%s: %s', async (table, _, acts) => {
    await crashed.run('api');

    const started = await begin(acts, table);
    await killAt(crashed, table, started);
    await crashed.run('api');
    await checkAll(started);
    for (const { name, end } of started) if (end) ended.push({ name, check: end });
    expect(await verifyLedger(crashed.db)).toEqual([]);
  });

  test('payouts: killed in a job at the start; then the jobs complete all earlier requests', async () => {
    await crashed.run('api');
    await crashed.stop();
    await killAt(crashed, 'payouts', [{ go: () => crashed.launch('all') }]);
    await crashed.run('all');
    await checkAll(ended);
    expect(await verifyLedger(crashed.db)).toEqual([]);
  });
});

describe('with jobs, killed just before a write to', () => {
  test.each(planRounds(moneyScenarios))('%s: %s', async (table, _, acts) => {
    await crashed.run('all');

    const started = await begin(acts, table);
    await killAt(crashed, table, started);
    await crashed.run('all');
    await checkAll(started);
    expect(await verifyLedger(crashed.db)).toEqual([]);
  });
});

describe('killed while closing days, just before a write to', () => {
  test.each(['entries', 'orders'])('%s', async (table) => {
    await crashed.run('all');

    const checks = [await anAccruingLoan(crashed), await anAccruingLoan(crashed)];
    const { url, query } = crashed;
    const ahead = async () =>
      (await query({ text: 'select days_ahead as n from sandbox_day' }))[0]?.n ?? 0;
    const moved = (await ahead()) + 20;
    const closing = {
      go: () => callSandbox(url, 'day', { days: 20 }).catch(() => 'lost'),
      // The new users' jobs write too: the program is killed only after the day has moved.
      come: () => expect.poll(ahead, { interval: 20 }).toBe(moved),
    };

    await killAt(crashed, table, [closing]);
    await crashed.run('all');

    // The program may have been killed between moving the day and requesting the close: request
    // it again.
    const { today } = await callSandbox<{ today: string }>(url, 'day', { days: 1 });
    const yesterday = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10);
    const open = countOpen(yesterday);

    await expect.poll(() => query(open), { interval: 200 }).toEqual([{ n: 0 }]);
    for (const check of checks) await check();
    expect(await verifyLedger(crashed.db)).toEqual([]);
  });
});
