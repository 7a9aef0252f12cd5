import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { CHANNELS, type Channel } from '@noren/contract/payment';
import type { Db } from '../../platform/db/db.ts';
import type { Mandates, PaymentProvider } from '../../platform/ports/mandates.ts';
import type { ProviderEvent } from '../../platform/ports/payments.ts';
import { type BankBehaviour, SandboxTimeout } from './behaviour.ts';
import { instrumentFor } from './instruments.ts';
import { makeRefunds } from './refunds.ts';
import {
  captureSeenPayment,
  findInstrument,
  insertInstrument,
  insertPayment,
  listPayments,
  type PaymentRow,
  paymentLines,
  readInstrumentAmount,
  readUtr,
} from './store.ts';
import { openWebhook } from './webhooks.ts';

type Payment = Extract<ProviderEvent, { kind: 'payment' }>;

/** A payer's payment of a code by a channel, or a transfer without a code of ours. */
export interface PayerPayment {
  readonly code: string;
  readonly amountPaise?: number | undefined;
  readonly channel?: Channel | undefined;
  /** The bank's number of the transfer; random by default. */
  readonly utr?: string | undefined;
  /** The payer has paid, and their bank has not confirmed. */
  readonly isSeenOnly?: boolean | undefined;
}

/** Records a payment. @throws RangeError when the code has no instrument and no amount is given */
export async function recordPayment(
  db: Db,
  now: number,
  paid: PayerPayment,
): Promise<ProviderEvent> {
  const instrumentPaise = await readInstrumentAmount(db, paid.code);
  const amountPaise = paid.amountPaise ?? instrumentPaise;
  if (amountPaise === undefined)
    throw new RangeError('a payment without an instrument needs an amount');

  const row: PaymentRow = {
    providerRef: `pay_${randomBytes(9).toString('hex')}`,
    eventId: `evt_${randomUUID()}`,
    code: paid.code,
    amountPaise,
    paidAt: now,
    channel: paid.channel ?? 'upi',
    utr: paid.utr ?? String(randomInt(100_000_000_000, 999_999_999_999)),
    state: paid.isSeenOnly ? 'seen' : 'captured',
  };
  await insertPayment(db, row);

  return toProviderEvent(row);
}

/** Confirms a payment that was only seen. @returns null when the code has none */
export async function confirmSeen(db: Db, code: string): Promise<Payment | null> {
  const row = await captureSeenPayment(db, code);
  return row ? (toProviderEvent(row) as Payment) : null;
}

export function toProviderEvent(row: PaymentRow): ProviderEvent {
  const { eventId, providerRef, code, amountPaise, channel, utr } = row;
  if (row.state === 'seen')
    return { kind: 'payment_seen', eventId: `${eventId}.seen`, code, providerRef, amountPaise };

  const paid = {
    kind: 'payment',
    eventId,
    code,
    providerRef,
    amountPaise,
    paidAtMs: row.paidAt,
    channel,
  } as const;
  return utr === null ? paid : { ...paid, utr };
}

interface PaymentParts {
  readonly db: Db;
  readonly now: () => number;
  readonly secret: string;
  readonly behaviour: () => Promise<BankBehaviour>;
  readonly refundBehaviour: () => Promise<BankBehaviour>;
  readonly mandates: Mandates;
  readonly notify: (event: ProviderEvent, behaviour: BankBehaviour) => Promise<void>;
}

/** The bank's incoming payments: instruments, payments and refunds. */
export function makePayments(parts: PaymentParts): PaymentProvider {
  const { db, now, secret, behaviour, refundBehaviour, mandates, notify } = parts;

  return {
    name: 'sandbox',
    channels: CHANNELS,
    mandates,
    async make(channel, request) {
      const before = await findInstrument(db, channel, request.code);
      if (before) return before;

      const does = await behaviour();
      if (does === 'never_taken') throw new SandboxTimeout('the instrument was not made');

      await insertInstrument(db, {
        code: request.code,
        channel,
        providerRef: `ins_${randomBytes(9).toString('hex')}`,
        amountPaise: request.amountPaise,
        instrument: instrumentFor(channel, request),
        createdAt: now(),
      });
      if (does === 'time_out') throw new SandboxTimeout('the instrument was made, its answer lost');

      const made = await findInstrument(db, channel, request.code);
      if (!made) throw new Error('instrument inserted, but no row found');

      return made;
    },
    find: async (code) => (await listPayments(db, code)).map(toProviderEvent),
    ...makeRefunds({ db, now, behaviour: refundBehaviour, notify }),
    dailyStatement: (day) => paymentLines(db, day),
    bankNumber: (providerRef) => readUtr(db, providerRef),
    readWebhook: (body, headers) => openWebhook(secret, body, headers['x-sandbox-signature']),
  };
}
