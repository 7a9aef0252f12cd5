import { homeFor } from '@noren/core/people/status';
import { goTo, NoAnswer } from '../api/api.ts';
import { linkPath, openLink } from '../features/login/magic-link.ts';
import { readSession } from '../session/session.ts';
import { requiresOnboardingStatus } from './guards.tsx';

/**
 * At the app's start: a link's open token signs in, and a signed-in user who comes to the front door goes to where they
 * stand; someone who opened a certain screen stays there. Source: specification §4.
 */
export async function startWhereUserStands(): Promise<void> {
  const openToken = takeOpenToken();
  if (openToken) return openLink(openToken);
  if (readSession().token === null) return;
  // The answer that the page asked for ahead is for one asker.
  if (requiresOnboardingStatus(location.hash.slice(1).split('?')[0] ?? '')) return;
  const cameToFront = isFront();
  try {
    const { reuseOnboardingStatus, loadOnboardingStatus } = await import('../api/onboarding-status.ts');
    const onboardingStatus = await loadOnboardingStatus();
    if (!cameToFront || !isFront()) return;
    reuseOnboardingStatus(onboardingStatus);
    goTo(homeFor(onboardingStatus.bizStatus));
  } catch (cause) {
    // The screen that needs the status asks again and shows its own failure; without a network that is what was last seen.
    console.info('The status did not load at the start', (cause as Error).name);
    if (cause instanceof NoAnswer) await showLastOrder();
  }
}

async function showLastOrder(): Promise<void> {
  try {
    const { readCachedOrder } = await import('../pwa/order-cache.ts');
    if (isFront() && (await readCachedOrder())) goTo('/order', 'replace');
  } catch (cause) {
    console.info('What was last seen did not load', cause);
  }
}

const isFront = (): boolean => ['', '#', '#/', '#/noren'].includes(location.hash);

/** A link tapped where the app is open already changes only what stands after the `#`: nothing is loaded anew. @returns what ends it */
export function watchLinks(): () => void {
  const look = (): void => {
    const openToken = takeOpenToken();
    if (!openToken) return;
    // The router is told of places gone to, not of one that was written over.
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
    void openLink(openToken);
  };
  addEventListener('hashchange', look);
  return () => removeEventListener('hashchange', look);
}

/** The link's token, taken out of the address so that it is neither shared nor opened again by a reload. */
function takeOpenToken(): string | null {
  const url = new URL(location.href);
  const [, hashQuery = ''] = url.hash.split('?');
  const token = url.searchParams.get('openToken') ?? new URLSearchParams(hashQuery).get('openToken');
  if (token === null) return null;
  url.searchParams.delete('openToken');
  url.hash = linkPath('opening');
  history.replaceState(history.state, '', url);
  return token;
}
