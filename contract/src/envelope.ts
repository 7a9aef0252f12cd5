import type { Reason } from './reasons.ts';

/** Header names. Source: specification §7; `docs/wire.md`, "Envelope". */
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
/**
 * How far a caller's clock may differ from the server's, in milliseconds. Source: `docs/wire.md`,
 * "Sealing".
 */
export const CLOCK_TOLERANCE_MS = 5 * 60_000;
/** The largest body that is not an upload, in bytes. */
export const BODY_LIMIT_BYTES = 64 * 1024;
/** The largest uploaded file, in bytes. */
export const FILE_LIMIT_BYTES = 8 * 1024 * 1024;

/** A part of a picture as it was sent, in shares (0–1) of its width and height. */
export interface PicturePlace {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Details of a refusal, so that a screen can say how to correct it. */
export interface ErrorData {
  /** The invalid fields. */
  fields?: { path: string; problem: string }[] | undefined;
  retryAfterSeconds?: number | undefined;
  /** The reason, as a name a screen can act on. */
  reason?: Reason | undefined;
  /** Whether the user may continue without this card. */
  mayGoOn?: boolean | undefined;
  /** Where the picture is too bright or blurred, if it is not so everywhere. */
  place?: PicturePlace | undefined;
  /** The purpose of the consent that is missing or outdated. */
  purpose?: string | undefined;
  textVersion?: string | undefined;
  serverTimeMs?: number | undefined;
  /** The server's current sealing key. */
  sealKey?: { keyId: string; publicKey: string } | undefined;
}

/** The outer shape of every answer. */
export type Envelope<T> =
  | { code: 200; msg: string; data: T }
  | { code: Exclude<number, 200>; msg: string; data: ErrorData | null };
