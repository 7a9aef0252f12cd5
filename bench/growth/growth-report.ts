import type { ClosedDay } from '../close/close-days.ts';
import { judge, quotient, round, type Target } from '../figures.ts';
import type { CallCost } from './calls.ts';

/** All that was measured at one size. */
export interface Size {
  readonly orders: number;
  readonly users: number;
  readonly entries: number;
  readonly bytes: number;
  readonly seedSeconds: number;
  readonly closing: ClosedDay;
  readonly calls: readonly CallCost[];
}

const findRate = ({ closing }: Size): number => closing.orders / closing.seconds;

export function tabulateSizes(sizes: readonly Size[]) {
  return sizes.map((size) => ({
    orders: size.orders,
    users: size.users,
    entries: size.entries,
    gib: round(size.bytes / 2 ** 30, 2),
    seedSeconds: round(size.seedSeconds),
    closed: size.closing.orders,
    closedASecond: round(findRate(size)),
    serverUs: round(size.closing.serverUs),
    databaseUs: round(size.closing.databaseUs),
  }));
}

/** A row for each call at each size, with what it reads against the size before. */
export function tabulateGrowth(sizes: readonly Size[]) {
  return sizes.flatMap(({ orders, calls }, at) =>
    calls.map((call, index) => {
      const before = sizes[at - 1]?.calls[index];

      return {
        orders,
        call: call.name,
        p50Ms: round(call.p50, 1),
        p99Ms: round(call.p99, 1),
        serverUs: round(call.serverUs),
        databaseUs: round(call.databaseUs),
        rows: round(call.rows, 1),
        blocks: round(call.blocks, 1),
        rowsToBefore: round(quotient(call.rows, before?.rows), 2),
        databaseToBefore: round(quotient(call.databaseUs, before?.databaseUs), 2),
      };
    }),
  );
}

export function judgeGrowth(sizes: readonly Size[]): Target[] {
  return sizes.slice(1).flatMap((more, at) => {
    const less = sizes[at]!;
    const step = `from ${less.orders} to ${more.orders} orders`;
    const findMost = (pick: (cost: CallCost) => number): number =>
      Math.max(...more.calls.map((call, index) => pick(call) / pick(less.calls[index]!)));

    return [
      judge(
        `rows read by any call ${step}`,
        findMost(({ rows }) => rows),
        { most: 1.1 },
      ),
      judge(
        `database time of any call ${step}`,
        findMost(({ databaseUs }) => databaseUs),
        { most: 1.5 },
      ),
      judge(`orders closed a second ${step}`, findRate(more) / findRate(less), { least: 0.7 }),
    ];
  });
}
