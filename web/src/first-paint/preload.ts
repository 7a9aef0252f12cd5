import { ROUTE_FILES, ROUTES_WITH_ALL_TEXTS, TEXT_FILES } from 'virtual:preload-manifest';
import { readBoot } from '../api/boot.ts';
import { saveLanguageChoice } from '../i18n/choice.ts';
import type { FromWorker } from '../pwa/service-worker-scope.ts';
import { keepTypedPhone, restoreTypedPhone } from './typed-phone.ts';

/**
 * Inlined into the page: handles input on the server-rendered screen (see show-shell.ts) and
 * requests the files of the address while the app is loading. The app works without it, only later.
 */

const app = document.getElementById('app') as HTMLElement;
const { language, isPageLanguage, show } = window.norenPage;
const { route, isSent, sendIfRead } = window.norenRequest;

sendIfRead?.();

/** Listens until the app has taken over the page. */
function onUntilHydrated<E extends keyof WindowEventMap>(
  kind: E,
  handle: (event: WindowEventMap[E]) => void,
): void {
  addEventListener(kind, (event) => app.hasAttribute('data-shell') && handle(event));
}

window.norenKeepTypedPhone = keepTypedPhone;
show();
if (app.hasAttribute('data-shell')) void restoreTypedPhone();

onUntilHydrated('hashchange', () => {
  if (app.hasAttribute('data-started')) return;
  show();
  void restoreTypedPhone();
});

onUntilHydrated('submit', (event) => {
  event.preventDefault();
  app.dataset.sent = '';
  window.norenTapped = undefined;
});

// The app clicks the last tapped button again once it is loaded.
onUntilHydrated('click', ({ target }) => {
  const button =
    target instanceof Element && target.closest<HTMLButtonElement>('button[type="button"]');
  if (!button) return;

  window.norenTapped = button;
  delete app.dataset.sent;
});

onUntilHydrated('change', async ({ target }) => {
  if (!(target instanceof HTMLSelectElement)) return;
  saveLanguageChoice(target.value as typeof language);
  // Otherwise the app starts in the chosen language, with what was typed.
  if (await keepTypedPhone()) location.reload();
});

// A notification tapped while the app is loading; later the app listens itself as well.
navigator.serviceWorker?.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
  if (data.kind === 'open') location.hash = `#${data.path}`;
});

function preloadFile(file: string): void {
  const link = document.createElement('link');
  document.head.append(
    Object.assign(link, { rel: 'modulepreload', href: `/${file}`, crossOrigin: '' }),
  );
}

const files = ROUTE_FILES[route] ?? [];

// The first view before the files: its screen is shown without them.
void isSent.then(preloadFiles);

function preloadFiles(): void {
  const [firstTexts, dailyTexts, remainingTexts] = TEXT_FILES[language] ?? [];
  if (!isPageLanguage && firstTexts) preloadFile(firstTexts);
  if (files.length > 0 && dailyTexts && !(isPageLanguage && readBoot().texts?.isDailyToFollow))
    preloadFile(dailyTexts);
  if (remainingTexts && ROUTES_WITH_ALL_TEXTS.includes(route)) preloadFile(remainingTexts);
  for (const file of files) preloadFile(file);
}
