import type { AnswerOf } from '@noren/contract/call';
import type { viewPaymentLink } from '@noren/contract/payment-link';
import type { BusinessDay } from '@noren/core/money/time';
import { payoffAmount, readLoan } from '../../../lending/book/loan-book.ts';
import { minPartPayment } from '../../../lending/book/minimum-payment.ts';
import { findOrderById } from '../../../lending/orders/order-store.ts';
import { requireOrder } from '../../../lending/orders/own-order.ts';
import {
  createPaymentLink,
  endOlderLinks,
  findPaymentLink,
  type PaymentLink,
} from '../../../lending/payments/checkout/payment-link-store.ts';
import { type Intent, readOpenPayment } from '../../../lending/payments/store.ts';
import type { Db, Tx } from '../../../platform/db/db.ts';
import { type CallError, conflict, notFound } from '../../../platform/http/call-error.ts';
import { type Ctx, type Handlers, twoPhase } from '../../../platform/http/handler.ts';
import { takeOrRefuse } from '../../../platform/http/rate-limits.ts';
import type { LimitBucket } from '../../../platform/limits/limit-rules.ts';
import { offeredChannels } from '../../../platform/payment-providers.ts';
import { requestPayment } from '../checkout/start-payment.ts';
import { showSettlement } from '../loan-view/detail-handlers.ts';

type View = AnswerOf<typeof viewPaymentLink>;

/** Payment links: anybody who has one sees what is owed on its loan, and pays it. */
export const paymentLinkHandlers = {
  makePaymentLink: twoPhase({
    prepare: async (ctx) => takeOrRefuse(ctx, [['payment-link-make-user-hour', ctx.userId]]),
    async commit({ userId, now, today }, { body }, tx) {
      const order = await requireOrder(tx, userId, body.repayId);

      const { view } = await readLoan(tx, order, today);
      if (payoffAmount(view) === 0) throw refused('nothing_owed');

      const token = await createPaymentLink(tx, order, now);
      await endOlderLinks(tx, order, { token, now });

      return { token };
    },
  }),

  viewPaymentLink: twoPhase({
    prepare: (ctx, { params }) => requireLink(ctx, params.token, 'payment-link-view-minute'),
    commit: async ({ deps, now, today }, _input, db, link: PaymentLink) => {
      const { state, loan } = await showLoan(db, link, { now, today });

      return {
        state,
        payeeName: deps.appConfig.lender.name,
        loan,
        channels: state === 'open' ? offeredChannels(deps.payments) : [],
      };
    },
  }),

  payByLink: twoPhase({
    async prepare(ctx, { body }) {
      const { deps, now, today } = ctx;
      const { token, channel, amountPaise } = body;
      const { userId, ...link } = await requireLink(ctx, token, 'payment-link-start-hour');
      if (hasEnded(link, now)) throw refused('link_ended');

      const order = await findOrderById(deps.db, userId, link.orderId);
      if (!order) throw refused('link_ended');

      const part = amountPaise !== undefined && { amountPaise };
      return requestPayment({ deps, userId, now, today }, order, {
        kind: part ? 'part' : 'full',
        channel,
        ...part,
        holdsOthers: false,
      });
    },
    commit: async (_ctx, _input, _tx, { code, amountPaise, expiresAt }: Intent) => ({
      code,
      amountPaise,
      expiresAt,
    }),
  }),
} satisfies Partial<Handlers>;

/**
 * The link of a token.
 * @throws CallError 404; 429 limited by link, and for unknown tokens by address
 */
async function requireLink(
  { deps, address, now }: Ctx,
  token: string,
  bucket: LimitBucket,
): Promise<PaymentLink> {
  const link = await findPaymentLink(deps.db, token);
  const pair = link
    ? ([bucket, token] as const)
    : (['payment-guess-address-minute', address] as const);

  await takeOrRefuse({ deps, now }, [pair]);
  if (!link) throw notFound();

  return link;
}

const hasEnded = (link: Pick<PaymentLink, 'endedAt' | 'expiresAt'>, now: number): boolean =>
  link.endedAt !== null || link.expiresAt <= now;

const refused = (reason: 'link_ended' | 'nothing_owed'): CallError =>
  conflict(`repayment.${reason}`, reason);

/** What is owed on a link's loan now; nothing of it once the link has ended. */
async function showLoan(
  db: Db | Tx,
  link: PaymentLink,
  { now, today }: { now: number; today: BusinessDay },
): Promise<Pick<View, 'state' | 'loan'>> {
  const order = await findOrderById(db, link.userId, link.orderId);
  if (!order || hasEnded(link, now)) return { state: 'ended', loan: null };

  const loan = await readLoan(db, order, today);
  const { view } = loan;
  const owedPaise = payoffAmount(view);
  if (owedPaise === 0) return { state: view.isSettled ? 'paid' : 'ended', loan: null };

  const settlement = await showSettlement(db, order, loan);
  const open = await readOpenPayment(db, order, now);

  return {
    state: 'open',
    loan: {
      orderLast4: order.repayId.slice(-4),
      asOfDay: loan.asOf,
      dueDay: view.dueDay ?? null,
      owedPaise,
      leastPartPaise: minPartPayment(view),
      offer: settlement && { payPaise: settlement.payPaise, payBy: settlement.payBy },
      isChecking: open?.state === 'checking',
      endsAt: link.expiresAt,
    },
  };
}
