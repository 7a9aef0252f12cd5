import * as z from 'zod/mini';
import { call } from './call.ts';
import { instant, uuid } from './fields.ts';

/**
 * Stores a description of this device. `fingerprint` identifies the browser's settings; it is sent
 * only with consent and stored as a hash. `isKept` is false, and nothing is stored, without that
 * consent. Source: specification §3, §7.
 */
export const deviceInformation = call({
  method: 'POST',
  path: '/api/user/user/deviceInformation',
  who: 'borrower',
  body: z.object({
    /** Equal to the device id that the session was opened with. */
    deviceId: uuid,
    operatingSystem: z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9 .]{0,39}$/, 'system')),
    fingerprint: z.optional(z.string().check(z.regex(/^[0-9a-f]{32}$/, 'fingerprint'))),
  }),
  response: z.object({ isKept: z.boolean(), isMarked: z.boolean() }),
  changes: true,
});

const session = z.object({
  sessionId: uuid,
  isThisOne: z.boolean(),
  /** As its device reported it; null when it reported nothing. */
  operatingSystem: z.nullable(z.string()),
  /** Opened by a link, and no code has been entered since. */
  isByLink: z.boolean(),
  signedInAt: instant,
  /** To the hour. */
  lastUsedAt: instant,
});

export type UserSession = z.infer<typeof session>;

/** The user's sessions: this one first, then the most recently used; 316 for a link session. */
export const viewSessions = call({
  method: 'GET',
  path: '/api/user/user/sessions',
  who: 'borrower',
  response: z.object({ sessions: z.array(session) }),
  added: true,
});

/**
 * Ends one other session, or with null all others: each gets 401 at its next call. The user gets a
 * message.
 */
export const revokeSessions = call({
  method: 'POST',
  path: '/api/user/user/sessions/revoke',
  who: 'borrower',
  body: z.object({ sessionId: z.nullable(uuid) }),
  response: z.object({ revoked: z.int() }),
  changes: true,
  added: true,
});
