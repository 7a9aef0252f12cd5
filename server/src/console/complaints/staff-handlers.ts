import type { ListedComplaint } from '@noren/contract/staff/complaints';
import { replyTemplate } from '@noren/contract/staff/fields';
import { businessDay, daysBetween, formatDay, toBusinessDay } from '@noren/core/money/time';
import {
  COMPLAINT_AGES,
  computeAnswerDay,
  computePromisedDay,
  computeRegulatorReplyDay,
  findLevel,
  LEVEL_WORK,
  nextLevel,
} from '@noren/core/staff/complaints';
import { mayUse } from '@noren/core/staff/roles';
import { notificationText } from '../../notifications/notification-texts.ts';
import { answerLockedTicket, readTicketPicture } from '../../people/support/answer-ticket.ts';
import {
  addEntry,
  type ComplaintPlace,
  type ComplaintRow,
  countOfAge,
  findComplaint,
  findOtherClaim,
  listComplaints,
  listEntries,
  readAnswerTimes,
} from '../../people/support/complaints-store.ts';
import { passTicketOn } from '../../people/support/pass-on.ts';
import {
  markRegulatorReplied,
  ownTicket,
  readPromises,
  recordRegulatorCase,
  type TicketPromises,
} from '../../people/support/promises-store.ts';
import { lockTicket, readTicket, type Ticket } from '../../people/support/store.ts';
import type { Tx } from '../../platform/db/db.ts';
import { FileAnswer } from '../../platform/http/call-handler.ts';
import {
  appendStaffAct,
  recordStaffAct,
  type StaffAct,
} from '../../platform/staff/audit-chain-store.ts';
import { readMaskedName } from '../../platform/staff/masked-name.ts';
import { cutPage } from '../../platform/staff/page.ts';
import { StaffError } from '../../platform/staff/staff-error.ts';
import type { StaffCtx, StaffHandlers } from '../../platform/staff/staff-handler.ts';
import { say } from '../../platform/translations/translations.ts';

const PAGE = 50;
const DAY_MS = 86_400_000;
const REPORT_DAYS = 30;

function listed(
  { deps }: StaffCtx,
  { language: _, nameEnc, ...row }: ComplaintRow,
): ListedComplaint {
  const level = findLevel(row);

  return {
    ...row,
    level,
    levelDay: computePromisedDay(level, row.sentAt),
    maskedName: readMaskedName(deps.crypto, row.userId, nameEnc),
  };
}

function readPlace(after: string | undefined): ComplaintPlace | null {
  if (after === undefined) return null;

  const [at = '', ticketNo = ''] = after.split('.');
  if (!/^\d{1,15}$/.test(at) || ticketNo === '')
    throw new StaffError('invalid', 'position_unknown');

  return [Number(at), ticketNo];
}

const noSuchTicket = () => new StaffError('not_found', 'ticket_unknown');

/** Whether the reader may answer a ticket at its level. */
function mayAnswer({ staff }: StaffCtx, ticket: Ticket): boolean {
  return mayUse(staff.roles, LEVEL_WORK[findLevel(ticket)].permission);
}

/** @throws StaffError when it is unknown */
async function lockKnownTicket(tx: Tx, { deps }: StaffCtx, ticketNo: string): Promise<Ticket> {
  const ticket = await lockTicket(tx, deps.crypto, ticketNo);
  if (!ticket) throw noSuchTicket();
  return ticket;
}

/**
 * The ticket, locked.
 * @throws StaffError when it is unknown, closed, claimed by another, or not the reader's to answer
 */
async function lockToAnswer(ctx: StaffCtx, tx: Tx, ticketNo: string): Promise<Ticket> {
  const ticket = await lockKnownTicket(tx, ctx, ticketNo);
  if (ticket.state === 'closed') throw new StaffError('not_possible', 'ticket_closed');

  const level = findLevel(ticket);
  const { kind, permission } = LEVEL_WORK[level];
  if (!mayAnswer(ctx, ticket)) {
    const why = level === 'principal' ? 'ticket_at_last_level' : 'ticket_escalated';
    throw new StaffError('forbidden', why, { data: { permission } });
  }

  const { staffId } = ctx.staff;
  const name = await findOtherClaim(tx, { ticketNo, kind, staffId, now: ctx.now });
  if (name !== undefined) throw new StaffError('taken', { reason: 'claimed_by_another', name });

  return ticket;
}

