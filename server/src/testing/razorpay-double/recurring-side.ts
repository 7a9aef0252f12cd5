import * as z from 'zod';
import type { Gateway, Payment } from './gateway.ts';
import { existing } from './gateway-making.ts';
import {
  type Endpoint,
  type Entity,
  type MakeEntity,
  makeEntities,
  notes,
  Refusal,
  readStrictly,
  toPage,
} from './http-side.ts';

// UPI AutoPay as documented: razorpay.com/docs/api/payments/recurring-payments/upi and
// razorpay.com/docs/payments/payment-gateway/s2s-integration/recurring-payments/upi-intent. Every
// field of a request must be documented.

const customerBody = z.strictObject({
  name: z.string().min(3).max(50),
  email: z.string().optional(),
  contact: z.string().optional(),
  fail_existing: z.enum(['0', '1']).default('1'),
  notes,
});

const orderBody = z.strictObject({
  amount: z.int().min(100),
  currency: z.literal('INR'),
  payment_capture: z.boolean(),
  receipt: z.string().max(40),
  method: z.literal('upi').optional(),
  customer_id: z.string().optional(),
  token: z
    .strictObject({
      max_amount: z.int().min(100),
      expire_at: z.int(),
      frequency: z.enum(['as_presented', 'monthly']),
    })
    .optional(),
  notification: z
    .strictObject({ token_id: z.string(), payment_after: z.int().optional() })
    .optional(),
  notes,
});

const approvalBody = z.strictObject({
  amount: z.int(),
  currency: z.literal('INR'),
  order_id: z.string(),
  customer_id: z.string(),
  recurring: z.literal('1'),
  method: z.literal('upi'),
  upi: z.strictObject({ flow: z.literal('intent') }),
  notes,
});

const debitBody = z.strictObject({
  email: z.email(),
  contact: z.string().min(8),
  amount: z.int(),
  currency: z.literal('INR'),
  order_id: z.string(),
  customer_id: z.string(),
  token: z.string(),
  recurring: z.literal(true),
  description: z.string().optional(),
  notes,
});

type TokenStatus =
  | 'initiated'
  | 'confirmed'
  | 'rejected'
  | 'paused'
  | 'cancellation_initiated'
  | 'cancelled';

export interface Token extends Entity {
  recurring_details: { status: TokenStatus; failure_reason: string | null };
  customerId: string;
  maxAmount: number;
}

export type Order = Entity & z.infer<typeof orderBody>;
export type OrderPayment = Payment & { order_id: string; token_id: string | null };

/** The recurring side's state, and what the payer and the bank do. */
export interface RecurringSide {
  readonly endpoints: Endpoint[];
  readonly customers: Map<string, Entity & { name: string }>;
  readonly orders: Map<string, Order>;
  readonly tokens: Map<string, Token>;
  /** The order with a receipt. */
  findOrder(receipt: string): Order;
  listPayments(orderId: string): OrderPayment[];
  /** The payer approves the mandate of a receipt in the UPI app. */
  approve(receipt: string): { token: Token; payment: OrderPayment };
  /** The payer refuses it. */
  refuse(receipt: string): { token: Token; payment: OrderPayment };
  setToken(token: Token, status: TokenStatus): Token;
  /** The payer's bank makes the debit of a receipt. */
  capture(receipt: string): OrderPayment;
  fail(receipt: string, reason: string): OrderPayment;
}

/** Creates the side; its payments are the gateway's. */
export function makeRecurringSide(gateway: Gateway, now: () => number): RecurringSide {
  const at = (): number => Math.floor(now() / 1_000);
  const entity = makeEntities('R', now);

  const side: RecurringSide = {
    endpoints: [],
    customers: new Map(),
    orders: new Map(),
    tokens: new Map(),
    findOrder(receipt) {
      const found = [...side.orders.values()].find((order) => order.receipt === receipt);
      if (!found) throw new Error(`no order of ${receipt}`);
      return found;
    },
    listPayments: (orderId) =>
      ([...gateway.payments.values()] as OrderPayment[]).filter(
        (payment) => payment.order_id === orderId,
      ),
    approve: (receipt) => decide(side, entity, receipt, 'confirmed'),
    refuse: (receipt) => decide(side, entity, receipt, 'rejected'),
    setToken(token, status) {
      token.recurring_details.status = status;
      return token;
    },
    capture: (receipt) =>
      Object.assign(newestPayment(side, receipt), {
        status: 'captured',
        captured: true,
        acquirer_data: { rrn: '237153511656' },
      }),
    fail: (receipt, reason) =>
      Object.assign(newestPayment(side, receipt), { status: 'failed', error_reason: reason }),
  };

  side.endpoints.push(...serveMandates(side, gateway, entity, at), ...serveTokens(side));

  return side;
}

function newestPayment(side: RecurringSide, receipt: string): OrderPayment {
  const newest = side.listPayments(side.findOrder(receipt).id).at(-1);
  if (!newest) throw new Error(`nothing presented of ${receipt}`);
  return newest;
}

function decide(
  side: RecurringSide,
  entity: MakeEntity,
  receipt: string,
  status: 'confirmed' | 'rejected',
): { token: Token; payment: OrderPayment } {
  const order = side.findOrder(receipt);
  const token: Token = {
    ...entity('token', { entity: 'token', method: 'upi', recurring: true }),
    recurring_details: { status, failure_reason: null },
    customerId: order.customer_id ?? '',
    maxAmount: order.token?.max_amount ?? 0,
  };
  side.tokens.set(token.id, token);

  const isApproved = status === 'confirmed';
  const payment = Object.assign(newestPayment(side, receipt), {
    token_id: token.id,
    status: isApproved ? ('captured' as const) : ('failed' as const),
    captured: isApproved,
    error_reason: isApproved ? null : 'payment_cancelled',
  });

  return { token, payment };
}

