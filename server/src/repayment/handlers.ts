import { CODES } from '@noren/contract/codes';
import { CallError } from '../call-error.ts';
import type { Db } from '../db.ts';
import { type Handlers, working } from '../handler.ts';
import { orWait } from '../limits.ts';
import { notYetBooked, readLoan, shownStatus } from '../loan-book.ts';
import { findOrder, type Order } from '../orders/store.ts';
import { askPaid } from './ask-payment.ts';
import { prepareIntent, type ReadyIntent } from './start-payment.ts';
import { findIntent, type Intent, keepQr, readPendingIntent, readRepayId } from './store.ts';

export const repaymentHandlers: Handlers<'repayDetail' | 'repayEntries' | 'startPayment' | 'viewPayment'> = {
  repayDetail: async (ctx, { params }, db) => {
    const order = await needOrder(db, ctx.userId, params.repayId);
    const { view } = await readLoan(db, order, ctx.today);
    const open = await readPendingIntent(db, order);
    const isOpen = open && open.expiresAt > ctx.now;
    return {
      repayId: order.repayId,
      borrowStatus: shownStatus(order.status, view),
      productName: order.terms.quote.productName,
      lenderName: order.terms.lenderName,
      asOfDay: ctx.today,
      principalPaise: order.principalPaise,
      dueDay: view.dueDay ?? null,
      extendedDueDay: null,
      overdueDays: view.overdueDays,
      overdueFeePaise: view.charged.penal,
      penalDays: view.penalDays,
      interestPaise: view.charged.interest,
      interestDays: view.interestDays,
      waivedPaise: view.waived,
      paidPaise: view.paid,
      coupon: null,
      totalPaise: view.totalOwed,
      openIntent: isOpen ? { code: open.code, state: 'pending' as const } : null,
    };
  },

  repayEntries: async (ctx, { params }, db) => {
    const order = await needOrder(db, ctx.userId, params.repayId);
    const { journals, view } = await readLoan(db, order, ctx.today);
    // Promises of the limit are the lender's memorandum: no money of the borrower's.
    const shown = journals.filter((journal) => journal.kind !== 'hold' && journal.kind !== 'release');
    return {
      asOfDay: ctx.today,
      entries: shown.map((journal) => ({
        journalId: journal.journalId,
        day: journal.valueDay,
        kind: journal.kind,
        lines: journal.lines.map(([account, amountPaise]) => ({ account, amountPaise })),
      })),
      notYetBooked: notYetBooked(order.terms, journals, view),
    };
  },

  startPayment: working({
    work: prepareIntent,
    async run(_ctx, _input, tx, { intent, upiUri }: ReadyIntent) {
      if (!intent.upiUri) await keepQr(tx, intent, upiUri);
      return { code: intent.code, amountPaise: intent.amountPaise, expiresAt: intent.expiresAt };
    },
  }),

  viewPayment: working({
    async work({ deps, address, now }, { params }) {
      const intent = await findIntent(deps.db, params.code);
      // By code, not by address: a carrier puts many payers behind one, and each looks every few seconds.
      const bucket = intent ? 'payment-view-code-minute' : 'payment-guess-address-minute';
      orWait(await deps.limits.take([[bucket, intent ? params.code : address]], now));
      if (intent && intent.state !== 'paid') await askPaid(deps, intent);
    },
    async run({ deps, now }, { params }, db) {
      const intent = await findIntent(db, params.code);
      if (!intent) throw new CallError(CODES.notFound, 'error.not_found');
      const state = stateOf(intent, now);
      return {
        state,
        // A receipt says what came in, whatever was asked.
        amountPaise: intent.paidPaise ?? intent.amountPaise,
        payeeName: deps.appConfig.lender.name,
        orderLast4: (await readRepayId(db, intent)).slice(-4),
        upiUri: state === 'pending' ? intent.upiUri : null,
        reference: intent.code,
        expiresAt: intent.expiresAt,
        paidAt: intent.paidAt,
      };
    },
  }),
};

function stateOf(intent: Intent, now: number): Intent['state'] {
  return intent.state === 'pending' && intent.expiresAt <= now ? 'expired' : intent.state;
}

async function needOrder(db: Db, userId: string, repayId: string): Promise<Order> {
  const order = await findOrder(db, userId, repayId);
  if (!order) throw new CallError(CODES.notFound, 'error.not_found');
  return order;
}
