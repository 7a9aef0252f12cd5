import type { Call } from '@noren/contract/call';
import type { Envelope } from '@noren/contract/envelope';
import type { Language } from '@noren/contract/fields';
import type { CALLS } from '@noren/contract/index';
import type { HandlerTable, RequestCtx, TwoPhaseHandler } from './call-handler.ts';
import type { Session } from './session-store.ts';

/** A GET call with its input, not parsed yet. */
export interface CallRequest {
  readonly call: Call;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

/** A borrower's request: the phone it came from, and who is signed in there. */
export interface Ctx extends RequestCtx {
  /** Of a signed-in call the device that its session was opened on, whatever the header says. */
  readonly deviceId: string;
  readonly language: Language;
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

interface BorrowerContexts {
  readonly open: Ctx;
  readonly signedIn: UserCtx;
}

/** Declares a handler with a `prepare` phase outside the transaction. */
export function twoPhase<C extends Call, P>(
  handler: TwoPhaseHandler<C, BorrowerContexts, P>,
): TwoPhaseHandler<C, BorrowerContexts, P> {
  return handler;
}

/** A handler for each of the borrowers' calls. */
export type Handlers = HandlerTable<typeof CALLS, BorrowerContexts>;
