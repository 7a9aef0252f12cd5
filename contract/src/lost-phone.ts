import { LIVENESS_REASONS, POSES } from '@noren/core/people/liveness';
import * as z from 'zod/mini';
import { call } from './call.ts';
import { CODES } from './codes.ts';
import { instant, otpCode, pan, phone, shareCode, uuid } from './fields.ts';
import { codeSent } from './login.ts';

/*
 * Another phone number for the account of somebody who receives no code on the old one. Nobody is
 * signed in. Before the owner is proved, every answer is the same whether the account exists or
 * not.
 */

/** What was proved so far, sealed by the server for this browser. */
const sealed = z.string().check(z.regex(/^[A-Za-z0-9_-]{40,2000}$/, 'sealed'));

const lost = { who: 'anyone', codes: [CODES.conflict], changes: true } as const;

/** Sends a code to the new number. */
export const sendLostPhoneCode = call({
  ...lost,
  method: 'POST',
  path: '/api/user/login/lost/code',
  body: z.object({ phone }),
  response: codeSent,
  added: true,
});

/**
 * Begins with the code of the new number; the proof is next, within half an hour. 409
 * `data.reason`: `phone_same`, `code_gone`, `consent_text_changed`, and `phone_taken`, which only
 * who holds the new number learns.
 */
export const beginLostPhone = call({
  ...lost,
  method: 'POST',
  path: '/api/user/login/lost/begin',
  body: z.object({
    oldPhone: phone,
    pan,
    phone,
    otpRef: uuid,
    code: otpCode,
    /** The agreement to the face check, by the version of its text. */
    agreedVersion: z.string().check(z.maxLength(20)),
  }),
  response: z.object({
    ticket: sealed,
    /** Whether an offline e-KYC file may be sent instead of the face check. */
    takesFile: z.boolean(),
  }),
  added: true,
});

/** Starts the face check. 409 `code_gone` half an hour after the code, `liveness_no_tries`. */
export const startLostFace = call({
  ...lost,
  method: 'POST',
  path: '/api/user/login/lost/face',
  body: z.object({ ticket: sealed }),
  response: z.object({
    transactionId: sealed,
    poses: z.array(z.enum(POSES)),
    expiresInSeconds: z.int(),
  }),
  added: true,
});

/**
 * Checks the frames, as `checkLiveness` does. `passed` asks for the change; 409 when it cannot wait:
 * `phone_change` while another one waits, `account_held`, `phone_taken`.
 */
export const checkLostFace = call({
  ...lost,
  method: 'POST',
  path: '/api/user/login/lost/frames',
  encoding: 'multipart',
  files: POSES.length,
  body: z.object({ transactionId: sealed }),
  response: z.object({
    outcome: z.enum(['passed', 'retry']),
    reason: z.nullable(z.enum(LIVENESS_REASONS)),
    pose: z.nullable(z.enum(POSES)),
    triesLeft: z.int(),
    /** When the new number will sign in; null unless passed. */
    dueAt: z.nullable(instant),
  }),
  added: true,
});

/**
 * Asks for the change by an offline e-KYC file that the issuer gave to the new number. Refuses as
 * `readIdentityFile` and `checkLostFace` do; `file_differs` also where there is no such account.
 */
export const sendLostFile = call({
  ...lost,
  method: 'POST',
  path: '/api/user/login/lost/file',
  encoding: 'multipart',
  body: z.object({ ticket: sealed, shareCode }),
  response: z.object({ dueAt: instant }),
  added: true,
});
