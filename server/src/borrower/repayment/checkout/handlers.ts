import { MIN_PAYMENT_PAISE } from '../../../lending/book/minimum-payment.ts';
import { readInstruments } from '../../../lending/payments/checkout/instrument-store.ts';
import { showInstrument } from '../../../lending/payments/checkout/instruments.ts';
import { queryProvider } from '../../../lending/payments/checkout/query-payment.ts';
import { reversedAmountOfCode } from '../../../lending/payments/posting/reversed-payments-store.ts';
import {
  findIntent,
  type Intent,
  markChecking,
  readRepayId,
  setChannel,
  stateAt,
} from '../../../lending/payments/store.ts';
import { conflict, notFound } from '../../../platform/http/call-error.ts';
import { type Ctx, type Handlers, twoPhase } from '../../../platform/http/handler.ts';
import { takeOrRefuse } from '../../../platform/http/rate-limits.ts';
import type { LimitBucket } from '../../../platform/limits/limit-rules.ts';
import { offeredChannels } from '../../../platform/payment-providers.ts';
import type { Instrument } from '../../../platform/ports/payments.ts';
import { prepareIntent, requireInstrument } from './start-payment.ts';

/** How long a payment is checked because its payer says it is made; once for each payment. */
const REPORT_CHECKED_MS = 15 * 60_000;
/**
 * How long after its time a payment may still be said to be made: an old code must not hold up
 * today's payment.
 */
const REPORT_ACCEPTED_MS = 86_400_000;

/** Payments: requested by a signed-in borrower, viewed and paid by anyone with the code. */
export const repaymentHandlers = {
  startPayment: twoPhase({
    prepare: prepareIntent,
    commit: async (_ctx, _input, _tx, { code, amountPaise, expiresAt }: Intent) => ({
      code,
      amountPaise,
      expiresAt,
    }),
  }),

  viewPayment: twoPhase({
    async prepare(ctx, { params }) {
      const intent = await requireIntent(ctx, params.code, 'payment-view-code-minute');
      if (intent.state !== 'paid') await queryProvider(ctx.deps, intent);
    },
    async commit({ deps, now }, { params }, db) {
      const intent = await findIntent(db, params.code);
      if (!intent) throw notFound();

      const state = stateAt(intent, now);
      const instruments = state === 'pending' ? await readInstruments(db, intent) : [];
      // A paid intent shows the amount received, not the amount requested.
      const amountPaise = intent.paidPaise ?? intent.amountPaise;
      const reversedPaise = state === 'paid' ? await reversedAmountOfCode(db, intent) : 0;
      const missingPaise = intent.amountPaise - amountPaise;

      return {
        state: reversedPaise >= amountPaise ? ('reversed' as const) : state,
        kind: intent.kind,
        amountPaise,
        // Less than a provider accepts is waived and not shown as missing.
        missingPaise: missingPaise < MIN_PAYMENT_PAISE ? 0 : missingPaise,
        reversedPaise,
        payeeName: deps.appConfig.lender.name,
        orderLast4: (await readRepayId(db, intent)).slice(-4),
        channels: state === 'pending' ? offeredChannels(deps.payments) : [],
        instruments: instruments.flatMap(({ instrument }) =>
          instrument ? showInstrument(instrument) : [],
        ),
        reference: intent.code,
        expiresAt: intent.expiresAt,
        paidAt: intent.paidAt,
      };
    },
  }),

  choosePaymentChannel: twoPhase({
    async prepare(ctx, { body }) {
      const intent = await requireIntent(ctx, body.code, 'payment-channel-code-minute');
      const state = stateAt(intent, ctx.now);

      if (state !== 'pending') {
        const words = state === 'checking' ? 'repayment.being_checked' : 'repayment.code_over';
        throw conflict(words, state === 'checking' ? 'being_checked' : state);
      }

      const repayId = await readRepayId(ctx.deps.db, intent);
      return {
        intent,
        instrument: await requireInstrument(ctx.deps, intent, { channel: body.channel, repayId }),
      };
    },
    async commit(
      _ctx,
      { body },
      tx,
      { intent, instrument }: { intent: Intent; instrument: Instrument },
    ) {
      await setChannel(tx, intent, body.channel);
      return { instrument: showInstrument(instrument) };
    },
  }),

  reportPaid: twoPhase({
    async prepare(ctx, { body }) {
      const intent = await requireIntent(ctx, body.code, 'payment-reported-code-hour');
      if (intent.state !== 'paid') await queryProvider(ctx.deps, intent);
    },
    async commit({ now }, { body }, tx) {
      const intent = await findIntent(tx, body.code);
      if (!intent) throw notFound();

      const state = stateAt(intent, now);
      // Once per payment: otherwise anyone with the code could keep blocking the borrower from
      // paying.
      const isOpen =
        state === 'pending' || (state === 'expired' && now < intent.expiresAt + REPORT_ACCEPTED_MS);
      if (!isOpen || intent.checkingUntil !== null) return { state };

      await markChecking(tx, intent, { now, forMs: REPORT_CHECKED_MS, isSeen: false });

      const after = await findIntent(tx, body.code);
      return { state: stateAt(after ?? intent, now) };
    },
  }),
} satisfies Partial<Handlers>;

/**
 * The payment of a code.
 * @throws CallError 404; 429 limited by code, and for unknown codes by address, since many payers
 * share one
 */
async function requireIntent(
  { deps, address, now }: Ctx,
  code: string,
  bucket: LimitBucket,
): Promise<Intent> {
  const intent = await findIntent(deps.db, code);
  const pair = intent
    ? ([bucket, code] as const)
    : (['payment-guess-address-minute', address] as const);

  await takeOrRefuse({ deps, now }, [pair]);
  if (!intent) throw notFound();

  return intent;
}
