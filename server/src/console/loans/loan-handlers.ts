import type { Language } from '@noren/contract/fields';
import { explainOwed, type OwedLine } from '@noren/core/lending/explain-owed';
import { toLoanTerms } from '@noren/core/lending/offer';
import { displayedStatus, payoffAmount, readLoan } from '../../lending/book/loan-book.ts';
import { drawKfs } from '../../lending/documents/draw-kfs.ts';
import { readKfs } from '../../lending/documents/store.ts';
import { findOrderById, findOrderByRepayId, type Order } from '../../lending/orders/order-store.ts';
import { listMandateEvents } from '../../lending/payments/autopay/mandate-store.ts';
import { listRefunds } from '../../lending/payments/refunds/refund-store.ts';
import { notificationText } from '../../notifications/notification-texts.ts';
import type { Db } from '../../platform/db/db.ts';
import { FileAnswer } from '../../platform/http/call-handler.ts';
import { recordOpening } from '../../platform/staff/audit-chain-store.ts';
import { readMaskedName } from '../../platform/staff/masked-name.ts';
import { StaffError } from '../../platform/staff/staff-error.ts';
import type { StaffHandlers } from '../../platform/staff/staff-handler.ts';
import { paginate } from '../money/pages.ts';
import {
  listBookedJournals,
  listLoanMessages,
  listLoanPayments,
  listLoanPayouts,
  listLoans,
  listOpenOrderRequests,
  readBorrower,
  readKnownIdentity,
} from './loans-store.ts';

async function requireOrder(db: Db, repayId: string): Promise<Order> {
  const key = await findOrderByRepayId(db, repayId);
  const order = key && (await findOrderById(db, key.userId, key.orderId));
  if (!order) throw new StaffError('not_found', 'order_number_unknown');
  return order;
}

function describeTerms({ terms: { quote } }: Order) {
  return {
    productName: quote.productName,
    principalPaise: quote.principal,
    feePaise: quote.fee,
    feePpm: quote.feePpm,
    gstPaise: quote.gst,
    gstPpm: quote.gstPpm,
    netDisbursedPaise: quote.netDisbursed,
    interestPaise: quote.interest,
    interestPpmPerDay: quote.interestPpmPerDay,
    totalRepayablePaise: quote.totalRepayable,
    tenorDays: quote.tenorDays,
    aprHundredths: quote.aprHundredths,
  };
}

function toOwedLine({ of, charged, waived, covered, owed, workings }: OwedLine) {
  return {
    of,
    chargedPaise: charged,
    waivedPaise: waived,
    coveredPaise: covered,
    owedPaise: owed,
    workings: workings.map(({ base, ppmPerDay, days, lastDay, amount }) => {
      return { basePaise: base, ppmPerDay, days, lastDay, amountPaise: amount };
    }),
  };
}

/** Everything that moved on an order. */
async function readMoves(db: Db, order: Order) {
  const refunds = await listRefunds(db, order);

  return {
    journals: await listBookedJournals(db, order),
    payouts: await listLoanPayouts(db, order),
    payments: await listLoanPayments(db, order),
    refunds: refunds
      .toReversed()
      .map(({ refundRef, state, amountPaise, accountId, reason, createdAt }) => {
        return { refundRef, state, amountPaise, isByPayout: accountId !== null, reason, createdAt };
      }),
    autopay: await listMandateEvents(db, order),
    openRequests: await listOpenOrderRequests(db, order),
  };
}

/** Orders, and one of them in full. */
export const loanStaffHandlers = {
  loanList: async ({ deps }, { query }, db) => {
    const { after, ...filter } = query;
    const { rows, next } = await paginate(
      after,
      (of) => listLoans(db, { ...filter, ...of }),
      ({ appliedAt, orderId }) => [appliedAt, orderId],
    );
    const named = rows.map(({ userId, nameEnc, ...row }) => ({
      ...row,
      maskedName: readMaskedName(deps.crypto, userId, nameEnc),
    }));

    return { rows: named, next };
  },

  loan: async (ctx, { params }, db) => {
    const order = await requireOrder(db, params.repayId);
    const { userId, repayId, terms } = order;
    const { facts, view, asOf } = await readLoan(db, order, ctx.today);
    const { staffId } = ctx.staff;

    await recordOpening(db, {
      at: ctx.now,
      staffId,
      action: 'loan_opened',
      userId,
      subject: repayId,
    });

    const { nameEnc, ...borrower } = await readBorrower(db, userId);
    const messages = await listLoanMessages(db, ctx.deps.crypto, { userId, repayId });
    const { language } = borrower;

    return {
      repayId,
      proposalNo: order.proposalNo,
      userId,
      maskedName: readMaskedName(ctx.deps.crypto, userId, nameEnc),
      ...borrower,
      status: displayedStatus(order.status, view),
      appliedAt: order.appliedAt,
      disbursedDay: order.disbursedDay,
      dueDay: order.dueDay,
      asOfDay: asOf,
      overdueDays: view.overdueDays,
      identity: await readKnownIdentity(db, order),
      terms: describeTerms(order),
      owedPaise: payoffAmount(view),
      overpaidPaise: view.overpaid,
      owed: explainOwed(toLoanTerms(terms.quote), facts, asOf).lines.map(toOwedLine),
      ...(await readMoves(db, order)),
      messages: messages.map(({ id, at, kind, values }) => {
        return { id, at, language, ...notificationText(language as Language, kind, values) };
      }),
    };
  },

  loanKeyFacts: async (ctx, { params }, db) => {
    const { userId, proposalNo, repayId } = await requireOrder(db, params.repayId);
    const record = await readKfs(db, userId, proposalNo);
    if (!record) throw new StaffError('not_found', 'kfs_missing');

    const { staffId } = ctx.staff;
    await recordOpening(db, {
      at: ctx.now,
      staffId,
      action: 'key_facts_read',
      userId,
      subject: repayId,
    });

    return new FileAnswer(
      Buffer.from(await drawKfs(record)),
      'application/pdf',
      `key-facts-${repayId}.pdf`,
    );
  },
} satisfies Partial<StaffHandlers>;
