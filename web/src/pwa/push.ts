import { viewConsents } from '@noren/contract/account';
import { pushSubscriptionState, savePushToken } from '@noren/contract/push';
import { send } from '../api/api.ts';

/**
 * Subscribes this browser to notifications. Call it after the user allowed them and the consent was
 * recorded.
 * @returns false when the browser, its push service or our server refused; then nothing is stored
 */
export async function turnPushOn(): Promise<boolean> {
  try {
    const { state, publicKey } = await send(pushSubscriptionState, {}, 'quiet');
    return publicKey !== null && (await subscribe(publicKey, state === 'renew'));
  } catch (cause) {
    console.info('Push was not turned on', cause);
    return false;
  }
}

/**
 * Checks the subscription when the app starts, after a sign-in, and after the browser changed it.
 * Renews it if it expired, was made with another key, or has an endpoint that the server does not
 * know; ends it if the consent was withdrawn. Never prompts the user.
 */
export async function renewPush(): Promise<void> {
  if (globalThis.Notification?.permission !== 'granted') return;
  try {
    const { consents } = await send(viewConsents, {}, 'quiet');
    const hasConsent = consents.some(
      ({ purpose, state }) => purpose === 'notifications' && state === 'given',
    );
    if (!hasConsent) return await turnPushOff();

    const { state, publicKey } = await send(pushSubscriptionState, {}, 'quiet');
    if (publicKey === null) return;

    const current = await (await findManager())?.getSubscription();
    const isValid =
      state === 'on' &&
      current != null &&
      usesKey(current, publicKey) &&
      (await wasReported(current));

    if (!isValid) await subscribe(publicKey, state === 'renew');
  } catch (cause) {
    console.info('Push was not renewed', cause);
  }
}

/** Ends the subscription and closes visible notifications: they were for the user who signed out. */
export async function turnPushOff(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration();
    await (await registration?.pushManager?.getSubscription())?.unsubscribe();
    forgetReported();
    for (const notification of (await registration?.getNotifications?.()) ?? [])
      notification.close();
  } catch (cause) {
    console.info('Push was not turned off', cause);
  }
}

async function findManager(): Promise<PushManager | undefined> {
  return (await navigator.serviceWorker?.getRegistration())?.pushManager;
}

async function subscribe(publicKey: string, mustRenew: boolean): Promise<boolean> {
  const manager = await findManager();
  if (!manager) return false;

  const old = await manager.getSubscription();
  const isStale = old !== null && (mustRenew || !usesKey(old, publicKey));

  if (isStale) await old.unsubscribe();

  const isNew = isStale || old === null;
  const subscription = isNew
    ? await manager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    : old;
  const body = { pushToken: JSON.stringify(subscription) };
  const { state } = await send(savePushToken, { body }, 'quiet');
  if (state === 'on') {
    await storeReported(subscription);
    return true;
  }

  // The push service has told the server that this endpoint is gone; a new subscription gets another.
  return !isNew && subscribe(publicKey, true);
}

/**
 * Whether a subscription was made with this key. Where the browser does not expose the key, the
 * push service checks it.
 */
function usesKey({ options }: PushSubscription, publicKey: string): boolean {
  return !options.applicationServerKey || base64Url(options.applicationServerKey) === publicKey;
}

/**
 * The key of a hash of the endpoint last reported to the server. The endpoint itself is not stored:
 * with it and our key anyone could notify this phone.
 */
const REPORTED_KEY = 'noren.push';

async function wasReported(subscription: PushSubscription): Promise<boolean> {
  try {
    return localStorage.getItem(REPORTED_KEY) === (await hashEndpoint(subscription));
  } catch (cause) {
    // Reporting it again is harmless.
    console.info('The push endpoint was not read', cause);
    return false;
  }
}

async function storeReported(subscription: PushSubscription): Promise<void> {
  try {
    localStorage.setItem(REPORTED_KEY, await hashEndpoint(subscription));
  } catch (cause) {
    console.info('The push endpoint was not stored', cause);
  }
}

function forgetReported(): void {
  try {
    localStorage.removeItem(REPORTED_KEY);
  } catch (cause) {
    console.info('The push endpoint was not removed', cause);
  }
}

const hashEndpoint = async ({ endpoint }: PushSubscription): Promise<string> =>
  base64Url(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint)));

function base64Url(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}
