import { type Bar, decimal, sayBar, table, whole } from '../figures.ts';
import type { CallCost } from './calls.ts';
import type { CloseCounts } from './close.ts';

/** All that was measured at one size. */
export interface Size {
  readonly orders: number;
  readonly users: number;
  readonly entries: number;
  readonly bytes: number;
  readonly seedSeconds: number;
  readonly closing: CloseCounts;
  readonly calls: readonly CallCost[];
}

/** Tables of each size, and how much more each thing takes from one to the next, in Markdown. */
export function reportGrowth(sizes: readonly Size[]): string {
  const closings = sizes.map(({ orders, users, entries, bytes, seedSeconds, closing }) => [
    whole(orders),
    whole(users),
    whole(entries),
    decimal(bytes / 2 ** 30, 2),
    whole(seedSeconds),
    whole(closing.orders),
    whole(closing.orders / closing.seconds),
    whole(closing.serverUs),
    whole(closing.databaseUs),
  ]);
  const head = [
    'orders',
    'users',
    'entries',
    'GiB',
    'made in s',
    'closed',
    'closed a second',
    'server µs',
    'database µs',
  ];
  const calls = sizes.map(({ orders, calls }) => {
    const rows = calls.map((call) => [
      call.name,
      decimal(call.p50, 1),
      decimal(call.p99, 1),
      whole(call.serverUs),
      whole(call.databaseUs),
      decimal(call.rows, 1),
      decimal(call.blocks, 1),
    ]);
    const of = ['call', 'p50 ms', 'p99 ms', 'server µs', 'database µs', 'rows read', 'blocks read'];

    return `#### Calls among ${whole(orders)} orders\n\n${table(of, rows)}`;
  });
  const steps = sizes.slice(1).map((size, index) => growthBetween(sizes[index]!, size));
  const bars = sizes.slice(1).flatMap((size, index) => barsBetween(sizes[index]!, size));

  return [
    `#### Close of day\n\n${table(head, closings)}`,
    ...calls,
    ...steps,
    ...(bars.length > 0 ? [`Expectations:\n\n${bars.map(sayBar).join('\n')}`] : []),
  ].join('\n\n');
}

const perSecond = ({ closing }: Size): number => closing.orders / closing.seconds;

function growthBetween(less: Size, more: Size): string {
  const rows = more.calls.map((call, index) => {
    const before = less.calls[index]!;
    const times = (pick: (cost: CallCost) => number): string =>
      decimal(pick(call) / pick(before), 2);

    return [
      call.name,
      times(({ p50 }) => p50),
      times(({ databaseUs }) => databaseUs),
      times((cost) => cost.rows),
      times((cost) => cost.blocks),
    ];
  });
  const close = ['close of day, an order', decimal(perSecond(less) / perSecond(more), 2)];

  rows.push([...close, decimal(more.closing.databaseUs / less.closing.databaseUs, 2), '', '']);

  const head = ['times as much', 'p50', 'database µs', 'rows read', 'blocks read'];
  return `#### From ${whole(less.orders)} to ${whole(more.orders)} orders\n\n${table(head, rows)}`;
}

function barsBetween(less: Size, more: Size): Bar[] {
  const step = `from ${whole(less.orders)} to ${whole(more.orders)} orders`;
  const rows = more.calls.map((call, index) => call.rows / (less.calls[index]?.rows ?? Number.NaN));
  const database = more.calls.map(
    (call, index) => call.databaseUs / (less.calls[index]?.databaseUs ?? Number.NaN),
  );

  return [
    {
      what: `rows read by any call ${step}`,
      measured: Math.max(...rows),
      most: 1.1,
      unit: ' ×',
      digits: 2,
    },
    {
      what: `database time of any call ${step}`,
      measured: Math.max(...database),
      most: 1.5,
      unit: ' ×',
      digits: 2,
    },
    {
      what: `orders closed a second ${step}`,
      measured: perSecond(more) / perSecond(less),
      least: 0.7,
      unit: ' ×',
      digits: 2,
    },
  ];
}
