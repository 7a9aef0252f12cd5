import type { AnswerOf } from '@noren/contract/call';
import { userStatus } from '@noren/contract/login';
import type { Boot, Shell } from '@noren/contract/public';
import { type ReactNode, StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { loadWire } from '../api/api.ts';
import { setBoot } from '../api/boot.ts';
import { forgetQueries } from '../api/hooks.tsx';
import { provideHiddenAmounts } from '../features/loans/hidden-amounts.tsx';
import { loadFirstTexts, showLanguage, t } from '../i18n/index.ts';
import { correctClock } from '../session/clock.ts';
import { provideSession } from '../session/session.ts';
import { StaticRouter } from '../ui/routing/router.tsx';
import { App } from './app.tsx';
import { FIRST_SCREENS } from './first-screens.ts';
import { provideFirstStatus } from './guards.tsx';
import { preloadScreen } from './routes.tsx';

/** Any open, lazily loaded screen: rendered on the server it is the loading screen. */
const LAZY_SCREEN = '/privacy-policy';

/**
 * Renders the first screens on the server, which loads this module from the built app: see `Shell`.
 */
export const writeShell: Shell['writeShell'] = async (language, boot: Boot) => {
  const [messages, daily] = await loadFirstTexts(language);
  setBoot(boot);
  // No await from here on: the next call may render another language.
  showLanguage(language, messages);

  const templates = FIRST_SCREENS.map((path) => renderTemplate(path, path));
  const waiting = renderTemplate('waiting', LAZY_SCREEN);
  const noScript = `<noscript>${t('app.no_script')}</noscript>`;
  const texts = { language, messages };

  return {
    description: t('app.description'),
    templates: templates.join(''),
    waiting,
    noScript,
    texts,
    daily,
  };
};

/** The screens show nothing of the session but that there is one. */
const SIGNED_IN = { token: 'signed in', userInfo: null };
const SIGNED_OUT = { token: null, userInfo: null, onboardingStatus: undefined };

/** Renders a daily screen from the answers of its calls: see `Shell`. */
export const writeFirstView: Shell['writeFirstView'] = async ({
  language,
  boot,
  at,
  answers,
  hidesAmounts,
}) => {
  const [messages, daily] = await loadFirstTexts(language);
  const texts = { ...messages, ...daily };

  // The screen loads the texts of the language shown.
  showLanguage(language, texts);

  const [{ provideAnswers }] = await Promise.all([loadWire(), preloadScreen(at)]);
  const status = answers[userStatus.path] as AnswerOf<typeof userStatus>;

  // No await from here on: the next call may render another person's screen.
  try {
    setBoot(boot);
    showLanguage(language, texts);
    correctClock(status.serverTimeMs);
    provideSession({ ...SIGNED_IN, onboardingStatus: status });
    provideFirstStatus(status);
    provideHiddenAmounts(hidesAmounts);
    provideAnswers({ token: SIGNED_IN.token, language }, answers);
    forgetQueries();

    return render(at);
  } finally {
    provideSession(SIGNED_OUT);
    provideFirstStatus(undefined);
    provideAnswers({ token: '', language }, {});
    forgetQueries();
  }
};

const renderTemplate = (name: string, path: string): string =>
  `<template id="shell-${name}">${render(path)}</template>`;

function render(path: string): string {
  const Router = ({ children }: { children: ReactNode }) => (
    <StaticRouter at={path}>{children}</StaticRouter>
  );

  return renderToString(
    <StrictMode>
      <App Router={Router} />
    </StrictMode>,
  );
}