function readyReplies({ language, ticketNo, sentAt }: ComplaintRow) {
  const values = { ticketNo, day: formatDay(computeAnswerDay(sentAt)) };
  return replyTemplate.options.map((template) => ({
    template,
    text: say(language, `reply.${template}`, values),
    english: say('en', `reply.${template}`, values),
  }));
}

/** Records what somebody did about a ticket. */
function recordAct(
  tx: Tx,
  { now, staff }: StaffCtx,
  ticket: Ticket,
  act: Pick<StaffAct, 'action' | 'detail'>,
): Promise<void> {
  const { userId, ticketNo: subject } = ticket;
  return appendStaffAct(tx, { ...act, at: now, staffId: staff.staffId, userId, subject });
}

function promiseViews(promises: TicketPromises, staffId: string) {
  const { alarmedAt, ownerId, ownerName, acknowledgedAt, regulatorNo, regulatorOn } = promises;

  return {
    alarm:
      alarmedAt === null
        ? null
        : { at: alarmedAt, ownerName, isMine: ownerId === staffId, acknowledgedAt },
    regulatorCase:
      regulatorNo === null || regulatorOn === null
        ? null
        : {
            caseNo: regulatorNo,
            receivedOn: regulatorOn,
            replyBy: computeRegulatorReplyDay(regulatorOn),
            repliedOn: promises.regulatorRepliedOn,
          },
  };
}

