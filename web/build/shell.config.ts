import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { catalogues } from './catalogue-plugin.ts';
import { CLASS_NAMES } from './class-names.ts';
import { stripSchemas } from './strip-schemas-plugin.ts';

/** Leaves the lazily loaded screens out: the server renders only the first ones. */
const firstScreensOnly: Plugin = {
  name: 'noren-first-screens-only',
  resolveDynamicImport: (specifier) =>
    typeof specifier === 'string' && !/^virtual:messages\/(daily-)?\w+$/.test(specifier)
      ? { id: specifier, external: true }
      : null,
};

/** Builds the module with which the server renders the first screens: see `Shell` in the contract. */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  plugins: [firstScreensOnly, stripSchemas(), catalogues(), react()],
  css: CLASS_NAMES,
  ssr: { noExternal: true },
  build: {
    ssr: fileURLToPath(new URL('../src/app/shell.tsx', import.meta.url)),
    outDir: 'dist/.vite/shell',
    target: 'node24',
    copyPublicDir: false,
    rolldownOptions: { output: { entryFileNames: 'shell.js' }, checks: { bundlerTimings: false } },
  },
});
