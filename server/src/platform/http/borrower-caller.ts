import { CODES } from '@noren/contract/codes';
import { onboardingStatus, UserStatus } from '@noren/core/people/status';
import type { Deps } from '../deps.ts';
import type { LimitPairs } from '../limits/limit-rules.ts';
import { toSecurityEvent } from '../security-events.ts';
import { type Reply, refusal, success } from './answer.ts';
import { CallError } from './call-error.ts';
import type { AnyHandler } from './call-handler.ts';
import type { Ctx, UserCtx } from './handler.ts';
import { hashInput } from './idempotency-store.ts';
import { hashNetwork } from './network-address.ts';
import { type AnswerCookies, answerCall, type Caller, type Incoming } from './pipeline.ts';
import { orRateLimited } from './rate-limits.ts';
import { findSession, type Session } from './session-store.ts';
import type { Wire } from './wire-request.ts';

/** A request to the borrowers' server. */
export interface BorrowerRequest extends Incoming {
  readonly wire: Wire;
  readonly address: string;
  readonly cookie: string | undefined;
  readonly deviceCookie: string | undefined;
  readonly draftCookie: string | undefined;
  /**
   * Waits until an upload of this user may be read.
   * @returns the release, for after the answer
   */
  enterUpload(userId: string): Promise<{ mebibytes: number; release: () => void }>;
  setCookies(cookies: AnswerCookies): void;
  setDraftCookie(value: string | null): void;
  answerOther: Ctx['answerOther'];
}

/**
 * Answers a borrower's call in its envelope, a refusal that the call declares with its code.
 * @throws errors that are not the caller's fault; they are answered as a server error
 */
export async function answerBorrower(
  deps: Deps,
  handler: AnyHandler,
  request: BorrowerRequest,
): Promise<Reply> {
  const { declared, wire } = request;
  const authenticate = (now: number) => authenticateBorrower(deps, request, now);

  try {
    const data = await answerCall(deps, request, { handler, authenticate });
    return success(wire.language, data);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    recordRefusal(deps, request, error);
    return refusal(declared, wire.language, error);
  }
}

/**
 * Finds the borrower by the token and its cookie. An upload takes its turn before the body is read,
 * so that a refused one costs no memory.
 */
async function authenticateBorrower(
  deps: Deps,
  request: BorrowerRequest,
  now: number,
): Promise<Caller> {
  const { name, declared, wire } = request;
  const session = declared.who === 'anyone' ? null : await requireSession(deps, request, now);
  const release =
    declared.encoding === 'multipart' && session
      ? await beginUpload(deps, request, session, now)
      : undefined;

  const cookies: { -readonly [K in keyof AnswerCookies]: AnswerCookies[K] } = {};
  const ctx: Ctx & Partial<Pick<UserCtx, 'userId'>> = {
    deps,
    deviceId: session?.deviceId ?? wire.deviceId,
    address: request.address,
    language: wire.language,
    requestId: wire.requestId,
    now,
    today: deps.today(),
    session,
    currentSession: () => findCurrentSession(deps, request, now),
    setSessionCookie: (value) => {
      cookies.cookie = value;
    },
    deviceCookie: request.deviceCookie,
    setDeviceCookie: (value) => {
      cookies.deviceCookie = value;
    },
    draftCookie: request.draftCookie,
    setDraftCookie: request.setDraftCookie,
    answerOther: request.answerOther,
    ...(session ? { userId: session.userId } : {}),
  };

  return {
    ctx,
    cookies,
    setCookies: request.setCookies,
    identify: (input) => ({
      ownerId: session?.userId ?? wire.deviceId,
      call: name,
      requestId: wire.requestId,
      contentHash: hashInput(deps.crypto, 'request', input),
    }),
    refuseInput: (problems) =>
      new CallError(CODES.invalidInput, 'error.invalid', {
        data: {
          fields: problems.map(({ path, code, message }) => ({
            path,
            problem: message === 'Invalid input' ? code : message,
          })),
        },
      }),
    ...(release && { release }),
  };
}

function recordRefusal(
  { security, crypto }: Deps,
  { name: call, wire, address }: BorrowerRequest,
  error: CallError,
): void {
  const event = toSecurityEvent(error, { hasToken: wire.token !== undefined });
  if (event)
    security.record(event, {
      call,
      requestId: wire.requestId,
      network: hashNetwork(crypto, address),
    });
}

/** @throws CallError 429 when the user uploaded too often or too much, or too many uploads wait */
async function beginUpload(
  deps: Deps,
  request: BorrowerRequest,
  { userId }: Session,
  now: number,
): Promise<() => void> {
  const { mebibytes, release } = await request.enterUpload(userId);
  try {
    const bytes = Array<LimitPairs[number]>(mebibytes).fill(['upload-mebibytes-user-day', userId]);
    orRateLimited(await deps.limits.take([['upload-user-hour', userId], ...bytes], now));
    return release;
  } catch (error) {
    release();
    throw error;
  }
}

async function findCurrentSession(
  deps: Deps,
  { wire: { token }, cookie }: BorrowerRequest,
  now: number,
): ReturnType<Ctx['currentSession']> {
  const found = await findSession(deps, { token, cookie, now });
  return token !== undefined && found.state === 'open' ? { session: found.session, token } : null;
}

async function requireSession(
  deps: Deps,
  { declared, wire, cookie }: BorrowerRequest,
  now: number,
): Promise<Session> {
  const found = await findSession(deps, { token: wire.token, cookie, now });
  if (found.state === 'unknown') throw new CallError(CODES.signedOut, 'error.signed_out');
  if (found.state === 'expired') throw new CallError(CODES.forbidden, 'error.token_expired');

  const { bizStatus, areContactsDue } = found.session;
  if (
    declared.who === 'certified' &&
    onboardingStatus(bizStatus, areContactsDue) < UserStatus.certified
  )
    throw new CallError(CODES.notCertified, 'error.not_certified');

  return found.session;
}
