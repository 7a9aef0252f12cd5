/** How a session was opened: by an open-token link, or by a code. Source: `domain.md`, sign-in. */
export type Assurance = 'link' | 'otp';

/** How long an entered code stands for a risky action, in milliseconds. */
export const codeStandsForMs = 30 * 60_000;

/** What a session knows: its assurance, and when (UTC ms) a code was last entered on it. */
export type SessionAssurance = { assurance: Assurance; codeEnteredAtMs: number | undefined };

/**
 * Whether a risky action (accepting a KFS or an extension, changing the bank account, exporting or erasing data) may go on: 'ok' for a session raised by a code entered within the last 30 minutes, both
 * ends included; else 'confirm' (the call answers 316). An instant in the future is not trusted.
 */
export function stepUp(session: SessionAssurance, nowMs: number): 'ok' | 'confirm' {
  const { assurance, codeEnteredAtMs } = session;
  if (assurance !== 'otp' || codeEnteredAtMs === undefined) return 'confirm';
  const age = nowMs - codeEnteredAtMs;
  return age >= 0 && age <= codeStandsForMs ? 'ok' : 'confirm';
}
