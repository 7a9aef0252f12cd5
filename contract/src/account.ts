import { CONTACT_WINDOW_IDS } from '@noren/core/lending/dunning';
import { PURPOSES } from '@noren/core/people/consent';
import * as z from 'zod/mini';
import { call } from './call.ts';
import { CODES } from './codes.ts';
import { instant } from './fields.ts';

const purpose = z.enum(PURPOSES);
const textVersion = z.string().check(z.minLength(1, 'empty'), z.maxLength(20, 'long'));
const path = '/api/user/user/consents';

/** The state of a purpose's consent. */
const consentState = z.object({
  purpose,
  /** Version of the current text. */
  textVersion,
  isRequired: z.boolean(),
  /** `outdated`: agreed to a text that has changed since. */
  state: z.enum(['none', 'given', 'refused', 'withdrawn', 'outdated']),
  decidedAt: z.nullable(instant),
});

/** Every purpose that data is collected for, and the user's decision on it. */
export const viewConsents = call({
  method: 'GET',
  path,
  who: 'borrower',
  response: z.object({ consents: z.array(consentState) }),
  added: true,
});

/**
 * Agrees to a text, refuses it, or withdraws a consent; 409 with the current `data.textVersion`
 * when the text has changed, 409 `loan_runs` when a running loan needs the consent, 316 when a link
 * session withdraws.
 */
export const saveConsent = call({
  method: 'POST',
  path,
  who: 'borrower',
  body: z.object({ purpose, textVersion, given: z.boolean() }),
  response: consentState,
  codes: [CODES.conflict, CODES.confirmByCode],
  changes: true,
  added: true,
});

const contactHoursPath = '/api/user/user/contact-hours';
const contactWindow = z.object({ window: z.enum(CONTACT_WINDOW_IDS) });

/** The hours in which the borrower prefers to be contacted about dues. */
export const viewContactHours = call({
  method: 'GET',
  path: contactHoursPath,
  who: 'borrower',
  response: contactWindow,
  added: true,
});

/** Chooses the hours; `any` is every hour that the law leaves. */
export const saveContactHours = call({
  method: 'POST',
  path: contactHoursPath,
  who: 'borrower',
  body: contactWindow,
  response: contactWindow,
  changes: true,
  added: true,
});
