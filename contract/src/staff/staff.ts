import * as z from 'zod/mini';
import { call } from '../call.ts';
import { instant, nothing, uuid } from '../fields.ts';
import { permission, role } from './fields.ts';

const person = z.object({
  staffId: uuid,
  name: z.string(),
  email: z.string(),
  state: z.enum(['invited', 'active', 'removed']),
  roles: z.array(role),
  passkeys: z.int(),
  lastSeenAt: z.nullable(instant),
});

export type StaffPerson = z.infer<typeof person>;

/** All staff who were not removed. */
export const staffList = call({
  method: 'GET',
  path: '/staff/people',
  who: { permission: 'staff.read' },
  query: z.object({ after: z.optional(uuid) }),
  response: z.object({
    rows: z.array(person),
    next: z.nullable(z.string()),
    isAloneAllowed: z.boolean(),
  }),
});

/**
 * One person: roles with when they were given and ended, passkeys, open sessions and the open
 * invitation.
 */
export const staffPerson = call({
  method: 'GET',
  path: '/staff/people/{staffId}',
  who: { permission: 'staff.read' },
  params: z.object({ staffId: uuid }),
  response: z.object({
    person,
    roles: z.array(z.object({ role, givenAt: instant, endedAt: z.nullable(instant) })),
    passkeys: z.array(
      z.object({
        passkeyId: uuid,
        name: z.string(),
        createdAt: instant,
        lastUsedAt: z.nullable(instant),
      }),
    ),
    sessions: z.array(
      z.object({ sessionId: uuid, browser: z.string(), createdAt: instant, lastSeenAt: instant }),
    ),
    /** Expiry of the last link; null without one. */
    invitedUntil: z.nullable(instant),
  }),
});

/**
 * Makes a new single-use link, valid for a day, for an approved invitation, and revokes earlier
 * links. Shown once.
 */
export const invitationLink = call({
  method: 'POST',
  path: '/staff/people/link',
  who: { permission: 'staff.manage' },
  needsPasskey: true,
  body: z.object({ staffId: uuid }),
  response: z.object({ url: z.string(), expiresAt: instant }),
  changes: true,
});

/** Removes a member of staff; sessions and passkeys end at once. */
export const removePerson = call({
  method: 'POST',
  path: '/staff/people/remove',
  who: { permission: 'staff.manage' },
  needsPasskey: true,
  body: z.object({
    staffId: uuid,
    reason: z.string().check(z.trim(), z.minLength(5, 'short'), z.maxLength(500, 'long')),
  }),
  response: nothing,
  changes: true,
});

/** Ends all sessions of a member of staff. */
export const endPersonSessions = call({
  method: 'POST',
  path: '/staff/people/end-sessions',
  who: { permission: 'staff.manage' },
  body: z.object({ staffId: uuid }),
  response: z.object({ ended: z.int() }),
  changes: true,
});

/** The permissions of each person, and when each was last used. */
export const accessReview = call({
  method: 'GET',
  path: '/staff/people/access',
  who: { permission: 'staff.read' },
  response: z.object({
    rows: z.array(
      z.object({
        staffId: uuid,
        name: z.string(),
        roles: z.array(role),
        permissions: z.array(permission),
        lastActs: z.array(z.object({ action: z.string(), at: instant })),
      }),
    ),
  }),
});

/** Answers the access review as a CSV file. */
export const accessReviewFile = call({
  method: 'POST',
  path: '/staff/people/access/file',
  who: { permission: 'staff.read' },
  needsPasskey: true,
  body: nothing,
  response: nothing,
  answerTypes: ['text/csv; charset=utf-8'],
});
