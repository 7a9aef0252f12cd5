import { COMPLAINT_AGES, COMPLAINT_LEVELS } from '@noren/core/staff/complaints';
import * as z from 'zod/mini';
import { call } from '../call.ts';
import { day, instant, longText, nothing, uuid } from '../fields.ts';
import { FEEDBACK_TYPES, MAX_FEEDBACK_LETTERS } from '../support.ts';
import { listPage } from './cursor.ts';
import { reason, replyTemplate as template } from './fields.ts';

const type = z.enum(FEEDBACK_TYPES);
const state = z.enum(['received', 'answered', 'closed']);
const age = z.enum(COMPLAINT_AGES.map(({ id }) => id) as [(typeof COMPLAINT_AGES)[number]['id']]);
const ticketNo = z.string().check(z.regex(/^F[A-Z0-9]{8,16}$/, 'ticket'));
const ticketParams = { ticketNo };
const text = longText(MAX_FEEDBACK_LETTERS).check(z.minLength(5, 'short'));

const listedComplaint = z.object({
  ticketNo: z.string(),
  userId: uuid,
  maskedName: z.nullable(z.string()),
  maskedPhone: z.string(),
  repayId: z.nullable(z.string()),
  type,
  state,
  pictures: z.int(),
  sentAt: instant,
  due: instant,
  level: z.enum(COMPLAINT_LEVELS),
  /** The last day on which this level answers; the day after, it is passed on. */
  levelDay: day,
  escalatedAt: z.nullable(instant),
  principalAt: z.nullable(instant),
  decidedAt: z.nullable(instant),
  claimedBy: z.nullable(z.string()),
});

export type ListedComplaint = z.infer<typeof listedComplaint>;

const level = z.enum(['desk', 'escalated']);

/** Who sees to it that a ticket near its last day is answered. */
const alarm = z.object({
  at: instant,
  /** Null where nobody could be found. */
  ownerName: z.nullable(z.string()),
  isMine: z.boolean(),
  acknowledgedAt: z.nullable(instant),
});

/** The borrower's complaint at the Reserve Bank's ombudsman or cell. */
const regulatorCase = z.object({
  caseNo: z.string(),
  receivedOn: day,
  replyBy: day,
  repliedOn: z.nullable(day),
});

/** Open tickets, the first due first; closed tickets, the newest first. */
export const complaintList = call({
  method: 'GET',
  path: '/staff/complaints',
  who: { permission: 'complaints.read' },
  query: z.object({
    state: z.optional(state),
    type: z.optional(type),
    level: z.optional(level),
    age: z.optional(age),
    after: z.optional(z.string().check(z.maxLength(200))),
  }),
  response: listPage(listedComplaint),
});

/** Open tickets by age and type, and statistics of tickets answered in the last thirty days. */
export const complaintAgeing = call({
  method: 'GET',
  path: '/staff/complaints/ageing',
  who: { permission: 'complaints.read' },
  response: z.object({
    day,
    rows: z.array(
      z.object({
        age,
        from: z.int(),
        to: z.nullable(z.int()),
        problem: z.int(),
        complaint: z.int(),
        suggestion: z.int(),
        other: z.int(),
        total: z.int(),
        escalated: z.int(),
      }),
    ),
    total: z.int(),
    late: z.int(),
    answered: z.object({ total: z.int(), inTime: z.int(), medianHours: z.nullable(z.int()) }),
  }),
});

export type ComplaintAgeing = z.infer<typeof complaintAgeing.response>;

const message = z.object({ title: z.string(), text: z.string() });

/** One ticket with its text. Each read is logged. */
export const complaint = call({
  method: 'GET',
  path: '/staff/complaints/{ticketNo}',
  who: { permission: 'complaints.read' },
  params: z.object(ticketParams),
  response: z.object({
    ticket: listedComplaint,
    text: z.string(),
    answer: z.nullable(z.string()),
    language: z.string(),
    entries: z.array(
      z.object({
        entryId: uuid,
        kind: z.enum(['note', 'reply', 'escalation']),
        staffName: z.string(),
        text: z.string(),
        at: instant,
      }),
    ),
    /** Template replies in the borrower's language, with the English text. */
    templates: z.array(z.object({ template, text: z.string(), english: z.string() })),
    /** The notification that goes with the reply. */
    messages: z.object({ answered: message, closed: message }),
    alarm: z.nullable(alarm),
    regulatorCase: z.nullable(regulatorCase),
    /** Whether the reader has claimed it. */
    isMine: z.boolean(),
    /** Whether the reader may answer it. */
    mayAnswer: z.boolean(),
  }),
});

export type ComplaintAnswer = z.infer<typeof complaint.response>;

/** A picture of a ticket, as JPEG. Each view is logged. */
export const complaintPicture = call({
  method: 'GET',
  path: '/staff/complaints/{ticketNo}/pictures/{at}',
  who: { permission: 'complaints.read' },
  params: z.object({ ticketNo, at: z.coerce.number().check(z.int(), z.gte(0), z.lte(4)) }),
  response: nothing,
  answerTypes: ['image/jpeg'],
});

/** Replies to the borrower and notifies them; the last reply closes the ticket. */
export const replyToComplaint = call({
  method: 'POST',
  path: '/staff/complaints/reply',
  who: { permission: 'complaints.answer' },
  body: z.object({ ticketNo, text, isLast: z.boolean() }),
  response: nothing,
  changes: true,
});

/** Adds a note that only staff can read. */
export const noteOnComplaint = call({
  method: 'POST',
  path: '/staff/complaints/note',
  who: { permission: 'complaints.answer' },
  body: z.object({ ticketNo, text }),
  response: nothing,
  changes: true,
});

/** Passes a ticket on to the next level; from then on only that level can answer it. */
export const escalateComplaint = call({
  method: 'POST',
  path: '/staff/complaints/escalate',
  who: { permission: 'complaints.answer' },
  body: z.object({ ticketNo, reason }),
  response: nothing,
  changes: true,
});

/** Makes the reader the owner of a ticket near its last day, and confirms the alarm. */
export const ownComplaint = call({
  method: 'POST',
  path: '/staff/complaints/own',
  who: { permission: 'complaints.escalated' },
  body: z.object({ ticketNo }),
  response: nothing,
  changes: true,
});

/** Records that the borrower's complaint came through the Reserve Bank, which wants a reply. */
export const recordRegulatorCase = call({
  method: 'POST',
  path: '/staff/complaints/regulator',
  who: { permission: 'complaints.escalated' },
  body: z.object({
    ticketNo,
    caseNo: z.string().check(z.trim(), z.regex(/^[\w/-]{3,40}$/, 'case number')),
    receivedOn: day,
  }),
  response: nothing,
  changes: true,
});

/** Records that the lender replied to the Reserve Bank today. */
export const replyToRegulator = call({
  method: 'POST',
  path: '/staff/complaints/regulator/replied',
  who: { permission: 'complaints.escalated' },
  body: z.object({ ticketNo }),
  response: nothing,
  changes: true,
});
