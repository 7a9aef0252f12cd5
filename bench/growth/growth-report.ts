import { judge, type Target } from '../figures.ts';
import type { CallCost } from './calls.ts';

/** All that was measured at one size. */
export interface Size {
  readonly orders: number;
  readonly users: number;
  readonly gib: number;
  /** The orders of a day's close, and how many it closes a second. */
  readonly closed: number;
  readonly closedASecond: number;
  /** Processor time for one of them. */
  readonly serverUs: number;
  readonly databaseUs: number;
  readonly calls: readonly CallCost[];
}

/** A row for each call at each size, with what it reads against the size before. */
export function tabulateGrowth(sizes: readonly Size[]) {
  return sizes.flatMap(({ orders, calls }, at) =>
    calls.map((call, index) => {
      const before = sizes[at - 1]?.calls[index];

      return {
        orders,
        ...call,
        rowsToBefore: before ? call.rows / before.rows : null,
        databaseToBefore: before ? call.databaseUs / before.databaseUs : null,
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
    const rows = findMost((cost) => cost.rows);
    const time = findMost((cost) => cost.databaseUs);
    const closed = more.closedASecond / less.closedASecond;

    return [
      judge(`rows read by any call ${step}`, rows, { most: 1.1 }),
      judge(`database time of any call ${step}`, time, { most: 1.5 }),
      judge(`orders closed a second ${step}`, closed, { least: 0.7 }),
    ];
  });
}
