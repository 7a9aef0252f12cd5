import type { Call } from '@noren/contract/call';
import { CODES } from '@noren/contract/codes';
import type { ErrorData } from '@noren/contract/envelope';
import { standingStatus, UserStatus } from '@noren/core/people/status';
import type { Tx } from '../db/db.ts';
import type { Deps } from '../deps.ts';
import { type Reply, refusal, success } from './answer.ts';
import { CallError } from './call-error.ts';
import type { Ctx, Handler, Input, UserCtx, WorkingHandler } from './handler.ts';
import {
  claimAnswered,
  claimRequest,
  hashContent,
  isClaimLost,
  type Kept,
  keepAnswer,
  type RequestKey,
  recallAnswer,
} from './idempotency.ts';
import { findSession, type Session } from './session.ts';
import type { Wire } from './wire-request.ts';

/** A request that has become a call, before it is parsed. */
export interface Incoming {
  readonly name: string;
  readonly declared: Call;
  readonly wire: Wire;
  readonly address: string;
  readonly cookie: string | undefined;
  readonly params: unknown;
  readonly query: unknown;
  /** Reads and opens what was sent with it; an upload is read only now. @throws Rejection */
  readSent(): Promise<Sent>;
  setSessionCookie(value: string | null): void;
}

/** The body of a request and the files that came with it. */
export interface Sent {
  readonly body: unknown;
  readonly files: readonly Buffer[];
}

type AnyHandler = Handler<Call>;

/**
 * Answers a call: who asks, what they send, the answer given before, then the handler in its transaction.
 * @throws whatever is not the caller's doing; the caller of this answers it as a fault
 */
export async function answerCall(deps: Deps, handler: AnyHandler, incoming: Incoming): Promise<Reply> {
  const { declared, wire } = incoming;
  const now = deps.now();
  try {
    const session = await identify(deps, incoming, now);
    const ctx: Ctx & { userId?: string } = {
      deps,
      deviceId: wire.deviceId,
      address: incoming.address,
      language: wire.language,
      requestId: wire.requestId,
      now,
      today: deps.today(),
      session,
      before: () => findBefore(deps, incoming, now),
      setSessionCookie: incoming.setSessionCookie,
      ...(session ? { userId: session.userId } : {}),
    };
    // Not before it is known who asks: strangers' uploads would fill the memory.
    const input = parseInput(incoming, await incoming.readSent());
    const data = declared.changes ? await change(ctx, handler, incoming, input) : await read(ctx, handler, input);
    return success(declared, wire.language, data);
  } catch (error) {
    if (error instanceof CallError) return refusal(declared, wire.language, error);
    throw error;
  }
}

async function findBefore(deps: Deps, { wire: { token }, cookie }: Incoming, now: number): ReturnType<Ctx['before']> {
  const found = await findSession(deps.db, { token, cookie, now });
  return token !== undefined && found.state === 'open' ? { session: found.session, token } : null;
}

async function identify(deps: Deps, incoming: Incoming, now: number): Promise<Session | null> {
  const { declared, wire, cookie } = incoming;
  if (declared.who === 'anyone') return null;
  const found = await findSession(deps.db, { token: wire.token, cookie, now });
  if (found.state === 'unknown') throw new CallError(CODES.signedOut, 'error.signed_out');
  if (found.state === 'expired') throw new CallError(CODES.forbidden, 'error.token_expired');
  const { bizStatus, areContactsDue } = found.session;
  if (declared.who === 'certified' && standingStatus(bizStatus, areContactsDue) < UserStatus.certified)
    throw new CallError(CODES.notCertified, 'error.not_certified');
  return found.session;
}

