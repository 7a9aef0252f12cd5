/** Why e-mails to an address ended. A new code confirms it again, unless it is another person's. */
export const EMAIL_ENDS = ['bounced', 'complained', 'not_mine', 'stopped', 'removed'] as const;
export type EmailEnd = (typeof EMAIL_ENDS)[number];

const MINUTE_MS = 60_000;

/**
 * The code that confirms an address, as long as those sent by SMS. Anyone who guesses it only sends
 * their own papers to a stranger. @ASSUMED half an hour: mail is slower than SMS.
 */
export const EMAIL_CODE = {
  digits: 4,
  validMs: 30 * MINUTE_MS,
  resendAfterMs: MINUTE_MS,
  mostTries: 5,
} as const;

/** As it is shown to staff: the first letter of the mailbox, and the domain's ending. */
export function maskEmail(address: string): string {
  const at = address.lastIndexOf('@');
  const ending = address.slice(address.lastIndexOf('.'));
  return `${address.slice(0, 1)}••••@••••${at < 0 ? '' : ending}`;
}
