import type { STAFF_CALLS } from '@noren/contract/staff/index';
import type { HandlerTable, RequestCtx } from '../http/call-handler.ts';
import type { ConsoleOrigin } from './passkeys.ts';
import type { StaffMember, StaffSession } from './staff-store.ts';

/** A request of the console before anybody is signed in. */
export interface OpenStaffCtx extends RequestCtx {
  readonly console: ConsoleOrigin;
  /** A short name of the browser. */
  readonly browser: string;
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

interface StaffContexts {
  readonly open: OpenStaffCtx;
  readonly signedIn: StaffCtx;
}

/** A handler for each of the staff calls. */
export type StaffHandlers = HandlerTable<typeof STAFF_CALLS, StaffContexts>;
