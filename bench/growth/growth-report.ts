import type { ClosedDay } from '../close/close-days.ts';
import { judge, type Target } from '../figures.ts';
import type { CallCost } from './calls.ts';

/** All that was measured at one size. */
export interface Size {
  readonly orders: number;
  readonly users: number;
  readonly bytes: number;
  readonly closing: ClosedDay;
  readonly calls: readonly CallCost[];
}

export function tabulateSizes(sizes: readonly Size[]) {
  return sizes.map(({ orders, users, bytes, closing }) => ({
    orders,
    users,
    gib: bytes / 2 ** 30,
    closed: closing.orders,
    closedASecond: closing.perSecond,
    serverUs: closing.serverUs,
    databaseUs: closing.databaseUs,
  }));
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
    const closed = more.closing.perSecond / less.closing.perSecond;

    return [
      judge(`rows read by any call ${step}`, rows, { most: 1.1 }),
      judge(`database time of any call ${step}`, time, { most: 1.5 }),
      judge(`orders closed a second ${step}`, closed, { least: 0.7 }),
    ];
  });
}
