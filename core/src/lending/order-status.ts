/** Where an order stands (`borrowStatus`). Source: specification §3, §4 (30, 70); the rest is `domain.md`'s table. */
export type OrderStatus = 10 | 15 | 20 | 30 | 35 | 40 | 45 | 50 | 60 | 70 | 75 | 80;

/** The names of the states. */
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

/** One state: its name, the list it shows in (0 in progress, 1 completed), and the states it may move to. */
type OrderStatusRow = {
  status: OrderStatus;
  name: OrderStatusName;
  borrowType: 0 | 1;
  mayMoveTo: readonly OrderStatus[];
};

/**
 * Every state and every move there is. Source: `domain.md`, order status. @ASSUMED beyond its table: a payment that is
 * taken back makes a returned loan owe again (75 to 50 or 60) and one settled after its write-off written off (70 to 80);
 * a loan of a day or two may be overdue while it may still be returned (60 to 75); one whose payout was not sent yet may
 * be withdrawn (40 to 35).
 */
export const orderStatuses: readonly OrderStatusRow[] = [
  { status: 10, name: 'under-review', borrowType: 0, mayMoveTo: [20, 30, 35, 40] },
  { status: 15, name: 'reserved', borrowType: 0, mayMoveTo: [20, 35] },
  { status: 20, name: 'awaiting-acceptance', borrowType: 0, mayMoveTo: [40, 35] },
  { status: 30, name: 'declined', borrowType: 1, mayMoveTo: [] },
  { status: 35, name: 'cancelled', borrowType: 1, mayMoveTo: [] },
  // To 35 only while its payout waits to be sent: the borrower withdraws.
  { status: 40, name: 'disbursing', borrowType: 0, mayMoveTo: [35, 45, 50] },
  { status: 45, name: 'disbursement-failed', borrowType: 0, mayMoveTo: [40, 35] },
  { status: 50, name: 'active', borrowType: 0, mayMoveTo: [60, 70, 75] },
  { status: 60, name: 'overdue', borrowType: 0, mayMoveTo: [50, 70, 75, 80] },
  { status: 70, name: 'settled', borrowType: 1, mayMoveTo: [50, 60, 80] },
  { status: 75, name: 'returned', borrowType: 1, mayMoveTo: [50, 60] },
  { status: 80, name: 'written-off', borrowType: 1, mayMoveTo: [70] },
];

/** The states an order may begin in: under review, or reserved by a pre-order. */
export const initialOrderStatuses = [10, 15] as const satisfies readonly OrderStatus[];

/** The states in which principal is out with the borrower, so something may be owed. */
export const owingOrderStatuses = [50, 60, 80] as const satisfies readonly OrderStatus[];

/** The states that hold a part of the limit: applied for, not yet paid out, not yet over. */
export const holdingOrderStatuses = [10, 15, 20, 40, 45] as const satisfies readonly OrderStatus[];

/** An order was asked to make a move its state does not have. A fault of the caller, never of a user. */
export class OrderMoveError extends Error {
  override readonly name = 'OrderMoveError';
  readonly from: OrderStatus;
  readonly to: OrderStatus;
  constructor(from: OrderStatus, to: OrderStatus) {
    super(`an order may not move from ${from} (${statusName(from)}) to ${to} (${statusName(to)})`);
    this.from = from;
    this.to = to;
  }
}

/** Whether a number is a state of the table. */
export function isOrderStatus(value: number): value is OrderStatus {
  return orderStatuses.some((row) => row.status === value);
}

/** Whether an order in `from` may move to `to`. Staying is no move. */
export function mayMove(from: OrderStatus, to: OrderStatus): boolean {
  return orderRow(from).mayMoveTo.includes(to);
}

/** Throws OrderMoveError unless the move is in the table. */
export function assertMove(from: OrderStatus, to: OrderStatus): void {
  if (!mayMove(from, to)) throw new OrderMoveError(from, to);
}

/** The name of a state. */
export function statusName(status: OrderStatus): OrderStatusName {
  return orderRow(status).name;
}

/** The list an order shows in: 0 in progress, 1 completed. Source: specification §3. */
export function borrowTypeOf(status: OrderStatus): 0 | 1 {
  return orderRow(status).borrowType;
}

/** Active (50) or overdue (60), from the ledger's overdue days. The due date itself is not overdue. */
export function activeOrOverdue(overdueDays: number): 50 | 60 {
  return overdueDays > 0 ? 60 : 50;
}

function orderRow(status: OrderStatus): OrderStatusRow {
  const row = orderStatuses.find((candidate) => candidate.status === status);
  if (!row) throw new RangeError(`not an order status: ${status}`);
  return row;
}
