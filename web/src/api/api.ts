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
import { showFailure } from './failures.ts';
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

/** No answer: a network failure or a time-out. Sending again with the same request id is safe. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/**
 * Who tells a failure: `send`, by the rule of `failures.ts`; the caller, by `reportFailure`, once
 * it has given up; or nobody, because nobody waits for the call: 'quiet', for which a 316 does not
 * open the code screen either.
 */
export type FailureDisplay = 'toast' | 'caller' | 'quiet';

/** Navigates from outside the router; 'replace' replaces the history entry. */
export function goTo(path: string, how?: 'replace'): void {
  if (how === 'replace') location.replace(`#${path}`);
  else location.hash = `#${path}`;
}

/**
 * Sends a call and returns its data. A changing call keeps its request id in the session storage
 * until it is answered, so that sending the same input again soon is idempotent.
 * @throws ApiError for any code but 200, after the actions of specification §8
 * @throws NoAnswer when no answer came
 */
export async function send<C extends Call>(
  declared: C,
  options: SendOptions<C>,
  display: FailureDisplay = 'toast',
): Promise<AnswerOf<C>> {
  try {
    return await request(declared, options, display);
  } catch (cause) {
    if (display === 'toast' && (cause instanceof ApiError || cause instanceof NoAnswer))
      reportFailure(cause);
    throw cause;
  }
}

async function request<C extends Call>(
  declared: C,
  options: SendOptions<C>,
  display: FailureDisplay,
): Promise<AnswerOf<C>> {
  const slot = declared.changes
    ? `noren.pending.${declared.path}.${await hashInput(options)}`
    : null;
  const requestId = (slot && readPendingId(slot)) ?? makeUuid();

  if (slot) keepPending(slot, `${requestId} ${deviceNow()}`);

  let sender = readSession();
  let answer = await exchange(declared, { ...options, requestId });

  if (isSignedOut(answer.code, answer.msg) && continuesInNewSession(sender)) {
    sender = readSession();
    answer = await exchange(declared, { ...options, requestId });
  }

  if (slot) keepPending(slot, null);

  const data = handleAnswer(answer, display, declared, sender);
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
  // Outside a secure context there is no WebCrypto; a sandbox accepts plain requests, production is
  // always secure.
  get sealKey() {
    return globalThis.crypto?.subtle ? (readBoot().sealKey ?? null) : null;
  },
};

let wire: typeof import('./wire.ts') | undefined;

/**
 * The data of a call that the page preloaded, if it has arrived; undefined where the call is to be
 * sent.
 */
export function preloadedResponse<C extends Call>(
  declared: C,
  options: SendOptions<C>,
): AnswerOf<C> | undefined {
  return wire?.takePreloadedResponse(identity, declared, options);
}

/** Loads what opens answers; on the server, what holds those of the next render. */
export async function loadWire(): Promise<typeof import('./wire.ts')> {
  wire ??= await import('./wire.ts').catch(noAnswer);
  return wire;
}

/** Waits for the answers that the page requested for its first view. */
export const waitForFirstView = async (): Promise<void> =>
  (await loadWire()).waitForFirstView(identity);

const MAX_ATTEMPTS = 10;
const RETRY_AFTER_MS = 700;
/** Longer, because a retry sends the file again. */
const RETRY_UPLOAD_AFTER_MS = 3_000;

