import { viewConsents } from '@noren/contract/account';
import { pushSubscriptionState, savePushToken } from '@noren/contract/push';
import { send } from '../api/api.ts';

/**
 * Has this phone notified, once its user allowed it and the consent is recorded.
 * @returns false when the browser, its push service or our server did not take it: nothing is kept then
 */
export async function turnPushOn(): Promise<boolean> {
  try {
    const { state, publicKey } = await send(pushSubscriptionState, {}, 'quiet');
    return publicKey !== null && (await subscribe(publicKey, state === 'renew'));
  } catch (cause) {
    console.info('Pushes could not be turned on', cause);
    return false;
  }
}

/**
 * At a start or a sign-in, and when the browser changed it: a subscription that ran out, was made with another key of ours
 * or lies at another address than we were told is renewed, one without the user's consent ended. Asks nothing.
 */
export async function renewPush(): Promise<void> {
  if (globalThis.Notification?.permission !== 'granted') return;
  try {
    const { consents } = await send(viewConsents, {}, 'quiet');
    const isAgreed = consents.some(({ purpose, state }) => purpose === 'notifications' && state === 'given');
    if (!isAgreed) return await turnPushOff();
    const { state, publicKey } = await send(pushSubscriptionState, {}, 'quiet');
    if (publicKey === null) return;
    const here = await (await findManager())?.getSubscription();
    const isWell = state === 'on' && here != null && isMadeWith(here, publicKey) && (await wasTold(here));
    if (!isWell) await subscribe(publicKey, state === 'renew');
  } catch (cause) {
    console.info('Pushes could not be renewed', cause);
  }
}

/** This browser takes no pushes any more, and those it shows go away: they were for who signed out. */
export async function turnPushOff(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration();
    await (await registration?.pushManager?.getSubscription())?.unsubscribe();
    forgetTold();
    for (const shown of (await registration?.getNotifications?.()) ?? []) shown.close();
  } catch (cause) {
    console.info('Pushes could not be turned off', cause);
  }
}

async function findManager(): Promise<PushManager | undefined> {
  return (await navigator.serviceWorker?.getRegistration())?.pushManager;
}

async function subscribe(publicKey: string, isOver: boolean): Promise<boolean> {
  const manager = await findManager();
  if (!manager) return false;
  const old = await manager.getSubscription();
  const isStale = old !== null && (isOver || !isMadeWith(old, publicKey));
  if (isStale) await old.unsubscribe();
  const isNew = isStale || old === null;
  const subscription = isNew
    ? await manager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    : old;
  const body = { pushToken: JSON.stringify(subscription) };
  const { state } = await send(savePushToken, { body }, 'quiet');
  if (state === 'on') {
    await keepTold(subscription);
    return true;
  }
  // The server knows this address to be dead; a new one cannot be.
  return !isNew && subscribe(publicKey, true);
}

/** Whether a subscription was made with this key of the server's; of one that does not say it, the push service does. */
function isMadeWith({ options }: PushSubscription, publicKey: string): boolean {
  return !options.applicationServerKey || base64Url(options.applicationServerKey) === publicKey;
}

/** What the server was told last, as a hash: an address is where anybody with our key could have this phone notified. */
const TOLD = 'noren.push';

async function wasTold(subscription: PushSubscription): Promise<boolean> {
  try {
    return localStorage.getItem(TOLD) === (await hashOf(subscription));
  } catch (cause) {
    // Told once more does no harm.
    console.info('What was told of pushes could not be read', cause);
    return false;
  }
}

async function keepTold(subscription: PushSubscription): Promise<void> {
  try {
    localStorage.setItem(TOLD, await hashOf(subscription));
  } catch (cause) {
    console.info('What was told of pushes could not be kept', cause);
  }
}

function forgetTold(): void {
  try {
    localStorage.removeItem(TOLD);
  } catch (cause) {
    console.info('What was told of pushes could not be forgotten', cause);
  }
}

const hashOf = async ({ endpoint }: PushSubscription): Promise<string> =>
  base64Url(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint)));

function base64Url(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}
