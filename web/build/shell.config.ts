import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { catalogues } from './catalogue-plugin.ts';
import { DAILY_SCREENS, WITH_EVERY_SCREEN } from './chunk-groups.ts';
import { CLASS_NAMES } from './class-names.ts';
import { stripSchemas } from './strip-schemas-plugin.ts';

/** What the server renders loads: the texts, the daily screens, and what these load. */
const RENDERED = [
  /^virtual:messages\/(daily-)?\w+$/,
  ...[...DAILY_SCREENS, ...WITH_EVERY_SCREEN].map(
    (name) => new RegExp(`(^|/)${name.split('/').at(-1)}$`),
  ),
];

/** Leaves the other lazily loaded modules out. */
const renderedOnly: Plugin = {
  name: 'noren-rendered-only',
  resolveDynamicImport: (specifier) =>
    typeof specifier === 'string' && !RENDERED.some((name) => name.test(specifier))
      ? { id: specifier, external: true }
      : null,
};

/** Builds the module with which the server renders screens: see `Shell` in the contract. */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  plugins: [renderedOnly, stripSchemas(), catalogues(), react()],
  css: CLASS_NAMES,
  // React's own checks would make each render several times slower.
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  ssr: { noExternal: true },
  build: {
    ssr: fileURLToPath(new URL('../src/app/shell.tsx', import.meta.url)),
    outDir: 'dist/.vite/shell',
    target: 'node24',
    copyPublicDir: false,
    rolldownOptions: { output: { entryFileNames: 'shell.js' }, checks: { bundlerTimings: false } },
  },
});
