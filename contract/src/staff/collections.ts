import {
  CONTACT_KINDS,
  CONTACT_RESULTS,
  type ContactBarReason,
  HOLD_REASONS,
  OVERDUE_BUCKETS,
} from '@noren/core/lending/contact-rules';
import * as z from 'zod/mini';
import { call } from '../call.ts';
import { day, instant, longText, nothing, paise, repayId, signedPaise, uuid } from '../fields.ts';
import { dayCursor, listPage } from './cursor.ts';
import { staffRefusal } from './refusals.ts';

const overdueBucket = z.enum(OVERDUE_BUCKETS.map(({ id }) => id));
const contactKind = z.enum(CONTACT_KINDS);
const contactResult = z.enum(CONTACT_RESULTS);
const holdReason = z.enum(HOLD_REASONS);

const BAR_REASONS = [
  'claim',
  'hold',
  'answer_due',
  'promise',
  'no_officer',
  'other_officer',
  'not_notified',
  'week',
  'day',
  'hours',
] as const satisfies readonly ContactBarReason[];

/**
 * Why the borrower may not be contacted now; `from` is when contact is possible, or null if
 * unknown. `holdUntil` is the last day of a hold.
 */
const bar = z.object({
  why: z.enum(BAR_REASONS),
  from: z.nullable(z.object({ day, hour: z.int() })),
  holdUntil: z.nullable(day),
});

/** Overdue loans and amounts owed by bucket, as of the last close of day. */
export const collectionBuckets = call({
  method: 'GET',
  path: '/staff/collections/buckets',
  who: { permission: 'collections.read' },
  response: z.object({
    today: day,
    buckets: z.array(
      z.object({
        bucket: overdueBucket,
        from: z.int(),
        until: z.nullable(z.int()),
        orders: z.int(),
        owedPaise: signedPaise,
      }),
    ),
  }),
});

/** Why a loan is contacted or left: by itself, so that the console loads it without the schema. */
const REASONS = [...BAR_REASONS, 'promise_broken', 'first', 'again'] as const;

const listed = z.object({
  userId: uuid,
  repayId,
  maskedName: z.nullable(z.string()),
  maskedPhone: z.string(),
  dueDay: day,
  overdueDays: z.int(),
  owedPaise: signedPaise,
  officerName: z.nullable(z.string()),
  lastContactAt: z.nullable(instant),
  lastResult: z.nullable(contactResult),
  step: z.enum(['contact', 'assign', 'wait']),
  why: z.enum(REASONS),
});

export type CollectionRow = z.infer<typeof listed>;

/**
 * Overdue loans, the longest overdue first. `next` leaves out those on hold, promised or contacted
 * as often as allowed.
 */
export const collectionList = call({
  method: 'GET',
  path: '/staff/collections',
  who: { permission: 'collections.read' },
  query: z.object({
    bucket: z.optional(overdueBucket),
    list: z.optional(z.enum(['next', 'all'])),
    officer: z.optional(z.enum(['mine', 'nobody'])),
    after: z.optional(dayCursor('~')),
  }),
  response: listPage(listed),
});

const contact = z.object({
  contactId: uuid,
  repayId,
  kind: contactKind,
  result: contactResult,
  note: z.nullable(z.string()),
  contactedAt: instant,
  staffName: z.string(),
});

const promise = z.object({
  promiseId: uuid,
  amountPaise: paise,
  dueOn: day,
  promisedAt: instant,
  state: z.enum(['running', 'kept', 'broken']),
  staffName: z.string(),
});

const hold = z.object({
  holdId: uuid,
  reason: holdReason,
  from: day,
  until: day,
  isNow: z.boolean(),
});

const message = z.object({
  kind: z.string(),
  title: z.string(),
  text: z.string(),
  language: z.string(),
  writtenAt: instant,
  /** Of the SMS; null where the kind goes by none. */
  state: z.nullable(z.string()),
});

/** One loan in collections. */
export const collectionCase = call({
  method: 'GET',
  path: '/staff/collections/cases/{repayId}',
  who: { permission: 'collections.read' },
  params: z.object({ repayId }),
  response: z.object({
    userId: uuid,
    repayId,
    maskedName: z.nullable(z.string()),
    maskedPhone: z.string(),
    language: z.string(),
    productCode: z.string(),
    dueDay: z.nullable(day),
    overdueDays: z.int(),
    owed: z.object({
      principalPaise: signedPaise,
      interestPaise: signedPaise,
      feesPaise: signedPaise,
      penalPaise: signedPaise,
      totalPaise: signedPaise,
    }),
    officer: z.nullable(
      z.object({
        staffId: uuid,
        name: z.string(),
        isYou: z.boolean(),
        assignedAt: instant,
        /** Whether the message that names the officer was sent. */
        isNotified: z.boolean(),
      }),
    ),
    bar: z.nullable(bar),
    contactsLeftToday: z.int(),
    /** For how many months the lender keeps recordings of calls; null when it records none. */
    callsRecordedMonths: z.nullable(z.int()),
    /** Last day for a promise, and for the start or end of a hold. */
    promiseUntil: day,
    holdUntil: day,
    today: day,
    contacts: z.array(contact),
    /** The last day that a settlement may be offered for, and the newest offer. */
    offerUntil: day,
    offer: z.nullable(
      z.object({ payPaise: paise, payBy: day, state: z.enum(['open', 'kept', 'lapsed']) }),
    ),
    promises: z.array(promise),
    holds: z.array(hold),
    openHold: z.nullable(z.object({ requestId: uuid, makerName: z.string() })),
    messages: z.array(message),
    otherOrders: z.array(repayId),
  }),
});

/** Officers who can be assigned. */
export const collectionOfficers = call({
  method: 'GET',
  path: '/staff/collections/officers',
  who: { permission: 'collections.read' },
  response: z.object({ officers: z.array(z.object({ staffId: uuid, name: z.string() })) }),
});

/** Assigns the officer who contacts a borrower, and notifies the borrower of the name first. */
export const assignOfficer = call({
  method: 'POST',
  path: '/staff/collections/assign',
  who: { permission: 'collections.assign' },
  body: z.object({ repayId, staffId: uuid }),
  response: nothing,
  changes: true,
});

/**
 * The same for several loans, each by itself: one that cannot be assigned holds up none of the
 * others.
 */
export const assignOfficers = call({
  method: 'POST',
  path: '/staff/collections/assign-many',
  who: { permission: 'collections.assign' },
  body: z.object({
    repayIds: z.array(repayId).check(z.minLength(1), z.maxLength(50)),
    staffId: uuid,
  }),
  response: z.object({
    assigned: z.int(),
    refused: z.array(z.object({ repayId, why: staffRefusal })),
  }),
  changes: true,
});

/**
 * Logs a contact made now. Refused outside the hours, over the caps, during a hold and before the
 * officer was named.
 */
export const logContact = call({
  method: 'POST',
  path: '/staff/collections/contacts',
  who: { permission: 'collections.work' },
  body: z.object({
    repayId,
    kind: contactKind,
    result: contactResult,
    note: z.optional(longText(1_000)),
  }),
  response: z.object({ contactId: uuid }),
  changes: true,
});

/** Records a promise to pay; reminders stop until the day after. */
export const recordPromise = call({
  method: 'POST',
  path: '/staff/collections/promises',
  who: { permission: 'collections.work' },
  body: z.object({ repayId, amountPaise: paise.check(z.gte(1)), dueOn: day }),
  response: z.object({ promiseId: uuid }),
  changes: true,
});
