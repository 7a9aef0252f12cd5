import type { Call } from '@noren/contract/call';
import { CODES } from '@noren/contract/codes';
import type { ErrorData } from '@noren/contract/envelope';
import { onboardingStatus, UserStatus } from '@noren/core/people/status';
import type { Tx } from '../db/db.ts';
import { transact } from '../db/transact.ts';
import type { Deps } from '../deps.ts';
import type { LimitPairs } from '../limits/limit-rules.ts';
import { toSecurityEvent } from '../security-events.ts';
import { isStorable } from '../storable-text.ts';
import { type Reply, refusal, success } from './answer.ts';
import { CallError } from './call-error.ts';
import type { Ctx, Handler, Input, TwoPhaseHandler, UserCtx } from './handler.ts';
import {
  claimAnswered,
  claimRequest,
  findStoredAnswer,
  hashContent,
  isClaimLost,
  type RequestKey,
  type StoredAnswer,
  storeAnswer,
} from './idempotency-store.ts';
import { hashNetwork } from './network-address.ts';
import { orRateLimited } from './rate-limits.ts';
import { findSession, type Session } from './session-store.ts';
import type { Wire } from './wire-request.ts';

/** A request matched to its declared call, not parsed yet. */
export interface Incoming {
  readonly name: string;
  readonly declared: Call;
  readonly wire: Wire;
  readonly address: string;
  readonly cookie: string | undefined;
  readonly deviceCookie: string | undefined;
  readonly draftCookie: string | undefined;
  readonly params: unknown;
  readonly query: unknown;
  /**
   * Waits until an upload of this user may be read.
   * @returns the release, for after the answer
   */
  enterUpload(userId: string): Promise<{ mebibytes: number; release: () => void }>;
  /**
   * Reads and decrypts the body; an upload is read only now.
   * @throws Rejection
   */
  readContent(): Promise<RequestContent>;
  setSessionCookie(value: string | null): void;
  setDeviceCookie(value: string): void;
  setDraftCookie(value: string | null): void;
  answerOther: Ctx['answerOther'];
}

/** The body and the uploaded files of a request. */
export interface RequestContent {
  readonly body: unknown;
  readonly files: readonly Buffer[];
}

type AnyHandler = Handler<Call>;

/**
 * Answers a call: authenticate, parse, replay a stored answer, else run the handler in its
 * transaction.
 * @throws errors that are not the caller's fault; they are answered as a server error
 */
export async function answerCall(
  deps: Deps,
  handler: AnyHandler,
  incoming: Incoming,
): Promise<Reply> {
  const { declared, wire } = incoming;
  const now = deps.now();
  let endUpload: (() => void) | undefined;

  try {
    const session = await authenticate(deps, incoming, now);
    // Limits and turns come before the body, so that what is refused costs no memory.
    if (declared.encoding === 'multipart' && session)
      endUpload = await beginUpload(deps, incoming, session, now);

    const ctx: Ctx & { userId?: string } = {
      deps,
      deviceId: session?.deviceId ?? wire.deviceId,
      address: incoming.address,
      language: wire.language,
      requestId: wire.requestId,
      now,
      today: deps.today(),
      session,
      currentSession: () => findCurrentSession(deps, incoming, now),
      setSessionCookie: incoming.setSessionCookie,
      deviceCookie: incoming.deviceCookie,
      setDeviceCookie: incoming.setDeviceCookie,
      draftCookie: incoming.draftCookie,
      setDraftCookie: incoming.setDraftCookie,
      answerOther: incoming.answerOther,
      ...(session ? { userId: session.userId } : {}),
    };
    // Read only after authentication, so that strangers' uploads cannot fill the memory.
    const input = parseInput(incoming, await incoming.readContent());
    const data = declared.changes
      ? await change(ctx, handler, incoming, input)
      : await read(ctx, handler, input);

    return success(declared, wire.language, data);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    recordRefusal(deps, incoming, error);
    return refusal(declared, wire.language, error);
  } finally {
    endUpload?.();
  }
}

function recordRefusal(
  { security, crypto }: Deps,
  { name: call, wire, address }: Incoming,
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
  incoming: Incoming,
  { userId }: Session,
  now: number,
): Promise<() => void> {
  const { mebibytes, release } = await incoming.enterUpload(userId);
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
  { wire: { token }, cookie }: Incoming,
  now: number,
): ReturnType<Ctx['currentSession']> {
  const found = await findSession(deps, { token, cookie, now });
  return token !== undefined && found.state === 'open' ? { session: found.session, token } : null;
}

