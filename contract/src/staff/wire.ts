import type { StaffRefusal } from './refusals.ts';

/**
 * The console's wire format: JSON both ways. A success answers `{data}`, a refusal
 * `{error: StaffErrorBody}` with the HTTP status of its code. A call that changes something carries
 * an idempotency key in `x-request-id`, and is carried out once for each key.
 */

/** HTTP status of each refusal. */
export const STAFF_ERRORS = {
  invalid: 400,
  signed_out: 401,
  forbidden: 403,
  /** `options` holds the passkey's challenge. The same request follows with the assertion. */
  passkey_needed: 403,
  passkey_refused: 403,
  /** The company's sign-in named no person, or one who is not on the console's staff. */
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
  /** The reason's name, for clients without the console's texts; former versions: a sentence. */
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
