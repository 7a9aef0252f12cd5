import type { AnswerOf, BodyOf, Call, ParamsOf, QueryOf } from '@noren/contract/call';
import type { STAFF_CALLS, StaffCallName } from '@noren/contract/staff/index';
import type { BusinessDay } from '@noren/core/money/time';
import type { Db, Tx } from '../db/db.ts';
import type { Deps } from '../deps.ts';
import type { ConsoleOrigin } from './passkeys.ts';
import type { StaffMember, StaffSession } from './staff-store.ts';

/** A request of the console before anybody is signed in. */
export interface OpenStaffCtx {
  readonly deps: Deps;
  readonly console: ConsoleOrigin;
  readonly address: string;
  /** A short name of the browser. */
  readonly browser: string;
  readonly requestId: string;
  readonly now: number;
  readonly today: BusinessDay;
  /** Sets the session's cookie; null clears it. */
  setSessionToken(token: string | null): void;
  /** What this browser was given when it left for the company's page. */
  readonly companySecret: string | undefined;
  /** Sets the cookie of `companySecret`; null clears it. */
  setCompanySecret(secret: string | null): void;
}

/** A request of somebody signed in. */
export interface StaffCtx extends OpenStaffCtx {
  readonly staff: StaffMember;
  readonly session: StaffSession;
  /**
   * Requires a passkey assertion for exactly this call and content, where a change needs one only
   * sometimes.
   * @throws what undoes the change; it is begun again once the passkey was asked for and has
   * confirmed it
   */
  requireConfirmed(): void;
}

export interface StaffInput<C extends Call> {
  readonly params: ParamsOf<C>;
  readonly query: QueryOf<C>;
  readonly body: BodyOf<C>;
}

type CtxOf<C extends Call> = C['who'] extends 'anyone' ? OpenStaffCtx : StaffCtx;
type DbOf<C extends Call> = C['changes'] extends true ? Tx : Db;

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

/**
 * Handles a staff call; one that changes something runs in the transaction that is committed with
 * its answer.
 */
export type StaffHandler<C extends Call> = (
  ctx: CtxOf<C>,
  input: StaffInput<C>,
  db: DbOf<C>,
) => Promise<AnswerOf<C> | FileAnswer>;

type StaffCallTable = typeof STAFF_CALLS;
/** A table with a handler for each of the named staff calls; one left out does not compile. */
export type StaffHandlers<K extends StaffCallName = StaffCallName> = {
  readonly [N in K]: StaffHandler<StaffCallTable[N]>;
};
