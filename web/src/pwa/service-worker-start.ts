import { goTo } from '../api/api.ts';
import { updateConfig } from '../api/config.ts';
import { language } from '../i18n/index.ts';
import {
  deleteOfflineData,
  hasNewerSessionInAnotherTab,
  readSession,
  SESSION_CHANGED,
} from '../session/session.ts';
import { renewPush, turnPushOff } from './push.ts';
import type { FromWorker, ToWorker } from './service-worker-scope.ts';

/**
 * Registers the service worker and the manifest, for install, offline start and notifications. Runs
 * when the browser is idle after the first screen; the app works without it.
 */
export function startServiceWorker(): void {
  linkManifest();

  const workers = navigator.serviceWorker;
  if (!import.meta.env.PROD || !workers) return;

  start(workers).catch((cause: unknown) =>
    console.info('The service worker was not started', cause),
  );
}

async function start(workers: ServiceWorkerContainer): Promise<void> {
  const wasControlled = workers.controller !== null;
  workers.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => handleMessage(data));

  const registration = await workers.register('/service-worker.js', { updateViaCache: 'none' });
  watchUpdates(workers, registration, wasControlled);
  followSession();
  addEventListener(SESSION_CHANGED, followSession);

  const { active } = await workers.ready;
  if (wasControlled) send(active, { kind: 'renew' });
  send(active, { kind: 'keep', urls: listLoaded() });
  onLanguageChange(() => send(workers.controller, { kind: 'renew' }));
}

const send = (worker: ServiceWorker | null, message: ToWorker): void =>
  worker?.postMessage(message);

function handleMessage(message: FromWorker): void {
  switch (message.kind) {
    case 'open':
      goTo(message.path);
      break;
    case 'subscription':
      followSession();
      break;
    case 'boot':
      // The page came from the cache: prices and contacts may have changed since.
      updateConfig(JSON.parse(message.boot).config);
      break;
    default: {
      const unknown: never = message;
      throw new RangeError(`not a message of the worker: ${JSON.stringify(unknown)}`);
    }
  }
}

/** Paths of our own files that this page loaded, some of them before the worker was installed. */
function listLoaded(): string[] {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
  return loaded.filter(({ origin }) => origin === location.origin).map(({ pathname }) => pathname);
}

/**
 * Offers a waiting version, and a reload when another tab activated it: this page still runs the
 * former one.
 */
function watchUpdates(
  workers: ServiceWorkerContainer,
  registration: ServiceWorkerRegistration,
  wasControlled: boolean,
): void {
  const reload = () => location.reload();
  let isAccepted = false;
  let isControlled = wasControlled;

  const offer = (accept: () => void): void =>
    void import('./update-offer.tsx')
      .then(({ offerUpdate }) => offerUpdate(accept))
      .catch((cause: unknown) => {
        console.info('The new version could not be offered', cause);
      });

  const offerWaiting = () => {
    const { waiting } = registration;
    if (!waiting || !isControlled) return;

    offer(() => {
      isAccepted = true;
      send(waiting, { kind: 'take over' });
    });
  };

  offerWaiting();
  registration.addEventListener('updatefound', () => {
    const { installing } = registration;
    installing?.addEventListener(
      'statechange',
      () => installing.state === 'installed' && offerWaiting(),
    );
  });

  workers.addEventListener('controllerchange', () => {
    if (isAccepted) return reload();
    if (isControlled) offer(reload);
    isControlled = true;
  });
  checkHourly(registration);
}

const HOUR_MS = 3_600_000;

/**
 * Browsers check for a new version when a page is opened; this checks in an app that stays open.
 */
function checkHourly(registration: ServiceWorkerRegistration): void {
  let checkedAt = performance.now();
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || performance.now() - checkedAt < HOUR_MS) return;

    checkedAt = performance.now();
    registration
      .update()
      .catch((cause: unknown) => console.info('The check for a new version failed', cause));
  });
}

/** With a session, push follows the consent; without one, push and the offline data are removed. */
function followSession(): void {
  if (readSession().token !== null) return void renewPush();
  if (hasNewerSessionInAnotherTab()) return;
  deleteOfflineData();
  void turnPushOff();
}

function onLanguageChange(act: () => void): void {
  new MutationObserver(act).observe(document.documentElement, { attributeFilter: ['lang'] });
}

/** Links the manifest in the user's language. Here, so that no first screen waits for it. */
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
  onLanguageChange(follow);
}
