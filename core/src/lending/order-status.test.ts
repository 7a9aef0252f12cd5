import { describe, expect, test } from 'vitest';
import {
  activeOrOverdue,
  assertMove,
  holdingOrderStatuses,
  initialOrderStatuses,
  isOrderStatus,
  mayMove,
  OrderMoveError,
  OrderStatus,
  orderStatuses,
  owingOrderStatuses,
  statusName,
  toBorrowType,
} from './order-status.ts';

// Written out a second time, as pairs, from `docs/domain.md`; the last two lines are its
// assumptions.
const declared = new Set(
  (
    '10>30 10>40 15>20 15>35 20>40 20>35 40>35 40>45 40>50 45>40 45>35 ' +
    '50>60 50>70 50>75 60>50 60>70 60>80 70>50 70>60 80>70 ' +
    '70>80 75>50 75>60 60>75 ' +
    '50>45 60>45 70>45 75>45 80>45'
  ).split(' '),
);

const all = orderStatuses.map((row) => row.status);

describe('moves', () => {
  const pairs = all.flatMap((from) => all.map((to) => [from, to] as const));
  test.each(pairs)('%i to %i', (from, to) => {
    const expected = declared.has(`${from}>${to}`);
    expect(mayMove(from, to)).toBe(expected);
    if (expected) assertMove(from, to);
    else expect(() => assertMove(from, to)).toThrow(OrderMoveError);
  });

  test.each(all)('a new order may start at %i only under review or reserved', (status) => {
    expect(mayMove(null, status)).toBe(
      status === OrderStatus.underReview || status === OrderStatus.reserved,
    );
  });
  test('a new order may not start active', () => {
    expect(() => assertMove(null, OrderStatus.active)).toThrow(OrderMoveError);
  });
  test('each state can be reached from a beginning', () => {
    const reached = new Set<OrderStatus>(initialOrderStatuses);
    for (const status of reached) {
      for (const next of all) if (mayMove(status, next)) reached.add(next);
    }

    expect([...reached].sort((a, b) => a - b)).toEqual(all);
  });
});

test.each<[OrderStatus, string, 0 | 1]>([
  [10, 'under-review', 0],
  [15, 'reserved', 0],
  [20, 'awaiting-acceptance', 0],
  [30, 'declined', 1],
  [35, 'cancelled', 1],
  [40, 'disbursing', 0],
  [45, 'disbursement-failed', 0],
  [50, 'active', 0],
  [60, 'overdue', 0],
  [70, 'settled', 1],
  [75, 'returned', 1],
  [80, 'written-off', 1],
])('%i is %s in list %i', (status, name, list) => {
  expect(statusName(status)).toBe(name);
  expect(toBorrowType(status)).toBe(list);
});

test.each([
  [0, 50],
  [1, 60],
  [400, 60],
])('%i days overdue is %i', (days, expected) => expect(activeOrOverdue(days)).toBe(expected));

test('a number outside the table is no status', () => {
  expect([0, 25, 90].filter(isOrderStatus)).toEqual([]);
  expect(() => statusName(25 as OrderStatus)).toThrow(RangeError);
});

test('no state both holds the limit and owes', () => {
  const owing: readonly OrderStatus[] = owingOrderStatuses;
  expect(holdingOrderStatuses.filter((status) => owing.includes(status))).toEqual([]);
});
