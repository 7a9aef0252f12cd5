import { CODES } from '@noren/contract/codes';
import type { Ticket as TicketView } from '@noren/contract/support';
import {
  computeAnswerDay,
  computePromisedDay,
  findLevel,
  findRegulatorDays,
  mayPassOn,
  nextLevel,
} from '@noren/core/staff/complaints';
import { findOrder } from '../../lending/orders/order-store.ts';
import { FEEDBACK_PICTURE } from '../../people/support/answer-ticket.ts';
import { countUnread, listNotifications, markRead } from '../../people/support/inbox-store.ts';
import { notificationView } from '../../people/support/notification-view.ts';
import { passTicketOn } from '../../people/support/pass-on.ts';
import { addTicket, listTickets, lockTicket, type Ticket } from '../../people/support/store.ts';
import { takePicture } from '../../platform/files/pictures.ts';
import { attachFile, storeFile } from '../../platform/files/stored-file.ts';
import { CallError, notFound } from '../../platform/http/call-error.ts';
import { type Handlers, twoPhase, type UserCtx } from '../../platform/http/handler.ts';
import { takeOrRefuse } from '../../platform/http/rate-limits.ts';
import { requireCodeFor, requireCodeForSaved } from '../../platform/http/step-up.ts';

const NOTIFICATIONS_PER_PAGE = 20;

export const supportHandlers = {
  saveFeedback: twoPhase({
    async prepare(ctx, { files }) {
      await takeOrRefuse(ctx, [['feedback-user-day', ctx.userId]]);

      const pictures: Buffer[] = [];
      for (const file of files) pictures.push(await takePicture(ctx.deps, file));

      const owner = { userId: ctx.userId, kind: FEEDBACK_PICTURE };
      return Promise.all(pictures.map((picture) => storeFile(ctx.deps, owner, picture)));
    },
    async commit(ctx, { body }, tx, fileIds: readonly string[]) {
      const { userId, now, today } = ctx;
      const { type, text, repayId } = body;
      const order = repayId === undefined ? null : await findOrder(tx, userId, repayId);
      if (order === undefined) throw notFound();

      for (const fileId of fileIds) await attachFile(tx, userId, fileId);

      const orderId = order?.orderId ?? null;
      const ticket = await addTicket(tx, ctx.deps.crypto, {
        userId,
        orderId,
        type,
        text,
        fileIds,
        now,
        today,
      });

      return { ticket: ticketView(ctx, ticket) };
    },
  }),

  feedbackList: async (ctx, _input, db) => {
    const tickets = await listTickets(db, ctx.deps.crypto, ctx.userId);
    requireCodeForSaved(ctx, tickets.length > 0);
    return { details: tickets.map((ticket) => ticketView(ctx, ticket)) };
  },

  passFeedbackOn: async (ctx, { body: { ticketNo } }, tx) => {
    const { deps, userId, today } = ctx;
    requireCodeFor(ctx, 'see_saved');

    const ticket = await lockTicket(tx, deps.crypto, ticketNo);
    if (ticket?.userId !== userId) throw notFound();

    const level = findLevel(ticket);
    const to = nextLevel(level);
    if (to === null || !mayPassOn(ticket, level, today))
      throw new CallError(CODES.conflict, 'error.not_allowed');

    await passTicketOn(tx, deps, ticket, { to, by: `user:${userId}` });
    const passed = await lockTicket(tx, deps.crypto, ticketNo);

    return { ticket: ticketView(ctx, passed ?? ticket) };
  },

  notificationCentre: async (ctx, { body }, db) => {
    const { userId, language } = ctx;
    const limit = NOTIFICATIONS_PER_PAGE + 1;
    const notifications = await listNotifications(db, ctx.deps.crypto, {
      userId,
      before: body.before,
      limit,
    });
    const page = notifications.slice(0, NOTIFICATIONS_PER_PAGE);

    return {
      details: page.flatMap((notification) => notificationView(language, notification) ?? []),
      hasMore: notifications.length > page.length,
      unread: await countUnread(db, userId),
    };
  },

  readNotifications: async (ctx, { body }, tx) => {
    await markRead(tx, { userId: ctx.userId, upTo: body.upTo, now: ctx.now });
    return { unread: await countUnread(tx, ctx.userId) };
  },
} satisfies Partial<Handlers>;

function ticketView({ deps, today }: UserCtx, ticket: Ticket): TicketView {
  const { ticketNo, repayId, type, text, fileIds, sentAt, state, answer, decidedAt } = ticket;
  const level = findLevel(ticket);
  const regulatorDays = findRegulatorDays(ticket, today);
  // Complaints to the Reserve Bank's own cell have no last day.
  const hasLastDay = deps.appConfig.complaints.regulator === 'ombudsman';

  return {
    ticketNo,
    repayId,
    type,
    text,
    pictures: fileIds.length,
    sentAt,
    answerBy: computeAnswerDay(sentAt),
    state,
    answer,
    decidedAt,
    level,
    levelDay: state === 'received' ? computePromisedDay(level, sentAt) : null,
    mayPassOn: mayPassOn(ticket, level, today),
    regulator: regulatorDays && { until: hasLastDay ? regulatorDays.until : null },
  };
}
