import type { AnswerOf, Call } from '@noren/contract/call';
import type { SendOptions } from '@noren/contract/client';
import { CODES, SILENT_CODES, TOKEN_EXPIRED_MESSAGE } from '@noren/contract/codes';
import type { Envelope, ErrorData } from '@noren/contract/envelope';
import { language, t } from '../i18n/index.ts';
import { deviceNow } from '../session/clock.ts';
import {
  adoptSessionFromCookies,
  clearSession,
  deviceId,
  makeUuid,
  readSession,
  type Session,
} from '../session/session.ts';
import { readBoot } from './boot.ts';
import { goToConfirm } from './confirm.ts';
import type { ClientIdentity } from './wire.ts';

/** An answer that is not a success. `message` is in the user's language. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: number;
  readonly data: ErrorData | null;
  constructor(code: number, message: string, data: ErrorData | null) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** No answer came: the network, a time-out. Asking again with the same request id is safe. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/**
 * How a failure is told: by a toast, or by the screen itself. 'quiet' is for what a screen can do without: it is not
 * even told by asking for a code (316), which the screen may offer.
 */
export type Telling = 'toast' | 'screen' | 'quiet';

let showFailure: (text: string) => void = () => undefined;

/** Sets how the text of a failed call is shown where the screen does not show it itself. */
export function showFailuresWith(show: (text: string) => void): void {
  showFailure = show;
}

/** Goes to a screen from outside the router; 'replace' leaves none to come back to. */
export function goTo(path: string, how?: 'replace'): void {
  if (how === 'replace') location.replace(`#${path}`);
  else location.hash = `#${path}`;
}

/**
 * Sends a call and answers its data.
 * @param telling 'screen' when the screen shows failures itself; silent codes never make a toast
 * @throws ApiError for any answer but 200, after the app's one switch on codes (specification §8)
 * @throws NoAnswer when no answer came
 */
export async function send<C extends Call>(
  declared: C,
  options: SendOptions<C>,
  telling: Telling = 'toast',
): Promise<AnswerOf<C>> {
  const slot = declared.changes ? `noren.pending.${declared.path}.${await fingerprint(options)}` : null;
  const requestId = (slot && read(slot)) ?? makeUuid();
  if (slot) keep(slot, requestId);
  let asker = readSession();
  let answer = await exchange(declared, { ...options, requestId }, telling);
  if (isSignedOut(answer) && goesOn(asker)) {
    asker = readSession();
    answer = await exchange(declared, { ...options, requestId }, telling);
  }
  if (slot) forget(slot);
  const data = settle(answer, telling, declared, asker);
  if (declared.changes && declared.path.endsWith('/consents'))
    dispatchEvent(new CustomEvent(CONSENT_DECIDED, { detail: options.body }));
  return data;
}

const identity: ClientIdentity = {
  now: deviceNow,
  makeRequestId: makeUuid,
  deviceId,
  token: () => readSession().token,
  language,
  // Without a secure context there is no WebCrypto; a sandbox takes plain requests, production is never served so.
  get sealKey() {
    return globalThis.crypto?.subtle ? (readBoot().sealKey ?? null) : null;
  },
};

let wire: typeof import('./wire.ts') | undefined;

/** The data of a call that the page preloaded, if it has arrived; undefined where the call is to be sent. */
export function preloadedResponse<C extends Call>(declared: C, options: SendOptions<C>): AnswerOf<C> | undefined {
  return wire?.takePreloadedResponse(identity, declared, options);
}

const REPEATS = 10;
const REPEAT_AFTER_MS = 700;
/** Asking again sends the picture again, so it is not asked so often. */
const REPEAT_UPLOAD_AFTER_MS = 3_000;

