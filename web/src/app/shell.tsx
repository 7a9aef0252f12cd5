import type { Boot, Shell } from '@noren/contract/public';
import { type ReactNode, StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { setBoot } from '../api/boot.ts';
import { loadFirstTexts, showLanguage, t } from '../i18n/index.ts';
import { StaticRouter } from '../ui/routing/router.tsx';
import { App } from './app.tsx';
import { FIRST_SCREENS } from './first-screens.ts';

/** Any open screen that comes later than the app: what stands there meanwhile is what stands everywhere. */
const COMES_LATER = '/privacy-policy';

/** Built on its own, for the server, which takes it from the built app: see `Shell`. */
export const writeShell: Shell['writeShell'] = async (language, boot: Boot) => {
  const [messages, daily] = await loadFirstTexts(language);
  setBoot(boot);
  // From here to the end nothing is waited for: another language may be next.
  showLanguage(language, messages);
  const templates = FIRST_SCREENS.map((path) => templateOf(path, path));
  const waiting = templateOf('waiting', COMES_LATER);
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