/** Tickets from borrowers. */
export const complaintStaffHandlers = {
  complaintList: async (ctx, { query }, db) => {
    const { now, today } = ctx;
    const { state = 'received', type, level, age } = query;
    const after = readPlace(query.after);
    const found = await listComplaints(db, {
      state,
      type,
      level,
      age,
      after,
      limit: PAGE + 1,
      now,
      today,
    });
    const { rows, next } = cutPage(found, PAGE, (last) => `${last.sentAt}.${last.ticketNo}`);

    return { rows: rows.map((row) => listed(ctx, row)), next };
  },

  complaintAgeing: async ({ now, today, deps }) =>
    deps.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        const rows = [];
        for (const { id: age, from, to } of COMPLAINT_AGES)
          rows.push({ age, from, to, ...(await countOfAge(tx, age, today)) });

        const since = now - REPORT_DAYS * DAY_MS;
        const { late, answered, inTime, medianHours } = await readAnswerTimes(tx, { now, since });
        const total = rows.reduce((sum, row) => sum + row.total, 0);

        return {
          day: today,
          rows,
          total,
          late,
          answered: { total: answered, inTime, medianHours },
        };
      }),

  complaint: async (ctx, { params }, db) => {
    const { crypto } = ctx.deps;
    const row = await findComplaint(db, params.ticketNo, ctx.now);
    const ticket = row && (await readTicket(db, crypto, params.ticketNo));
    if (!row || !ticket) throw noSuchTicket();

    const { ticketNo, userId, text, answer } = ticket;
    const message = (kind: 'feedback_answered' | 'feedback_closed') =>
      notificationText(row.language, kind, { ticketNo });
    const { staffId } = ctx.staff;

    await recordStaffAct(db, {
      at: ctx.now,
      staffId,
      action: 'complaint_read',
      userId,
      subject: ticketNo,
    });

    return {
      ticket: listed(ctx, row),
      text,
      answer,
      language: row.language,
      entries: await listEntries(db, crypto, ticket),
      templates: readyReplies(row),
      messages: { answered: message('feedback_answered'), closed: message('feedback_closed') },
      ...promiseViews(await readPromises(db, ticket), staffId),
      isMine: row.claimedById === staffId,
      mayAnswer: ticket.state !== 'closed' && mayAnswer(ctx, ticket),
    };
  },

  complaintPicture: async (ctx, { params: { ticketNo, at } }, db) => {
    const row = await findComplaint(db, ticketNo, ctx.now);
    const picture = row && (await readTicketPicture(ctx.deps, ticketNo, at));
    if (!row || !picture) throw new StaffError('not_found', 'picture_unknown');

    const { staffId } = ctx.staff;
    const act = {
      at: ctx.now,
      staffId,
      action: 'complaint_picture_viewed',
      userId: row.userId,
      subject: ticketNo,
    };

    await recordStaffAct(db, { ...act, detail: { picture: at } });

    return new FileAnswer(picture, 'image/jpeg');
  },

  replyToComplaint: async (ctx, { body: { ticketNo, text, isLast } }, tx) => {
    const { deps, now, staff } = ctx;
    const ticket = await lockToAnswer(ctx, tx, ticketNo);

    await answerLockedTicket(tx, deps, ticket, {
      answer: text,
      isLast,
      by: `staff:${staff.staffId}`,
    });
    await addEntry(tx, deps.crypto, ticket, { kind: 'reply', staffId: staff.staffId, text, now });
    await recordAct(tx, ctx, ticket, {
      action: isLast ? 'complaint_closed' : 'complaint_answered',
      detail: { days: daysBetween(toBusinessDay(ticket.sentAt), toBusinessDay(now)) },
    });

    return {};
  },

  noteOnComplaint: async (ctx, { body: { ticketNo, text } }, tx) => {
    const { deps, now, staff } = ctx;
    const ticket = await lockKnownTicket(tx, ctx, ticketNo);

    await addEntry(tx, deps.crypto, ticket, { kind: 'note', staffId: staff.staffId, text, now });
    await recordAct(tx, ctx, ticket, { action: 'complaint_noted' });

    return {};
  },

  escalateComplaint: async (ctx, { body: { ticketNo, reason } }, tx) => {
    const { deps, now, staff } = ctx;
    const ticket = await lockKnownTicket(tx, ctx, ticketNo);
    const to = nextLevel(findLevel(ticket));
    if (ticket.state === 'closed' || to === null)
      throw new StaffError('not_possible', 'ticket_not_escalatable');

    const { staffId } = staff;
    await passTicketOn(tx, deps, ticket, { to, by: `staff:${staffId}` });
    await addEntry(tx, deps.crypto, ticket, { kind: 'escalation', staffId, text: reason, now });
    await recordAct(tx, ctx, ticket, { action: 'complaint_escalated', detail: { to } });

    return {};
  },

  ownComplaint: async (ctx, { body: { ticketNo } }, tx) => {
    const ticket = await lockKnownTicket(tx, ctx, ticketNo);
    const { alarmedAt } = await readPromises(tx, ticket);
    if (alarmedAt === null || ticket.state !== 'received')
      throw new StaffError('not_possible', 'ticket_needs_no_owner');

    await ownTicket(tx, ticket, { ownerId: ctx.staff.staffId, now: ctx.now });
    await recordAct(tx, ctx, ticket, { action: 'complaint_owned' });

    return {};
  },

  recordRegulatorCase: async (ctx, { body: { ticketNo, caseNo, receivedOn } }, tx) => {
    const ticket = await lockKnownTicket(tx, ctx, ticketNo);
    if (receivedOn > ctx.today || receivedOn < toBusinessDay(ticket.sentAt))
      throw new StaffError('invalid', 'regulator_day_in_future');

    await recordRegulatorCase(tx, ticket, { caseNo, receivedOn: businessDay(receivedOn) });
    await recordAct(tx, ctx, ticket, { action: 'complaint_at_regulator' });

    return {};
  },

  replyToRegulator: async (ctx, { body: { ticketNo } }, tx) => {
    const ticket = await lockKnownTicket(tx, ctx, ticketNo);
    const { regulatorOn, regulatorRepliedOn } = await readPromises(tx, ticket);
    if (regulatorOn === null || regulatorRepliedOn !== null)
      throw new StaffError('not_possible', 'regulator_case_unknown');

    await markRegulatorReplied(tx, ticket, ctx.today);
    await recordAct(tx, ctx, ticket, { action: 'complaint_regulator_replied' });

    return {};
  },
} satisfies Partial<StaffHandlers>;
