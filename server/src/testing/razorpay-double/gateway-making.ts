import * as z from 'zod';
import type { Gateway, Paying, Payment, Refund } from './gateway.ts';
import { type Entity, type MakeEntity, notes, Refusal, toPage } from './http-side.ts';

// The gateway's endpoints; every field of a request must be documented.

const MIN_LIFE_S = 15 * 60;

export const qrBody = z.strictObject({
  type: z.literal('upi_qr'),
  name: z.string().optional(),
  usage: z.enum(['single_use', 'multiple_use']),
  fixed_amount: z.boolean(),
  payment_amount: z.int().min(1),
  description: z.string().optional(),
  customer_id: z.string().optional(),
  close_by: z.int(),
  notes,
});

export const accountBody = z.strictObject({
  receivers: z.strictObject({ types: z.tuple([z.literal('bank_account')]) }),
  description: z.string().optional(),
  close_by: z.int().optional(),
  notes,
});

export const linkBody = z.strictObject({
  amount: z.int().min(100),
  currency: z.literal('INR'),
  accept_partial: z.boolean(),
  expire_by: z.int(),
  reference_id: z.string().max(40),
  description: z.string().max(2048),
  notify: z.strictObject({ sms: z.boolean(), email: z.boolean() }),
  reminder_enable: z.boolean(),
  notes,
});

export const refundBody = z.strictObject({
  amount: z.int().min(100),
  speed: z.enum(['normal', 'optimum']),
  receipt: z.string().optional(),
  notes,
});

export function existing<T>(all: Map<string, T>, id: string): T {
  const found = all.get(id);
  if (!found) throw new Refusal({ description: 'The id provided does not exist' });
  return found;
}

function store<T extends Entity>(all: Map<string, T>, made: T): T {
  all.set(made.id, made);
  return made;
}

function endsLater(end: number, now: number, field: string): void {
  if (end < now + MIN_LIFE_S)
    throw new Refusal({ field, description: 'must be at least 15 minutes after now' });
}

export function makeQr(
  gateway: Gateway,
  entity: MakeEntity,
  body: z.infer<typeof qrBody>,
  now: number,
): Entity {
  endsLater(body.close_by, now, 'close_by');

  const upi = `upi://pay?pa=rzr.lender@icici&pn=Lender&am=${body.payment_amount / 100}&cu=INR`;
  const image = gateway.hasImageContent ? { image_content: upi } : {};
  const state = {
    status: 'active',
    payments_amount_received: 0,
    closed_at: null,
    close_reason: null,
  };

  return store(
    gateway.qrs,
    entity('qr', {
      entity: 'qr_code',
      image_url: 'https://rzp.io/i/1',
      ...body,
      ...image,
      ...state,
    }),
  );
}

export function makeAccount(
  gateway: Gateway,
  entity: MakeEntity,
  body: z.infer<typeof accountBody>,
  now: number,
): Entity {
  if (body.close_by !== undefined) endsLater(body.close_by, now, 'close_by');

  const receiver = {
    id: 'ba_1',
    entity: 'bank_account',
    ifsc: 'RATN0VAAPIS',
    bank_name: 'RBL Bank',
    name: 'Lender',
    notes: [],
    account_number: `22233300${gateway.accounts.size}`,
  };
  const state = { entity: 'virtual_account', name: 'Lender', status: 'active', amount_paid: 0 };

  return store(gateway.accounts, entity('va', { ...state, ...body, receivers: [receiver] }));
}

export function makeLink(
  gateway: Gateway,
  entity: MakeEntity,
  body: z.infer<typeof linkBody>,
  now: number,
): Entity {
  endsLater(body.expire_by, now, 'expire_by');
  if (linksBy(gateway, body.reference_id).length > 0) throw new Refusal({ field: 'reference_id' });

  const made = entity('plink', {
    ...body,
    status: 'created',
    short_url: 'https://rzp.io/i/nxrHnLJ',
  });
  return store(gateway.links, { ...made, payments: null });
}

export function linksBy(gateway: Gateway, reference: string | undefined): Entity[] {
  return [...gateway.links.values()].filter((link) => link.reference_id === reference);
}

export function pay(
  gateway: Gateway,
  entity: MakeEntity,
  instrumentId: string,
  how: Paying,
): Payment {
  const made =
    gateway.qrs.get(instrumentId) ??
    gateway.accounts.get(instrumentId) ??
    gateway.links.get(instrumentId);
  if (!made) throw new Error(`nothing to pay: ${instrumentId}`);

  const { status = 'captured', number = '116514257019' } = how;
  const isTransfer = gateway.accounts.has(instrumentId);
  const payment = store(gateway.payments, {
    ...entity('pay', {
      entity: 'payment',
      currency: 'INR',
      method: how.method ?? (isTransfer ? 'bank_transfer' : 'upi'),
      notes: gateway.qrs.has(instrumentId) ? made.notes : [],
      acquirer_data: isTransfer ? {} : { rrn: number },
      paid_by: instrumentId,
    }),
    amount: how.amount ?? Number(made.payment_amount ?? made.amount ?? 0),
    status,
    captured: how.captured ?? (status === 'captured' || status === 'refunded'),
  });

  if (isTransfer) gateway.transfers.set(payment.id, number);

  const link = gateway.links.get(instrumentId);
  if (link && payment.captured)
    link.payments = [
      ...(link.payments ?? []),
      { payment_id: payment.id, amount: payment.amount, status: 'captured' },
    ];

  return payment;
}

export function paymentsBy(gateway: Gateway, id: string, query: Readonly<Record<string, string>>) {
  if (!gateway.qrs.has(id)) existing(gateway.accounts, id);
  return toPage(
    [...gateway.payments.values()].filter((payment) => payment.paid_by === id),
    query,
  );
}

export function describeTransfer(gateway: Gateway, id: string) {
  const mode = 'NEFT';
  return {
    id: 'bt_1',
    entity: 'bank_transfer',
    payment_id: id,
    mode,
    bank_reference: existing(gateway.transfers, id),
  };
}

export function listPaymentRefunds(
  gateway: Gateway,
  id: string,
  query: Readonly<Record<string, string>>,
) {
  existing(gateway.payments, id);
  return toPage(
    [...gateway.refunds.values()].filter((refund) => refund.payment_id === id),
    query,
  );
}

export function makeRefund(
  gateway: Gateway,
  entity: MakeEntity,
  payment: Payment,
  body: z.infer<typeof refundBody>,
): Refund {
  const refunds = [...gateway.refunds.values()].filter(
    (one) => one.payment_id === payment.id && one.status !== 'failed',
  );
  const given = refunds.reduce((sum, one) => sum + one.amount, 0);

  if (given + body.amount > payment.amount)
    throw new Refusal({
      reason: 'NA',
      description: 'The refund amount provided is greater than amount captured.',
    });

  const made = entity('rfnd', { entity: 'refund', currency: 'INR', ...body });
  const { amount, receipt = null } = body;

  return store(gateway.refunds, {
    ...made,
    payment_id: payment.id,
    amount,
    receipt,
    status: gateway.refundsBecome,
  });
}