function parseInput({ declared, params, query }: Incoming, { body, files }: Sent): Input<Call> {
  const given = { params, query, body };
  const parsed: Record<string, unknown> = {
    params: undefined,
    query: undefined,
    body: undefined,
    file: files[0],
    files,
  };
  const problems: NonNullable<ErrorData['fields']> = [];
  for (const place of ['params', 'query', 'body'] as const) {
    const schema = declared[place];
    if (!schema) continue;
    const result = schema.safeParse(given[place] ?? {});
    if (result.success) parsed[place] = result.data;
    else
      for (const issue of result.error.issues)
        problems.push({
          path: issue.path.join('.'),
          problem: issue.message === 'Invalid input' ? issue.code : issue.message,
        });
  }
  // PostgreSQL's text holds no NUL; nobody types one.
  if (JSON.stringify([parsed['params'], parsed['query'], parsed['body']]).includes('\\u0000'))
    problems.push({ path: '', problem: 'character' });
  if (declared.encoding === 'multipart' && files.length === 0 && !declared.mayLackFiles)
    problems.push({ path: 'file', problem: 'empty' });
  if (problems.length > 0)
    throw new CallError(CODES.invalidInput, 'error.invalid', { data: { fields: problems.slice(0, 20) } });
  return parsed as unknown as Input<Call>;
}

async function read(ctx: Ctx, handler: AnyHandler, input: Input<Call>): Promise<unknown> {
  const { work, run } = parts(handler);
  return run(ctx as UserCtx, input, ctx.deps.db as never, await work?.(ctx as UserCtx, input));
}

async function change(outer: Ctx, handler: AnyHandler, incoming: Incoming, input: Input<Call>): Promise<unknown> {
  const { work, run, refused, isPure = false, brief } = parts(handler);
  const { deps } = outer;
  let cookie: string | null | undefined;
  const setSessionCookie = (value: string | null): void => {
    cookie = value;
  };
  const ctx = { ...outer, setSessionCookie } as UserCtx;
  const key = requestKey(outer, incoming, input);
  const giveAgain = (kept: Kept): unknown => {
    if (kept.cookie !== undefined) outer.setSessionCookie(kept.cookie);
    return kept.answer;
  };
  return aloneHere(key, work !== undefined, async () => {
    if (work) {
      const before = await recallAnswer(deps.db, deps.crypto, key);
      if (before) return giveAgain(before);
    }
    const worked = await work?.(ctx, input);
    const attempt = async (tx: Tx, isClaimedLast: boolean): Promise<Kept> => {
      const claim = isClaimedLast ? 'claimed' : await claimRequest(tx, deps.crypto, key, ctx.now);
      if (claim !== 'claimed') return brief ? { ...claim, answer: await brief.whole(ctx, claim.answer, tx) } : claim;
      const answer = await run(ctx, input, tx as never, worked);
      const made = { answer, ...(cookie === undefined ? {} : { cookie }) };
      const kept = brief ? { ...made, answer: brief.of(answer) } : made;
      if (isClaimedLast) await claimAnswered(tx, deps.crypto, { key, kept, now: ctx.now });
      else await keepAnswer(tx, deps.crypto, key, kept);
      return made;
    };
    const transact = (isClaimedLast: boolean) => deps.db.transaction().execute((tx) => attempt(tx, isClaimedLast));
    try {
      const made = isPure
        ? await transact(true).catch((error: unknown) => {
            // A refusal may have come before the claim was made: it is no answer to a request answered before.
            if (isClaimLost(error) || error instanceof CallError) return transact(false);
            throw error;
          })
        : await transact(false);
      return giveAgain(made);
    } catch (error) {
      if (error instanceof CallError) await refused?.(ctx, input, error);
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
    // Keyed, because what was sent may be guessable: a phone number and four digits.
    contentHash: ctx.deps.crypto.hash('request', content.toString('base64')),
  };
}

const working = new Set<string>();
/** Lets a request's slow work be done once at a time: a repetition that arrives meanwhile is refused with 700. */
async function aloneHere<T>(key: RequestKey, hasWork: boolean, answer: () => Promise<T>): Promise<T> {
  const name = `${key.ownerId} ${key.call} ${key.requestId}`;
  if (!hasWork) return answer();
  if (working.has(name)) throw new CallError(CODES.repeatedRequest, 'error.repeated');
  working.add(name);
  try {
    return await answer();
  } finally {
    working.delete(name);
  }
}

function parts(handler: AnyHandler): {
  work?: WorkingHandler<Call, unknown>['work'];
  run: WorkingHandler<Call, unknown>['run'];
  refused?: WorkingHandler<Call, unknown>['refused'];
  isPure?: boolean;
  brief?: WorkingHandler<Call, unknown>['brief'];
} {
  return typeof handler === 'function' ? { run: handler as never } : (handler as WorkingHandler<Call, unknown>);
}
