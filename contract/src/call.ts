import type { Permission } from '@noren/core/staff/permissions';
import type { ProtectedField } from '@noren/core/staff/protected-fields';
import type * as z from 'zod/mini';
import { CODES, type Code } from './codes.ts';

/**
 * Who may make a call: anyone; a signed-in borrower; a borrower whose certification is complete
 * (status 60); somebody of the lender's staff, with any role or with a permission that is checked
 * at each use.
 */
export type Who =
  | 'anyone'
  | 'borrower'
  | 'certified'
  | 'staff'
  | { readonly permission: Permission };

/**
 * One call: everything both sides need to know of it. A borrower's call goes over the sealed wire
 * of `/api`. A call of the console is JSON over the console's own origin, signed in by its cookie:
 * see `staff/wire.ts`.
 */
export interface Call {
  readonly method: 'GET' | 'POST';
  /** Whole path with `{name}` for parameters. */
  readonly path: `/api/${string}` | `/staff/${string}`;
  readonly who: Who;
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  /**
   * The body's encoding; multipart bodies carry `file` parts and the body's fields as text parts.
   */
  readonly encoding?: 'json' | 'form' | 'multipart';
  /** True if the fields of a JSON body may come in the query too; the body wins. */
  readonly bodyMayBeQuery?: true;
  /** Of staff: the most bytes of its body, where they are more than the usual ones. */
  readonly bodyBytes?: number;
  /** How many `file` parts a multipart body may carry; one when absent. */
  readonly files?: number;
  /** True when a multipart body may have no `file` part. */
  readonly mayLackFiles?: boolean;
  readonly response: z.ZodMiniType;
  /** Codes beyond the common ones (see {@link listCodes}) that this call may answer. */
  readonly codes?: readonly Code[];
  /** True when it changes something and is remembered by its request id. */
  readonly changes?: boolean;
  /** True for a call the specification's §7 does not list. */
  readonly added?: boolean;
  /** Of staff: media types of an answer that is a file; such a call answers no JSON. */
  readonly answerTypes?: readonly [string, ...string[]];
  /**
   * Of staff: true when each use needs a new passkey assertion for exactly this call and content.
   */
  readonly needsPasskey?: boolean;
  /**
   * Of staff: what of a borrower its answer may show unmasked. The act of each answer lists what it
   * showed.
   */
  readonly shows?: readonly ProtectedField[];
}

/** The permission that a call of staff needs; null where it needs none. */
export function findPermission({ who }: Pick<Call, 'who'>): Permission | null {
  return typeof who === 'object' ? who.permission : null;
}

type ValueOf<S> = S extends z.ZodMiniType ? z.infer<S> : undefined;
/** The types of a call's path parameters, query and body. */
export type ParamsOf<C extends Call> = ValueOf<C['params']>;
export type QueryOf<C extends Call> = ValueOf<C['query']>;
export type BodyOf<C extends Call> = ValueOf<C['body']>;
/** The `data` of a successful answer. */
export type AnswerOf<C extends Call> = z.infer<C['response']>;

/**
 * Declares a call. Its path is written only here.
 * @param shape method, path, who, schemas, codes
 * @returns the same shape, typed exactly
 */
export function call<const C extends Call>(shape: C): C {
  return shape;
}

/**
 * Every code a call may answer: its own, and those that follow from who may make it and whether it
 * changes something.
 * @param declared the call
 * @returns codes without repetition
 */
export function listCodes(declared: Call): readonly Code[] {
  const common: Code[] = [CODES.success, CODES.invalidInput, CODES.tooMany, CODES.fault];
  // A link session must enter a code before it sees or changes saved data.
  if (declared.who !== 'anyone') common.push(CODES.signedOut, CODES.forbidden, CODES.confirmByCode);
  if (declared.who === 'certified') common.push(CODES.notCertified);
  if (declared.changes) common.push(CODES.requestIdReused, CODES.repeatedRequest);

  return [...new Set([...common, ...(declared.codes ?? [])])];
}

/**
 * The path with its parameters filled in, each percent-encoded.
 * @param declared the call
 * @param params values by name
 * @throws Error when a parameter is missing
 */
export function buildPath(
  declared: Pick<Call, 'path'>,
  params: Readonly<Record<string, string>> = {},
): string {
  return declared.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined)
      throw new Error(`path parameter ${name} is missing for ${declared.path}`);
    return encodeURIComponent(value);
  });
}

function queryText(query: Readonly<Record<string, unknown>> | undefined): string {
  const pairs = Object.entries(query ?? {}).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
}

/** The path and query a call is sent to, below the server's own address; identifies a GET. */
export function buildAddress(
  declared: Pick<Call, 'path'>,
  sent: { params?: unknown; query?: unknown },
): string {
  const { params, query } = sent as {
    params?: Record<string, string>;
    query?: Record<string, unknown>;
  };
  return buildPath(declared, params) + queryText(query);
}
