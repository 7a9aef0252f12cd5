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
import { makeInstrument } from './instruments.ts';
import { addIntent, cancelPending, type Intent, readOpenIntent } from './store.ts';

/** How long a QR may be paid; never beyond the day whose amount it asks. */
const PAYABLE_MS = 30 * 60_000;
const FIRST_ASK_MS = 2 * 60_000;

/**
 * Finds or writes the intent, commits it, and only then asks the provider under the intent's own code: a break in
 * between leaves an intent that the next try takes up, never an instrument that nobody knows of.
 */
export async function prepareIntent(ctx: UserCtx, { body }: Input<typeof startPayment>): Promise<Intent> {
  const { deps } = ctx;
  const intent = await deps.db.transaction().execute((tx) => findOrWriteIntent(ctx, tx, body));
  try {
    await makeInstrument(deps, intent, body);
    return intent;
  } catch (err) {
    deps.log.warn({ err, intentId: intent.intentId }, 'payment provider gave no answer');
    throw new CallError(CODES.conflict, 'repayment.provider_away', { data: { reason: 'provider_away' } });
  }
}

async function findOrWriteIntent(
  ctx: UserCtx,
  tx: Tx,
  { repayId, kind, channel }: Input<typeof startPayment>['body'],
): Promise<Intent> {
  const { userId, now, today } = ctx;
  const found = await findOrder(tx, userId, repayId);
  if (!found) throw new CallError(CODES.notFound, 'error.not_found');
  await lockCredit(tx, userId);
  const order = await lockOrder(tx, userId, found.orderId);
  const { view } = await readLoan(tx, order, today);
  if (view.totalOwed === 0)
    throw new CallError(CODES.conflict, 'repayment.nothing_owed', { data: { reason: 'nothing_owed' } });
  const open = await readOpenIntent(tx, order);
  if (open && open.amountPaise === view.totalOwed && open.asOfDay === today && open.expiresAt > now) return open;
  if (open) await cancelPending(tx, order);
  const code = randomLetters(26);
  const expiresAt = Math.min(now + PAYABLE_MS, endOfDay(today, ctx));
  const { orderId } = order;
  await addJob(tx, 'ask-payment', { userId, orderId, code, attempt: 1 }, { key: `pay:${code}`, afterMs: FIRST_ASK_MS });
  const amountPaise = view.totalOwed;
  return addIntent(tx, { userId, orderId, code, kind, channel, amountPaise, asOfDay: today, now, expiresAt });
}
