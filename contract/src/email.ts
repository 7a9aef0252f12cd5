import { EMAIL_ENDS } from '@noren/core/people/email';
import * as z from 'zod/mini';
import { call } from './call.ts';
import { CODES } from './codes.ts';
import { instant, nothing, otpCode } from './fields.ts';

const view = z.object({
  /** Of the personal details; null before they were given. */
  address: z.nullable(z.string()),
  /** `new`: never asked about. `waiting`: for the code that was sent to it. */
  state: z.enum(['new', 'waiting', 'confirmed', 'ended']),
  /** Since when it is in this state; null for `new`. */
  since: z.nullable(instant),
  endedBecause: z.nullable(z.enum(EMAIL_ENDS)),
});

export type EmailView = z.infer<typeof view>;

/** The user's e-mail address; 316 on a session of a link. 404 where no e-mail is sent. */
export const viewEmail = call({
  method: 'GET',
  path: '/api/user/user/email',
  who: 'borrower',
  response: view,
  codes: [CODES.notFound],
  added: true,
});

/**
 * Sends a code to the address. 409 `data.reason`: `not_held` before the details were given,
 * `email_confirmed`, `email_not_mine` for an address whose reader said so, `email_refused` when
 * nobody has it, `code_not_sent`, `phone_change`. Says nothing of who else uses the address.
 */
export const sendEmailCode = call({
  method: 'POST',
  path: '/api/user/user/email/code',
  who: 'borrower',
  body: nothing,
  response: z.object({ resendAfterSeconds: z.int(), expiresInSeconds: z.int() }),
  codes: [CODES.notFound, CODES.conflict],
  changes: true,
  added: true,
});

/** Confirms the address with its code. 400 `code_wrong`, 409 `code_gone`. */
export const confirmEmail = call({
  method: 'POST',
  path: '/api/user/user/email/confirm',
  who: 'borrower',
  body: z.object({ code: otpCode }),
  response: view,
  codes: [CODES.notFound, CODES.conflict],
  changes: true,
  added: true,
});

/** Ends e-mails to the user; does nothing when none were sent to them. */
export const removeEmail = call({
  method: 'POST',
  path: '/api/user/user/email/remove',
  who: 'borrower',
  body: nothing,
  response: view,
  codes: [CODES.notFound],
  changes: true,
  added: true,
});

/**
 * Ends e-mails to an address by the link of a mail, whose reader need not be the user. Every token
 * gets the same answer.
 */
export const stopEmails = call({
  method: 'POST',
  path: '/api/user/public/stopEmails',
  who: 'anyone',
  body: z.object({ token: z.string().check(z.regex(/^[\w-]{20,300}$/, 'token')) }),
  response: nothing,
  changes: true,
  added: true,
});
