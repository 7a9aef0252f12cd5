import { goTo } from '../api/api.ts';
import { updateConfig } from '../api/config.ts';
import { language } from '../i18n/index.ts';
import { deleteOfflineData, hasNewerSessionInAnotherTab, readSession, SESSION_CHANGED } from '../session/session.ts';
import { renewPush, turnPushOff } from './push.ts';
import type { FromWorker, ToWorker } from './service-worker-scope.ts';

/**
 * What belongs to an app that is installed, opens without a network and is notified. From the idle time after the first
 * screen: nobody waits for it, and everything works without it.
 */
export function startServiceWorker(): void {
  linkManifest();
  const workers = navigator.serviceWorker;
  if (!import.meta.env.PROD || !workers) return;
  begin(workers).catch((cause: unknown) => console.info('The app does without a service worker', cause));
}

async function begin(workers: ServiceWorkerContainer): Promise<void> {
  const wasControlled = workers.controller !== null;
  workers.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => hear(data));
  const registration = await workers.register('/service-worker.js', { updateViaCache: 'none' });
  watchUpdates(workers, registration, wasControlled);
  followSession();
  addEventListener(SESSION_CHANGED, followSession);
  const { active } = await workers.ready;
  if (wasControlled) tell(active, { kind: 'renew' });
  tell(active, { kind: 'keep', urls: listLoaded() });
  onNextLanguage(() => tell(workers.controller, { kind: 'renew' }));
}

const tell = (worker: ServiceWorker | null, message: ToWorker): void => worker?.postMessage(message);

function hear(message: FromWorker): void {
  switch (message.kind) {
    case 'open':
      goTo(message.path);
      break;
    case 'subscription':
      followSession();
      break;
    case 'boot':
      // The page came from what the phone kept: prices and people may have changed since.
      updateConfig(JSON.parse(message.boot).config);
      break;
    default: {
      const unknown: never = message;
      throw new RangeError(`not a message of the worker: ${JSON.stringify(unknown)}`);
    }
  }
}

/** Addresses of our own files that this page loaded, some of them before the worker was there to keep them. */
function listLoaded(): string[] {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
  return loaded.filter(({ origin }) => origin === location.origin).map(({ pathname }) => pathname);
}

/** A version that waits is offered; one that was taken in another tab as well, because this page is still the one before. */
function watchUpdates(
  workers: ServiceWorkerContainer,
  registration: ServiceWorkerRegistration,
  wasControlled: boolean,
): void {
  const reload = () => location.reload();
  let isTaken = false;
  let isControlled = wasControlled;
  const offer = (take: () => void): void =>
    void import('./update-offer.tsx')
      .then(({ offerUpdate }) => offerUpdate(take))
      .catch((cause: unknown) => {
        console.info('The new version is not offered now', cause);
      });
  const offerWaiting = () => {
    const { waiting } = registration;
    if (!waiting || !isControlled) return;
    offer(() => {
      isTaken = true;
      tell(waiting, { kind: 'take over' });
    });
  };
  offerWaiting();
  registration.addEventListener('updatefound', () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => installing.state === 'installed' && offerWaiting());
  });
  workers.addEventListener('controllerchange', () => {
    if (isTaken) return reload();
    if (isControlled) offer(reload);
    isControlled = true;
  });
  lookHourly(registration);
}

const HOUR_MS = 3_600_000;

/** A browser looks for a new version when a page is opened; an app that stays open is looked after here. */
function lookHourly(registration: ServiceWorkerRegistration): void {
  let lookedAt = performance.now();
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || performance.now() - lookedAt < HOUR_MS) return;
    lookedAt = performance.now();
    registration.update().catch((cause: unknown) => console.info('No look for a new version', cause));
  });
}

/** Signed in, pushes come as the user agreed; signed out, nothing of theirs stays. */
function followSession(): void {
  if (readSession().token !== null) return void renewPush();
  if (hasNewerSessionInAnotherTab()) return;
  deleteOfflineData();
  void turnPushOff();
}

function onNextLanguage(act: () => void): void {
  new MutationObserver(act).observe(document.documentElement, { attributeFilter: ['lang'] });
}

/** What the app is called on the home screen, in the user's language. Asked for here so that no first screen waits for it. */
function linkManifest(): void {
  const [manifest, touchIcon] = [document.createElement('link'), document.createElement('link')];
  manifest.rel = 'manifest';
  touchIcon.rel = 'apple-touch-icon';
  touchIcon.href = '/apple-touch-icon.png';
  const follow = () => {
    manifest.href = `/manifest.${language()}.webmanifest`;
  };
  follow();
  document.head.append(manifest, touchIcon);
  onNextLanguage(follow);
}
