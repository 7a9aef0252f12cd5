import * as z from 'zod/mini';
import { call } from '../call.ts';
import { day, instant, name, nothing, uuid } from '../fields.ts';
import { permission, role } from './fields.ts';

/** JSON of WebAuthn's methods; the server's library checks it. */
const webAuthnJson = z.record(z.string(), z.unknown());
const token = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/, 'token'));

/** The signed-in person, and what the frame of every screen shows. */
const me = z.object({
  staffId: uuid,
  name: z.string(),
  email: z.string(),
  roles: z.array(role),
  permissions: z.array(permission),
  /** The console asks for two, so that losing one locks nobody out. */
  passkeys: z.int(),
  /** End of the session without activity, and its absolute end. */
  idleEndsAt: instant,
  endsAt: instant,
  lenderName: z.string(),
  isSandbox: z.boolean(),
  today: day,
  now: instant,
});

export type Me = z.infer<typeof me>;

/** The signed-in person. */
export const staffMe = call({
  method: 'GET',
  path: '/staff/me',
  who: 'staff',
  response: me,
});

/** The challenge that a passkey of this console must sign. */
export const beginStaffSignIn = call({
  method: 'POST',
  path: '/staff/sign-in/begin',
  who: 'anyone',
  body: nothing,
  response: z.object({ options: webAuthnJson }),
});

/** Signs in by a passkey's assertion for the challenge of `beginStaffSignIn`. */
export const staffSignIn = call({
  method: 'POST',
  path: '/staff/sign-in',
  who: 'anyone',
  body: z.object({ assertion: webAuthnJson }),
  response: me,
});

/** Whether the company's own sign-in is offered besides the passkey. */
export const staffSignInWays = call({
  method: 'GET',
  path: '/staff/sign-in/ways',
  who: 'anyone',
  response: z.object({ hasCompanySignIn: z.boolean() }),
});

/** The page of the company's sign-in; it leads back to `COMPANY_RETURN_PATH`. */
export const beginCompanySignIn = call({
  method: 'POST',
  path: '/staff/sign-in/company/begin',
  who: 'anyone',
  body: nothing,
  response: z.object({ page: z.string() }),
});

/** Signs in with the answer of the company's sign-in page. */
export const companySignIn = call({
  method: 'POST',
  path: '/staff/sign-in/company',
  who: 'anyone',
  body: z.object({
    /** The query of the address, without its question mark. */
    answer: z.string().check(z.maxLength(8_000)),
  }),
  response: me,
});

/** Ends the session that sent it. */
export const staffSignOut = call({
  method: 'POST',
  path: '/staff/sign-out',
  who: 'staff',
  body: nothing,
  response: nothing,
});

/** The invited person, and the options for creating a passkey. */
export const beginEnrolment = call({
  method: 'POST',
  path: '/staff/enrol/begin',
  who: 'anyone',
  body: z.object({ token }),
  response: z.object({
    name: z.string(),
    email: z.string(),
    roles: z.array(role),
    options: webAuthnJson,
  }),
});

/** Makes the first passkey of an invited person and signs them in; the invitation ends. */
export const enrol = call({
  method: 'POST',
  path: '/staff/enrol',
  who: 'anyone',
  body: z.object({ token, attestation: webAuthnJson, passkeyName: name }),
  response: me,
});

/** Options for creating another passkey of the signed-in person. */
export const beginPasskey = call({
  method: 'POST',
  path: '/staff/passkeys/begin',
  who: 'staff',
  body: nothing,
  response: z.object({ options: webAuthnJson }),
});

/** Adds a passkey; a person who already has one must confirm with it. */
export const addPasskey = call({
  method: 'POST',
  path: '/staff/passkeys',
  who: 'staff',
  needsPasskey: true,
  body: z.object({ attestation: webAuthnJson, passkeyName: name }),
  response: nothing,
  changes: true,
});

const passkey = z.object({
  passkeyId: uuid,
  name: z.string(),
  createdAt: instant,
  lastUsedAt: z.nullable(instant),
});

const staffSession = z.object({
  sessionId: uuid,
  browser: z.string(),
  createdAt: instant,
  lastSeenAt: instant,
  isThis: z.boolean(),
});

/** The reader's own passkeys and sessions. */
export const myAccess = call({
  method: 'GET',
  path: '/staff/me/access',
  who: 'staff',
  response: z.object({ passkeys: z.array(passkey), sessions: z.array(staffSession) }),
});

/** Ends one of the reader's own sessions. */
export const endMySession = call({
  method: 'POST',
  path: '/staff/me/sessions/end',
  who: 'staff',
  body: z.object({ sessionId: uuid }),
  response: nothing,
  changes: true,
});

/** The sandbox's people, one for each role; 404 in production. */
export const sandboxStaff = call({
  method: 'GET',
  path: '/staff/sandbox/people',
  who: 'anyone',
  response: z.object({ people: z.array(z.object({ role, name: z.string() })) }),
});

/** Signs in as the sandbox's person of a role; 404 in production. */
export const sandboxSignIn = call({
  method: 'POST',
  path: '/staff/sandbox/sign-in',
  who: 'anyone',
  body: z.object({ role, who: z._default(z.enum(['first', 'second']), 'first') }),
  response: me,
});
