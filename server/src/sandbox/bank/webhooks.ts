import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import type { Db } from '../../platform/db/db.ts';
import { CHANNELS, type ProviderEvent } from '../../platform/ports/payments.ts';
import { insertWebhook, listUndelivered, markDelivered, readNextDue } from './store.ts';

/** A webhook as it travels: its body, and the signature that goes in the header `x-sandbox-signature`. */
export interface SignedWebhook {
  readonly body: string;
  readonly signature: string;
}
/** Carries a webhook to our own hook. @throws Error when it was not taken; it is then brought again */
export type DeliverWebhook = (webhook: SignedWebhook) => Promise<void>;

/** As much as the wire carries, and the last instant of 2199: beyond them it is no payment. */
const MOST_PAISE = 1_000_000_000_000;
const LAST_MS = Date.UTC(2200, 0, 1) - 1 - 19_800_000;

const payment = z.object({
  kind: z.literal('payment'),
  eventId: z.string().min(1).max(64),
  code: z.string().min(1).max(64),
  providerRef: z.string().min(1).max(64),
  amountPaise: z.int().min(1).max(MOST_PAISE),
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
  state: z.enum(['confirmed', 'failed']),
  providerId: z.string().min(1).max(64),
  reason: z.string().max(200).optional(),
});
const refund = payout.omit({ payoutRef: true }).extend({
  kind: z.literal('refund'),
  refundRef: z.string().min(1).max(64),
});
const chargeback = z.object({
  kind: z.literal('chargeback'),
  eventId: z.string().min(1).max(64),
  paymentProviderRef: z.string().min(1).max(64),
  amountPaise: z.int().min(1).max(MOST_PAISE),
  takenAtMs: z.int().min(0).max(LAST_MS),
});
const providerEvent = z.discriminatedUnion('kind', [payment, paymentSeen, payout, refund, chargeback]);

const macOf = (secret: string, body: Buffer | string): Buffer => createHmac('sha256', secret).update(body).digest();

/** Signs an event with HMAC-SHA256 over the whole body, as payment providers do. */
export function signWebhook(secret: string, event: ProviderEvent): SignedWebhook {
  const body = JSON.stringify(event);
  return { body, signature: macOf(secret, body).toString('hex') };
}

/** The events of a webhook, null when the signature is not ours. @throws SyntaxError when the body is no event */
export function openWebhook(secret: string, body: Buffer, signature: string | undefined): ProviderEvent[] | null {
  const given = Buffer.from(signature ?? '', 'hex');
  const wanted = macOf(secret, body);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null;
  const parsed = providerEvent.safeParse(JSON.parse(body.toString('utf8')));
  if (!parsed.success) throw new SyntaxError('not an event of the provider');
  return [parsed.data as ProviderEvent];
}

/** Brings a webhook to a server. @throws Error unless it answers 200 */
export async function postWebhook(url: string, webhook: SignedWebhook): Promise<void> {
  const response = await fetch(`${url}/api/hooks/sandbox`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-sandbox-signature': webhook.signature },
    body: webhook.body,
  });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`webhook answered ${response.status}`);
}

/** Webhooks that wait in the database until they were taken. */
export interface WebhookQueue {
  add(event: ProviderEvent, afterMs: number): Promise<void>;
  /** Brings those that are due (or all), in the order they were made. @returns how many were taken */
  bring(deliver: DeliverWebhook, which: 'due' | 'all'): Promise<number>;
  /** Instant at which the next one falls due. */
  nextDue(): Promise<number | null>;
}

/** The queue over a database. */
export function makeWebhookQueue(db: Db, now: () => number, secret: string): WebhookQueue {
  return {
    add: (event, afterMs) => insertWebhook(db, event, now() + afterMs),
    async bring(deliver, which) {
      const rows = await listUndelivered(db, which === 'due' ? now() : null);
      for (const { position, event } of rows) {
        await deliver(signWebhook(secret, event as ProviderEvent));
        await markDelivered(db, position, now());
      }
      return rows.length;
    },
    nextDue: () => readNextDue(db),
  };
}