function serveMandates(
  side: RecurringSide,
  gateway: Gateway,
  entity: MakeEntity,
  at: () => number,
): Endpoint[] {
  return [
    ['POST', 'customers', ({ body }) => makeCustomer(side, entity, body)],
    [
      'GET',
      'orders',
      ({ query }) =>
        toPage(
          [...side.orders.values()].filter(({ receipt }) => receipt === query.receipt),
          {},
        ),
    ],
    ['POST', 'orders', ({ body }) => makeOrder(side, entity, at(), body)],
    [
      'GET',
      'orders/:id/payments',
      (_seen, id) => {
        existing(side.orders, id);
        return { entity: 'collection', items: side.listPayments(id) };
      },
    ],
    [
      'POST',
      'payments/create/upi',
      ({ body }) => {
        const given = readStrictly(approvalBody, body);
        const payment = pay(side, gateway, entity, { ...given, token_id: null });
        const most = (existing(side.orders, given.order_id).token?.max_amount ?? 0) / 100;
        const link = `upi://mandate?pa=lender.rzp@icici&pn=Lender&am=${most}.00&fam=1.00&amrule=MAX&recur=ASPRESENTED&rev=Y&block=N&txnType=CREATE&cu=INR`;
        return { razorpay_payment_id: payment.id, link };
      },
    ],
    [
      'POST',
      'payments/create/recurring',
      ({ body }) => {
        const given = readStrictly(debitBody, body);
        checkDebit(side, at(), given);
        const payment = pay(side, gateway, entity, { ...given, token_id: given.token });
        return { razorpay_payment_id: payment.id };
      },
    ],
  ];
}

function serveTokens(side: RecurringSide): Endpoint[] {
  return [
    [
      'GET',
      'customers/[^/]+/tokens/:id',
      ({ path }, id) => {
        const token = existing(side.tokens, id);
        if (!path.includes(token.customerId)) throw new Refusal({ reason: 'NA' });
        return token;
      },
    ],
    [
      'PUT',
      'customers/[^/]+/tokens/:id/cancel',
      (_seen, id) => {
        const token = existing(side.tokens, id);
        if (!['initiated', 'confirmed', 'paused'].includes(token.recurring_details.status))
          throw new Refusal({ description: 'The token cannot be cancelled in its state' });
        side.setToken(token, 'cancellation_initiated');
        return { status: 'cancellation_initiated' };
      },
    ],
  ];
}

/** One with exactly these details is answered again, where that is asked for. */
function makeCustomer(side: RecurringSide, entity: MakeEntity, body: unknown): Entity {
  const { fail_existing: fails, ...given } = readStrictly(customerBody, body);
  const before = [...side.customers.values()].find(({ name }) => name === given.name);
  if (before && fails === '0') return before;
  if (before) throw new Refusal({ description: 'Customer already exists for the merchant' });

  const made = { ...entity('cust', { entity: 'customer', ...given }), name: given.name };
  side.customers.set(made.id, made);

  return made;
}

function makeOrder(side: RecurringSide, entity: MakeEntity, now: number, body: unknown): Order {
  const given = readStrictly(orderBody, body);
  if (given.customer_id) existing(side.customers, given.customer_id);
  if (given.notification) {
    const token = existing(side.tokens, given.notification.token_id);
    if (token.recurring_details.status !== 'confirmed')
      throw new Refusal({ reason: 'mandate_not_active' });
    const after = given.notification.payment_after;
    if (after !== undefined && after < now + 24 * 3_600)
      throw new Refusal({ field: 'payment_after' });
  }

  const made = {
    ...entity('order', { entity: 'order', status: 'created', attempts: 0 }),
    ...given,
  } as Order;
  side.orders.set(made.id, made);

  return made;
}

function checkDebit(side: RecurringSide, now: number, given: z.infer<typeof debitBody>): void {
  const order = existing(side.orders, given.order_id);
  const token = existing(side.tokens, given.token);
  if (token.recurring_details.status !== 'confirmed')
    throw new Refusal({ reason: 'mandate_not_active' });
  if (token.customerId !== given.customer_id) throw new Refusal({ field: 'customer_id' });
  if (given.amount !== order.amount) throw new Refusal({ field: 'amount' });
  if (given.amount > token.maxAmount)
    throw new Refusal({ description: 'Amount exceeds maximum amount allowed' });
  if ((order.notification?.payment_after ?? 0) > now)
    throw new Refusal({ description: 'The announcement was not delivered in time' });
}

/** A payment of an order, which takes no second one while the first may still be made. */
function pay(
  side: RecurringSide,
  gateway: Gateway,
  entity: MakeEntity,
  given: { order_id: string; amount: number; token_id: string | null; notes: object },
): OrderPayment {
  existing(side.orders, given.order_id);
  if (side.listPayments(given.order_id).some(({ captured }) => captured))
    throw new Refusal({ description: 'The order is already paid' });

  const made = {
    ...entity('pay', {
      entity: 'payment',
      currency: 'INR',
      method: 'upi',
      error_reason: null,
      acquirer_data: {},
      notes: given.notes,
    }),
    order_id: given.order_id,
    token_id: given.token_id,
    amount: given.amount,
    status: 'created',
    captured: false,
  } as unknown as OrderPayment;
  gateway.payments.set(made.id, made);

  return made;
}
