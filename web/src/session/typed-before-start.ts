/**
 * What the page needs of the sign-in draft before the app is loaded. It is not in drafts.ts, which
 * reads the session storage as soon as it is loaded: the first frame must not wait for that.
 */

/** Prefix of the drafts that are stored encrypted. */
export const ENCRYPTED = 'noren.encrypted-draft.';

/** Draft of the login form: `phone`, and `sentTo`, the phone that a code was sent to. */
export const SIGN_IN = 'login';

/** Where the encrypted draft of a form is in the session storage. */
export const encryptedDraftKey = (form: string): string => ENCRYPTED + form;

/**
 * The text typed into a field of the server-rendered screen before the app was loaded; undefined
 * when there is none.
 */
export function readTypedValue(fieldId: string): string | undefined {
  if (typeof document === 'undefined') return undefined;
  const field = document.getElementById(fieldId);
  return field instanceof HTMLInputElement && field.value !== '' ? field.value : undefined;
}
