import { OrderStatus, openOrderStatuses } from '@noren/core/lending/order-status';
import { addDays, type BusinessDay, businessDay, instantOfDayStart } from '@noren/core/money/time';
import { lastClosedDay } from '@noren/server/src/lending/close/closed-days-store.ts';
import { toStatusList } from '@noren/server/src/platform/db/status-list.ts';
import { cancelJob } from '@noren/server/src/platform/jobs/job-store.ts';
import { closeMissedDays } from '@noren/server/src/processes/close-of-day/close-of-day.ts';
import { reconcileProviders } from '@noren/server/src/processes/self-checks/check-reconciliations.ts';
import type {
  CheckMark,
  Scope,
} from '@noren/server/src/processes/self-checks/check-scope-store.ts';
import { recordPass } from '@noren/server/src/processes/self-checks/self-check-store.ts';
import { runChecksWithMark } from '@noren/server/src/processes/self-checks/self-checks.ts';
import { sql } from 'kysely';
import {
  type Acting,
  begin,
  type LockedOrder,
  mayActOn,
  mayBorrow,
  mayRequestGuide,
  payCode,
} from './acts.ts';
import { type Borrower, makeBorrowers } from './borrower.ts';
import { type Chance, makeChance } from './chance.ts';
import { lenderActs } from './lender.ts';
import { forEachAtOnce, runTurn } from './turns.ts';
import { makeWorld, type World } from './world.ts';

/** All parameters of a simulation. */
export interface Settings {
  readonly seed: number;
  readonly borrowers: number;
  readonly days: number;
}

/** The result of a simulation. */
export interface Outcome {
  readonly days: number;
  /** Disbursed orders, counted once for each closed day. */
  readonly orderDays: number;
  readonly closingMs: number;
  readonly lives: number;
  /** Number of orders by status, and of journals by kind: the coverage. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly kinds: Readonly<Record<string, number>>;
  /** The day and messages of a failed check. Null when all passed. */
  readonly failure: { readonly day: BusinessDay; readonly sentences: readonly string[] } | null;
}

const FIRST_DAY = businessDay('2026-11-24');
const [MINUTE, HOUR] = [60_000, 3_600_000];
/** Interval in days at which everything is checked, not only what came since the day before. */
const WHOLE_EVERY = 30;

/**
 * Simulates the days: borrowers, banks and operators act at random, and all checks run each day.
 * Ends at the first failed check, and after the day in which the clock reaches `endsAt`.
 */
export async function simulate(
  settings: Settings,
  on: {
    nodes: readonly string[];
    clock: () => number;
    endsAt?: number;
    report?: (line: string) => void;
  },
): Promise<Outcome> {
  const chance = makeChance(String(settings.seed));
  const startAt = instantOfDayStart(FIRST_DAY) + 10 * HOUR;
  const indexes = new Map<string, number>();
  const world = await makeWorld({
    nodes: on.nodes,
    startAt,
    bank: chance.of('bank'),
    indexOf: (userId) => indexes.get(userId) ?? null,
  });
  let closingMs = 0;
  let days = 0;
  let since: Scope = 'all';
  let failure: Outcome['failure'] = null;

  try {
    const borrowers = await makeBorrowers(world, settings.borrowers, chance);
    for (const { userId, index } of borrowers) indexes.set(userId, index);

    let isLast = false;
    for (; days < settings.days && !failure && !isLast; days += 1) {
      const at = days;
      const day = addDays(FIRST_DAY, at);
      const own = chance.of('day', at);

      await liveDay(world, borrowers, own, day);
      closingMs += await night(world, borrowers, { chance: own.of('night'), day, clock: on.clock });
      isLast = at === settings.days - 1 || on.clock() >= (on.endsAt ?? Number.POSITIVE_INFINITY);

      const isWhole = isLast || at % WHOLE_EVERY === WHOLE_EVERY - 1;
      const { mark, sentences } = await check(world, addDays(day, 1), isWhole ? 'all' : since);

      since = { since: mark };
      if (sentences.length > 0) failure = { day, sentences };
      if (at % 10 === 9)
        on.report?.(`${day}: ${await countOrderDays(world)} order-days, ${world.appRuns} lives`);
    }

    const orderDays = await countOrderDays(world);
    return {
      days,
      orderDays,
      closingMs,
      ...(await countRows(world)),
      lives: world.appRuns,
      failure,
    };
  } finally {
    await world.stop();
  }
}

/** One day: borrowers, webhooks, jobs, the lender, and a few payments at night. */
async function liveDay(
  world: World,
  borrowers: readonly Borrower[],
  chance: Chance,
  day: BusinessDay,
): Promise<void> {
  const at = (hours: number): void => world.setClock(instantOfDayStart(day) + hours * HOUR);
  at(10);
  if (chance.percent(15)) world.dropAfter(chance.int(0, 20 + borrowers.length * 2));

  const open = await openOrders(world);
  await eachInTurn(world, borrowers, chance.of('borrower'), (acting) =>
    liveMorning(acting, open.get(acting.who.userId) ?? [], day),
  );
  await world.restart();
  await deliverAndWork(world, chance);
  at(17);
  await lenderActs(world, chance.of('lender'), borrowers.length);
  await deliverAndWork(world, chance);
  at(23.9);
  await eachInTurn(world, borrowers, chance.of('tonight'), (acting) =>
    mayPayTonight(acting, open.get(acting.who.userId) ?? []),
  );
}

