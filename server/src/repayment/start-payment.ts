import { CODES } from '@noren/contract/codes';
import type { startPayment } from '@noren/contract/repayment';
import { endOfDay } from '../business-time.ts';
import { CallError } from '../call-error.ts';
import type { Tx } from '../db.ts';
import type { Input, UserCtx } from '../handler.ts';
import { addJob } from '../jobs.ts';
import { readLoan } from '../loan-book.ts';
import { lockCredit } from '../loans/store.ts';
import { findOrder, lockOrder } from '../orders/store.ts';
import { randomLetters } from '../public-ids.ts';
import { addIntent, cancelPending, type Intent, readPendingIntent } from './store.ts';

/** How long a QR may be paid; never beyond the day whose amount it asks. */
const PAYABLE_MS = 30 * 60_000;
const FIRST_ASK_MS = 2 * 60_000;

/** An intent and the QR made for it. */
export interface ReadyIntent {
  readonly intent: Intent;
  readonly upiUri: string;
}

/**
 * Finds or writes the intent, commits it, and only then asks the provider for its QR under the intent's own code: a
 * break in between leaves an intent that the next try takes up, never a QR that nobody knows of.
 */
export async function prepareIntent(ctx: UserCtx, { body }: Input<typeof startPayment>): Promise<ReadyIntent> {
  const { deps } = ctx;
  const intent = await deps.db.transaction().execute((tx) => findOrWriteIntent(ctx, tx, body.repayId));
  if (intent.upiUri) return { intent, upiUri: intent.upiUri };
  try {
    const qr = await deps.payments.makeUpiQr({
      code: intent.code,
      amountPaise: intent.amountPaise,
      payeeName: deps.appConfig.lender.name,
      note: `Loan ${body.repayId}`,
      expiresAtMs: intent.expiresAt,
    });
    return { intent, upiUri: qr.upiUri };
  } catch (err) {
    deps.log.warn({ err, intentId: intent.intentId }, 'payment provider gave no answer');
    throw new CallError(CODES.conflict, 'repayment.provider_away', { data: { reason: 'provider_away' } });
  }
}

async function findOrWriteIntent(ctx: UserCtx, tx: Tx, repayId: string): Promise<Intent> {
  const { userId, now, today } = ctx;
  const found = await findOrder(tx, userId, repayId);
  if (!found) throw new CallError(CODES.notFound, 'error.not_found');
  await lockCredit(tx, userId);
  const order = await lockOrder(tx, userId, found.orderId);
  const { view } = await readLoan(tx, order, today);
  if (view.totalOwed === 0)
    throw new CallError(CODES.conflict, 'repayment.nothing_owed', { data: { reason: 'nothing_owed' } });
  const pending = await readPendingIntent(tx, order);
  if (pending && pending.amountPaise === view.totalOwed && pending.asOfDay === today && pending.expiresAt > now)
    return pending;
  if (pending) await cancelPending(tx, order);
  const code = randomLetters(26);
  const expiresAt = Math.min(now + PAYABLE_MS, endOfDay(today, ctx));
  const { orderId } = order;
  await addIntent(tx, { userId, orderId, code, amountPaise: view.totalOwed, asOfDay: today, now, expiresAt });
  await addJob(tx, 'ask-payment', { userId, orderId, code, attempt: 1 }, { key: `pay:${code}`, afterMs: FIRST_ASK_MS });
  const written = await readPendingIntent(tx, order);
  if (!written) throw new Error('an intent just written is not there');
  return written;
}
