import { viewConsents } from '@noren/contract/account';
import { pushStanding, savePushToken } from '@noren/contract/push';
import { send } from './api.ts';

/**
 * Has this phone notified, once its user allowed it and the consent is recorded.
 * @returns false when the browser, its push service or our server did not take it: nothing is kept then
 */
export async function turnPushOn(): Promise<boolean> {
  try {
    const { state, publicKey } = await send(pushStanding, {}, 'quiet');
    return publicKey !== null && (await subscribe(publicKey, state === 'renew'));
  } catch (cause) {
    console.info('Pushes could not be turned on', cause);
    return false;
  }
}

/** At a start or a sign-in: a subscription that ran out is renewed, one without the user's consent ended. Asks nothing. */
export async function renewPush(): Promise<void> {
  if (globalThis.Notification?.permission !== 'granted') return;
  try {
    const { consents } = await send(viewConsents, {}, 'quiet');
    const isAgreed = consents.some(({ purpose, state }) => purpose === 'notifications' && state === 'given');
    if (!isAgreed) return await turnPushOff();
    const { state, publicKey } = await send(pushStanding, {}, 'quiet');
    const isHere = (await (await findManager())?.getSubscription()) != null;
    if (publicKey !== null && (state !== 'on' || !isHere)) await subscribe(publicKey, state === 'renew');
  } catch (cause) {
    console.info('Pushes could not be renewed', cause);
  }
}

/** This browser takes no pushes any more, and those it shows go away: they were for who signed out. */
export async function turnPushOff(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration();
    await (await registration?.pushManager?.getSubscription())?.unsubscribe();
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
  const isStale = old !== null && (isOver || keyOf(old) !== publicKey);
  if (isStale) await old.unsubscribe();
  const isNew = isStale || old === null;
  const subscription = isNew
    ? await manager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    : old;
  const body = { pushToken: JSON.stringify(subscription) };
  const { state } = await send(savePushToken, { body }, 'quiet');
  if (state === 'on') return true;
  // The server knows this address to be dead; a new one cannot be.
  return !isNew && subscribe(publicKey, true);
}

/** The server's key a subscription was made with, as the server writes it. */
function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}
