import type { AnswerOf, BodyOf, Call, ParamsOf, QueryOf } from '@noren/contract/call';
import type { Language } from '@noren/contract/fields';
import type { CALLS, CallName } from '@noren/contract/index';
import type { BusinessDay } from '@noren/core/money/time';
import type { Db, Tx } from '../db/db.ts';
import type { Deps } from '../deps.ts';
import type { CallError } from './call-error.ts';
import type { Session } from './session.ts';

/** Who asks, from where, and when. */
export interface Ctx {
  readonly deps: Deps;
  readonly deviceId: string;
  /** The caller's network address; used for limits and the record of an acceptance, never logged. */
  readonly address: string;
  readonly language: Language;
  readonly requestId: string;
  readonly now: number;
  readonly today: BusinessDay;
  readonly session: Session | null;
  /** The session the caller has already, and its token: for a sign-in, which asks for none. */
  before(): Promise<{ session: Session; token: string } | null>;
  /** Sets or clears the companion cookie of the session. */
  setSessionCookie(value: string | null): void;
}
/** The same for a call that only a signed-in user may make. */
export type UserCtx = Ctx & { readonly session: Session; readonly userId: string };

/** What came in, parsed. */
export interface Input<C extends Call> {
  readonly params: ParamsOf<C>;
  readonly query: QueryOf<C>;
  readonly body: BodyOf<C>;
  /** The first uploaded file of a multipart call. */
  readonly file: C['encoding'] extends 'multipart' ? Buffer : undefined;
  /** All its uploaded files, in the order sent; none for a call of another kind. */
  readonly files: readonly Buffer[];
}

type CtxOf<C extends Call> = C['who'] extends 'anyone' ? Ctx : UserCtx;
type DbOf<C extends Call> = C['changes'] extends true ? Tx : Db;

/**
 * Answers a call. A changing call's `run` has a transaction, committed with its answer; slow work and provider calls go
 * into `work`, which runs before the transaction and is not repeated for a request already answered.
 */
export type Handler<C extends Call, W = unknown> =
  | ((ctx: CtxOf<C>, input: Input<C>, db: DbOf<C>) => Promise<AnswerOf<C>>)
  | WorkingHandler<C, W>;
export interface WorkingHandler<C extends Call, W> {
  work?(ctx: CtxOf<C>, input: Input<C>): Promise<W>;
  run(ctx: CtxOf<C>, input: Input<C>, db: DbOf<C>, worked: W): Promise<AnswerOf<C>>;
  /**
   * True where `run` does nothing but read and write in its transaction, and so may be done before it is known that the
   * request is new: the claim is made with the answer, and where it fails `run` is begun again after it.
   */
  readonly isPure?: boolean;
  /** What of an answer is remembered, where the rest can be read again: a large one costs more than its change. */
  readonly brief?: Brief<C>;
  /** Keeps what a refusal must leave behind, after its transaction was rolled back; it may run twice and must bear it. */
  refused?(ctx: CtxOf<C>, input: Input<C>, error: CallError): Promise<void>;
}

/** The short form in which an answer is remembered, and the way back. */
export interface Brief<C extends Call> {
  of(answer: AnswerOf<C>): unknown;
  /** The answer as it was given. */
  whole(ctx: CtxOf<C>, brief: unknown, tx: Tx): Promise<AnswerOf<C>>;
}

/** Pairs slow work with the transaction that uses it. */
export function working<C extends Call, W>(handler: WorkingHandler<C, W>): WorkingHandler<C, W> {
  return handler;
}

type Declared = typeof CALLS;
/** A table with a handler for each of the named calls; a call left out does not compile. */
// biome-ignore lint/suspicious/noExplicitAny: what work hands to run is each handler's own affair
export type Handlers<K extends CallName = CallName> = { readonly [N in K]: Handler<Declared[N], any> };
