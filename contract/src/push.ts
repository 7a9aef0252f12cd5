import * as z from 'zod/mini';
import { call } from './call.ts';
import { CODES } from './codes.ts';

const base64Url = (least: number, most: number) =>
  z.string().check(z.regex(new RegExp(`^[A-Za-z0-9_-]{${least},${most}}={0,2}$`), 'token'));

/** A browser's `PushSubscription` (W3C Push API): its address, and its keys for encryption. */
const subscription = z.object({
  endpoint: z.url().check(z.maxLength(1_000, 'long')),
  // A point of P-256, uncompressed, and 16 bytes.
  keys: z.object({ p256dh: base64Url(86, 88), auth: base64Url(22, 24) }),
});

/**
 * The subscription in a push token.
 * @param pushToken `JSON.stringify` of the browser's `PushSubscription`
 * @returns null when it is none
 */
export function readPushToken(pushToken: string): z.infer<typeof subscription> | null {
  try {
    return subscription.parse(JSON.parse(pushToken));
  } catch {
    return null;
  }
}

/**
 * `on`: this device receives pushes; `renew`: its subscription expired, unsubscribe and subscribe
 * again; `off`: it has none.
 */
const state = z.enum(['on', 'off', 'renew']);

/**
 * Saves this device's push subscription; 409 before the user agreed to notifications. Form-encoded,
 * each value sealed. Source: specification §7.
 */
export const savePushToken = call({
  method: 'POST',
  path: '/api/user/user/savePushToken',
  who: 'borrower',
  encoding: 'form',
  body: z.object({
    pushToken: z.string().check(
      z.maxLength(2_000, 'long'),
      z.refine((text) => readPushToken(text) !== null, 'token'),
    ),
  }),
  response: z.object({ state }),
  codes: [CODES.conflict],
  changes: true,
});

/**
 * The push state of this device, and the key its browser subscribes with; null where no pushes are
 * sent.
 */
export const pushSubscriptionState = call({
  method: 'GET',
  path: '/api/user/user/pushSubscriptionState',
  who: 'borrower',
  response: z.object({ state, publicKey: z.nullable(z.string()) }),
  added: true,
});