async function authenticate(deps: Deps, incoming: Incoming, now: number): Promise<Session | null> {
  const { declared, wire, cookie } = incoming;
  if (declared.who === 'anyone') return null;

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

function parseInput(
  { declared, params, query }: Incoming,
  { body, files }: RequestContent,
): Input<Call> {
  const raw = { params, query, body: declared.bodyMayBeQuery ? joinQuery(query, body) : body };
  const parsed: Record<string, unknown> = {
    params: undefined,
    query: undefined,
    body: undefined,
    file: files[0],
    files,
  };
  const problems: NonNullable<ErrorData['fields']> = [];

  for (const part of ['params', 'query', 'body'] as const) {
    const schema = declared[part];
    if (!schema) continue;

    const result = schema.safeParse(raw[part] ?? {});
    if (result.success) parsed[part] = result.data;
    else
      for (const issue of result.error.issues)
        problems.push({
          path: issue.path.join('.'),
          problem: issue.message === 'Invalid input' ? issue.code : issue.message,
        });
  }

  if (!isStorable([parsed.params, parsed.query, parsed.body]))
    problems.push({ path: '', problem: 'character' });
  if (declared.encoding === 'multipart' && files.length === 0 && !declared.mayLackFiles)
    problems.push({ path: 'file', problem: 'empty' });

  if (problems.length > 0)
    throw new CallError(CODES.invalidInput, 'error.invalid', {
      data: { fields: problems.slice(0, 20) },
    });

  return parsed as unknown as Input<Call>;
}

/**
 * The fields of a body with those of the query that it lacks. A body that is absent or JSON `null`
 * has none; one that is no object stays as it is, to be refused.
 */
function joinQuery(query: unknown, body: unknown): unknown {
  const isObject = typeof body === 'object' && !Array.isArray(body);
  return body === undefined || isObject
    ? { ...(query as object), ...(body as object | null | undefined) }
    : body;
}

async function read(ctx: Ctx, handler: AnyHandler, input: Input<Call>): Promise<unknown> {
  const { prepare, commit } = toPhases(handler);
  return commit(
    ctx as UserCtx,
    input,
    ctx.deps.db as never,
    await prepare?.(ctx as UserCtx, input),
  );
}

async function change(
  outer: Ctx,
  handler: AnyHandler,
  incoming: Incoming,
  input: Input<Call>,
): Promise<unknown> {
  const { prepare, commit, onRejected, claimAtCommit = false, replayKey } = toPhases(handler);
  const { deps } = outer;
  const cookies: { cookie?: string | null; deviceCookie?: string } = {};
  const ctx = {
    ...outer,
    setSessionCookie: (value) => {
      cookies.cookie = value;
    },
    setDeviceCookie: (value) => {
      cookies.deviceCookie = value;
    },
  } as UserCtx;
  const key = requestKey(outer, incoming, input);

  const replay = (stored: StoredAnswer): unknown => {
    if (stored.cookie !== undefined) outer.setSessionCookie(stored.cookie);
    if (stored.deviceCookie !== undefined) outer.setDeviceCookie(stored.deviceCookie);
    return stored.answer;
  };

  return onceAtATime(key, prepare !== undefined, async () => {
    if (prepare) {
      const stored = await findStoredAnswer(deps.db, deps.crypto, key);
      if (stored) return replay(stored);
    }

    const prepared = await prepare?.(ctx, input);

    const attempt = async (tx: Tx, isClaimedLast: boolean): Promise<StoredAnswer> => {
      const claim = isClaimedLast ? 'claimed' : await claimRequest(tx, deps.crypto, key, ctx.now);
      if (claim !== 'claimed')
        return replayKey
          ? { ...claim, answer: await replayKey.rebuild(ctx, claim.answer, tx) }
          : claim;

      const answer = await commit(ctx, input, tx as never, prepared);
      const made = { answer, ...cookies };
      const stored = replayKey ? { ...made, answer: replayKey.of(answer) } : made;

      if (isClaimedLast) await claimAnswered(tx, deps.crypto, { key, stored, now: ctx.now });
      else await storeAnswer(tx, deps.crypto, key, stored);

      return made;
    };

    const run = (isClaimedLast: boolean) => transact(deps.db, (tx) => attempt(tx, isClaimedLast));
    try {
      const made = claimAtCommit
        ? await run(true).catch((error: unknown) => {
            // A rejection before the claim does not prove that the request was not answered
            // earlier.
            if (isClaimLost(error) || error instanceof CallError) return run(false);
            throw error;
          })
        : await run(false);
      return replay(made);
    } catch (error) {
      if (error instanceof CallError) await onRejected?.(ctx, input, error);
      throw error;
    }
  });
}

function requestKey(ctx: Ctx, incoming: Incoming, input: Input<Call>): RequestKey {
  const content = hashContent([
    JSON.stringify([input.params, input.query, input.body].map((part) => part ?? null)),
    ...input.files,
  ]);
  return {
    ownerId: ctx.session?.userId ?? ctx.deviceId,
    call: incoming.name,
    requestId: ctx.requestId,
    // Keyed hash, because the content may be guessable: a phone number and four digits.
    contentHash: ctx.deps.crypto.hash('request', content.toString('base64')),
  };
}

const inProgress = new Set<string>();

/**
 * Runs a request's `prepare` once at a time: a repeated request that arrives meanwhile is answered
 * with 700.
 */
async function onceAtATime<T>(
  key: RequestKey,
  hasPrepare: boolean,
  answer: () => Promise<T>,
): Promise<T> {
  const name = `${key.ownerId} ${key.call} ${key.requestId}`;
  if (!hasPrepare) return answer();
  if (inProgress.has(name)) throw new CallError(CODES.repeatedRequest, 'error.repeated');

  inProgress.add(name);

  try {
    return await answer();
  } finally {
    inProgress.delete(name);
  }
}

function toPhases(handler: AnyHandler): TwoPhaseHandler<Call, unknown> {
  return typeof handler === 'function'
    ? { commit: handler as never }
    : (handler as TwoPhaseHandler<Call, unknown>);
}
