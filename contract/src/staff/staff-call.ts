import type { Permission } from '@noren/core/staff/permissions';
import type { ProtectedField } from '@noren/core/staff/protected-fields';
import type * as z from 'zod/mini';

/**
 * One call of the console: JSON both ways over the console's own origin, signed in by its cookie. Success answers
 * `{data}`, a refusal `{error: StaffErrorBody}` with the HTTP status of its code.
 */
export interface StaffCall {
  readonly method: 'GET' | 'POST';
  /** Whole path with `{name}` for parameters. */
  readonly path: `/staff/${string}`;
  /** `anyone` needs no session, `signed_in` any role; otherwise the permission that is checked at each use. */
  readonly permission: Permission | 'anyone' | 'signed_in';
  /** True when each use needs a new passkey assertion for exactly this call and content. */
  readonly needsPasskey?: boolean;
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  readonly response: z.ZodMiniType;
  /** What of a borrower its answer may show unmasked. The act of each answer lists what it showed. */
  readonly shows?: readonly ProtectedField[];
  /** True when it changes something: it carries `x-request-id` and is answered once for each. */
  readonly changes?: boolean;
}

type ValueOf<S> = S extends z.ZodMiniType ? z.infer<S> : undefined;
export type StaffParamsOf<C extends StaffCall> = ValueOf<C['params']>;
export type StaffQueryOf<C extends StaffCall> = ValueOf<C['query']>;
export type StaffBodyOf<C extends StaffCall> = ValueOf<C['body']>;
export type StaffAnswerOf<C extends StaffCall> = z.infer<C['response']>;

/** Declares a staff call; its path is written only here. */
export function staffCall<const C extends StaffCall>(shape: C): C {
  return shape;
}

/** HTTP status of each refusal. */
export const STAFF_ERRORS = {
  invalid: 400,
  signed_out: 401,
  forbidden: 403,
  /** `options` holds what the browser asks the passkey; the same request follows with the assertion. */
  passkey_needed: 403,
  passkey_refused: 403,
  /** The company's sign-in did not say who it is, or named nobody of the console. */
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
  /** For the person at the console, in English. */
  readonly message: string;
  readonly fields?: readonly { readonly path: string; readonly problem: string }[];
  /** Options of `navigator.credentials.get`, as JSON, for `passkey_needed`. */
  readonly options?: unknown;
  readonly data?: unknown;
}

/** Headers of the console: the request's id, and a passkey assertion as base64url of its JSON. */
export const STAFF_HEADERS = { requestId: 'x-request-id', assertion: 'x-passkey-assertion' } as const;

/** The path with its parameters filled in, and its query. */
export function buildStaffAddress(
  declared: Pick<StaffCall, 'path'>,
  sent: { readonly params?: unknown; readonly query?: unknown },
): string {
  const params = (sent.params ?? {}) as Readonly<Record<string, string>>;
  const path = declared.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`path parameter ${name} is missing for ${declared.path}`);
    return encodeURIComponent(value);
  });
  const query = Object.entries((sent.query ?? {}) as Record<string, unknown>).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  return query.length === 0 ? path : `${path}?${new URLSearchParams(query)}`;
}
