/**
 * An order's status (`borrowStatus`). Source: specification §3, §4 (30, 70); the rest is the table
 * in `docs/domain.md`.
 */
export const OrderStatus = {
  underReview: 10,
  reserved: 15,
  awaitingAcceptance: 20,
  declined: 30,
  cancelled: 35,
  disbursing: 40,
  disbursementFailed: 45,
  active: 50,
  overdue: 60,
  settled: 70,
  returned: 75,
  writtenOff: 80,
} as const;

export type OrderStatus = (typeof OrderStatus)[keyof typeof OrderStatus];

export type OrderStatusName =
  | 'under-review'
  | 'reserved'
  | 'awaiting-acceptance'
  | 'declined'
  | 'cancelled'
  | 'disbursing'
  | 'disbursement-failed'
  | 'active'
  | 'overdue'
  | 'settled'
  | 'returned'
  | 'written-off';

/**
 * One state: its name, the list it shows in (0 in progress, 1 completed), and the states it may
 * move to.
 */
type OrderStatusRow = {
  status: OrderStatus;
  name: OrderStatusName;
  borrowType: 0 | 1;
  mayMoveTo: readonly OrderStatus[];
};

/**
 * Every state and every move there is. Source: `docs/domain.md`, order status. @ASSUMED beyond its
 * table: a payment that is reversed makes a returned loan owe again (75 to 50 or 60) and one
 * settled after its write-off written off (70 to 80); a loan of a day or two may be overdue while
 * it may still be returned (60 to 75); one whose payout was not sent yet may be withdrawn (40 to
 * 35); a payout that the bank sent back returns the loan to 45, from any status it has reached
 * meanwhile.
 */
export const orderStatuses: readonly OrderStatusRow[] = [
  // The application itself, the first line of an order's history: decided at once, so no order
  // waits in it.
  {
    status: OrderStatus.underReview,
    name: 'under-review',
    borrowType: 0,
    mayMoveTo: [OrderStatus.declined, OrderStatus.disbursing],
  },
  {
    status: OrderStatus.reserved,
    name: 'reserved',
    borrowType: 0,
    mayMoveTo: [OrderStatus.awaitingAcceptance, OrderStatus.cancelled],
  },
  {
    status: OrderStatus.awaitingAcceptance,
    name: 'awaiting-acceptance',
    borrowType: 0,
    mayMoveTo: [OrderStatus.disbursing, OrderStatus.cancelled],
  },
  { status: OrderStatus.declined, name: 'declined', borrowType: 1, mayMoveTo: [] },
  { status: OrderStatus.cancelled, name: 'cancelled', borrowType: 1, mayMoveTo: [] },
  // To 35 only while its payout waits to be sent: the borrower withdraws.
  {
    status: OrderStatus.disbursing,
    name: 'disbursing',
    borrowType: 0,
    mayMoveTo: [OrderStatus.cancelled, OrderStatus.disbursementFailed, OrderStatus.active],
  },
  {
    status: OrderStatus.disbursementFailed,
    name: 'disbursement-failed',
    borrowType: 0,
    mayMoveTo: [OrderStatus.disbursing, OrderStatus.cancelled],
  },
  {
    status: OrderStatus.active,
    name: 'active',
    borrowType: 0,
    mayMoveTo: [
      OrderStatus.disbursementFailed,
      OrderStatus.overdue,
      OrderStatus.settled,
      OrderStatus.returned,
    ],
  },
  {
    status: OrderStatus.overdue,
    name: 'overdue',
    borrowType: 0,
    mayMoveTo: [
      OrderStatus.disbursementFailed,
      OrderStatus.active,
      OrderStatus.settled,
      OrderStatus.returned,
      OrderStatus.writtenOff,
    ],
  },
  {
    status: OrderStatus.settled,
    name: 'settled',
    borrowType: 1,
    mayMoveTo: [
      OrderStatus.disbursementFailed,
      OrderStatus.active,
      OrderStatus.overdue,
      OrderStatus.writtenOff,
    ],
  },
  {
    status: OrderStatus.returned,
    name: 'returned',
    borrowType: 1,
    mayMoveTo: [OrderStatus.disbursementFailed, OrderStatus.active, OrderStatus.overdue],
  },
  {
    status: OrderStatus.writtenOff,
    name: 'written-off',
    borrowType: 1,
    mayMoveTo: [OrderStatus.disbursementFailed, OrderStatus.settled],
  },
];

