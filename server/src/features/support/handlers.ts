import type { Ticket as TicketView } from '@noren/contract/support';
import { regulatoryRowOn } from '@noren/core/lending/terms';
import { addDays, businessDayOf } from '@noren/core/money/time';
import { takePicture } from '../../platform/files/pictures.ts';
import { attachFile, storeFile } from '../../platform/files/stored-file.ts';
import { type Handlers, twoPhase } from '../../platform/http/handler.ts';
import { orRateLimited } from '../../platform/http/rate-limits.ts';
import { requireCodeForSaved } from '../../platform/http/step-up.ts';
import { FEEDBACK_PICTURE } from './answer-ticket.ts';
import { countUnread, listMessages, markRead } from './inbox-store.ts';
import { messageView } from './message-view.ts';
import { addTicket, listTickets, type Ticket } from './store.ts';

const MESSAGES_PER_PAGE = 20;

export const supportHandlers: Handlers<'saveFeedback' | 'feedbackList' | 'messageCentre' | 'readMessages'> = {
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
      for (const fileId of fileIds) await attachFile(tx, fileId);
      const ticket = await addTicket(tx, ctx.deps.crypto, { userId, ...body, fileIds, now, today });
      return { ticket: ticketView(ticket) };
    },
  }),

  feedbackList: async (ctx, _input, db) => {
    const tickets = await listTickets(db, ctx.deps.crypto, ctx.userId);
    requireCodeForSaved(ctx, tickets.length > 0);
    return { details: tickets.map(ticketView) };
  },

  messageCentre: async (ctx, { body }, db) => {
    const { userId, language } = ctx;
    const limit = MESSAGES_PER_PAGE + 1;
    const messages = await listMessages(db, ctx.deps.crypto, { userId, before: body.before, limit });
    const page = messages.slice(0, MESSAGES_PER_PAGE);
    return {
      details: page.flatMap((message) => messageView(language, message) ?? []),
      hasMore: messages.length > page.length,
      unread: await countUnread(db, userId),
    };
  },

  readMessages: async (ctx, { body }, tx) => {
    await markRead(tx, { userId: ctx.userId, upTo: body.upTo, now: ctx.now });
    return { unread: await countUnread(tx, ctx.userId) };
  },
};

function ticketView({ ticketNo, type, text, fileIds, sentAt, state, answer, decidedAt }: Ticket): TicketView {
  const sentOn = businessDayOf(sentAt);
  const answerBy = addDays(sentOn, regulatoryRowOn('complaintAnswerDays', sentOn).value);
  return { ticketNo, type, text, pictures: fileIds.length, sentAt, answerBy, state, answer, decidedAt };
}
