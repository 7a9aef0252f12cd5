import type { Boot, Shell } from '@noren/contract/public';
import { type ReactNode, StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { App } from './app.tsx';
import { giveBoot } from './boot.ts';
import { bringTexts, showLanguage, t } from './i18n/index.ts';
import { StillRouter } from './ui/router.tsx';

/** The screens a visitor may come to first: each is written into the page. */
const WRITTEN = ['/noren', '/login'];

/** Built on its own, for the server, which takes it from the built app: see `Shell`. */
export const writeShell: Shell['writeShell'] = async (language, boot: Boot) => {
  const [messages, daily] = await bringTexts(language);
  giveBoot(boot);
  // From here to the end nothing is waited for: another language may be next.
  showLanguage(language, messages);
  const templates = WRITTEN.map((path) => {
    const Router = ({ children }: { children: ReactNode }) => <StillRouter at={path}>{children}</StillRouter>;
    const html = renderToString(
      <StrictMode>
        <App Router={Router} />
      </StrictMode>,
    );
    return `<template id="shell-${path}">${html}</template>`;
  });
  const noScript = `<noscript>${t('app.no_script')}</noscript>`;
  const texts = { language, messages };
  return { description: t('app.description'), templates: templates.join(''), noScript, texts, daily };
};
