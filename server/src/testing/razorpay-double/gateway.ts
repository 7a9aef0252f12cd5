import {
  accountBody,
  describeTransfer,
  existing,
  linkBody,
  linksBy,
  listPaymentRefunds,
  makeAccount,
  makeLink,
  makeQr,
  makeRefund,
  pay,
  paymentsBy,
  qrBody,
  refundBody,
} from './gateway-making.ts';
import {
  type Endpoint,
  type Entity,
  type MakeEntity,
  makeEntities,
  type ReceivedRequest,
  Refusal,
  readStrictly,
  toPage,
} from './http-side.ts';

// The payment gateway as documented: razorpay.com/docs/api/{qr-codes,payments,refunds}.

/** A payment as the API answers it. */
export interface Payment extends Entity {
  amount: number;
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed';
  captured: boolean;
}

export interface Refund extends Entity {
  payment_id: string;
  amount: number;
  receipt: string | null;
  status: 'pending' | 'processed' | 'failed';
}

/** Options of a test's payment. */
export interface Paying {
  amount?: number;
  status?: Payment['status'];
  captured?: boolean;
  method?: string;
  /** The bank's number of the transfer. */
  number?: string;
}

/** The gateway's state, and the payer's actions. */
export interface Gateway {
  readonly endpoints: Endpoint[];
  readonly qrs: Map<string, Entity>;
  readonly accounts: Map<string, Entity>;
  readonly links: Map<string, Entity & { payments: object[] | null }>;
  readonly payments: Map<string, Payment>;
  readonly refunds: Map<string, Refund>;
  /** Numbers of bank transfers, by payment. */
  readonly transfers: Map<string, string>;
  /** The initial state of the next refunds. */
  refundsBecome: Refund['status'];
  /** Whether the account has the feature "image content". */
  hasImageContent: boolean;
  /** Expires the idempotency keys of refunds. */
  forgetKeys(): void;
  /** Pays an instrument, whose kind is given by its id. */
  pay(instrumentId: string, how?: Paying): Payment;
}

/** What each refund's key made, for requests that repeat it. */
type IdempotencyKeys = Map<string, { body: string; id: string }>;

/** Creates the gateway; `now` is UTC ms. */
export function makeGateway(now: () => number): Gateway {
  const at = (): number => Math.floor(now() / 1_000);
  const entity = makeEntities('A', now);
  const keys: IdempotencyKeys = new Map();
  const gateway: Gateway = {
    endpoints: [],
    qrs: new Map(),
    accounts: new Map(),
    links: new Map(),
    payments: new Map(),
    refunds: new Map(),
    transfers: new Map(),
    refundsBecome: 'processed',
    hasImageContent: true,
    forgetKeys: () => keys.clear(),
    pay: (instrumentId, how = {}) => pay(gateway, entity, instrumentId, how),
  };

  gateway.endpoints.push(
    ...serveInstruments(gateway, entity, at),
    ...servePayments(gateway, entity, keys),
  );

  return gateway;
}

/** QR codes, virtual accounts and payment links: what a payer pays to. */
function serveInstruments(gateway: Gateway, entity: MakeEntity, at: () => number): Endpoint[] {
  return [
    ['GET', 'payments/qr_codes', ({ query }) => toPage(gateway.qrs.values(), query)],
    [
      'POST',
      'payments/qr_codes',
      ({ body }) => makeQr(gateway, entity, readStrictly(qrBody, body), at()),
    ],
    ['GET', 'payments/qr_codes/:id/payments', ({ query }, id) => paymentsBy(gateway, id, query)],
    ['GET', 'virtual_accounts', ({ query }) => toPage(gateway.accounts.values(), query)],
    [
      'POST',
      'virtual_accounts',
      ({ body }) => makeAccount(gateway, entity, readStrictly(accountBody, body), at()),
    ],
    ['GET', 'virtual_accounts/:id/payments', ({ query }, id) => paymentsBy(gateway, id, query)],
    [
      'GET',
      'payment_links',
      ({ query }) => ({ payment_links: linksBy(gateway, query.reference_id) }),
    ],
    [
      'POST',
      'payment_links',
      ({ body }) => makeLink(gateway, entity, readStrictly(linkBody, body), at()),
    ],
    ['GET', 'payment_links/:id', (_seen, id) => existing(gateway.links, id)],
  ];
}

/** Payments and their refunds. */
function servePayments(gateway: Gateway, entity: MakeEntity, keys: IdempotencyKeys): Endpoint[] {
  return [
    ['GET', 'payments', ({ query }) => toPage(gateway.payments.values(), query)],
    ['GET', 'refunds', ({ query }) => toPage(gateway.refunds.values(), query)],
    ['GET', 'payments/:id', (_seen, id) => existing(gateway.payments, id)],
    ['GET', 'payments/:id/bank_transfer', (_seen, id) => describeTransfer(gateway, id)],
    ['GET', 'payments/:id/refunds', ({ query }, id) => listPaymentRefunds(gateway, id, query)],
    ['POST', 'payments/:id/refund', (seen, id) => refundOnce(gateway, entity, keys, seen, id)],
  ];
}

function refundOnce(
  gateway: Gateway,
  entity: MakeEntity,
  keys: IdempotencyKeys,
  { body, headers }: ReceivedRequest,
  paymentId: string,
): Refund {
  const key = String(headers['x-refund-idempotency'] ?? '');
  if (!/^[\w-]{10,}$/.test(key))
    throw new Refusal({ description: 'The idempotency key must be at least 10' });

  const before = keys.get(key);
  if (before && before.body !== JSON.stringify(body))
    throw new Refusal({ status: 409, description: 'Different' });
  if (before) return existing(gateway.refunds, before.id);

  const payment = existing(gateway.payments, paymentId);
  const refund = makeRefund(gateway, entity, payment, readStrictly(refundBody, body));

  keys.set(key, { body: JSON.stringify(body), id: refund.id });

  return refund;
}
