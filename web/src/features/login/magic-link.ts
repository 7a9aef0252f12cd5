import { homeFor } from '@noren/core/people/status';
import { ApiError, goTo, NoAnswer, send } from '../../api/api.ts';
import { t } from '../../i18n/index.ts';
import { adoptSessionFromCookies, clearSession, readSession, saveSignIn } from '../../session/session.ts';
import { toast } from '../../ui/overlay/toast.tsx';

/** How opening a link failed: refused by the server or this browser, without a response, or with another user signed in. */
export type LinkEnd = 'used' | 'expired' | 'unknown' | 'many' | 'lost' | 'cookies' | 'other';

/** The path that shows the opening or its result. */
export const linkPath = (end: LinkEnd | 'opening'): string => `/login?link=${end}`;

// In memory only: it is removed from the address, so that it is neither shared nor opened again by a reload.
let opening: string | null = null;

/** Whether there is a link to open or retry. */
export function hasPendingLink(): boolean {
  return opening !== null;
}

/** Opens a link: signs its user in and goes to their current screen; a failure is shown at `linkPath`. */
export async function openLink(openToken: string): Promise<void> {
  opening = openToken;
  // A link works once: it is not spent if its session could not be stored.
  if (!navigator.cookieEnabled) return goTo(linkPath('cookies'), 'replace');
  const before = readSession().userInfo;
  try {
    const answer = await signInBy(openToken);
    opening = null;
    const isOther = before !== null && before.userId !== answer.userId;
    // The new user must not see the data of the previous user.
    if (isOther) clearSession();
    saveSignIn(answer.token, { userId: answer.userId, maskedPhone: answer.maskedPhone });
    const path = await currentHomePath(answer.bizStatus);
    goTo(isOther ? linkPath('other') : path, 'replace');
    if (!isOther) toast(t('login.link_signed_in', { phone: answer.maskedPhone }));
  } catch (cause) {
    await finishFailedLink(endOf(cause));
  }
}

/** Retries a link without a response as the same request, so that it signs in once. */
export async function retryLink(): Promise<void> {
  if (opening === null) return;
  goTo(linkPath('opening'), 'replace');
  await openLink(opening);
}

async function signInBy(openToken: string) {
  const { openTokenLogin } = await import('../../api/rare-calls.ts').catch(() => {
    throw new NoAnswer('the app loaded only in part');
  });
  const [taskId = '', uniqueChannel = ''] = openToken.split('.');
  // Specification §3: 1 for other phones, 2 for an iPhone.
  const registerClientType = /iPhone/.test(navigator.userAgent) ? 2 : 1;
  return send(openTokenLogin, { body: { taskId, uniqueChannel, registerClientType } }, 'screen');
}

async function finishFailedLink(end: LinkEnd): Promise<void> {
  if (end !== 'lost') opening = null;
  // The same link may have signed in in another tab.
  adoptSessionFromCookies();
  const { token, userInfo } = readSession();
  if (end === 'lost' || token === null) return goTo(linkPath(end), 'replace');
  goTo(await currentHomePath(0), 'replace');
  toast(t('login.link_still_in', { phone: userInfo?.maskedPhone ?? '' }));
}

/** The path for the user's status; for the known status if loading it fails. */
async function currentHomePath(known: number): Promise<string> {
  try {
    const { loadOnboardingStatus } = await import('../../api/onboarding-status.ts');
    return homeFor((await loadOnboardingStatus()).bizStatus);
  } catch (cause) {
    // The next screen loads the status again and shows its own failure.
    console.info('The status did not load after the link', (cause as Error).name);
    return homeFor(known);
  }
}

const SERVER_FAULT = 500;
const TOO_MANY = 429;

function endOf(cause: unknown): LinkEnd {
  if (cause instanceof NoAnswer) return 'lost';
  if (!(cause instanceof ApiError)) throw cause;
  if (cause.code === SERVER_FAULT) return 'lost';
  if (cause.code === TOO_MANY) return 'many';
  if (cause.data?.reason === 'link_used') return 'used';
  return cause.data?.reason === 'link_expired' ? 'expired' : 'unknown';
}
