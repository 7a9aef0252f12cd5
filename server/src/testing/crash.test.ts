import { OrderStatus } from '@noren/core/lending/order-status';
import { describe, expect, test } from 'vitest';
import { verifyLedger } from '../operations/self-checks/verify-ledger.ts';
import { type CrashScenario, killAt, openCrashApp, type StartedScenario } from './crash-app.ts';
import { anAccruingLoan, moneyScenarios } from './crash-scenarios-money.ts';
import { requestScenarios } from './crash-scenarios-requests.ts';
import { callSandbox } from './own-process.ts';

/*
 * kill -9 between any two steps: a lock on one table stops the program just before it writes there; then it is killed,
 * the lock goes, the program starts again, and the same request is sent again. Whatever table it died at, one order,
 * one payout and one repayment must result. All that writes to a table is killed there at once: a start costs more than
 * what is done with it. Tables that are written by one statement are tried at its first and its last.
 */
const crashed = await openCrashApp();
const LONG = 240_000;

/** For each table all that is killed before it, with one message of the bank at most. */
function roundsOf(acts: readonly CrashScenario[]): [table: string, names: string, acts: CrashScenario[]][] {
  const tables = [...new Set(acts.flatMap(({ at }) => at))];
  return tables.flatMap((table) => {
    const here = acts.filter(({ at }) => at.includes(table));
    const brought = here.filter(({ isBrought }) => isBrought);
    const rounds = brought.length < 2 ? [here] : [here.filter((act) => act !== brought[1]), brought.slice(1)];
    return rounds.map((round): [string, string, CrashScenario[]] => [
      table,
      round.map(({ name }) => name).join(', '),
      round,
    ]);
  });
}

async function begin(acts: readonly CrashScenario[], table: string): Promise<(StartedScenario & { name: string })[]> {
  const begun: (StartedScenario & { name: string })[] = [];
  for (const act of acts) begun.push({ name: act.name, ...(await act.begin(crashed, table)) });
  return begun;
}

async function checkAll(acts: readonly { name: string; check?: () => Promise<void> }[]): Promise<void> {
  for (const { name, check } of acts)
    await check?.().catch((cause: unknown) => {
      throw new Error(`${name}: ${cause instanceof Error ? cause.message : cause}`, { cause });
    });
}

describe('without its jobs, killed just before it writes to', () => {
  const ended: { name: string; check: () => Promise<void> }[] = [];
  test.each(roundsOf(requestScenarios))(
    '%s: %s',
    async (table, _, acts) => {
      await crashed.run('api');
      const begun = await begin(acts, table);
      await killAt(crashed, table, begun);
      await crashed.run('api');
      await checkAll(begun);
      for (const { name, end } of begun) if (end) ended.push({ name, check: end });
      expect(await verifyLedger(crashed.db)).toEqual([]);
    },
    LONG,
  );

  test(
    'payouts: what waits for its job when the program starts; then its jobs make good all that was asked for',
    async () => {
      await crashed.run('api');
      await crashed.stop();
      await killAt(crashed, 'payouts', [{ go: () => crashed.launch('all') }]);
      await crashed.run('all');
      await checkAll(ended);
      expect(await verifyLedger(crashed.db)).toEqual([]);
    },
    LONG,
  );
});

describe('with its jobs, killed just before it writes to', () => {
  test.each(roundsOf(moneyScenarios))(
    '%s: %s',
    async (table, _, acts) => {
      await crashed.run('all');
      const begun = await begin(acts, table);
      await killAt(crashed, table, begun);
      await crashed.run('all');
      await checkAll(begun);
      expect(await verifyLedger(crashed.db)).toEqual([]);
    },
    LONG,
  );
});

describe('killed while closing days, just before it writes to', () => {
  test.each(['entries', 'orders'])(
    '%s',
    async (table) => {
      await crashed.run('all');
      const checks = [await anAccruingLoan(crashed), await anAccruingLoan(crashed)];
      const { url, query } = crashed;
      const ahead = async () => (await query('select days_ahead as n from sandbox_day', []))[0]?.n ?? 0;
      const moved = (await ahead()) + 20;
      const closing = {
        go: () => callSandbox(url, 'day', { days: 20 }).catch(() => 'lost'),
        // Jobs of the people just made write as well: the program is not killed before the day has moved.
        come: () => expect.poll(ahead, { timeout: 60_000, interval: 20 }).toBe(moved),
      };
      await killAt(crashed, table, [closing]);
      await crashed.run('all');
      // Whoever moved the day may have been killed before the close was asked for: it is asked for again.
      const { today } = await callSandbox<{ today: string }>(url, 'day', { days: 1 });
      const yesterday = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10);
      const open = `select count(*)::int as n from orders
        where status in (${OrderStatus.active}, ${OrderStatus.overdue}) and closed_through is distinct from $1::date`;
      await expect.poll(() => query(open, [yesterday]), { timeout: 60_000, interval: 200 }).toEqual([{ n: 0 }]);
      for (const check of checks) await check();
      expect(await verifyLedger(crashed.db)).toEqual([]);
    },
    LONG,
  );
});
