import { checkOtpLogin, sendOtp } from '@noren/contract/login';
import { NoAnswer, send } from '../../api/api.ts';
import { loadOnboardingStatus } from '../../api/onboarding-status.ts';
import { language, t } from '../../i18n/index.ts';
import { AFTER_SIGN_IN, clearDraft, readDraft } from '../../session/drafts.ts';
import { saveSignIn } from '../../session/session.ts';
import { pathAfterSignIn } from './path-after-sign-in.ts';

/**
 * Asks for a code; not where the sign-in it is for could not be kept.
 * @throws ApiError, NoAnswer: told by the screen
 */
export async function askForCode(phone: string) {
  if (!navigator.cookieEnabled) throw new NoAnswer(t('login.cookies_refused'));
  return send(sendOtp, { query: {}, body: { phone, type: 1 } }, 'screen');
}

/** What a sign-in is made of. */
export type SignIn = { phone: string; otpRef: string; code: string; policyVersion: string };

/**
 * Signs in and answers where the user goes on.
 * @throws ApiError, NoAnswer: told by the screen
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
    // Signed in all the same: the next screen asks for the standing again and shows its own failure.
    console.info('The status did not load after signing in', (cause as Error).name);
    return pathAfterSignIn(answer.bizStatus);
  }
}
