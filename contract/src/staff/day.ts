import * as z from 'zod/mini';
import { call } from '../call.ts';
import { day, instant, nothing, repayId, uuid } from '../fields.ts';
import { CURSOR_PARTS, listPage, numberCursor } from './cursor.ts';

const count = z.int();

/** State of the closes of days, the queues and the running programs. */
export const dayOverview = call({
  method: 'GET',
  path: '/staff/day',
  who: { permission: 'day.read' },
  response: z.object({
    today: day,
    lastClosed: z.nullable(day),
    faults: count,
    jobs: z.object({ due: count, later: count, failed: count }),
    /** Messages, payouts and refunds waiting to be sent or for a provider's answer. */
    outbox: z.array(
      z.object({
        what: z.enum(['sms', 'push', 'other_sms', 'mail', 'payout', 'refund', 'event']),
        state: z.string(),
        count,
        oldestAt: z.nullable(instant),
      }),
    ),
    /**
     * Ids of the keys of personal fields and files: the one that encrypts, and older ones that are
     * set; and the newest rotation.
     */
    keys: z.object({
      current: count,
      older: z.array(count),
      rotation: z.nullable(
        z.object({
          keyId: count,
          state: z.enum(['running', 'done']),
          fields: count,
          files: count,
          tablesDone: count,
          tables: count,
          startedAt: instant,
          finishedAt: z.nullable(instant),
        }),
      ),
    }),
    /** Programs connected to the database: their name with version and role. */
    running: z.array(z.object({ program: z.string(), connections: count, since: instant })),
  }),
});

/** Closes of days, newest first. */
export const dayCloses = call({
  method: 'GET',
  path: '/staff/day/closes',
  who: { permission: 'day.read' },
  query: z.object({ after: z.optional(uuid) }),
  response: listPage(
    z.object({
      closeId: uuid,
      day,
      startedAt: instant,
      finishedAt: z.nullable(instant),
      orders: count,
      failed: count,
      undoneAt: z.nullable(instant),
    }),
  ),
});

/** Orders whose day could not be closed, oldest fault first. */
export const closeFaults = call({
  method: 'GET',
  path: '/staff/day/faults',
  who: { permission: 'day.read' },
  query: z.object({ after: z.optional(uuid) }),
  response: listPage(
    z.object({
      orderId: uuid,
      repayId,
      day,
      reason: z.string(),
      attempts: count,
      firstFailedAt: instant,
      lastFailedAt: instant,
    }),
  ),
});

const checkRun = z.object({
  name: z.string(),
  runAt: instant,
  examined: count,
  problemCount: count,
  /** The first fifty sentences. */
  problems: z.array(z.string()),
  /** Findings that are not faults but need a decision. */
  listed: z.array(z.string()),
});

export type CheckRun = z.infer<typeof checkRun>;

/** The last result of each self-check; with a name that check's history, newest first. */
export const selfChecks = call({
  method: 'GET',
  path: '/staff/day/checks',
  who: { permission: 'day.read' },
  query: z.object({
    name: z.optional(z.string().check(z.maxLength(80))),
    after: z.optional(numberCursor),
  }),
  response: listPage(checkRun),
});

/**
 * Jobs of the queue: those that wait or run, or those that failed; oldest first. Their content is
 * not shown.
 */
export const jobList = call({
  method: 'GET',
  path: '/staff/day/jobs',
  who: { permission: 'day.read' },
  query: z.object({ list: z.enum(['waiting', 'failed']), after: z.optional(numberCursor) }),
  response: listPage(
    z.object({
      jobId: count,
      name: z.string(),
      runAt: instant,
      attempts: count,
      maxAttempts: count,
      isRunning: z.boolean(),
      error: z.nullable(z.string()),
    }),
  ),
});

/** Queues a failed job to run now. Every job may run twice without harm. */
export const requeueJob = call({
  method: 'POST',
  path: '/staff/day/jobs/requeue',
  who: { permission: 'day.requeue' },
  body: z.object({
    jobId: count,
    reason: z.string().check(z.trim(), z.minLength(5, 'short'), z.maxLength(500, 'long')),
  }),
  response: nothing,
  changes: true,
});

/**
 * Where a page of deliveries ends: when it is due (0 of one that is not), its notification and its
 * channel.
 */
const DELIVERY = new RegExp(`^${CURSOR_PARTS.instant}_${CURSOR_PARTS.uuid}_(sms|push)$`);

/**
 * Messages on their way: those that wait, the next first; or those that did not arrive, the newest
 * first. Not whose they are, nor what they say.
 */
export const deliveryList = call({
  method: 'GET',
  path: '/staff/day/deliveries',
  who: { permission: 'day.read' },
  query: z.object({
    list: z.enum(['waiting', 'failed']),
    after: z.optional(z.string().check(z.regex(DELIVERY, 'format'))),
  }),
  response: listPage(
    z.object({
      notificationId: uuid,
      /** `other_sms`: to the number of a change of the phone number that is not the user's. */
      channel: z.enum(['sms', 'push', 'other_sms', 'mail']),
      /** The kind of message, such as `due_today`. */
      kind: z.string(),
      state: z.string(),
      attempts: count,
      lastAttemptAt: z.nullable(instant),
      nextAttemptAt: z.nullable(instant),
      /** The provider's code of why. */
      reason: z.nullable(z.string()),
    }),
  ),
});
