import { homeFor } from '@noren/core/people/status';
import { ApiError, goTo, NoAnswer, send } from '../../api/api.ts';
import { t } from '../../i18n/index.ts';
import { adoptSessionFromCookies, clearSession, readSession, saveSignIn } from '../../session/session.ts';
import { toast } from '../../ui/overlay/toast.tsx';

/** How opening a link ended: refused, by the server or this browser, without an answer, or in somebody else's place. */
export type LinkEnd = 'used' | 'expired' | 'unknown' | 'many' | 'lost' | 'cookies' | 'other';

/** Where the opening and its end are shown. */
export const linkPath = (end: LinkEnd | 'opening'): string => `/login?link=${end}`;

// In memory only: the address no longer has it, so that it is neither shared nor opened by a reload.
let opening: string | null = null;

/** Whether there is a link to open, or to try again. */
export function hasPendingLink(): boolean {
  return opening !== null;
}

/** Opens a link: signs its user in and goes to where they stand; an end that needs words is shown at `linkPath`. */
export async function openLink(openToken: string): Promise<void> {
  opening = openToken;
  // A link signs in once: it is not spent where the session it opens could not be kept.
  if (!navigator.cookieEnabled) return goTo(linkPath('cookies'), 'replace');
  const before = readSession().userInfo;
  try {
    const answer = await signInBy(openToken);
    opening = null;
    const isOther = before !== null && before.userId !== answer.userId;
    // What the one before typed and saw on this device is not the other's.
    if (isOther) clearSession();
    saveSignIn(answer.token, { userId: answer.userId, maskedPhone: answer.maskedPhone });
    const place = await currentHomePath(answer.bizStatus);
    goTo(isOther ? linkPath('other') : place, 'replace');
    if (!isOther) toast(t('login.link_signed_in', { phone: answer.maskedPhone }));
  } catch (cause) {
    await finishFailedLink(endOf(cause));
  }
}

/** Tries a link again that did not come through; the same request, so that it signs in once however often it is tried. */
export async function retryLink(): Promise<void> {
  if (opening === null) return;
  goTo(linkPath('opening'), 'replace');
  await openLink(opening);
}

async function signInBy(openToken: string) {
  const { openTokenLogin } = await import('../../api/rare-calls.ts').catch(() => {
    throw new NoAnswer('the app came only in part');
  });
  const [taskId = '', uniqueChannel = ''] = openToken.split('.');
  // Specification §3: 1 for other phones, 2 for an iPhone.
  const registerClientType = /iPhone/.test(navigator.userAgent) ? 2 : 1;
  return send(openTokenLogin, { body: { taskId, uniqueChannel, registerClientType } }, 'screen');
}

async function finishFailedLink(end: LinkEnd): Promise<void> {
  if (end !== 'lost') opening = null;
  // The same link, opened twice at once, may have signed in next door.
  adoptSessionFromCookies();
  const { token, userInfo } = readSession();
  if (end === 'lost' || token === null) return goTo(linkPath(end), 'replace');
  goTo(await currentHomePath(0), 'replace');
  toast(t('login.link_still_in', { phone: userInfo?.maskedPhone ?? '' }));
}

/** Where the user stands; by what is known already when it cannot be asked. */
async function currentHomePath(known: number): Promise<string> {
  try {
    const { loadOnboardingStatus } = await import('../../api/onboarding-status.ts');
    return homeFor((await loadOnboardingStatus()).bizStatus);
  } catch (cause) {
    // The screen that needs the status asks again and shows its own failure.
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