async function exchange<C extends Call>(
  declared: C,
  options: SendOptions<C>,
  telling: Telling,
): Promise<Envelope<AnswerOf<C>>> {
  wire ??= await import('./wire.ts').catch(() => noAnswer(telling));
  const { sendAs } = wire;
  for (let tries = 1; ; tries++) {
    const answer = await sendAs(identity, declared, options).catch((cause: Error) => {
      if (cause.name !== 'TransportError') throw cause;
      return noAnswer(telling);
    });
    // The first of two equal requests is still running: its answer is had by asking again.
    if (answer.code !== CODES.repeatedRequest || tries === REPEATS) return answer;
    const pause = declared.encoding === 'multipart' ? REPEAT_UPLOAD_AFTER_MS : REPEAT_AFTER_MS;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

function noAnswer(telling: Telling): never {
  const text = t('api.check_connection');
  if (telling === 'toast') showFailure(text);
  throw new NoAnswer(text);
}

/** Told to the page when the user agreed to something, refused or withdrew it: `detail` is what was sent. */
export const CONSENT_DECIDED = 'noren:consent-decided';
/** Told to the page when a call was refused for want of a consent: the screen's gate asks again. */
export const CONSENT_REQUIRED = 'noren:consent-required';

const isSignedOut = ({ code, msg }: Envelope<unknown>): boolean =>
  code === CODES.signedOut || (code === CODES.forbidden && msg === TOKEN_EXPIRED_MESSAGE);

/**
 * Whether who asked goes on in another session, begun since in this tab or in another: what was refused is asked again.
 * Where another tab's is somebody else's, this tab begins anew as theirs.
 */
function goesOn(asker: Session): boolean {
  const isTakenOver = readSession().token === asker.token && adoptSessionFromCookies();
  const { token, userInfo } = readSession();
  if (token === null || token === asker.token) return false;
  const isSameUser = userInfo?.userId === asker.userInfo?.userId;
  if (isTakenOver && !isSameUser) goTo('/noren');
  return isSameUser;
}

function settle<T>(answer: Envelope<T>, telling: Telling, { method }: Call, asker: Session): T {
  if (answer.code === CODES.success) return (answer as { data: T }).data;
  const error = new ApiError(answer.code, answer.msg, answer.data as ErrorData | null);
  if (error.data?.reason === 'consent_needed') dispatchEvent(new Event(CONSENT_REQUIRED));
  if (isSignedOut(answer)) {
    // One that comes late ends no session begun since it was asked.
    if (readSession().token === asker.token) {
      clearSession();
      goTo('/login');
    }
  } else if (answer.code === CODES.notCertified) goTo('/noren');
  else if (answer.code === CODES.confirmByCode && telling !== 'quiet') goToConfirm(method === 'GET');
  else if (!SILENT_CODES.includes(answer.code) && telling === 'toast') showFailure(answer.msg);
  throw error;
}

type Loose = { params?: unknown; query?: unknown; body?: unknown; file?: Blob; files?: readonly Blob[] };

/** A short mark of what is sent, so that the same content sent again is the same request and another content is not. */
async function fingerprint(options: object): Promise<string> {
  const { file, files = file ? [file] : [], params, query, body } = options as Loose;
  const bytes = new Uint8Array(await new Blob([...files]).arrayBuffer());
  let hash = 0x811c9dc5;
  const mix = (byte: number) => {
    hash = Math.imul(hash ^ byte, 0x01000193);
  };
  for (const byte of new TextEncoder().encode(JSON.stringify({ params, query, body }))) mix(byte);
  for (const byte of bytes) mix(byte);
  return `${(hash >>> 0).toString(36)}-${bytes.length}`;
}

// Where storage is refused the id lasts as long as the page, which covers a retry but not a reload.
const unkept = new Map<string, string>();
function keep(key: string, value: string): void {
  unkept.set(key, value);
  try {
    sessionStorage.setItem(key, value);
  } catch (cause) {
    console.warn('Nothing can be kept for a reload', cause);
  }
}
function read(key: string): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? unkept.get(key);
  } catch {
    // Reading refused is told when writing; the page's own copy stands in.
    return unkept.get(key);
  }
}
function forget(key: string): void {
  unkept.delete(key);
  try {
    sessionStorage.removeItem(key);
  } catch (cause) {
    console.warn('Nothing can be kept for a reload', cause);
  }
}
