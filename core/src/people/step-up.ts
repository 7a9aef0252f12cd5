/**
 * How a session was opened: by an open-token link, or by a code. Source: `docs/people.md`, "Links".
 */
export type Assurance = 'link' | 'otp';

/**
 * How long an entered code, or a passkey used in its place, is valid for a risky action, in
 * milliseconds.
 */
export const codeValidMs = 30 * 60_000;

/** A session's assurance, and when (UTC ms) a code or a passkey last confirmed it. */
export type SessionAssurance = { assurance: Assurance; codeEnteredAtMs: number | undefined };

/** Acts on a borrower's data, money or devices. */
export type Act =
  | 'save_first'
  | 'see_saved'
  | 'change_saved'
  /** The account money is paid to, for the first time. */
  | 'name_account'
  | 'cancel'
  /** Giving a consent: only the borrower may. */
  | 'agree'
  /**
   * Asking for a larger limit. It commits the borrower to no loan, because each loan has its own key
   * facts to accept. Still nobody else may ask for it.
   */
  | 'request_limit'
  /** Accepting a Key Facts Statement or an extension, changing the account, sending money again. */
  | 'move_money'
  /**
   * Signing out other devices: who holds the phone for a moment must not sign out its owner
   * elsewhere.
   */
  | 'end_sessions'
  /** Adding or removing a passkey, which replaces the code from then on. */
  | 'change_passkeys'
  /** Giving the account another phone number, which signs in from then on. */
  | 'change_phone'
  /** Exporting all data of the borrower, or having it erased. */
  | 'take_data';

/**
 * What each act requires of the session: nothing; a code at any time, because a link may have been
 * forwarded; or a code within the last 30 minutes. Source: `docs/people.md`; what a link
 * may do before a code is @ASSUMED.
 */
const needs = {
  save_first: 'nothing',
  see_saved: 'code',
  change_saved: 'code',
  name_account: 'code',
  cancel: 'code',
  agree: 'code',
  request_limit: 'code',
  move_money: 'recent_code',
  end_sessions: 'recent_code',
  change_passkeys: 'recent_code',
  change_phone: 'recent_code',
  take_data: 'recent_code',
} as const satisfies Record<Act, 'nothing' | 'code' | 'recent_code'>;

/** Whether the session may do it now: 'ok', or 'confirm' (the call answers 316). */
export function mayAct(act: Act, session: SessionAssurance, nowMs: number): 'ok' | 'confirm' {
  const need = needs[act];
  switch (need) {
    case 'nothing':
      return 'ok';
    case 'code':
      return session.assurance === 'otp' ? 'ok' : 'confirm';
    case 'recent_code':
      return stepUp(session, nowMs);
    default: {
      const missing: never = need;
      throw new RangeError(`unknown need: ${missing}`);
    }
  }
}

/**
 * 'ok' within 30 minutes of a code, both ends included. An instant in the future is not trusted.
 */
function stepUp({ assurance, codeEnteredAtMs }: SessionAssurance, nowMs: number): 'ok' | 'confirm' {
  if (assurance !== 'otp' || codeEnteredAtMs === undefined) return 'confirm';
  const age = nowMs - codeEnteredAtMs;
  return age >= 0 && age <= codeValidMs ? 'ok' : 'confirm';
}
