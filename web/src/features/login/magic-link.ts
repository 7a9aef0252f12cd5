import type { AnswerOf } from '@noren/contract/call';
import type { sendLinkOtp } from '@noren/contract/login';
import { homeFor } from '@noren/core/people/status';
import { ApiError, goTo, NoAnswer, send } from '../../api/api.ts';
import { markHandled } from '../../api/failures.ts';
import { adoptLanguage, t } from '../../i18n/index.ts';
import {
  adoptSessionFromCookies,
  clearSession,
  readSession,
  saveSignIn,
} from '../../session/session.ts';
import { toast } from '../../ui/overlay/toast.tsx';
import { loadLinkCalls } from './load-calls.ts';

/**
 * How opening a link failed: refused by the server or this browser, without a response, with
 * another user signed in, or with no code sent for its papers.
 */
export type LinkEnd =
  | 'used'
  | 'papers'
  | 'expired'
  | 'unknown'
  | 'many'
  | 'lost'
  | 'cookies'
  | 'other';

/**
 * The path that shows the opening, the question before another user is signed out, the code of a
 * used link, or the result.
 */
export const linkPath = (end: LinkEnd | 'opening' | 'confirm' | 'code' | 'code&papers'): string =>
  `/login?link=${end}`;

/** The code that was sent to the phone of a used link. */
export type LinkCode = AnswerOf<typeof sendLinkOtp>;

/**
 * A link that is being opened. Its phone is known where a tap must confirm it, and its code where
 * it was used already.
 */
type PendingLink = { openToken: string; maskedPhone?: string; isConfirmed?: true; code?: LinkCode };

// In memory only: it is removed from the address, so that it is neither shared nor opened again by
// a reload.
let pending: PendingLink | null = null;

/** Whether there is a link to open or retry. */
export function hasPendingLink(): boolean {
  return pending !== null;
}

/** The phone that the opened link signs in; null while it is unknown. */
export function readLinkPhone(): string | null {
  return pending?.maskedPhone ?? null;
}

/** The used link, and the code that was sent to its phone; null when none was. */
export function readLinkCode(): { link: ReturnType<typeof splitToken>; code: LinkCode } | null {
  return pending?.code ? { link: splitToken(pending.openToken), code: pending.code } : null;
}

/**
 * Opens a link: signs its user in at once when nobody else is signed in on this browser, else after
 * a tap on a screen that names the phone. A used link leads to the code for its phone, any other
 * failure to `linkPath`.
 */
export async function openLink(openToken: string): Promise<void> {
  pending = { openToken };
  // A link works once: it is not spent if its session could not be stored.
  if (!navigator.cookieEnabled) return goTo(linkPath('cookies'), 'replace');

  await becomeVisible();
  await inTurn(async () => {
    if (pending?.openToken === openToken) await signIn(pending);
  });
}

/**
 * One tab of a browser at a time: the second tab of a link finds the session of the first, and asks
 * for no code. An insecure origin has no locks.
 */
async function inTurn(open: () => Promise<void>): Promise<void> {
  await (navigator.locks ? navigator.locks.request('noren.link', open) : open());
}

/**
 * A page that is prerendered, or opened in the background, is no sign that anybody opened the link.
 */
function becomeVisible(): Promise<void> {
  if (document.visibilityState === 'visible') return Promise.resolve();

  return new Promise((resolve) => {
    const check = (): void => {
      if (document.visibilityState !== 'visible') return;
      document.removeEventListener('visibilitychange', check);
      resolve();
    };

    document.addEventListener('visibilitychange', check);
  });
}

/** The tap on the screen that names the phone: ends the session of the other user. */
export async function confirmLink(): Promise<void> {
  // Nobody confirms a phone that was not shown.
  if (!pending?.maskedPhone) return;

  pending = { ...pending, isConfirmed: true };

  const link = pending;
  goTo(linkPath('opening'), 'replace');
  await inTurn(() => signIn(link));
}

/** Leaves a link unused. */
export function dropLink(): void {
  pending = null;
}

/** Retries a link without a response as the same request, so that it signs in once. */
export async function retryLink(): Promise<void> {
  if (pending === null) return;
  if (pending.isConfirmed) return confirmLink();
  goTo(linkPath('opening'), 'replace');
  await openLink(pending.openToken);
}

/**
 * Sends a code to the phone of the used link, again if it was sent before.
 * @throws ApiError, NoAnswer
 */
export async function sendLinkCode(): Promise<LinkCode> {
  if (pending === null) throw new NoAnswer('the link was dropped');

  const link = pending;
  const { sendLinkOtp } = await loadLinkCalls();
  const code = await send(sendLinkOtp, { body: splitToken(link.openToken) });

  pending = { ...link, code };

  return code;
}

