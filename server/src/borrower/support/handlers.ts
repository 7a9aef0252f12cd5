import { CODES } from '@noren/contract/codes';
import type { Ticket as TicketView } from '@noren/contract/support';
import { regulatoryRowOn } from '@noren/core/lending/terms';
import { addDays, toBusinessDay } from '@noren/core/money/time';
import { findOrder } from '../../lending/orders/order-store.ts';
import { FEEDBACK_PICTURE } from '../../people/support/answer-ticket.ts';
import { countUnread, listNotifications, markRead } from '../../people/support/inbox-store.ts';
import { notificationView } from '../../people/support/notification-view.ts';
import { addTicket, listTickets, type Ticket } from '../../people/support/store.ts';
import { takePicture } from '../../platform/files/pictures.ts';
import { attachFile, storeFile } from '../../platform/files/stored-file.ts';
import { CallError } from '../../platform/http/call-error.ts';
import { type Handlers, twoPhase } from '../../platform/http/handler.ts';
import { orRateLimited } from '../../platform/http/rate-limits.ts';
import { requireCodeForSaved } from '../../platform/http/step-up.ts';

const NOTIFICATIONS_PER_PAGE = 20;

export const supportHandlers = {
  saveFeedback: twoPhase({
    async prepare(ctx, { files }) {
      orRateLimited(await ctx.deps.limits.take([['feedback-user-day', ctx.userId]], ctx.now));

      const pictures: Buffer[] = [];
      for (const file of files) pictures.push(await takePicture(ctx.deps, file));

      const owner = { userId: ctx.userId, kind: FEEDBACK_PICTURE };
      return Promise.all(pictures.map((picture) => storeFile(ctx.deps, owner, picture)));
    },
    async commit(ctx, { body }, tx, fileIds: readonly string[]) {
      const { userId, now, today } = ctx;
      const { type, text, repayId } = body;
      const order = repayId === undefined ? null : await findOrder(tx, userId, repayId);
      if (order === undefined) throw new CallError(CODES.notFound, 'error.not_found');

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

      return { ticket: ticketView(ticket) };
    },
  }),

  feedbackList: async (ctx, _input, db) => {
    const tickets = await listTickets(db, ctx.deps.crypto, ctx.userId);
    requireCodeForSaved(ctx, tickets.length > 0);
    return { details: tickets.map(ticketView) };
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

function ticketView({ fileIds, sentAt, ...ticket }: Ticket): TicketView {
  const { ticketNo, repayId, type, text, state, answer, decidedAt } = ticket;
  const sentOn = toBusinessDay(sentAt);
  const answerBy = addDays(sentOn, regulatoryRowOn('complaintAnswerDays', sentOn).value);

  return {
    ticketNo,
    repayId,
    type,
    text,
    pictures: fileIds.length,
    sentAt,
    answerBy,
    state,
    answer,
    decidedAt,
  };
}
