import type { Call } from '@noren/contract/call';
import { CODES } from '@noren/contract/codes';
import type { Tx } from '../db/db.ts';
import { transact } from '../db/transact.ts';
import type { Deps } from '../deps.ts';
import { isStorable } from '../storable-text.ts';
import { CallError } from './call-error.ts';
import {
  type AnyHandler,
  type Contexts,
  FileAnswer,
  type Input,
  type RequestCtx,
  type TwoPhaseHandler,
} from './call-handler.ts';
import {
  claimAnswered,
  claimRequest,
  findStoredAnswer,
  isClaimLost,
  type RequestKey,
  type StoredAnswer,
  storeAnswer,
} from './idempotency-store.ts';

/** A request matched to its declared call, not parsed yet. */
export interface Incoming {
  readonly name: string;
  readonly declared: Call;
  readonly handler: AnyHandler;
  readonly params: unknown;
  readonly query: unknown;
  /**
   * Reads and decrypts the body; an upload is read only now.
   * @throws Rejection
   */
  readContent(): Promise<RequestContent>;
}

/** The body and the uploaded files of a request. */
export interface RequestContent {
  readonly body: unknown;
  readonly files: readonly Buffer[];
}

/** A field of a request that its schema refuses. */
export interface InputProblem {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

/** Cookies that a call sets: they are stored with the answer of a change, and set again with it. */
export type AnswerCookies = Omit<StoredAnswer, 'answer'>;

/**
 * The sender of a request, as one of the two authenticators found them. The optional steps are
 * taken for some callers only.
 */
export interface Caller {
  readonly ctx: RequestCtx;
  /** The key under which the answer of a change is stored. */
  identify(input: Input<Call>): RequestKey;
  /** The refusal of a request whose fields are wrong. */
  refuseInput(problems: readonly InputProblem[]): Error;
  /** The cookies that the handler set. */
  readonly cookies?: AnswerCookies;
  setCookies?(cookies: AnswerCookies): void;
  /** Runs the call when its sender has confirmed it, if it must be confirmed. */
  whenConfirmed?<T>(input: Input<Call>, run: () => Promise<T>): Promise<T>;
  /** Makes a change wait for the one before it; first in its transaction. */
  waitForTurn?(tx: Tx): Promise<void>;
  /** Refuses a change whose sender has lost access while it ran; last in its transaction. */
  requireAccess?(tx: Tx): Promise<void>;
  /** Gives back what the call held, once it is answered. */
  release?(): void;
}

/**
 * Answers a call: authenticate, parse, confirm, replay a stored answer, else run the handler in its
 * transaction.
 * @param authenticate finds out who calls; it throws when they may not make this call
 * @returns the answer, checked against its declaration
 * @throws CallError or StaffError for what the caller caused, other errors for faults
 */
export async function answerCall(
  deps: Deps,
  incoming: Incoming,
  authenticate: (now: number) => Promise<Caller>,
): Promise<unknown> {
  const { declared } = incoming;
  const caller = await authenticate(deps.now());

  try {
    // Read only after authentication, so that strangers' uploads cannot fill the memory.
    const input = parseInput(incoming, await incoming.readContent(), caller);
    const phases = toPhases(incoming.handler);
    const run = (): Promise<unknown> =>
      declared.changes ? change(deps, caller, phases, input) : read(deps, caller, phases, input);

    return checkAnswer(
      incoming,
      caller.whenConfirmed ? await caller.whenConfirmed(input, run) : await run(),
    );
  } finally {
    caller.release?.();
  }
}

const MOST_PROBLEMS = 20;

function parseInput(
  { declared, params, query }: Incoming,
  { body, files }: RequestContent,
  caller: Caller,
): Input<Call> {
  const raw = { params, query, body: declared.bodyMayBeQuery ? joinQuery(query, body) : body };
  const parsed: Record<string, unknown> = {
    params: undefined,
    query: undefined,
    body: undefined,
    file: files[0],
    files,
  };
  const problems: InputProblem[] = [];

  for (const part of ['params', 'query', 'body'] as const) {
    const schema = declared[part];
    if (!schema) continue;

    const result = schema.safeParse(raw[part] ?? {});
    if (result.success) parsed[part] = result.data;
    else
      for (const { path, code, message } of result.error.issues)
        problems.push({ path: path.join('.'), code: code ?? 'custom', message });
  }

  if (!isStorable([parsed.params, parsed.query, parsed.body]))
    problems.push({ path: '', code: 'custom', message: 'character' });
  if (declared.encoding === 'multipart' && files.length === 0 && !declared.mayLackFiles)
    problems.push({ path: 'file', code: 'custom', message: 'empty' });

  if (problems.length > 0) throw caller.refuseInput(problems.slice(0, MOST_PROBLEMS));

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

/** @throws Error when the answer is not what its call declares */
function checkAnswer({ name, declared }: Incoming, answer: unknown): unknown {
  if (answer instanceof FileAnswer) {
    if (declared.answerTypes?.includes(answer.type)) return answer;
    throw new Error(`${name} does not declare an answer of ${answer.type}`);
  }

  const result = declared.response.safeParse(answer);
  if (result.success) return result.data;

  const where = result.error.issues[0]?.path.join('.');
  throw new Error(`answer of ${declared.path} is outside its schema at ${where}`);
}

type Phases = TwoPhaseHandler<Call, Contexts>;

function toPhases(handler: AnyHandler): Phases {
  return typeof handler === 'function' ? { commit: handler } : handler;
}

async function read(
  { db }: Deps,
  { ctx, cookies, setCookies }: Caller,
  { prepare, commit }: Phases,
  input: Input<Call>,
): Promise<unknown> {
  const answer = await commit(ctx, input, db as never, await prepare?.(ctx, input));
  if (cookies) setCookies?.(cookies);

  return answer;
}

async function change(
  deps: Deps,
  caller: Caller,
  phases: Phases,
  input: Input<Call>,
): Promise<unknown> {
  const { ctx } = caller;
  const key = caller.identify(input);

  const outcome = await onceAtATime(key, phases, async () => {
    if (!phases.prepare) return changeOnce(deps, caller, { key, phases, input });

    const stored = await findStoredAnswer(deps.db, deps.crypto, key);
    if (stored) return stored;

    const prepared = await phases.prepare(ctx, input);
    return changeOnce(deps, caller, { key, phases, input, prepared });
  });
  caller.setCookies?.(outcome);

  return outcome.answer;
}

interface Change {
  readonly key: RequestKey;
  readonly phases: Phases;
  readonly input: Input<Call>;
  readonly prepared?: unknown;
}

/** Claims the request, runs `commit` and stores the answer in one transaction. */
async function changeOnce(
  { db, crypto }: Deps,
  caller: Caller,
  { key, phases, input, prepared }: Change,
): Promise<StoredAnswer> {
  const { ctx } = caller;
  const { commit, onRejected, claimAtCommit = false, replayKey } = phases;

  const attempt = async (tx: Tx, isClaimedLast: boolean): Promise<StoredAnswer> => {
    await caller.waitForTurn?.(tx);

    const claim = isClaimedLast ? 'claimed' : await claimRequest(tx, crypto, key, ctx.now);
    if (claim !== 'claimed')
      return replayKey
        ? { ...claim, answer: await replayKey.rebuild(ctx, claim.answer, tx) }
        : claim;

    const answer = await commit(ctx, input, tx as never, prepared);
    await caller.requireAccess?.(tx);

    const outcome = { answer, ...caller.cookies };
    const stored = replayKey ? { ...outcome, answer: replayKey.shorten(answer) } : outcome;

    if (isClaimedLast) await claimAnswered(tx, crypto, { key, stored, now: ctx.now });
    else await storeAnswer(tx, crypto, key, stored);

    return outcome;
  };
  const run = (isClaimedLast: boolean) => transact(db, (tx) => attempt(tx, isClaimedLast));

  try {
    if (!claimAtCommit) return await run(false);

    return await run(true).catch((error: unknown) => {
      // A rejection before the claim does not prove that the request was not answered earlier.
      if (isClaimLost(error) || error instanceof CallError) return run(false);
      throw error;
    });
  } catch (error) {
    if (error instanceof CallError) await onRejected?.(ctx, input, error);
    throw error;
  }
}

const inProgress = new Set<string>();

/**
 * Runs a request's `prepare` once at a time: a repeated request that arrives meanwhile is answered
 * with 700.
 */
async function onceAtATime<T>(
  key: RequestKey,
  { prepare }: Phases,
  answer: () => Promise<T>,
): Promise<T> {
  if (!prepare) return answer();

  const name = `${key.ownerId} ${key.call} ${key.requestId}`;
  if (inProgress.has(name)) throw new CallError(CODES.repeatedRequest, 'error.repeated');

  inProgress.add(name);

  try {
    return await answer();
  } finally {
    inProgress.delete(name);
  }
}
