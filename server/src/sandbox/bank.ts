import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type Db, timestamp } from '../db.ts';
import type { PaymentRequest, Payments, ProviderEvent } from '../outside/payments/payments.ts';
import type { PayoutAnswer, PayoutRequest, Payouts } from '../outside/payouts/payouts.ts';
import { makeWebhookPump } from './bank-pump.ts';
import {
  type DeliverWebhook,
  makeWebhookQueue,
  openWebhook,
  postWebhook,
  type SignedWebhook,
  signWebhook,
} from './bank-webhooks.ts';

/**
 * How the pretended bank behaves. Payouts: `succeed` and `fail` decide at once; the others answer "pending" and tell by
 * webhook, except `time_out` (takes it, answers nothing, tells when asked), `never_taken` and `lost` (no webhook, tells
 * when asked). `out_of_order`: the webhook comes before the answer. Payments: the same, where `out_of_order` brings the
 * newest webhook first and `fail` is a borrower's bank that declines.
 */
export const BANK_BEHAVIOURS = [
  'succeed',
  'by_webhook',
  'fail',
  'time_out',
  'never_taken',
  'duplicate',
  'late',
  'out_of_order',
  'lost',
] as const;
export type BankBehaviour = (typeof BANK_BEHAVIOURS)[number];
export type BankPart = 'payouts' | 'payments';

/** What the provider answers when it does not answer. */
export class SandboxTimeout extends Error {
  override readonly name = 'SandboxTimeout';
}

/** A provider of payouts and payments that lives in our own database and behaves as it is told to. */
export interface SandboxBank {
  readonly payouts: Payouts;
  readonly payments: Payments;
  setBehaviour(part: BankPart, behaviour: BankBehaviour): Promise<void>;
  behaviours(): Promise<Record<BankPart, BankBehaviour>>;
  /** What the borrower's UPI app does with a QR: pays it, or another amount. Null when its bank declines. */
  payIntent(code: string, amountPaise?: number): Promise<ProviderEvent | null>;
  signedWebhook(event: ProviderEvent): SignedWebhook;
  /** Brings every webhook that waits, due or not, to a server. @returns how many */
  deliverAll(url: string): Promise<number>;
  stop(): void;
}

const LATE_MS = 20_000;
const OUT_OF_ORDER_MS = 5_000;
const PAYEE_VPA = 'noren.sandbox@upi';

/** Makes the bank; `now` is UTC ms and says when a payment was made; `deliver` null leaves webhooks waiting. */
export function makeSandboxBank(given: {
  db: Db;
  now: () => number;
  secret: string;
  deliver: DeliverWebhook | null;
}): SandboxBank {
  const { db, now, secret } = given;
  const queue = makeWebhookQueue(db, now, secret);
  const pump = makeWebhookPump(queue, given.deliver, now);
  const behaviours = async (): Promise<Record<BankPart, BankBehaviour>> => {
    const rows = await db.selectFrom('sandbox_switches').selectAll().execute();
    const set = Object.fromEntries(rows.map((row) => [row.part, row.behaviour as BankBehaviour]));
    return { payouts: set.payouts ?? 'succeed', payments: set.payments ?? 'succeed' };
  };
  const tell = async (event: ProviderEvent, behaviour: BankBehaviour): Promise<void> => {
    switch (behaviour) {
      case 'succeed':
      case 'by_webhook':
      case 'fail':
        await queue.add(event, 0);
        break;
      case 'duplicate':
        await queue.add(event, 0);
        await queue.add(event, 0);
        break;
      case 'late':
        await queue.add(event, LATE_MS);
        break;
      case 'out_of_order': {
        const next = await queue.nextDue();
        await queue.add(event, next === null ? OUT_OF_ORDER_MS : next - now() - 1);
        break;
      }
      case 'time_out':
      case 'never_taken':
      case 'lost':
        return;
      default: {
        const missing: never = behaviour;
        throw new RangeError(`unknown behaviour: ${missing}`);
      }
    }
    pump.wake();
  };
  return {
    payouts: makePayouts({ db, now, behaviour: async () => (await behaviours()).payouts, tell, pump }),
    payments: makePayments({ db, now, secret, behaviour: async () => (await behaviours()).payments }),
    behaviours,
    async setBehaviour(part, behaviour) {
      await db
        .insertInto('sandbox_switches')
        .values({ part, behaviour })
        .onConflict((clash) => clash.column('part').doUpdateSet({ behaviour }))
        .execute();
    },
    async payIntent(code, amountPaise) {
      const behaviour = (await behaviours()).payments;
      if (behaviour === 'fail') return null;
      const event = await recordPayment(db, { code, amountPaise: amountPaise ?? null, now: now() });
      await tell(event, behaviour);
      return event;
    },
    signedWebhook: (event) => signWebhook(secret, event),
    deliverAll: (url) => queue.bring((webhook) => postWebhook(url, webhook), 'all'),
    stop: pump.stop,
  };
}

async function recordPayment(
  db: Db,
  given: { code: string; amountPaise: number | null; now: number },
): Promise<ProviderEvent> {
  const qr = await db
    .selectFrom('sandbox_qrs')
    .select('amount_paise')
    .where('code', '=', given.code)
    .executeTakeFirstOrThrow();
  const paid = {
    eventId: `evt_${randomUUID()}`,
    code: given.code,
    providerRef: `pay_${randomBytes(9).toString('hex')}`,
    amountPaise: given.amountPaise ?? qr.amount_paise,
    paidAtMs: given.now,
  };
  await db
    .insertInto('sandbox_payments')
    .values({
      provider_ref: paid.providerRef,
      event_id: paid.eventId,
      code: paid.code,
      amount_paise: paid.amountPaise,
      paid_at: timestamp(given.now),
    })
    .execute();
  return { kind: 'payment', ...paid };
}

