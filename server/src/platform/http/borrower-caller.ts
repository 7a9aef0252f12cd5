import { CODES } from '@noren/contract/codes';
import { onboardingStatus, UserStatus } from '@noren/core/people/status';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import type { LimitPairs } from '../limits/limit-rules.ts';
import { toSecurityEvent } from '../security-events.ts';
import { type Reply, refusal, success } from './answer.ts';
import { CallError } from './call-error.ts';
import type { Ctx, UserCtx } from './handler.ts';
import { hashInput } from './idempotency-store.ts';
import { hashNetwork } from './network-address.ts';
import { type AnswerCookies, answerCall, type Caller, type Incoming } from './pipeline.ts';
import { takeOrRefuse } from './rate-limits.ts';
import {
  DEVICE_COOKIE,
  DRAFT_COOKIE,
  readCookie,
  SESSION_COOKIE,
  writeCookie,
} from './session-cookie.ts';
import { findSession, type Session, type SessionAnswer } from './session-store.ts';
import type { Wire } from './wire-request.ts';

/** A request to the borrowers' server and its answer, whatever call it is for. */
export interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly wire: Wire;
  readonly isSandbox: boolean;
  /**
   * Waits until an upload of this sender may be read: a user, or a device that nobody signed in on.
   * @returns the release, for after the answer
   */
  enterUpload(senderId: string): Promise<{ mebibytes: number; release: () => void }>;
  answerOther: Ctx['answerOther'];
}

/**
 * Answers a borrower's call in its envelope, a refusal that the call declares with its code.
 * @throws errors that are not the caller's fault; they are answered as a server error
 */
export async function answerBorrower(
  deps: Deps,
  exchange: Exchange,
  incoming: Incoming,
): Promise<Reply> {
  const { language } = exchange.wire;
  try {
    const data = await answerCall(deps, incoming, (now) =>
      authenticateBorrower(deps, exchange, incoming, now),
    );
    return success(language, data);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    recordRefusal(deps, exchange, incoming.name, error);
    return refusal(incoming.declared, language, error);
  }
}

/**
 * Finds the borrower by the token and its cookie. An upload takes its turn before the body is read,
 * so that a refused one costs no memory.
 */
async function authenticateBorrower(
  deps: Deps,
  exchange: Exchange,
  { name, declared }: Incoming,
  now: number,
): Promise<Caller> {
  const { request, wire } = exchange;
  const session = declared.who === 'anyone' ? null : await requireSession(deps, exchange, now);
  if (session && declared.who === 'certified') requireCertified(session);

  const release =
    declared.encoding === 'multipart' ? await beginUpload(deps, exchange, session, now) : undefined;

  const cookies: { -readonly [K in keyof AnswerCookies]: AnswerCookies[K] } = {};
  const ctx: Ctx & Partial<Pick<UserCtx, 'userId'>> = {
    deps,
    deviceId: session?.deviceId ?? wire.deviceId,
    address: request.ip,
    language: wire.language,
    requestId: wire.requestId,
    now,
    today: deps.today(),
    session,
    currentSession: () => findCurrentSession(deps, exchange, now),
    setSessionCookie: (value) => {
      cookies.cookie = value;
    },
    deviceCookie: readCookie(DEVICE_COOKIE, exchange),
    setDeviceCookie: (value) => {
      cookies.deviceCookie = value;
    },
    draftCookie: readCookie(DRAFT_COOKIE, exchange),
    setDraftCookie: (value) => writeCookie(DRAFT_COOKIE, exchange, value),
    answerOther: exchange.answerOther,
    ...(session ? { userId: session.userId } : {}),
  };

  return {
    ctx,
    cookies,
    setCookies({ cookie, deviceCookie }) {
      if (cookie !== undefined) writeCookie(SESSION_COOKIE, exchange, cookie);
      if (deviceCookie !== undefined) writeCookie(DEVICE_COOKIE, exchange, deviceCookie);
    },
    identify: (input) => ({
      ownerId: session?.userId ?? wire.deviceId,
      call: name,
      requestId: wire.requestId,
      contentHash: hashInput(deps.crypto, 'request', input),
    }),
    refuseInput,
    ...(release && { release }),
  };
}

const refuseInput: Caller['refuseInput'] = (problems) => {
  const fields = problems.map(({ path, code, message }) => ({
    path,
    problem: message === 'Invalid input' ? code : message,
  }));
  return new CallError(CODES.invalidInput, 'error.invalid', { data: { fields } });
};

function recordRefusal(
  { security, crypto }: Deps,
  { wire: { token, requestId }, request }: Exchange,
  call: string,
  error: CallError,
): void {
  const event = toSecurityEvent(error, { hasToken: token !== undefined });
  if (event) security.record(event, { call, requestId, network: hashNetwork(crypto, request.ip) });
}

/**
 * @throws CallError 429 when the sender uploaded too often or too much, or too many uploads wait
 */
async function beginUpload(
  deps: Deps,
  exchange: Exchange,
  session: Session | null,
  now: number,
): Promise<() => void> {
  const { deviceId } = exchange.wire;
  const { mebibytes, release } = await exchange.enterUpload(session?.userId ?? deviceId);

  try {
    const pairs = session
      ? ofUser(session.userId, mebibytes)
      : ofStranger(deviceId, exchange.request.ip);
    await takeOrRefuse({ deps, now }, pairs);
    return release;
  } catch (error) {
    release();
    throw error;
  }
}

const ofUser = (userId: string, mebibytes: number): LimitPairs => [
  ['upload-user-hour', userId],
  ...Array<LimitPairs[number]>(mebibytes).fill(['upload-mebibytes-user-day', userId]),
];

const ofStranger = (deviceId: string, address: string): LimitPairs => [
  ['stranger-upload-device-hour', deviceId],
  ['stranger-upload-address-hour', address],
];

async function findCurrentSession(
  deps: Deps,
  exchange: Exchange,
  now: number,
): ReturnType<Ctx['currentSession']> {
  const { token } = exchange.wire;
  const found = await findCallerSession(deps, exchange, now);
  return token !== undefined && found.state === 'open' ? { session: found.session, token } : null;
}

async function requireSession(deps: Deps, exchange: Exchange, now: number): Promise<Session> {
  const found = await findCallerSession(deps, exchange, now);
  if (found.state === 'unknown') throw new CallError(CODES.signedOut, 'error.signed_out');
  if (found.state === 'expired') throw new CallError(CODES.forbidden, 'error.token_expired');

  return found.session;
}

function findCallerSession(deps: Deps, exchange: Exchange, now: number): Promise<SessionAnswer> {
  const { token } = exchange.wire;
  return findSession(deps, { token, cookie: readCookie(SESSION_COOKIE, exchange), now });
}

function requireCertified({ bizStatus, areContactsDue }: Session): void {
  if (onboardingStatus(bizStatus, areContactsDue) < UserStatus.certified)
    throw new CallError(CODES.notCertified, 'error.not_certified');
}
