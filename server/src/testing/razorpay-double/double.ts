import { createHmac } from 'node:crypto';
import type { WebhookHeaders } from '../../platform/ports/payments.ts';
import { doubleTimeoutMs } from '../http-double.ts';
import { type Gateway, makeGateway } from './gateway.ts';
import { type HttpSide, openHttpSide } from './http-side.ts';
import { makePayoutsSide, type PayoutsSide } from './payouts-side.ts';
import { makeRecurringSide, type RecurringSide } from './recurring-side.ts';

/** A webhook's body and headers. */
export interface Webhook {
  readonly body: Buffer;
  readonly headers: WebhookHeaders;
}

/** Razorpay and RazorpayX on a local port, as documented, with signatures. */
export interface RazorpayDouble extends HttpSide {
  readonly gateway: Gateway;
  readonly recurring: RecurringSide;
  readonly x: PayoutsSide;
  /** Access for the adapters. */
  readonly access: {
    readonly payments: ReturnType<typeof buildAccess> & {
      readonly channels: readonly ['upi', 'bank_transfer', 'payment_link'];
      readonly hasAutopay: true;
      readonly email: string;
    };
    readonly payouts: ReturnType<typeof buildAccess> & { readonly accountNumber: string };
  };
  /** An event of the payment gateway, signed. */
  paymentWebhook(event: string, entities: Readonly<Record<string, unknown>>): Webhook;
  /** An event of RazorpayX, signed with its own secret. */
  payoutWebhook(event: string, entities: Readonly<Record<string, unknown>>): Webhook;
}

const KEYS = { id: 'rzp_test_double', secret: 'secret of the double' };
const SECRETS = { payments: 'webhooks of payments', payouts: 'webhooks of payouts' };
const ACCOUNT_NUMBER = '7878780080316316';

/** Starts the double; `now` is UTC ms. */
export async function startRazorpayDouble(now: () => number): Promise<RazorpayDouble> {
  const gateway = makeGateway(now);
  const recurring = makeRecurringSide(gateway, now);
  const x = makePayoutsSide(ACCOUNT_NUMBER, now);
  const http = await openHttpSide(KEYS, [
    ...gateway.endpoints,
    ...recurring.endpoints,
    ...x.endpoints,
  ]);
  let events = 0;

  const sign = (
    secret: string,
    event: string,
    entities: Readonly<Record<string, unknown>>,
  ): Webhook => {
    const payload = Object.fromEntries(
      Object.entries(entities).map(([name, entity]) => [name, { entity }]),
    );
    const content = {
      entity: 'event',
      account_id: 'acc_1',
      event,
      contains: Object.keys(entities),
      payload,
    };
    const body = Buffer.from(JSON.stringify({ ...content, created_at: Math.floor(now() / 1_000) }));

    return {
      body,
      headers: { ...signBody(secret, body), 'x-razorpay-event-id': `evt_${++events}` },
    };
  };

  return {
    ...http,
    gateway,
    recurring,
    x,
    access: {
      payments: Object.assign(buildAccess(http, SECRETS.payments, now), {
        channels: ['upi', 'bank_transfer', 'payment_link'] as const,
        hasAutopay: true as const,
        email: 'grievance@lender.example',
      }),
      payouts: Object.assign(buildAccess(http, SECRETS.payouts, now), {
        accountNumber: ACCOUNT_NUMBER,
      }),
    },
    paymentWebhook: (event, entities) => sign(SECRETS.payments, event, entities),
    payoutWebhook: (event, entities) => sign(SECRETS.payouts, event, entities),
  };
}

function buildAccess(
  { url: baseUrl, isSilent }: HttpSide,
  webhookSecret: string,
  now: () => number,
) {
  const { id: keyId, secret: keySecret } = KEYS;
  return {
    baseUrl,
    keyId,
    keySecret,
    get timeoutMs() {
      return doubleTimeoutMs(isSilent());
    },
    webhookSecrets: [webhookSecret],
    now,
  } as const;
}

function signBody(secret: string, body: Buffer): WebhookHeaders {
  return { 'x-razorpay-signature': createHmac('sha256', secret).update(body).digest('hex') };
}

/** Posts a webhook to an app. @returns the answered status and text */
export async function deliverWebhook(
  appUrl: string,
  provider: 'razorpay' | 'razorpayx',
  webhook: Webhook,
): Promise<{ status: number; text: string }> {
  const headers = Object.entries(webhook.headers).flatMap(([name, value]) =>
    value ? [[name, value] as const] : [],
  );
  const response = await fetch(`${appUrl}/api/hooks/${provider}`, {
    method: 'POST',
    headers: [
      ['content-type', 'application/json'],
      ...headers.map(([name, value]): [string, string] => [name, value]),
    ],
    body: new Uint8Array(webhook.body),
  });

  return { status: response.status, text: await response.text() };
}
