import { COMPLAINT_LEVELS } from '@noren/core/staff/complaints';
import * as z from 'zod/mini';
import { call } from './call.ts';
import { CODES } from './codes.ts';
import { day, instant, longText, repayId, uuid } from './fields.ts';

/** The kinds of feedback. */
export const FEEDBACK_TYPES = ['problem', 'complaint', 'suggestion', 'other'] as const;
export type FeedbackType = (typeof FEEDBACK_TYPES)[number];

/** How many pictures a feedback may carry. Source: specification §5, §9. */
export const MAX_FEEDBACK_PICTURES = 5;
/** How long a feedback may be, in characters. */
export const MAX_FEEDBACK_LETTERS = 1_000;

/** The state of a feedback: an `answered` one can still be closed. */
const ticket = z.object({
  /** Can be read aloud: F, the day, letters. */
  ticketNo: z.string(),
  type: z.enum(FEEDBACK_TYPES),
  text: z.string(),
  /** The order it is about; null when it names none. */
  repayId: z.nullable(z.string()),
  pictures: z.int(),
  sentAt: instant,
  /** The last day for an answer. Source: `docs/lawful.md`, row 14. */
  answerBy: day,
  state: z.enum(['received', 'answered', 'closed']),
  answer: z.nullable(z.string()),
  decidedAt: z.nullable(instant),
  /** Who answers it. */
  level: z.enum(COMPLAINT_LEVELS),
  /** While it waits: the last day on which this level answers; then it is passed on. */
  levelDay: z.nullable(day),
  /** Whether the user may pass it on to the next level. */
  mayPassOn: z.boolean(),
  /** Once the user may complain to the Reserve Bank: the last day, where the lender's has one. */
  regulator: z.nullable(z.object({ until: z.nullable(day) })),
});

export type Ticket = z.infer<typeof ticket>;

/**
 * Sends feedback; its pictures, none to five, are `file` parts. Source: specification §5. A
 * complaint about one order holds back reminders of that order alone until it is answered; 404 for
 * an order that is not the user's.
 */
export const saveFeedback = call({
  method: 'POST',
  path: '/api/user/feedback/save',
  who: 'borrower',
  encoding: 'multipart',
  files: MAX_FEEDBACK_PICTURES,
  mayLackFiles: true,
  body: z.object({
    type: z.enum(FEEDBACK_TYPES),
    text: longText(MAX_FEEDBACK_LETTERS),
    repayId: z.optional(repayId),
  }),
  response: z.object({ ticket }),
  codes: [CODES.notFound],
  changes: true,
  added: true,
});

/** Passes an answered feedback on to the next level, where it waits again; 409 when it cannot be. */
export const passFeedbackOn = call({
  method: 'POST',
  path: '/api/user/feedback/passOn',
  who: 'borrower',
  body: z.object({ ticketNo: z.string().check(z.maxLength(20)) }),
  response: z.object({ ticket }),
  codes: [CODES.notFound, CODES.conflict],
  changes: true,
  added: true,
});

/** All feedback of the user, newest first; 316 for a link session when there is any. */
export const feedbackList = call({
  method: 'GET',
  path: '/api/user/feedback/list',
  who: 'borrower',
  response: z.object({ details: z.array(ticket) }),
  added: true,
});

/** The screen that a notification opens; `repay` needs an order. */
const notificationScreen = z.enum([
  'repay',
  'order',
  'feedback',
  'data',
  'send_again',
  'phone',
  'details',
  'email',
  'none',
]);

const notification = z.object({
  notificationId: uuid,
  title: z.string(),
  text: z.string(),
  sentAt: instant,
  isRead: z.boolean(),
  screen: notificationScreen,
  repayId: z.nullable(z.string()),
});

export type Notification = z.infer<typeof notification>;

/** The path that a notification opens in the app; undefined when it opens none. */
export function notificationPath({
  screen,
  repayId,
}: Pick<Notification, 'screen' | 'repayId'>): string | undefined {
  switch (screen) {
    case 'repay':
      return `/repay/${repayId}`;
    case 'order':
      return repayId === null ? '/order' : `/order?id=${repayId}`;
    case 'feedback':
      return '/feedback';
    case 'data':
      return '/data';
    case 'send_again':
      return '/send-again';
    case 'phone':
      return '/phone-number';
    case 'details':
      return '/data/details';
    case 'email':
      return '/email';
    case 'none':
      return undefined;
    default: {
      const missing: never = screen;
      throw new RangeError(`unknown screen: ${missing}`);
    }
  }
}

/** The notifications of the user, newest first, a page at a time. Source: specification §7. */
export const notificationCentre = call({
  method: 'POST',
  path: '/api/user/user/msg/center',
  who: 'borrower',
  /** `before`: the last notification of the page before. */
  body: z.object({ before: z.optional(uuid) }),
  response: z.object({ details: z.array(notification), hasMore: z.boolean(), unread: z.int() }),
});

/** Marks as read all notifications up to one, in the order they are listed from below. */
export const readNotifications = call({
  method: 'POST',
  path: '/api/user/user/msg/read',
  who: 'borrower',
  body: z.object({ upTo: uuid }),
  response: z.object({ unread: z.int() }),
  changes: true,
  added: true,
});
