import type { AnswerOf, BodyOf, Call, ParamsOf, QueryOf } from '@noren/contract/call';
import type { BusinessDay } from '@noren/core/money/time';
import type { Db, Tx } from '../db/db.ts';
import type { Deps } from '../deps.ts';
import type { CallError } from './call-error.ts';

/** The request that a handler answers, of a borrower or of staff. */
export interface RequestCtx {
  readonly deps: Deps;
  /**
   * The caller's network address; used for limits and the record of an acceptance, never logged.
   */
  readonly address: string;
  readonly requestId: string;
  readonly now: number;
  readonly today: BusinessDay;
}

/** What the handlers of one server are told of a request: of any caller's, of a known caller's. */
export interface Contexts {
  readonly open: RequestCtx;
  readonly signedIn: RequestCtx;
}

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

/** An answer that is not JSON: a picture or a file that was made. */
export class FileAnswer {
  readonly bytes: Buffer;
  readonly type: string;
  readonly name: string | null;
  constructor(bytes: Buffer, type: string, name: string | null = null) {
    this.bytes = bytes;
    this.type = type;
    this.name = name;
  }
}

type HandlerCtx<C extends Call, X extends Contexts> = C['who'] extends 'anyone'
  ? X['open']
  : X['signedIn'];
type HandlerDb<C extends Call> = C['changes'] extends true ? Tx : Db;
type Answer<C extends Call> = C['answerTypes'] extends readonly string[]
  ? AnswerOf<C> | FileAnswer
  : AnswerOf<C>;

/**
 * Handles a call. A changing call's `commit` runs in the transaction that is committed with its
 * answer. Slow work and provider calls go into `prepare`, which runs before the transaction and is
 * skipped for a request already answered.
 */
export type CallHandler<C extends Call, X extends Contexts, P = unknown> =
  | ((ctx: HandlerCtx<C, X>, input: Input<C>, db: HandlerDb<C>) => Promise<Answer<C>>)
  | TwoPhaseHandler<C, X, P>;

export interface TwoPhaseHandler<C extends Call, X extends Contexts, P = unknown> {
  prepare?(ctx: HandlerCtx<C, X>, input: Input<C>): Promise<P>;
  commit(ctx: HandlerCtx<C, X>, input: Input<C>, db: HandlerDb<C>, prepared: P): Promise<Answer<C>>;
  /**
   * True when `commit` only reads and writes in its transaction. It may then run before the request
   * id is claimed: the claim is inserted with the answer, and if it fails `commit` runs again after
   * a normal claim. Saves a round trip.
   */
  readonly claimAtCommit?: boolean;
  /** A short form of the answer to store for replays, when the full answer can be read again. */
  readonly replayKey?: ReplayKey<C, X>;
  /**
   * Records what a rejection must leave behind, after its transaction was rolled back. May run
   * twice.
   */
  onRejected?(ctx: HandlerCtx<C, X>, input: Input<C>, error: CallError): Promise<void>;
}

/**
 * The short form of an answer that is stored for replays, and how the answer is rebuilt from it.
 */
export interface ReplayKey<C extends Call, X extends Contexts> {
  shorten(answer: AnswerOf<C>): unknown;
  rebuild(ctx: HandlerCtx<C, X>, key: unknown, tx: Tx): Promise<AnswerOf<C>>;
}

/**
 * A table with a handler for each call; a call left out does not compile. A feature states its part
 * with `satisfies Partial<…>`, so that each call is named once.
 */
export type HandlerTable<T extends Readonly<Record<string, Call>>, X extends Contexts> = {
  // biome-ignore lint/suspicious/noExplicitAny: the type passed from prepare to commit is private to each handler
  readonly [N in keyof T]: CallHandler<T[N], X, any>;
};

/** A handler of any call, as the pipeline sees it. */
export type AnyHandler = CallHandler<Call, Contexts>;
