import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type Db, timestamp } from '../db.ts';
import type { PaymentRequest, Payments, ProviderEvent } from '../outside/payments/payments.ts';
import { type BankBehaviour, SandboxTimeout } from './bank-behaviour.ts';
import { openWebhook } from './bank-webhooks.ts';

const PAYEE_VPA = 'noren.sandbox@upi';

/** Takes a borrower's money for a QR. */
export async function recordPayment(
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

interface PaymentParts {
  readonly db: Db;
  readonly now: () => number;
  readonly secret: string;
  readonly behaviour: () => Promise<BankBehaviour>;
}

/** The bank's side of being paid: QRs, and what came in by them. */
export function makePayments({ db, now, secret, behaviour }: PaymentParts): Payments {
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
