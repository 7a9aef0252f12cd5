import type { KeyObject } from 'node:crypto';
import type { Call } from '@noren/contract/call';
import { CODES } from '@noren/contract/codes';
import { APP_CODE, CLOCK_TOLERANCE_MS, HEADERS } from '@noren/contract/envelope';
import type { Language } from '@noren/contract/fields';
import { SEAL_LINES_BYTES, sealLines } from '@noren/contract/seal';
import type { FastifyRequest } from 'fastify';
import {
  BadSeal,
  openRequest,
  type Sealer,
  sealAnswer,
  UnknownSealKey,
} from '../crypto/sealing.ts';
import { pickLanguage, type TextId } from '../translations/translations.ts';
import { CallError } from './call-error.ts';

/**
 * A request refused before it was matched to a call: answered with this HTTP status instead of a
 * code of the call.
 */
export class Rejection extends Error {
  override readonly name = 'Rejection';
  readonly httpStatus: 400 | 404 | 413 | 415 | 429;
  readonly error: CallError;

  constructor(httpStatus: Rejection['httpStatus'], textId: TextId, data?: CallError['data']) {
    super(textId);
    this.httpStatus = httpStatus;
    this.error = new CallError(
      httpStatus === 404 ? CODES.notFound : httpStatus === 429 ? CODES.tooMany : CODES.invalidInput,
      textId,
      data ? { data } : {},
    );
  }
}

/** A request's headers, checked. */
export interface Wire {
  readonly deviceId: string;
  readonly requestId: string;
  readonly token: string | undefined;
  readonly language: Language;
  /** Null for a plain request. */
  readonly secret: KeyObject | null;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly method: string;
  readonly path: string;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** What checking a request's headers needs. */
export interface WireOptions {
  readonly sealer: Sealer;
  readonly plainWire: boolean;
  readonly now: () => number;
  /**
   * Runs before a seal that is not cached is opened.
   * @throws Rejection 429
   */
  readonly beforeNewSeal: () => Promise<void>;
}

/**
 * Checks the headers and finds the sealing secret.
 * @throws Rejection when the request cannot become a call
 */
export async function readWire(
  request: FastifyRequest,
  declared: Call,
  options: WireOptions,
): Promise<Wire> {
  const headers = singleHeaders(request);
  const deviceId = headers[HEADERS.deviceId]?.toLowerCase();
  const requestId = headers[HEADERS.requestId]?.toLowerCase();

  if (
    headers[HEADERS.appCode] !== APP_CODE ||
    !deviceId ||
    !UUID.test(deviceId) ||
    !requestId ||
    !UUID.test(requestId)
  )
    throw new Rejection(400, 'error.invalid', { reason: 'headers' });

  const time = Number(headers[HEADERS.time]);
  if (!Number.isFinite(time) || Math.abs(time - options.now()) > CLOCK_TOLERANCE_MS)
    throw new Rejection(400, 'error.clock', { serverTimeMs: options.now() });

  return {
    deviceId,
    requestId,
    token: headers[HEADERS.token],
    language: pickLanguage(headers['accept-language']),
    secret: await secretFor(request, headers, { declared, options }),
    headers,
    method: request.method,
    path: request.url,
  };
}

/**
 * Calls that production answers unsealed too: the sealing key itself, and the draft key, which the
 * page's first script requests.
 */
const UNSEALED_PATHS: readonly string[] = ['/api/user/public/sealKey', '/api/user/public/draftKey'];

async function secretFor(
  { method, url }: FastifyRequest,
  headers: Wire['headers'],
  { declared, options }: { declared: Call; options: WireOptions },
): Promise<KeyObject | null> {
  if (headers[HEADERS.encrypted] !== '1') {
    if (!options.plainWire && !UNSEALED_PATHS.includes(declared.path))
      throw new Rejection(400, 'error.plain_refused', { sealKey: options.sealer.current });
    return null;
  }

  // Checked before the handler runs: the answer of a call could not be sealed either.
  if (Buffer.byteLength(sealLines('response', method, url, headers)) > SEAL_LINES_BYTES)
    throw new Rejection(400, 'error.seal', { reason: 'too_long' });

  try {
    return await options.sealer.openSecret(headers[HEADERS.seal] ?? '', options.beforeNewSeal);
  } catch (error) {
    if (error instanceof UnknownSealKey)
      throw new Rejection(400, 'error.seal', { sealKey: options.sealer.current });
    if (error instanceof BadSeal) throw new Rejection(400, 'error.seal', { reason: 'seal' });
    throw error;
  }
}

const REQUIRED_HEADERS = [...Object.values(HEADERS), 'accept-language'];

function singleHeaders(request: FastifyRequest): Record<string, string | undefined> {
  const single: Record<string, string | undefined> = {};
  for (const name of REQUIRED_HEADERS) {
    const value = request.headers[name];
    if (value !== undefined) single[name] = Array.isArray(value) ? value[0] : value;
  }

  return single;
}

/**
 * The JSON value of a body, opened when the request is sealed.
 * @throws Rejection when it cannot be opened or is not JSON
 */
export function readJson(wire: Wire, raw: unknown): unknown {
  const outer = parse(raw);
  if (wire.secret === null) return outer;

  const sealed =
    typeof outer === 'object' && outer !== null && 'sealed' in outer ? outer.sealed : undefined;
  if (typeof sealed !== 'string') throw new Rejection(400, 'error.seal', { reason: 'not_sealed' });

  return parse(open(wire, wire.secret, sealed));
}

/**
 * The values of a form-encoded body, each opened when the request is sealed; the last one wins for
 * a repeated name.
 * @throws Rejection when one cannot be opened
 */
export function readForm(wire: Wire, raw: string): Record<string, string> {
  const { secret } = wire;
  const values = [...new URLSearchParams(raw)];
  return Object.fromEntries(
    values.map(([name, value]) => [name, secret ? open(wire, secret, value) : value]),
  );
}

function open(wire: Wire, secret: KeyObject, sealed: string): string {
  try {
    const lines = sealLines('request', wire.method, wire.path, wire.headers);
    return openRequest(secret, wire.headers[HEADERS.requestId] ?? '', lines, sealed);
  } catch (error) {
    if (error instanceof BadSeal) throw new Rejection(400, 'error.seal', { reason: 'altered' });
    throw error;
  }
}

function parse(raw: unknown): unknown {
  try {
    return JSON.parse(String(raw ?? ''));
  } catch {
    throw new Rejection(400, 'error.invalid', { reason: 'json' });
  }
}

/** The body of an answer as text, sealed when the request was. */
export function writeJson(wire: Wire, envelope: unknown): string {
  const plain = JSON.stringify(envelope);
  if (wire.secret === null) return plain;

  const lines = sealLines('response', wire.method, wire.path, wire.headers);
  const sealed = sealAnswer(wire.secret, wire.headers[HEADERS.requestId] ?? '', lines, plain);

  // base64url contains nothing that JSON escapes, so the text is quoted without JSON.stringify.
  return `{"sealed":"${sealed}"}`;
}
