import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import type { Payments, ProviderEvent, WebhookHeaders } from '../platform/ports/payments.ts';

/** A reader of webhooks: the events of one that is signed with one of the secrets, else null. */
export const makeWebhookReader =
  (
    secrets: readonly string[],
    readEvents: (event: RazorpayEvent) => readonly ProviderEvent[],
  ): Payments['readWebhook'] =>
  (body, headers) => {
    const event = openWebhook(secrets, body, headers);
    return event && readEvents(event);
  };

/**
 * Opens a webhook: null unless `X-Razorpay-Signature` is the HMAC-SHA256 in hex of the raw body
 * under one of the secrets, the current or the previous one. Source:
 * razorpay.com/docs/webhooks/validate-test.
 * @throws SyntaxError when the body is no event
 */
function openWebhook(
  secrets: readonly string[],
  body: Buffer,
  headers: WebhookHeaders,
): RazorpayEvent | null {
  const text = headers['x-razorpay-signature'] ?? '';
  const given = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : null;
  if (!given) return null;

  const isOurs = secrets.some((secret) =>
    timingSafeEqual(given, createHmac('sha256', secret).update(body).digest()),
  );
  return isOurs ? readBody(razorpayEvent, JSON.parse(body.toString('utf8'))) : null;
}

/** The common parts of every event; each kind has its own entities. */
const razorpayEvent = z.object({
  event: z.string(),
  // One of an announcement has its time beside its entity.
  payload: z.record(z.string(), z.unknown()).optional(),
  created_at: z.int().optional(),
});

export type RazorpayEvent = z.infer<typeof razorpayEvent>;

/**
 * An entity an event carries.
 * @throws SyntaxError when it is missing or not as documented
 */
export function readEntity<T>(event: RazorpayEvent, name: string, schema: z.ZodType<T>): T {
  const part = event.payload?.[name] as { readonly entity?: unknown } | null | undefined;
  return readBody(schema, part?.entity);
}

function readBody<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new SyntaxError('not an event as documented');
  return parsed.data;
}

/** Notes are an object, or an empty list when there are none. */
export const notes = z
  .union([z.record(z.string(), z.unknown()), z.array(z.unknown()), z.null()])
  .optional();

/** A text note by its name. */
export function findNote(given: z.infer<typeof notes>, name: string): string | null {
  const value = given && !Array.isArray(given) ? given[name] : undefined;
  return typeof value === 'string' && value !== '' ? value : null;
}
