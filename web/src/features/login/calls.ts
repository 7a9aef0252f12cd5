import { checkOtpLogin, logOut, sendOtp } from '@noren/contract/login';
import { NoAnswer, send } from '../../api/api.ts';
import { loadOnboardingStatus } from '../../api/onboarding-status.ts';
import { language, t } from '../../i18n/index.ts';
import { AFTER_SIGN_IN, clearDraft, readDraft } from '../../session/drafts.ts';
import { saveSignIn } from '../../session/session.ts';
import { pathAfterSignIn } from './path-after-sign-in.ts';

/**
 * Requests a code, unless cookies are refused and the sign-in could not be stored.
 * @throws ApiError, NoAnswer, which the screen shows
 */
export async function requestCode(phone: string) {
  if (!navigator.cookieEnabled) throw new NoAnswer(t('login.cookies_refused'));
  return send(sendOtp, { query: {}, body: { phone, type: 1 } }, 'screen');
}

export type SignIn = { phone: string; otpRef: string; code: string; policyVersion: string };

/**
 * Signs in and returns the path to continue at.
 * @throws ApiError, NoAnswer, which the screen shows
 */
export async function signIn(given: SignIn): Promise<string> {
  const answer = await send(checkOtpLogin, { body: { ...given, agreed: true, language: language() } }, 'screen');
  saveSignIn(answer.token, { userId: answer.userId, maskedPhone: answer.maskedPhone });
  const { place } = readDraft(AFTER_SIGN_IN);
  clearDraft(AFTER_SIGN_IN);
  if (place) return place;
  try {
    return pathAfterSignIn((await loadOnboardingStatus()).bizStatus);
  } catch (cause) {
    // The user is signed in: the next screen loads the status again and shows its own failure.
    console.info('The status did not load after signing in', (cause as Error).name);
    return pathAfterSignIn(answer.bizStatus);
  }
}

/** Ends the session on the server. @throws ApiError, NoAnswer, which the screen shows */
export async function signOut(): Promise<void> {
  await send(logOut, {}, 'screen');
}
