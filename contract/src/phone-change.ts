import * as z from 'zod/mini';
import { call } from './call.ts';
import { CODES } from './codes.ts';
import { cardCode, instant, nothing, otpCode, phone, shareCode, uuid } from './fields.ts';
import { codeSent } from './login.ts';

const change = z.object({
  /** `begun`: the number is proved, and the face check is next. `waiting`: until `dueAt`. */
  state: z.enum(['begun', 'waiting']),
  /** The new number; null on a session of a link. */
  maskedPhone: z.nullable(z.string()),
  requestedAt: z.nullable(instant),
  dueAt: z.nullable(instant),
});

const view = z.object({
  /** The number that signs in now. */
  maskedPhone: z.string(),
  change: z.nullable(change),
  /**
   * Why none can be asked for: the identity is not confirmed yet, or no picture of a card is stored
   * that a face could be compared with.
   */
  refused: z.nullable(z.enum(['not_certified', 'no_picture'])),
  /** What may prove the owner instead of the face check, on this session. */
  proofs: z.array(z.enum(['card_code', 'file'])),
});

export type PhoneChangeView = z.infer<typeof view>;

/** The number of the account, and another one that waits. */
export const viewPhoneChange = call({
  method: 'GET',
  path: '/api/user/user/phone',
  who: 'borrower',
  response: view,
  added: true,
});

/**
 * Sends a code to a new number, after a code to the old one (316). 409 `data.reason`: `phone_same`,
 * `phone_change` while one waits, `not_certified`, `no_picture`, `code_not_sent`. Says nothing of
 * whose the number is.
 */
export const sendNewPhoneCode = call({
  method: 'POST',
  path: '/api/user/user/phone/code',
  who: 'borrower',
  body: z.object({ phone }),
  response: codeSent,
  codes: [CODES.conflict],
  changes: true,
  added: true,
});

/**
 * Begins the change with the code of the new number; the face check is next, within half an hour.
 * 409 as `sendNewPhoneCode`, and `phone_taken`, `code_gone`.
 */
export const beginPhoneChange = call({
  method: 'POST',
  path: '/api/user/user/phone/begin',
  who: 'borrower',
  body: z.object({ phone, otpRef: uuid, code: otpCode }),
  response: view,
  codes: [CODES.conflict],
  changes: true,
  added: true,
});

const proof = { who: 'borrower', codes: [CODES.conflict], changes: true } as const;

/**
 * Proves a change that this session began by the digits of the card's signed code, instead of the
 * face check. 400 `data.reason` as `readDocument`: a code that is forged or another person's. 409
 * `gone` where this session began none, or the view's `proofs` lacks it. A copy of the card has the
 * code too: it counts only on a phone that is the owner's for a day, or after a trusted passkey.
 */
export const provePhoneByCard = call({
  ...proof,
  method: 'POST',
  path: '/api/user/user/phone/card',
  body: z.object({ code: cardCode }),
  response: view,
  added: true,
});

/** As `provePhoneByCard`, by an offline e-KYC file that the issuer gave to the new number. */
export const provePhoneByFile = call({
  ...proof,
  method: 'POST',
  path: '/api/user/user/phone/file',
  encoding: 'multipart',
  body: z.object({ shareCode }),
  response: view,
  added: true,
});

/**
 * Stops a change, also on a session of a link: who reads the messages of the old number may. Does
 * nothing where there is none.
 */
export const stopPhoneChange = call({
  method: 'POST',
  path: '/api/user/user/phone/stop',
  who: 'borrower',
  body: nothing,
  response: z.extend(view, { wasStopped: z.boolean() }),
  changes: true,
  added: true,
});
