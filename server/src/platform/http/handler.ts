import type { AnswerOf, BodyOf, Call, ParamsOf, QueryOf } from '@noren/contract/call';
import type { Envelope } from '@noren/contract/envelope';
import type { Language } from '@noren/contract/fields';
import type { CALLS, CallName } from '@noren/contract/index';
import type { BusinessDay } from '@noren/core/money/time';
import type { Db, Tx } from '../db/db.ts';
import type { Deps } from '../deps.ts';
import type { CallError } from './call-error.ts';
import type { Session } from './session-store.ts';

/** A GET call with its input, not parsed yet. */
export interface CallRequest {
  readonly call: Call;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

/** The caller of a request, and the time of the request. */
export interface Ctx {
  readonly deps: Deps;
  /** Of a signed-in call the device that its session was opened on, whatever the header says. */
  readonly deviceId: string;
  /**
   * The caller's network address; used for limits and the record of an acceptance, never logged.
   */
  readonly address: string;
  readonly language: Language;
  readonly requestId: string;
  readonly now: number;
  readonly today: BusinessDay;
  readonly session: Session | null;
  /**
   * The caller's present session and token, if any: for sign-in calls, which do not require a
   * session.
   */
  currentSession(): Promise<{ session: Session; token: string } | null>;
  /** Sets or clears the companion cookie of the session. */
  setSessionCookie(value: string | null): void;
  /** The cookie of the device secret, if the browser has one: see `device-secret.ts`. */
  readonly deviceCookie: string | undefined;
  setDeviceCookie(value: string): void;
  /** The random value that the browser's draft key is derived from, if it has one. */
  readonly draftCookie: string | undefined;
  setDraftCookie(value: string | null): void;
  /** Answers another GET call for the same caller, as it would be answered by itself. */
  answerOther(request: CallRequest): Promise<Envelope<unknown>>;
}

/** The context of a call that requires a signed-in user. */
export type UserCtx = Ctx & { readonly session: Session; readonly userId: string };

/** The parsed request. */
export interface Input<C extends Call> {
  readonly params: ParamsOf<C>;
  readonly query: QueryOf<C>;
  readonly body: BodyOf<C>;
  /** The first uploaded file of a multipart call. */
  readonly file: C['encoding'] extends 'multipart' ? Buffer : undefined;
  /** All uploaded files, in the order sent; empty unless the call is multipart. */
  readonly files: readonly Buffer[];
}

type CtxOf<C extends Call> = C['who'] extends 'anyone' ? Ctx : UserCtx;
type DbOf<C extends Call> = C['changes'] extends true ? Tx : Db;

/**
 * Handles a call. A changing call's `commit` runs in the transaction that is committed with its
 * answer. Slow work and provider calls go into `prepare`, which runs before the transaction and is
 * skipped for a request already answered.
 */
export type Handler<C extends Call, P = unknown> =
  | ((ctx: CtxOf<C>, input: Input<C>, db: DbOf<C>) => Promise<AnswerOf<C>>)
  | TwoPhaseHandler<C, P>;

export interface TwoPhaseHandler<C extends Call, P> {
  prepare?(ctx: CtxOf<C>, input: Input<C>): Promise<P>;
  commit(ctx: CtxOf<C>, input: Input<C>, db: DbOf<C>, prepared: P): Promise<AnswerOf<C>>;
  /**
   * True when `commit` only reads and writes in its transaction. It may then run before the request
   * id is claimed: the claim is inserted with the answer, and if it fails `commit` runs again after
   * a normal claim. Saves a round trip.
   */
  readonly claimAtCommit?: boolean;
  /** A short form of the answer to store for replays, when the full answer can be read again. */
  readonly replayKey?: ReplayKey<C>;
  /**
   * Records what a rejection must leave behind, after its transaction was rolled back. May run
   * twice.
   */
  onRejected?(ctx: CtxOf<C>, input: Input<C>, error: CallError): Promise<void>;
}

/**
 * The short form of an answer that is stored for replays, and how the answer is rebuilt from it.
 */
export interface ReplayKey<C extends Call> {
  of(answer: AnswerOf<C>): unknown;
  rebuild(ctx: CtxOf<C>, key: unknown, tx: Tx): Promise<AnswerOf<C>>;
}

/** Declares a handler with a `prepare` phase outside the transaction. */
export function twoPhase<C extends Call, P>(handler: TwoPhaseHandler<C, P>): TwoPhaseHandler<C, P> {
  return handler;
}

type CallTable = typeof CALLS;
/** A table with a handler for each of the named calls; a call left out does not compile. */
export type Handlers<K extends CallName = CallName> = {
  // biome-ignore lint/suspicious/noExplicitAny: the type passed from prepare to commit is private to each handler
  readonly [N in K]: Handler<CallTable[N], any>;
};
