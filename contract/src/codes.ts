/**
 * The codes an answer's envelope may carry.
 * Source: specification §8; `docs/wire.md`, "Codes".
 */
export const CODES = {
  success: 200,
  invalidInput: 400,
  signedOut: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  limitEvaluating: 314,
  offerGone: 315,
  confirmByCode: 316,
  lockedByOverdue: 317,
  notCertified: 420,
  requestIdReused: 422,
  tooMany: 429,
  fault: 500,
  repeatedRequest: 700,
} as const;

/** One of the numbers in {@link CODES}. */
export type Code = (typeof CODES)[keyof typeof CODES];

/**
 * Codes the app shows no toast for; each has its own handling on screen. Source: specification §8.
 */
export const SILENT_CODES: readonly number[] = [
  CODES.limitEvaluating,
  CODES.offerGone,
  CODES.confirmByCode,
  CODES.lockedByOverdue,
  CODES.repeatedRequest,
];

/**
 * The exact message a 403 carries when the session has run out, as the app's switch expects it.
 * Source: specification §8.
 */
export const TOKEN_EXPIRED_MESSAGE = 'token is expired';
