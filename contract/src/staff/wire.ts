import type { StaffRefusal } from './refusals.ts';

/**
 * The wire of the console: JSON both ways. Success answers `{data}`, a refusal
 * `{error: StaffErrorBody}` with the HTTP status of its code. A call that changes something carries
 * `x-request-id` and is answered once for each.
 */

/** HTTP status of each refusal. */
export const STAFF_ERRORS = {
  invalid: 400,
  signed_out: 401,
  forbidden: 403,
  /**
   * `options` holds what the browser asks the passkey; the same request follows with the assertion.
   */
  passkey_needed: 403,
  passkey_refused: 403,
  /** The company's sign-in named no person, or nobody of the console. */
  company_refused: 403,
  not_found: 404,
  /** The subject has changed since it was shown; `data` holds the current one. */
  changed: 409,
  /** Another person has claimed it, or an equal request is open; `data` may say which. */
  taken: 409,
  not_possible: 409,
  request_id_reused: 422,
  too_many: 429,
  fault: 500,
} as const;

export type StaffErrorCode = keyof typeof STAFF_ERRORS;

export interface StaffErrorBody {
  readonly code: StaffErrorCode;
  /** Why, with the values of its sentence; the console has the sentence. */
  readonly refusal?: StaffRefusal;
  /** The reason's name, for a reader without the console's texts; a former version's sentence. */
  readonly message: string;
  readonly fields?: readonly { readonly path: string; readonly problem: string }[];
  /** Options of `navigator.credentials.get`, as JSON, for `passkey_needed`. */
  readonly options?: unknown;
  readonly data?: unknown;
}

/** Headers of the console: the request's id, and a passkey assertion as base64url of its JSON. */
export const STAFF_HEADERS = {
  requestId: 'x-request-id',
  assertion: 'x-passkey-assertion',
} as const;

/** The console's path that the company's sign-in leads back to. */
export const COMPANY_RETURN_PATH = '/sign-in/company';
