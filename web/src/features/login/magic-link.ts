import { homeFor } from '@noren/core/people/status';
import { ApiError, goTo, NoAnswer, send } from '../../api/api.ts';
import { markHandled } from '../../api/failures.ts';
import { t } from '../../i18n/index.ts';
import { adoptSessionFromCookies, clearSession, readSession, saveSignIn } from '../../session/session.ts';
import { toast } from '../../ui/overlay/toast.tsx';

/** How opening a link failed: refused by the server or this browser, without a response, or with another user signed in. */
export type LinkEnd = 'used' | 'expired' | 'unknown' | 'many' | 'lost' | 'cookies' | 'other';

/** The path that shows the opening, the question before it signs in, or its result. */
export const linkPath = (end: LinkEnd | 'opening' | 'confirm'): string => `/login?link=${end}`;

/** A link that is being opened; its phone is known once the server was asked, and confirmed by a tap. */
type PendingLink = { openToken: string; maskedPhone: string | null; isConfirmed: boolean };

// In memory only: it is removed from the address, so that it is neither shared nor opened again by a reload.
let pending: PendingLink | null = null;

/** Whether there is a link to open or retry. */
export function hasPendingLink(): boolean {
  return pending !== null;
}

/** The phone that the opened link signs in; null while it is unknown. */
export function readLinkPhone(): string | null {
  return pending?.maskedPhone ?? null;
}

/** Opens a link: asks whose phone it signs in, and shows that before anybody is signed in. A failure is shown at `linkPath`. */
export async function openLink(openToken: string): Promise<void> {
  pending = { openToken, maskedPhone: null, isConfirmed: false };
  // A link works once: it is not spent if its session could not be stored.
  if (!navigator.cookieEnabled) return goTo(linkPath('cookies'), 'replace');
  try {
    const { openTokenPhone } = await loadLinkCalls();
    const { maskedPhone } = await send(openTokenPhone, { body: halvesOf(openToken) });
    pending = { ...pending, maskedPhone };
    goTo(linkPath('confirm'), 'replace');
  } catch (cause) {
    await finishFailedLink(endOf(cause));
  }
}

/** The tap on the screen that names the phone: signs its user in and goes to their current screen. */
export async function confirmLink(): Promise<void> {
  // Nobody confirms a phone that was not shown.
  if (!pending?.maskedPhone) return;
  pending = { ...pending, isConfirmed: true };
  goTo(linkPath('opening'), 'replace');
  const before = readSession().userInfo;
  try {
    const answer = await signInBy(pending.openToken);
    pending = null;
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

/** Leaves a link unused. */
export function dropLink(): void {
  pending = null;
}

/** Retries a link without a response; a confirmed one as the same request, so that it signs in once. */
export async function retryLink(): Promise<void> {
  if (pending === null) return;
  if (pending.isConfirmed) return confirmLink();
  goTo(linkPath('opening'), 'replace');
  await openLink(pending.openToken);
}

function loadLinkCalls(): Promise<typeof import('../../api/rare-calls.ts')> {
  return import('../../api/rare-calls.ts').catch(() => {
    throw new NoAnswer('the app loaded only in part');
  });
}

function halvesOf(openToken: string): { taskId: string; uniqueChannel: string } {
  const [taskId = '', uniqueChannel = ''] = openToken.split('.');
  return { taskId, uniqueChannel };
}

async function signInBy(openToken: string) {
  const { openTokenLogin } = await loadLinkCalls();
  // Specification §3: 1 for other phones, 2 for an iPhone.
  const registerClientType = /iPhone/.test(navigator.userAgent) ? 2 : 1;
  return send(openTokenLogin, { body: { ...halvesOf(openToken), registerClientType } });
}

async function finishFailedLink(end: LinkEnd): Promise<void> {
  if (end !== 'lost') pending = null;
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
    markHandled(cause);
    console.info('The status did not load after the link', (cause as Error).name);
    return homeFor(known);
  }
}

const SERVER_FAULT = 500;
const TOO_MANY = 429;

function endOf(cause: unknown): LinkEnd {
  // The screen at `linkPath` says it in its own words.
  markHandled(cause);
  if (cause instanceof NoAnswer) return 'lost';
  if (!(cause instanceof ApiError)) throw cause;
  if (cause.code === SERVER_FAULT) return 'lost';
  if (cause.code === TOO_MANY) return 'many';
  if (cause.data?.reason === 'link_used') return 'used';
  return cause.data?.reason === 'link_expired' ? 'expired' : 'unknown';
}