interface PayoutParts {
  readonly db: Db;
  readonly now: () => number;
  readonly behaviour: () => Promise<BankBehaviour>;
  readonly tell: (event: ProviderEvent, behaviour: BankBehaviour) => Promise<void>;
  readonly pump: { settle(): Promise<void> };
}

function makePayouts({ db, now, behaviour, tell, pump }: PayoutParts): Payouts {
  const ask = async (payoutRef: string): Promise<PayoutAnswer> => {
    const row = await db
      .selectFrom('sandbox_payouts')
      .selectAll()
      .where('payout_ref', '=', payoutRef)
      .executeTakeFirst();
    if (!row) return { state: 'not_found' };
    if (row.state === 'failed') return { state: 'failed', providerId: row.provider_id, reason: row.reason ?? 'failed' };
    return { state: row.state, providerId: row.provider_id };
  };
  const take = async (request: PayoutRequest, does: BankBehaviour): Promise<{ providerId: string } | null> => {
    const providerId = `pout_${randomBytes(9).toString('hex')}`;
    const taken = await db
      .insertInto('sandbox_payouts')
      .values({
        payout_ref: request.payoutRef,
        provider_id: providerId,
        amount_paise: request.amountPaise,
        account_last4: request.accountNo.slice(-4),
        state: does === 'fail' ? 'failed' : 'confirmed',
        reason: does === 'fail' ? 'account_closed' : null,
        taken_at: timestamp(now()),
      })
      .onConflict((clash) => clash.doNothing())
      .returning('provider_id')
      .executeTakeFirst();
    return taken ? { providerId } : null;
  };
  return {
    name: 'sandbox',
    ask,
    async send(request) {
      const before = await ask(request.payoutRef);
      if (before.state !== 'not_found') return before;
      const does = await behaviour();
      if (does === 'never_taken') throw new SandboxTimeout('the payout was not taken');
      const taken = await take(request, does);
      if (does === 'time_out') throw new SandboxTimeout('the payout was taken, its answer lost');
      if (!taken || does === 'succeed' || does === 'fail') return ask(request.payoutRef);
      const { payoutRef } = request;
      const { providerId } = taken;
      const event: ProviderEvent = {
        kind: 'payout',
        eventId: `evt_${randomUUID()}`,
        payoutRef,
        state: 'confirmed',
        providerId,
      };
      await tell(event, does === 'out_of_order' ? 'by_webhook' : does);
      if (does === 'out_of_order') await pump.settle();
      return { state: 'pending', providerId };
    },
  };
}

interface PaymentParts {
  readonly db: Db;
  readonly now: () => number;
  readonly secret: string;
  readonly behaviour: () => Promise<BankBehaviour>;
}

function makePayments({ db, now, secret, behaviour }: PaymentParts): Payments {
  const find = (code: string) =>
    db.selectFrom('sandbox_qrs').select(['upi_uri', 'provider_ref']).where('code', '=', code).executeTakeFirst();
  return {
    name: 'sandbox',
    async makeUpiQr(request) {
      const before = await find(request.code);
      if (before) return { upiUri: before.upi_uri, providerRef: before.provider_ref };
      const does = await behaviour();
      if (does === 'never_taken') throw new SandboxTimeout('the QR was not made');
      const providerRef = `qr_${randomBytes(9).toString('hex')}`;
      await db
        .insertInto('sandbox_qrs')
        .values({
          code: request.code,
          provider_ref: providerRef,
          amount_paise: request.amountPaise,
          payee_name: request.payeeName,
          upi_uri: upiUriOf(request),
          made_at: timestamp(now()),
        })
        .onConflict((clash) => clash.doNothing())
        .execute();
      if (does === 'time_out') throw new SandboxTimeout('the QR was made, its answer lost');
      const made = await find(request.code);
      return { upiUri: made?.upi_uri ?? upiUriOf(request), providerRef: made?.provider_ref ?? providerRef };
    },
    async ask(code) {
      const rows = await sql<{ event_id: string; provider_ref: string; amount_paise: number; paid_at: number }>`
        select event_id, provider_ref, amount_paise, paid_at from sandbox_payments
        where code = ${code} order by paid_at, provider_ref`.execute(db);
      return rows.rows.map((row) => ({
        kind: 'payment',
        eventId: row.event_id,
        code,
        providerRef: row.provider_ref,
        amountPaise: row.amount_paise,
        paidAtMs: row.paid_at,
      }));
    },
    readWebhook: (body, signature) => openWebhook(secret, body, signature),
  };
}

/** NPCI's UPI deep link; a space is written %20, as UPI apps expect. */
function upiUriOf(request: PaymentRequest): string {
  const whole = Math.trunc(request.amountPaise / 100);
  const parts = {
    pa: PAYEE_VPA,
    pn: request.payeeName,
    am: `${whole}.${String(request.amountPaise % 100).padStart(2, '0')}`,
    tr: request.code,
    tn: request.note,
    cu: 'INR',
  };
  const query = Object.entries(parts).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `upi://pay?${query.join('&')}`;
}
