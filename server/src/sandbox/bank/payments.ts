import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { Db } from '../../platform/db/db.ts';
import { CHANNELS, type Channel, type Payments, type ProviderEvent } from '../../platform/ports/payments.ts';
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
/** How a payer pays: a code, by a channel; or a transfer that names no code. */
export interface Paid {
  readonly code: string;
  readonly amountPaise?: number | undefined;
  readonly channel?: Channel | undefined;
  /** The bank's number of the transfer; drawn where none is given. */
  readonly utr?: string | undefined;
  /** The payer's bank was told to pay and has not confirmed. */
  readonly isSeenOnly?: boolean | undefined;
}

/** Takes a borrower's money. @throws Error when nothing was made for the code and no amount is named */
export async function recordPayment(db: Db, now: number, paid: Paid): Promise<ProviderEvent> {
  const instrumentPaise = await readInstrumentAmount(db, paid.code);
  const amountPaise = paid.amountPaise ?? instrumentPaise;
  if (amountPaise === undefined) throw new RangeError('a payment without an instrument names its amount');
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
  return eventOf(row);
}

/** The payer's bank confirms a payment that was only seen. @returns null when there is none such */
export async function confirmSeen(db: Db, code: string): Promise<Payment | null> {
  const row = await captureSeenPayment(db, code);
  return row ? (eventOf(row) as Payment) : null;
}

function eventOf(row: PaymentRow): ProviderEvent {
  const { eventId, providerRef, code, amountPaise, channel, utr } = row;
  if (row.state === 'seen') return { kind: 'payment_seen', eventId: `${eventId}.seen`, code, providerRef, amountPaise };
  const paid = { kind: 'payment', eventId, code, providerRef, amountPaise, paidAtMs: row.paidAt, channel } as const;
  return utr === null ? paid : { ...paid, utr };
}

interface PaymentParts {
  readonly db: Db;
  readonly now: () => number;
  readonly secret: string;
  readonly behaviour: () => Promise<BankBehaviour>;
  readonly refundBehaviour: () => Promise<BankBehaviour>;
  readonly tell: (event: ProviderEvent, behaviour: BankBehaviour) => Promise<void>;
}

/** The bank's side of being paid: what it makes for each channel, what came in by it, what was given back. */
export function makePayments(parts: PaymentParts): Payments {
  const { db, now, secret, behaviour, refundBehaviour, tell } = parts;
  return {
    name: 'sandbox',
    channels: CHANNELS,
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
      if (!made) throw new Error('an instrument just made is not there');
      return made;
    },
    ask: async (code) => (await listPayments(db, code)).map(eventOf),
    ...makeRefunds({ db, now, behaviour: refundBehaviour, tell }),
    statement: (day) => paymentLines(db, day),
    bankNumber: (providerRef) => readUtr(db, providerRef),
    readWebhook: (body, headers) => openWebhook(secret, body, headers['x-sandbox-signature']),
  };
}
