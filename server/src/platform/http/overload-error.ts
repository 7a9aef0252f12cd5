/** This instance has no room for the request now: answered with HTTP 503 and retry-after. */
export class OverloadError extends Error {
  override readonly name = 'OverloadError';
}

/** When a caller of an overloaded instance may try again. */
export const RETRY_AFTER_SECONDS = 5;
