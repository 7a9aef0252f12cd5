import type { Boot, Shell } from '@noren/contract/public';
import { type ReactNode, StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { setBoot } from '../api/boot.ts';
import { loadFirstTexts, showLanguage, t } from '../i18n/index.ts';
import { StaticRouter } from '../ui/routing/router.tsx';
import { App } from './app.tsx';
import { FIRST_SCREENS } from './first-screens.ts';

/** Any open, lazily loaded screen: rendered on the server it is the loading screen. */
const LAZY_SCREEN = '/privacy-policy';

/** Renders the first screens on the server, which loads this module from the built app: see `Shell`. */
export const writeShell: Shell['writeShell'] = async (language, boot: Boot) => {
  const [messages, daily] = await loadFirstTexts(language);
  setBoot(boot);
  // No await from here on: the next call may render another language.
  showLanguage(language, messages);
  const templates = FIRST_SCREENS.map((path) => templateOf(path, path));
  const waiting = templateOf('waiting', LAZY_SCREEN);
  const noScript = `<noscript>${t('app.no_script')}</noscript>`;
  const texts = { language, messages };
  return { description: t('app.description'), templates: templates.join(''), waiting, noScript, texts, daily };
};

function templateOf(name: string, path: string): string {
  const Router = ({ children }: { children: ReactNode }) => <StaticRouter at={path}>{children}</StaticRouter>;
  const html = renderToString(
    <StrictMode>
      <App Router={Router} />
    </StrictMode>,
  );
  return `<template id="shell-${name}">${html}</template>`;
}
