import { WORK_KINDS, WORK_TABS, type WorkTab } from '@noren/core/staff/work-kinds';
import * as z from 'zod/mini';
import { call } from '../call.ts';
import { instant, nothing, paise, uuid } from '../fields.ts';
import { listPage } from './cursor.ts';
import { approvalKind, role } from './fields.ts';

const kind = z.enum(WORK_KINDS);
const tab = z.enum(Object.keys(WORK_TABS) as [WorkTab, ...WorkTab[]]);
const subject = z.string().check(z.minLength(1), z.maxLength(160));
const named = { kind, subject };

/** Facts of an item that its kind has. */
const facts = z.object({
  /** Reason codes. */
  reasons: z.optional(z.array(z.string())),
  /** Name of the field of a correction. */
  field: z.optional(z.string()),
  amountPaise: z.optional(paise),
  /** `YYYY-MM-DD`: of a close, of a payment. */
  day: z.optional(z.string()),
  channel: z.optional(z.string()),
  provider: z.optional(z.string()),
  /** A payout, refund, payment or ticket's state. */
  state: z.optional(z.string()),
  /** The provider's or the close's reason for the failure. */
  reason: z.optional(z.nullable(z.string())),
  /** Attempts of a close, or problems found by a check. */
  attempts: z.optional(z.int()),
  /** The subject of a discrepancy. */
  what: z.optional(z.string()),
  stored: z.optional(z.unknown()),
  reported: z.optional(z.unknown()),
  type: z.optional(z.string()),
  pictures: z.optional(z.int()),
  /** Name of a self-check. */
  check: z.optional(z.string()),
  approval: z.optional(approvalKind),
  makerName: z.optional(z.string()),
});

const claim = z.object({ staffId: uuid, name: z.string(), until: instant, isMine: z.boolean() });

const item = z.object({
  kind,
  /** Identifies it within its kind, and in the address of its screen. */
  subject: z.string(),
  userId: z.nullable(uuid),
  maskedName: z.nullable(z.string()),
  maskedPhone: z.nullable(z.string()),
  repayId: z.nullable(z.string()),
  since: instant,
  due: instant,
  claim: z.nullable(claim),
  /** Whether the reader's roles may take it. */
  mayTake: z.boolean(),
  facts,
});

export type WorkItem = z.infer<typeof item>;

const who = z.enum(['everyone', 'nobody', 'mine']);

/**
 * Waiting items that the person’s roles may open. `forbidden` for a tab whose every kind is closed
 * to them.
 */
export const workList = call({
  method: 'GET',
  path: '/staff/work',
  who: { permission: 'work.read' },
  query: z.object({
    tab: z.optional(tab),
    who: z.optional(who),
    order: z.optional(z.enum(['due', 'oldest', 'newest'])),
    after: z.optional(z.string().check(z.maxLength(400))),
  }),
  response: listPage(item),
});

/**
 * Number of waiting items by kind; only the number for kinds that the reader's roles do not open.
 */
export const workCounts = call({
  method: 'GET',
  path: '/staff/work/counts',
  who: { permission: 'work.read' },
  response: z.object({
    kinds: z.array(
      z.object({
        kind,
        isOpen: z.boolean(),
        /** The roles that open it. */
        roles: z.array(role),
        count: z.int(),
        late: z.int(),
        soon: z.int(),
        unclaimed: z.int(),
        mine: z.int(),
      }),
    ),
    /** The reader's open requests whose last comment somebody else wrote. */
    toAnswer: z.int(),
  }),
});

export type WorkCount = z.infer<typeof workCounts.response>['kinds'][number];

/** One item with facts about the borrower and its history. 404 once it no longer waits. */
export const workItem = call({
  method: 'GET',
  path: '/staff/work/{kind}/{subject}',
  who: { permission: 'work.read' },
  params: z.object(named),
  response: z.object({
    item,
    borrower: z.nullable(
      z.object({
        since: instant,
        language: z.string(),
        loans: z.int(),
        openLoans: z.int(),
        earlierReviews: z.int(),
        openTickets: z.int(),
      }),
    ),
    history: z.array(
      z.object({ at: instant, action: z.string(), staffName: z.nullable(z.string()) }),
    ),
  }),
});

export type WorkItemAnswer = z.infer<typeof workItem.response>;

/**
 * Claims an item for ten minutes, or extends the reader's own claim; `taken` if another person has
 * it.
 */
export const claimWork = call({
  method: 'POST',
  path: '/staff/work/claim',
  who: { permission: 'work.read' },
  body: z.object(named),
  response: z.object({ until: instant }),
  changes: true,
});

/** Releases the reader's own claim. */
export const releaseWork = call({
  method: 'POST',
  path: '/staff/work/release',
  who: { permission: 'work.read' },
  body: z.object(named),
  response: nothing,
  changes: true,
});

/**
 * Claims the unclaimed items that are due first, one or up to ten; the first of them, or null if
 * none is left.
 */
export const takeNextWork = call({
  method: 'POST',
  path: '/staff/work/take-next',
  who: { permission: 'work.read' },
  body: z.object({
    tab: z.optional(tab),
    count: z._default(z.int().check(z.minimum(1), z.maximum(10)), 1),
  }),
  response: z.object({ item: z.nullable(item), taken: z.int() }),
  changes: true,
});