/** The states an order may begin in: under review, or reserved by a pre-order. */
export const initialOrderStatuses = [
  OrderStatus.underReview,
  OrderStatus.reserved,
] as const satisfies readonly OrderStatus[];

/** The states in which principal is out with the borrower, so something may be owed. */
export const owingOrderStatuses = [
  OrderStatus.active,
  OrderStatus.overdue,
  OrderStatus.writtenOff,
] as const satisfies readonly OrderStatus[];

/** The states that hold a part of the limit: applied for, not yet paid out, not yet over. */
export const holdingOrderStatuses = [
  OrderStatus.underReview,
  OrderStatus.reserved,
  OrderStatus.awaitingAcceptance,
  OrderStatus.disbursing,
  OrderStatus.disbursementFailed,
] as const satisfies readonly OrderStatus[];

/** The states of an order that ended before any money was paid out. */
export const endedBeforePayoutStatuses = [
  OrderStatus.declined,
  OrderStatus.cancelled,
] as const satisfies readonly OrderStatus[];

/**
 * The states of an order whose loan was never sanctioned: still to be decided or accepted, or ended
 * before the payout.
 */
export const unsanctionedOrderStatuses = [
  OrderStatus.underReview,
  OrderStatus.reserved,
  OrderStatus.awaitingAcceptance,
  ...endedBeforePayoutStatuses,
] as const satisfies readonly OrderStatus[];

/** The states of the list "in progress". */
export const openOrderStatuses: readonly OrderStatus[] = orderStatuses
  .filter((row) => row.borrowType === 0)
  .map((row) => row.status);

/**
 * A status change that the order's status does not allow. A fault of the caller, never of a user.
 */
export class OrderMoveError extends Error {
  override readonly name = 'OrderMoveError';
  readonly from: OrderStatus | null;
  readonly to: OrderStatus;
  constructor(from: OrderStatus | null, to: OrderStatus) {
    super(
      `an order may not move from ${from === null ? 'nothing' : `${from} (${statusName(from)})`} to ${to} (${statusName(to)})`,
    );
    this.from = from;
    this.to = to;
  }
}

/** Whether a number is a state of the table. */
export function isOrderStatus(value: number): value is OrderStatus {
  return orderStatuses.some((row) => row.status === value);
}

/** Whether an order in `from` (null: not created yet) may move to `to`. Staying is no move. */
export function mayMove(from: OrderStatus | null, to: OrderStatus): boolean {
  if (from === null) return initialOrderStatuses.some((status) => status === to);
  return orderRow(from).mayMoveTo.includes(to);
}

/** Throws OrderMoveError unless the move is in the table. */
export function assertMove(from: OrderStatus | null, to: OrderStatus): void {
  if (!mayMove(from, to)) throw new OrderMoveError(from, to);
}

export function statusName(status: OrderStatus): OrderStatusName {
  return orderRow(status).name;
}

/** The list an order shows in: 0 in progress, 1 completed. Source: specification §3. */
export function toBorrowType(status: OrderStatus): 0 | 1 {
  return orderRow(status).borrowType;
}

/**
 * Active (50) or overdue (60), from the ledger's overdue days. The due date itself is not overdue.
 */
export function activeOrOverdue(
  overdueDays: number,
): typeof OrderStatus.active | typeof OrderStatus.overdue {
  return overdueDays > 0 ? OrderStatus.overdue : OrderStatus.active;
}

function orderRow(status: OrderStatus): OrderStatusRow {
  const row = orderStatuses.find((candidate) => candidate.status === status);
  if (!row) throw new RangeError(`not an order status: ${status}`);
  return row;
}
