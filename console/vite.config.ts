import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { stripSchemas } from '../web/build/strip-schemas-plugin.ts';
import { consoleBudget } from './build/budget-plugin.ts';
import { preloadFirstScreen } from './build/first-screen-plugin.ts';

const port = Number(process.env.NOREN_CONSOLE_PORT ?? Number(process.env.PORT ?? '3000') + 1);

export default defineConfig({
  root: import.meta.dirname,
  plugins: [stripSchemas(), consoleBudget(), preloadFirstScreen(), react()],
  server: { port: 5174, proxy: { '/staff': `http://127.0.0.1:${port}` } },
  build: {
    // The first with light-dark(): the lender chooses its people's browsers.
    target: ['chrome123', 'firefox120', 'safari17.5'],
    manifest: true,
    // Served with the app: what is bundled asks that its licence goes with it.
    license: { fileName: 'licences.txt' },
    modulePreload: { polyfill: false },
    // The content security policy allows no data: addresses.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      treeshake: {
        moduleSideEffects: [{ test: /[\\/](core|contract)[\\/]src[\\/]/, sideEffects: false }],
      },
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/,
              priority: 2,
            },
            // Only a few forms validate with them.
            {
              name: 'schemas',
              test: /[\\/]zod[\\/]|[\\/]contract[\\/]src[\\/]fields\.ts$/,
              priority: 2,
              includeDependenciesRecursively: false,
            },
            // The kit and what it is made of: every screen uses it, and a release rarely changes
            // it.
            { name: 'kit', test: /console[\\/]src[\\/]ui[\\/].*\.tsx?$/, priority: 1 },
          ],
        },
      },
    },
  },
  test: {
    environment: 'happy-dom',
    // A saved file is a link that is clicked: following it would take the page from the files that
    // share the environment.
    environmentOptions: {
      happyDOM: {
        settings: {
          navigation: { disableMainFrameNavigation: true, disableFallbackToSetURL: true },
        },
      },
    },
    include: ['src/**/*.test.{ts,tsx}', 'build/**/*.test.ts'],
    setupFiles: ['src/testing/setup.ts'],
    isolate: false,
    css: { modules: { classNameStrategy: 'non-scoped' } },
  },
});
