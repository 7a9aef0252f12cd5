import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { LANGUAGE_CODES, type Language } from '@noren/contract/languages';
import type { Plugin } from 'vite';

const PAPER = '#faf8f4';

/** Paths in the menu of the installed app's icon, with their text ids. */
const SHORTCUTS = {
  '/order': 'ui.tab_order',
  '/messages': 'messages.title',
  '/customer-service': 'service.title',
};

const icon = (name: string, size: number, purpose: string) => ({
  src: `/${name}-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

/** The web app manifest in one language. Its icons are in `public`, next to their drawings. */
function manifest(language: Language): object {
  const file = fileURLToPath(new URL(`../src/i18n/${language}.json`, import.meta.url));
  const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;

  return {
    id: '/',
    scope: '/',
    start_url: '/',
    name: 'Noren',
    short_name: 'Noren',
    description: texts['app.description'],
    lang: language,
    dir: 'ltr',
    display: 'standalone',
    // Light colours only: a manifest has no dark variant; the page sets its own theme colours.
    theme_color: PAPER,
    background_color: PAPER,
    categories: ['finance'],
    icons: [
      ...[192, 512].map((size) => icon('icon', size, 'any')),
      ...[192, 512].map((size) => icon('icon-maskable', size, 'maskable')),
    ],
    shortcuts: Object.entries(SHORTCUTS).map(([path, id]) => ({
      name: texts[id],
      url: `/#${path}`,
    })),
  };
}

/** Emits `/manifest.<language>.webmanifest` for each language. */
export function manifests(): Plugin {
  return {
    name: 'noren-manifests',
    apply: 'build',
    generateBundle() {
      if (this.environment.name !== 'client') return;
      for (const language of LANGUAGE_CODES) {
        const source = JSON.stringify(manifest(language));
        this.emitFile({ type: 'asset', fileName: `manifest.${language}.webmanifest`, source });
      }
    },
  };
}