/** Each borrower's actions, with their own turn and random source. */
function eachInTurn(
  world: World,
  borrowers: readonly Borrower[],
  chance: Chance,
  act: (acting: Acting) => Promise<void>,
): Promise<void> {
  return forEachAtOnce(borrowers, world.atOnce(), (who) => {
    const own = chance.of(who.index);
    return runTurn(who.index, own.of('bank'), () => act({ world, who, chance: own }));
  });
}

async function liveMorning(
  acting: Acting,
  orders: readonly LockedOrder[],
  day: BusinessDay,
): Promise<void> {
  const { chance } = acting;
  const isIdle = orders.length === 0;
  if (isIdle && !chance.percent(60)) return;

  if (isIdle || chance.percent(5)) await mayBorrow(acting);
  if (isIdle) await mayRequestGuide(acting);
  for (const order of orders) await mayActOn(acting, order, day);
}

/** Webhooks and jobs, in either order; the app may end during either. */
async function deliverAndWork(world: World, chance: Chance): Promise<void> {
  if (chance.percent(70)) {
    if (chance.percent(10)) world.dropAfter(chance.int(0, 10));
    await world.deliver();
    await world.restart();
  }

  if (chance.percent(10)) world.dropAfter(chance.int(0, 20));
  await world.work();
  await world.restart();
  if (chance.percent(40)) await world.deliver();
}

async function mayPayTonight(acting: Acting, orders: readonly LockedOrder[]): Promise<void> {
  const { who, chance } = acting;
  const order = orders.find(
    ({ status }) => status === OrderStatus.active || status === OrderStatus.overdue,
  );
  if (!order || who.character === 'never pays' || !chance.percent(3)) return;

  who.tonight = await begin(acting, order.repayId, { kind: 'full' });
}

/** After midnight: payments of last night's codes, and the close of day, sometimes concurrently. */
async function night(
  world: World,
  borrowers: readonly Borrower[],
  { chance, day, clock }: { chance: Chance; day: BusinessDay; clock: () => number },
): Promise<number> {
  world.setClock(instantOfDayStart(addDays(day, 1)) + chance.pick([1, 4, 9, 15]) * MINUTE);

  const payers = borrowers.filter(({ tonight }) => tonight !== null);
  await eachInTurn(world, payers, chance.of('tonight'), async (acting) => {
    if (acting.who.tonight) await payCode(acting, acting.who.tonight);
    acting.who.tonight = null;
  });
  if (chance.percent(50)) await world.deliver();
  world.setClock(instantOfDayStart(addDays(day, 1)) + 30 * MINUTE);

  const began = clock();
  // On some nights the day is not closed; the next close covers two days.
  const wasClosed = (await lastClosedDay(world.deps.db)) === addDays(day, -1);

  if (!wasClosed || !chance.percent(8)) await closeDays(world, chance);

  const ms = clock() - began;
  // Problems that it only logs are checked below.
  await cancelJob(world.deps.db, 'self-check');
  await world.work();

  return ms;
}

/** In sets of few orders, so that the app may end between two of them. */
async function closeDays(world: World, chance: Chance): Promise<void> {
  if (chance.percent(25)) world.dropAfter(chance.int(0, 20));

  const batch = chance.int(1, 12);
  for (let tries = 0; tries < 3; tries += 1) {
    try {
      await closeMissedDays(world.deps, {}, batch);
      break;
    } catch (error) {
      if (!world.isDropped()) throw error;
      await world.restart();
    }
  }

  await world.restart();
}

/** The problems that the night's job would log: provider reconciliation and every self-check. */
async function check(
  world: World,
  today: BusinessDay,
  scope: Scope,
): Promise<{ mark: CheckMark; sentences: string[] }> {
  await reconcileProviders(world.deps);

  const { mark, checks } = await runChecksWithMark(world.deps.db, {
    today,
    now: world.clock(),
    scope,
  });
  for (const { verified } of checks)
    if (verified)
      await recordPass(world.deps.db, 'ledger totals match entries', {
        mark,
        isWhole: scope === 'all',
        verified,
      });

  const sentences = checks.flatMap(({ name, problems }) =>
    problems.map((problem) => `${name}: ${problem}`),
  );
  return { mark, sentences };
}

async function openOrders(world: World): Promise<Map<string, LockedOrder[]>> {
  const read = await sql<LockedOrder>`
    select user_id, repay_id, status, disbursed_day, due_day
    from orders where status in ${toStatusList(openOrderStatuses)}
    order by user_id, applied_at, product_code, principal_paise`.execute(world.deps.db);
  return Map.groupBy(read.rows, ({ userId }) => userId);
}

async function countOrderDays({ deps }: World): Promise<number> {
  const read = await sql<{ n: number }>`
    select coalesce(sum(closed_through - disbursed_day + 1), 0)::int as n from orders
    where closed_through >= disbursed_day`.execute(deps.db);
  return read.rows[0]?.n ?? 0;
}

async function countRows(world: World): Promise<Pick<Outcome, 'statuses' | 'kinds'>> {
  const { db } = world.deps;

  const by = async (
    column: 'status' | 'kind',
    table: 'orders' | 'journals',
  ): Promise<Record<string, number>> => {
    const read = await sql<{ name: string; n: number }>`
      select ${sql.ref(column)}::text as name, count(*)::int as n
      from ${sql.table(table)} group by 1 order by 1`.execute(db);
    return Object.fromEntries(read.rows.map(({ name, n }) => [name, n]));
  };

  return { statuses: await by('status', 'orders'), kinds: await by('kind', 'journals') };
}
