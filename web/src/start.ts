import { homeFor } from '@noren/core/status';
import { goTo, send } from './api.ts';
import { keepSignIn, readSession } from './session.ts';

/**
 * At the app's start: a link's open token signs in, and a signed-in user who comes to the front door goes to where they
 * stand; someone who opened a certain screen stays there. Source: specification §4.
 */
export async function startWhereUserStands(): Promise<void> {
  const openToken = takeOpenToken();
  if (openToken) {
    await signInByLink(openToken);
    return;
  }
  if (readSession().token === null) return;
  const cameToFront = ['', '#', '#/', '#/noren'].includes(location.hash);
  try {
    const { loadStanding } = await import('./api-standing.ts');
    const { bizStatus } = await loadStanding();
    if (cameToFront && ['', '#', '#/', '#/noren'].includes(location.hash)) goTo(homeFor(bizStatus));
  } catch (cause) {
    // The screen that needs the status asks again and shows its own failure.
    console.info('The status did not load at the start', (cause as Error).name);
  }
}

/** The link's token, taken out of the address so that it is neither shared nor opened again by a reload. */
function takeOpenToken(): string | null {
  const url = new URL(location.href);
  const [path = '', hashQuery = ''] = url.hash.split('?');
  const inHash = new URLSearchParams(hashQuery);
  const token = url.searchParams.get('openToken') ?? inHash.get('openToken');
  if (token === null) return null;
  url.searchParams.delete('openToken');
  inHash.delete('openToken');
  const rest = inHash.toString();
  url.hash = rest ? `${path}?${rest}` : path;
  history.replaceState(history.state, '', url);
  return token;
}

async function signInByLink(openToken: string): Promise<void> {
  const [taskId = '', uniqueChannel = ''] = openToken.split('.');
  const [{ openTokenLogin }, { loadStanding }] = await Promise.all([
    import('@noren/contract/login'),
    import('./api-standing.ts'),
  ]);
  // Specification §3: 1 for other phones, 2 for an iPhone.
  const registerClientType = /iPhone/.test(navigator.userAgent) ? 2 : 1;
  try {
    const answer = await send(openTokenLogin, { body: { taskId, uniqueChannel, registerClientType } });
    keepSignIn(answer.token, { userId: answer.userId, maskedPhone: answer.maskedPhone });
    goTo(homeFor((await loadStanding()).bizStatus));
  } catch (cause) {
    // Told by a toast; signing in with a code is the way on.
    console.info('The link did not sign in', (cause as Error).name);
    if (readSession().token === null) goTo('/login');
  }
}
