import { checkOtpLogin, logOut, sendOtp } from '@noren/contract/login';
import { CAMPAIGN, CAMPAIGN_PARAMETER, TRACKING_PARAMETER } from '@noren/core/people/ad-click';
import { NoAnswer, send } from '../../api/api.ts';
import { markHandled } from '../../api/failures.ts';
import { loadOnboardingStatus } from '../../api/onboarding-status.ts';
import { isLanguageChosen } from '../../i18n/choice.ts';
import { adoptLanguage, language, t } from '../../i18n/index.ts';
import { AFTER_SIGN_IN, clearDraft, readDraft } from '../../session/drafts.ts';
import { saveSignIn } from '../../session/session.ts';
import { pathAfterSignIn } from './path-after-sign-in.ts';

/**
 * Requests a code, unless cookies are refused and the sign-in could not be stored.
 * @throws ApiError, NoAnswer, which the screen shows
 */
export async function requestCode(phone: string) {
  if (!navigator.cookieEnabled) throw new NoAnswer(t('login.cookies_refused'));
  return send(sendOtp, { body: { phone, type: 1 } });
}

/**
 * The mark of the ad click that brought the visitor, and its campaign, as the cleaned address has
 * them.
 */
function parseAd(search: string): { adClick?: string; campaign?: string } {
  const params = new URLSearchParams(search);
  const adClick = params.get(TRACKING_PARAMETER);
  const campaign = params.get(CAMPAIGN_PARAMETER) ?? '';
  return { ...(adClick && { adClick }), ...(CAMPAIGN.test(campaign) && { campaign }) };
}

/** The code was sent to a typed phone, or to that of a link. */
type SentTo = { phone: string } | { link: { taskId: string; uniqueChannel: string } };
export type SignIn = SentTo & { otpRef: string; code: string; policyVersion: string };

/**
 * Signs in and returns the path to continue at.
 * @throws ApiError, NoAnswer, which the screen shows
 */
export async function signIn(given: SignIn): Promise<string> {
  const chosen = isLanguageChosen() ? { isLanguageChosen: true as const } : {};
  const body = {
    ...given,
    ...parseAd(location.search),
    agreed: true as const,
    language: language(),
    ...chosen,
  };
  const answer = await send(checkOtpLogin, { body });

  saveSignIn(answer.token, { userId: answer.userId, maskedPhone: answer.maskedPhone });
  await adoptLanguage(answer.language);

  const { place } = readDraft(AFTER_SIGN_IN);
  clearDraft(AFTER_SIGN_IN);

  if (place) return place;

  try {
    return pathAfterSignIn((await loadOnboardingStatus()).bizStatus);
  } catch (cause) {
    // The user is signed in: the next screen loads the status again and shows its own failure.
    markHandled(cause);
    console.info('The status did not load after signing in', (cause as Error).name);
    return pathAfterSignIn(answer.bizStatus);
  }
}

/**
 * Ends the session on the server.
 * @throws ApiError, NoAnswer, which the screen shows
 */
export async function signOut(): Promise<void> {
  await send(logOut, {});
}
