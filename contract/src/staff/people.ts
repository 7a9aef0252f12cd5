import * as z from 'zod/mini';
import { instant, nothing, uuid } from '../fields.ts';
import { permission, role } from './session.ts';
import { staffCall } from './staff-call.ts';

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

/** Everybody who was not removed. */
export const staffList = staffCall({
  method: 'GET',
  path: '/staff/people',
  permission: 'staff.read',
  response: z.object({ people: z.array(person), isAloneAllowed: z.boolean() }),
});

/** A new single-use link, for a day, for somebody whose invitation was approved; links before it end. Shown once. */
export const invitationLink = staffCall({
  method: 'POST',
  path: '/staff/people/link',
  permission: 'staff.manage',
  needsPasskey: true,
  body: z.object({ staffId: uuid }),
  response: z.object({ url: z.string(), expiresAt: instant }),
  changes: true,
});

/** Removes somebody; sessions and passkeys end at once. */
export const removePerson = staffCall({
  method: 'POST',
  path: '/staff/people/remove',
  permission: 'staff.manage',
  needsPasskey: true,
  body: z.object({ staffId: uuid, reason: z.string().check(z.trim(), z.minLength(5), z.maxLength(500)) }),
  response: nothing,
  changes: true,
});

/** Ends every session of somebody. */
export const endPersonSessions = staffCall({
  method: 'POST',
  path: '/staff/people/end-sessions',
  permission: 'staff.manage',
  body: z.object({ staffId: uuid }),
  response: z.object({ ended: z.int() }),
  changes: true,
});

/** Who may do what, and when each permission was last used. */
export const accessReview = staffCall({
  method: 'GET',
  path: '/staff/people/access',
  permission: 'staff.read',
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
