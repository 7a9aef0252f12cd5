import { createHmac, timingSafeEqual } from 'node:crypto';
import { CHANNELS } from '@noren/contract/payment';
import { DEBIT_FAILURES } from '@noren/core/money/mandate-states';
import * as z from 'zod';
import type { Db } from '../../platform/db/db.ts';
import type { ProviderEvent } from '../../platform/ports/payments.ts';
import { insertWebhook, listUndelivered, markDelivered, readNextDue } from './store.ts';

/** A webhook's body, and the value of its header `x-sandbox-signature`. */
export interface SignedWebhook {
  readonly body: string;
  readonly signature: string;
}

/**
 * Sends a webhook to our own endpoint.
 * @throws Error when it was not accepted; it is then retried
 */
export type DeliverWebhook = (webhook: SignedWebhook) => Promise<void>;

/** The contract's largest amount, and the last instant of 2199 in India. */
const MAX_PAISE = 1_000_000_000_000;
const LAST_MS = Date.UTC(2200, 0, 1) - 1 - 19_800_000;

const payment = z.object({
  kind: z.literal('payment'),
  eventId: z.string().min(1).max(64),
  code: z.string().min(1).max(64),
  providerRef: z.string().min(1).max(64),
  amountPaise: z.int().min(1).max(MAX_PAISE),
  paidAtMs: z.int().min(0).max(LAST_MS),
  channel: z.enum(CHANNELS).optional(),
  utr: z
    .string()
    .regex(/^[A-Z0-9]{6,32}$/)
    .optional(),
});

const paymentSeen = payment
  .pick({ eventId: true, code: true, providerRef: true, amountPaise: true })
  .extend({ kind: z.literal('payment_seen') });

const payout = z.object({
  kind: z.literal('payout'),
  eventId: z.string().min(1).max(64),
  payoutRef: z.string().min(1).max(64),
  state: z.enum(['confirmed', 'failed', 'reversed']),
  providerId: z.string().min(1).max(64),
  reason: z.string().max(200).optional(),
});

const refund = payout.omit({ payoutRef: true }).extend({
  kind: z.literal('refund'),
  state: z.enum(['confirmed', 'failed']),
  refundRef: z.string().min(1).max(64),
});

const chargeback = z.object({
  kind: z.literal('chargeback'),
  eventId: z.string().min(1).max(64),
  paymentProviderRef: z.string().min(1).max(64),
  amountPaise: z.int().min(1).max(MAX_PAISE),
  takenAtMs: z.int().min(0).max(LAST_MS),
});

const mandate = z.object({
  kind: z.literal('mandate'),
  eventId: z.string().min(1).max(64),
  tokenRef: z.string().min(1).max(64),
  state: z.enum(['confirmed', 'rejected', 'paused', 'cancelled']),
});

const debitAnnouncement = z.object({
  kind: z.literal('debit_announcement'),
  eventId: z.string().min(1).max(64),
  orderRef: z.string().min(1).max(64),
  state: z.enum(['delivered', 'failed']),
  atMs: z.int().min(0).max(LAST_MS),
});

const debitFailed = z.object({
  kind: z.literal('debit_failed'),
  eventId: z.string().min(1).max(64),
  code: z.string().min(1).max(64),
  paymentRef: z.string().min(1).max(64),
  reason: z.enum(DEBIT_FAILURES),
});

const providerEvent = z.discriminatedUnion('kind', [
  payment,
  paymentSeen,
  payout,
  refund,
  chargeback,
  mandate,
  debitAnnouncement,
  debitFailed,
]);

const computeMac = (secret: string, body: Buffer | string): Buffer =>
  createHmac('sha256', secret).update(body).digest();

/** Signs an event with HMAC-SHA256 over the whole body, as payment providers do. */
export function signWebhook(secret: string, event: ProviderEvent): SignedWebhook {
  const body = JSON.stringify(event);
  return { body, signature: computeMac(secret, body).toString('hex') };
}

/**
 * The events of a webhook, null when the signature is not ours.
 * @throws SyntaxError when the body is no event
 */
export function openWebhook(
  secret: string,
  body: Buffer,
  signature: string | undefined,
): ProviderEvent[] | null {
  const given = Buffer.from(signature ?? '', 'hex');
  const wanted = computeMac(secret, body);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null;

  const parsed = providerEvent.safeParse(JSON.parse(body.toString('utf8')));
  if (!parsed.success) throw new SyntaxError('not an event of the provider');

  return [parsed.data as ProviderEvent];
}

/**
 * Posts a webhook to a server.
 * @throws Error unless it answers 200
 */
export async function postWebhook(url: string, webhook: SignedWebhook): Promise<void> {
  const response = await fetch(`${url}/api/hooks/sandbox`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-sandbox-signature': webhook.signature },
    body: webhook.body,
  });
  await response.arrayBuffer();

  if (response.status !== 200) throw new Error(`webhook answered ${response.status}`);
}

/** Webhooks queued in the database until delivered. */
export interface WebhookQueue {
  add(event: ProviderEvent, afterMs: number): Promise<void>;
  /**
   * Delivers those that are due (or all), in the order of their due time.
   * @returns how many
   */
  deliver(send: DeliverWebhook, which: 'due' | 'all'): Promise<number>;
  /** The instant (UTC ms) at which the next one is due. */
  nextDue(): Promise<number | null>;
}

export function makeWebhookQueue(db: Db, now: () => number, secret: string): WebhookQueue {
  return {
    add: (event, afterMs) => insertWebhook(db, event, now() + afterMs),
    async deliver(send, which) {
      const rows = await listUndelivered(db, which === 'due' ? now() : null);
      for (const { position, event } of rows) {
        await send(signWebhook(secret, event as ProviderEvent));
        await markDelivered(db, position, now());
      }

      return rows.length;
    },
    nextDue: () => readNextDue(db),
  };
}
