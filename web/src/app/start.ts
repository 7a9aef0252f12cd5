import { homeFor } from '@noren/core/people/status';
import { goTo, NoAnswer } from '../api/api.ts';
import { markHandled } from '../api/failures.ts';
import { linkPath, openLink } from '../features/login/magic-link.ts';
import { LINK_ACCOUNT, readDraft } from '../session/drafts.ts';
import { readSession } from '../session/session.ts';
import { requiresOnboardingStatus } from './guards.tsx';

/**
 * At the app's start: a magic link signs in, and a signed-in user goes from the landing page, the
 * login or an unknown address to the screen of their onboarding status. Source: specification §4.
 * Any other screen was opened on purpose, by a link, a bookmark or a reload, and is left open: also
 * those that need no sign-in, such as the privacy policy and a payment code.
 */
export async function startAtOnboardingStatus(): Promise<void> {
  const openToken = takeOpenToken();
  if (openToken) return openLink(openToken);
  if (readSession().token === null) return;

  // Over a reload too, until the user has said whether the account is theirs.
  void showLinkAccount();
  // The guard there loads the status, and a preloaded response can be used once.
  if (requiresOnboardingStatus(toPath(location.hash))) return;

  try {
    const { reuseOnboardingStatus, loadOnboardingStatus } = await import(
      '../api/onboarding-status.ts'
    );
    const onboardingStatus = await loadOnboardingStatus();

    // A session that ended meanwhile is at the login, and stays there.
    if (readSession().token === null || !isAtEntrance()) return;

    reuseOnboardingStatus(onboardingStatus);
    goTo(homeFor(onboardingStatus.bizStatus), 'replace');
  } catch (cause) {
    // A screen that needs the status loads it again and shows its own failure. Offline, the cached
    // order is shown.
    markHandled(cause);
    console.info('The status did not load at the start', (cause as Error).name);
    if (cause instanceof NoAnswer) await showLastOrder();
  }
}

async function showLinkAccount(): Promise<void> {
  const { userId } = readDraft(LINK_ACCOUNT);
  // Another tab may have signed in somebody else meanwhile.
  if (userId === undefined || userId !== readSession().userInfo?.userId) return;

  try {
    (await import('../features/login/link-account.tsx')).announceLinkAccount(userId);
  } catch (cause) {
    console.info('The account of the link is not named', (cause as Error).name);
  }
}

async function showLastOrder(): Promise<void> {
  try {
    const { readCachedOrder } = await import('../pwa/order-cache.ts');
    if (isAtEntrance() && (await readCachedOrder())) goTo('/order', 'replace');
  } catch (cause) {
    console.info('The cached order did not load', cause);
  }
}

/**
 * Whether this is where the app is entered: an unknown address has led to the landing page by now.
 */
const isAtEntrance = (): boolean => ['', '/', '/noren', '/login'].includes(toPath(location.hash));

const toPath = (hash: string): string => hash.slice(1).split('?')[0] ?? '';

/**
 * A link opened while the app is running changes only the hash and reloads nothing.
 * @returns a function that stops watching
 */
export function watchLinks(): () => void {
  const openFromAddress = (): void => {
    const openToken = takeOpenToken();
    if (!openToken) return;

    // The router listens to popstate; replaceState emits nothing.
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
    void openLink(openToken);
  };

  addEventListener('hashchange', openFromAddress);

  return () => removeEventListener('hashchange', openFromAddress);
}

/**
 * Removes the link's token from the address, so that it is neither shared nor used again by a
 * reload.
 */
function takeOpenToken(): string | null {
  const url = new URL(location.href);
  const [, hashQuery = ''] = url.hash.split('?');
  const token =
    url.searchParams.get('openToken') ?? new URLSearchParams(hashQuery).get('openToken');
  if (token === null) return null;

  url.searchParams.delete('openToken');
  url.hash = linkPath('opening');
  history.replaceState(history.state, '', url);

  return token;
}