/** Signs in and goes to the user's current screen. */
async function signIn(link: PendingLink): Promise<void> {
  // The page may have waited: who signed in elsewhere meanwhile must be asked as well.
  adoptSessionFromCookies();

  const before = readSession();
  try {
    const answer = await requestSignIn(link);
    pending = null;

    // A session whose user cannot be read counts as somebody else's.
    const wasSignedIn = before.userInfo !== null || (before.token ?? answer.token) !== answer.token;
    const isOther = wasSignedIn && before.userInfo?.userId !== answer.userId;

    // The new user must not see the data of the previous user.
    if (isOther) clearSession();
    saveSignIn(answer.token, { userId: answer.userId, maskedPhone: answer.maskedPhone });
    await adoptLanguage(answer.language);

    const path = await currentHomePath(answer.bizStatus);
    goTo(isOther ? linkPath('other') : path, 'replace');

    if (isOther) return;

    // The user's own session goes on as it was: there is nothing to leave.
    if (answer.token === before.token)
      toast(t('login.link_signed_in', { phone: answer.maskedPhone }));
    else (await import('./link-account.tsx')).announceLinkAccount(answer.userId);
  } catch (cause) {
    await finishRefusedLink(link, cause);
  }
}

/** Whether a link leads to the papers of a loan; it opens them after a code. */
const isPapersLink = ({ uniqueChannel }: { uniqueChannel: string }): boolean =>
  uniqueChannel === 'doc';

/** Where a link to papers leads. */
export const PAPERS_PATH = '/documents';

function splitToken(openToken: string): { taskId: string; uniqueChannel: string } {
  const [taskId = '', uniqueChannel = ''] = openToken.split('.');
  return { taskId, uniqueChannel };
}

async function requestSignIn({ openToken, isConfirmed }: PendingLink) {
  const { openTokenLogin } = await loadLinkCalls();
  // Specification §3: 1 for other phones, 2 for an iPhone.
  const registerClientType = /iPhone/.test(navigator.userAgent) ? 2 : 1;
  const endsOther = isConfirmed ? { endsOther: isConfirmed } : {};

  return send(openTokenLogin, {
    body: { ...splitToken(openToken), registerClientType, ...endsOther },
  });
}

async function finishRefusedLink(link: PendingLink, cause: unknown): Promise<void> {
  // The screen at `linkPath` says it in its own words.
  markHandled(cause);
  if (cause instanceof ApiError && cause.data?.reason === 'other_signed_in') return askWhose(link);

  const end = toLinkEnd(cause);
  // The same link may have signed in in another tab.
  adoptSessionFromCookies();

  const isSignedIn = readSession().token !== null;
  if (end === 'used' && !isSignedIn) return enterLinkCode(link);

  const isOver = end === 'used' || end === 'expired';
  if (!isOver || !isPapersLink(splitToken(link.openToken))) return finishFailedLink(end);
  if (!isSignedIn) return finishFailedLink('papers');

  pending = null;
  goTo(PAPERS_PATH, 'replace');
}

/** Shows whose phone the link signs in, before it ends the session of somebody else. */
async function askWhose(link: PendingLink): Promise<void> {
  try {
    const { openTokenPhone } = await loadLinkCalls();
    const { maskedPhone } = await send(openTokenPhone, { body: splitToken(link.openToken) });
    pending = { ...link, maskedPhone };
    goTo(linkPath('confirm'), 'replace');
  } catch (cause) {
    markHandled(cause);
    await finishFailedLink(toLinkEnd(cause));
  }
}

/**
 * The phone of a used link gets a code; where none can be sent, its number is typed as at any
 * sign-in.
 */
async function enterLinkCode({ openToken }: PendingLink): Promise<void> {
  const isPapers = isPapersLink(splitToken(openToken));
  try {
    await sendLinkCode();
    goTo(linkPath(isPapers ? 'code&papers' : 'code'), 'replace');
  } catch (cause) {
    markHandled(cause);
    const isLost = cause instanceof NoAnswer;
    if (!isLost && !(cause instanceof ApiError)) throw cause;
    // A link to papers is born used, and nobody has to be told so.
    const end = isPapers ? 'papers' : 'used';
    await finishFailedLink(isLost ? 'lost' : end);
  }
}

async function finishFailedLink(end: LinkEnd): Promise<void> {
  if (end !== 'lost') pending = null;

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

function toLinkEnd(cause: unknown): LinkEnd {
  if (cause instanceof NoAnswer) return 'lost';
  if (!(cause instanceof ApiError)) throw cause;
  if (cause.code === SERVER_FAULT) return 'lost';
  if (cause.code === TOO_MANY) return 'many';
  if (cause.data?.reason === 'link_used') return 'used';

  return cause.data?.reason === 'link_expired' ? 'expired' : 'unknown';
}
