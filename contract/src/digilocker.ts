import * as z from 'zod/mini';
import { call } from './call.ts';
import { readFields } from './certification.ts';
import { CODES } from './codes.ts';

/** A step that is not open refuses it with a conflict. */
const step = { who: 'borrower', changes: true, codes: [CODES.conflict] } as const;

/** As DigiLocker's page sends it back. */
const lockerText = z.string().check(z.regex(/^[!-~]{1,500}$/));

/**
 * Begins a visit of DigiLocker: `page` is its page, where the borrower allows or refuses. It leads
 * back to the app with `code` and `state` for `readDigiLocker`, or with `error`. A later visit ends
 * an earlier one. 409 where it is not offered.
 */
export const openDigiLocker = call({
  ...step,
  method: 'POST',
  path: '/api/user/kyc/digiLocker/visit',
  body: z.object({}),
  response: z.object({ page: z.string() }),
  added: true,
});

/**
 * Fetches the e-Aadhaar after a visit, once. It does what `readIdentityFile` does. 409 where it is
 * not offered. 400 with `data.reason` `locker_over` for a visit that ended or that another session
 * opened, `locker_silent` when DigiLocker gave no answer, and others when nothing is taken; 429
 * after too many.
 */
export const readDigiLocker = call({
  ...step,
  method: 'POST',
  path: '/api/user/kyc/digiLocker',
  body: z.object({ state: lockerText, code: lockerText }),
  response: z.object({ fields: readFields }),
  added: true,
});