async function exchange<C extends Call>(
  declared: C,
  options: SendOptions<C>,
): Promise<Envelope<AnswerOf<C>>> {
  const { sendAs } = await loadWire();
  for (let attempt = 1; ; attempt++) {
    const answer = await sendAs(identity, declared, options).catch((cause: Error) => {
      if (cause.name !== 'TransportError') throw cause;
      return noAnswer();
    });
    // The same request is still running: sending it again returns the answer of the first.
    if (answer.code !== CODES.repeatedRequest || attempt === MAX_ATTEMPTS) return answer;

    const pause = declared.encoding === 'multipart' ? RETRY_UPLOAD_AFTER_MS : RETRY_AFTER_MS;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

function noAnswer(): never {
  throw new NoAnswer(t('api.check_connection'));
}

/**
 * Tells a failure by the rule of `failures.ts`, unless its code leads to another screen or is
 * silent (specification §8).
 */
export function reportFailure(error: ApiError | NoAnswer): void {
  const isSilent =
    error instanceof ApiError &&
    (isSignedOut(error.code, error.message) ||
      [...SILENT_CODES, CODES.notCertified].includes(error.code));
  if (!isSilent) showFailure(error);
}

/**
 * Event on the window after a consent was given, refused or withdrawn; `detail` is the body of the
 * call.
 */
export const CONSENT_DECIDED = 'noren:consent-decided';
/**
 * Event on the window after a call was refused because a consent is missing: the ConsentGate asks
 * for it again.
 */
export const CONSENT_REQUIRED = 'noren:consent-required';

const isSignedOut = (code: number, msg: string): boolean =>
  code === CODES.signedOut || (code === CODES.forbidden && msg === TOKEN_EXPIRED_MESSAGE);

/**
 * Whether the same user has a newer session, from this tab or another: the refused call is then
 * sent again. When another tab's session belongs to another user, this tab adopts it and goes to
 * the landing page.
 */
function continuesInNewSession(sender: Session): boolean {
  const isAdopted = readSession().token === sender.token && adoptSessionFromCookies();
  const { token, userInfo } = readSession();
  if (token === null || token === sender.token) return false;

  const isSameUser = userInfo?.userId === sender.userInfo?.userId;
  if (isAdopted && !isSameUser) goTo('/noren');

  return isSameUser;
}

function handleAnswer<T>(
  answer: Envelope<T>,
  display: FailureDisplay,
  { method }: Call,
  sender: Session,
): T {
  if (answer.code === CODES.success) return (answer as { data: T }).data;

  const error = new ApiError(answer.code, answer.msg, answer.data as ErrorData | null);
  if (error.data?.reason === 'consent_needed') dispatchEvent(new Event(CONSENT_REQUIRED));

  if (isSignedOut(answer.code, answer.msg)) {
    // A late 401 must not end a newer session.
    if (readSession().token === sender.token) {
      clearSession();
      goTo('/login');
    }
  } else if (answer.code === CODES.notCertified) goTo('/noren');
  else if (answer.code === CODES.confirmByCode && display !== 'quiet')
    goToConfirm(method === 'GET');

  throw error;
}

type UntypedOptions = {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  file?: Blob;
  files?: readonly Blob[];
};

/**
 * A short hash of a call's input: the same input sent again keeps its request id, another input
 * gets a new one.
 */
async function hashInput(options: object): Promise<string> {
  const { file, files = file ? [file] : [], params, query, body } = options as UntypedOptions;
  const bytes = new Uint8Array(await new Blob([...files]).arrayBuffer());
  let hash = 0x811c9dc5;
  const mix = (byte: number) => {
    hash = Math.imul(hash ^ byte, 0x01000193);
  };

  for (const byte of new TextEncoder().encode(JSON.stringify({ params, query, body }))) mix(byte);
  for (const byte of bytes) mix(byte);

  return `${(hash >>> 0).toString(36)}-${bytes.length}`;
}

/**
 * How long the same input is the same act after its answer was lost. Within an hour a user whose
 * network was away tries again, also over a reload: a complaint is then sent once. Later it is
 * another act, which an old id would answer without doing it.
 */
const RETRY_WITHIN_MS = 60 * 60_000;

// Where storage is refused, the id lasts as long as the page: enough for a retry, not for a reload.
const pendingIds = new Map<string, string>();

/** Keeps a request's id with the time of its sending; null removes it. */
function keepPending(key: string, value: string | null): void {
  pendingIds.set(key, value ?? '');
  try {
    if (value) sessionStorage.setItem(key, value);
    else sessionStorage.removeItem(key);
  } catch (cause) {
    console.warn('The request id could not be stored', cause);
  }
}

function readPendingId(key: string): string | undefined {
  let kept = pendingIds.get(key);
  try {
    kept ??= sessionStorage.getItem(key) ?? '';
  } catch {
    // Writing already warned that storage is refused.
    kept = '';
  }

  const [id, at] = kept.split(' ');
  // Either way: the phone's clock may have been set back since.
  return Math.abs(deviceNow() - Number(at)) <= RETRY_WITHIN_MS ? id : undefined;
}
