import type { Channel } from '@noren/contract/payment';
import type { startPayment } from '@noren/contract/repayment';
import { JOBS } from '../../../job-list.ts';
import { readLoan } from '../../../lending/book/loan-book.ts';
import type { Order } from '../../../lending/orders/order-store.ts';
import { lockWithCredit, requireOrder } from '../../../lending/orders/own-order.ts';
import { makeInstrument } from '../../../lending/payments/checkout/instruments.ts';
import {
  addIntent,
  endIntent,
  type Intent,
  listIntentsByLink,
  makePaymentCode,
  readOpenPayment,
  setChannel,
  stateAt,
} from '../../../lending/payments/store.ts';
import { endOfDay } from '../../../platform/business-time.ts';
import type { Tx } from '../../../platform/db/db.ts';
import type { Deps } from '../../../platform/deps.ts';
import { type CallError, conflict } from '../../../platform/http/call-error.ts';
import type { Input } from '../../../platform/http/call-handler.ts';
import type { UserCtx } from '../../../platform/http/handler.ts';
import { takeOrRefuse } from '../../../platform/http/rate-limits.ts';
import { addJob } from '../../../platform/jobs/job-store.ts';
import { findProviderOfChannel } from '../../../platform/payment-providers.ts';
import type { Instrument } from '../../../platform/ports/payments.ts';
import { paymentRequestFor } from './payment-request.ts';

const FIRST_ASK_MS = 2 * 60_000;

/** The payment that a signed-in borrower requests. */
export async function prepareIntent(
  ctx: UserCtx,
  { body }: Input<typeof startPayment>,
): Promise<Intent> {
  const { deps } = ctx;
  await takeOrRefuse(ctx, [['payment-start-user-hour', ctx.userId]]);

  const order = await requireOrder(deps.db, ctx.userId, body.repayId);

  return requestPayment(ctx, order, { ...body, holdsOthers: true });
}

/** Who is asked to pay, and when: the borrower, or anybody with a link of the loan. */
type Debtor = Pick<UserCtx, 'deps' | 'userId' | 'now' | 'today'>;
type PaymentPurpose = Omit<Input<typeof startPayment>['body'], 'repayId'> &
  Pick<Intent, 'holdsOthers'>;

/**
 * Finds or writes the intent, commits it, and only then calls the provider with the intent's code:
 * a crash in between leaves an intent that the next attempt reuses, never an unknown instrument at
 * the provider.
 */
export async function requestPayment(
  debtor: Debtor,
  { orderId, repayId }: Pick<Order, 'orderId' | 'repayId'>,
  body: PaymentPurpose,
): Promise<Intent> {
  const { deps } = debtor;
  if (!findProviderOfChannel(deps.payments, body.channel)) throw refuse('channel_missing');

  const intent = await deps.db
    .transaction()
    .execute((tx) => findOrWriteIntent(debtor, tx, orderId, body));
  await requireInstrument(deps, intent, { channel: body.channel, repayId });

  return intent;
}

async function findOrWriteIntent(
  ctx: Debtor,
  tx: Tx,
  orderId: string,
  body: PaymentPurpose,
): Promise<Intent> {
  const { userId, now } = ctx;
  const order = await lockWithCredit(tx, { userId, orderId });
  const open = await readOpenPayment(tx, order, now);
  // A payment in progress must not be requested twice.
  if (open?.state === 'checking') throw refuse('being_checked');

  const loan = await readLoan(tx, order, ctx.today);
  const request = await paymentRequestFor(tx, ctx, order, loan, body);
  const asOfDay = loan.asOf;
  const { kind, channel, holdsOthers } = body;

  const own = open ? [open.intent] : [];
  const begun = holdsOthers ? own : await listIntentsByLink(tx, order, request.amountPaise);
  const same = begun.find(
    (intent) => stateAt(intent, now) !== 'expired' && isSame(intent, { ...request, kind, asOfDay }),
  );

  if (same) {
    await setChannel(tx, same, channel);
    return same;
  }

  if (open && holdsOthers) await endIntent(tx, open.intent, { state: 'cancelled', now });

  const code = makePaymentCode(userId);

  await addJob(
    tx,
    JOBS['query-payment'],
    { userId, orderId, code, attempt: 1 },
    { afterMs: FIRST_ASK_MS },
  );

  const expiresAt = endOfDay(asOfDay, ctx);

  return addIntent(tx, {
    userId,
    orderId,
    code,
    kind,
    channel,
    holdsOthers,
    ...request,
    asOfDay,
    now,
    expiresAt,
  });
}

type Purpose = Pick<
  Intent,
  'kind' | 'amountPaise' | 'couponId' | 'discountPaise' | 'addendumNo' | 'asOfDay'
>;

function isSame(one: Purpose, two: Purpose): boolean {
  return (
    ['kind', 'amountPaise', 'couponId', 'discountPaise', 'addendumNo', 'asOfDay'] as const
  ).every((part) => one[part] === two[part]);
}

function refuse(reason: 'being_checked' | 'provider_away' | 'channel_missing'): CallError {
  return conflict(`repayment.${reason}`, reason);
}

/**
 * The provider's instrument for an intent and channel, created if needed.
 * @throws CallError 409 when the provider does not support the channel or does not answer
 */
export async function requireInstrument(
  deps: Deps,
  intent: Intent,
  choice: { channel: Channel; repayId: string },
): Promise<Instrument> {
  if (!findProviderOfChannel(deps.payments, choice.channel)) throw refuse('channel_missing');
  try {
    return await makeInstrument(deps, intent, choice);
  } catch (err) {
    deps.log.warn({ err, intentId: intent.intentId }, 'payment provider gave no answer');
    throw refuse('provider_away');
  }
}
