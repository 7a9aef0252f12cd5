import * as z from 'zod/mini';

/** Header names and fixed values of the wire. Source: specification §7, wire page "Envelope". */
export const HEADERS = {
  appCode: 'x-app-code',
  deviceId: 'x-device-id',
  appVersion: 'x-app-version',
  token: 'authentication',
  encrypted: 'x-encrypted',
  requestId: 'x-request-id',
  time: 'x-time',
  seal: 'x-seal',
} as const;

/** Value of `X-App-Code`. */
export const APP_CODE = 'noren';
/** Value of `X-App-Version`: 2.1.6 sent as 216. Source: specification §9. */
export const APP_VERSION = '216';
/** How long the app waits for an answer, in milliseconds. Source: specification §9. */
export const REQUEST_TIMEOUT_MS = 50_000;
/** How far a caller's clock may stand from the server's, in milliseconds. Source: wire page "Sealing". */
export const CLOCK_TOLERANCE_MS = 5 * 60_000;
/** The largest body that is not an upload, in bytes. */
export const BODY_LIMIT_BYTES = 64 * 1024;
/** The largest uploaded file, in bytes. */
export const FILE_LIMIT_BYTES = 8 * 1024 * 1024;

/** What came with an answer that is not a success, so that a screen can say how to mend it. */
const errorData = z.object({
  fields: z.optional(z.array(z.object({ path: z.string(), problem: z.string() }))),
  retryAfterSeconds: z.optional(z.int()),
  reason: z.optional(z.string()),
  mayGoOn: z.optional(z.boolean()),
  purpose: z.optional(z.string()),
  textVersion: z.optional(z.string()),
  serverTimeMs: z.optional(z.int()),
  sealKey: z.optional(z.object({ keyId: z.string(), publicKey: z.string() })),
});
/** Details of a refusal: bad fields, seconds to wait, a named reason, whether the card may be gone on without, the consent it is about, the server's time or its current sealing key. */
export type ErrorData = z.infer<typeof errorData>;

/** Every answer's outer shape. */
export type Envelope<T> =
  | { code: 200; msg: string; data: T }
  | { code: Exclude<number, 200>; msg: string; data: ErrorData | null };
