import type { Ticket as ShownTicket } from '@noren/contract/support';
import { regulatoryRowOn } from '@noren/core/lending/terms';
import { addDays, businessDayOf } from '@noren/core/money/time';
import { bindingOf, takePicture } from '../../platform/files/pictures.ts';
import { type Handlers, twoPhase, type UserCtx } from '../../platform/http/handler.ts';
import { orRateLimited } from '../../platform/http/rate-limits.ts';
import { requireCodeForSaved } from '../../platform/http/step-up.ts';
import { addJob, cancelJob } from '../../platform/jobs/jobs.ts';
import { FEEDBACK_PICTURE } from './answer-ticket.ts';
import { showMessage } from './message-words.ts';
import { countUnread, listMessages, markRead } from './messages-store.ts';
import { addTicket, listTickets, type Ticket } from './store.ts';

/** A picture nobody has come to own by then is removed: its request broke off after the picture was written. */
const OWNED_WITHIN_MS = 3_600_000;
const MESSAGES_A_PAGE = 20;

/** Feedback and the message centre. */
export const supportHandlers: Handlers<'saveFeedback' | 'feedbackList' | 'messageCentre' | 'readMessages'> = {
  saveFeedback: twoPhase({
    async prepare(ctx, { files }) {
      orRateLimited(await ctx.deps.limits.take([['feedback-user-day', ctx.userId]], ctx.now));
      const pictures: Buffer[] = [];
      for (const file of files) pictures.push(await takePicture(ctx.deps, file));
      return Promise.all(pictures.map((picture) => storePicture(ctx, picture)));
    },
    async commit(ctx, { body }, tx, fileIds: readonly string[]) {
      const { userId, now, today } = ctx;
      for (const fileId of fileIds) await cancelJob(tx, `file:${fileId}`);
      const ticket = await addTicket(tx, ctx.deps.crypto, { userId, ...body, fileIds, now, today });
      return { ticket: show(ticket) };
    },
  }),

  feedbackList: async (ctx, _input, db) => {
    const tickets = await listTickets(db, ctx.deps.crypto, ctx.userId);
    requireCodeForSaved(ctx, tickets.length > 0);
    return { details: tickets.map(show) };
  },

  messageCentre: async (ctx, { body }, db) => {
    const { userId, language } = ctx;
    const most = MESSAGES_A_PAGE + 1;
    const kept = await listMessages(db, ctx.deps.crypto, { userId, before: body.before, most });
    const page = kept.slice(0, MESSAGES_A_PAGE);
    return {
      details: page.flatMap((message) => showMessage(language, message) ?? []),
      hasMore: kept.length > page.length,
      unread: await countUnread(db, userId),
    };
  },

  readMessages: async (ctx, { body }, tx) => {
    await markRead(tx, { userId: ctx.userId, upTo: body.upTo, now: ctx.now });
    return { unread: await countUnread(tx, ctx.userId) };
  },
};

async function storePicture({ deps, userId }: UserCtx, picture: Buffer): Promise<string> {
  const fileId = await deps.files.put(picture, bindingOf(userId, FEEDBACK_PICTURE));
  await addJob(deps.db, 'delete-file', { fileId }, { key: `file:${fileId}`, afterMs: OWNED_WITHIN_MS });
  return fileId;
}

function show({ ticketNo, type, text, fileIds, sentAt, state, answer, decidedAt }: Ticket): ShownTicket {
  const sentOn = businessDayOf(sentAt);
  const answerBy = addDays(sentOn, regulatoryRowOn('complaintAnswerDays', sentOn).value);
  return { ticketNo, type, text, pictures: fileIds.length, sentAt, answerBy, state, answer, decidedAt };
}
