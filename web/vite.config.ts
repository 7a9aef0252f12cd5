import { fileURLToPath } from 'node:url';
import babel from '@rolldown/plugin-babel';
import react, { reactCompilerPreset } from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { catalogues } from './catalogue-plugin.ts';
import { faceParts } from './face-parts-plugin.ts';

const api = process.env.NOREN_API ?? `http://127.0.0.1:${process.env.PORT ?? '3000'}`;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [catalogues(), faceParts(), react(), babel({ presets: [reactCompilerPreset()] })],
  // The sealing's library asks Node for it where the browser has none.
  resolve: { alias: [{ find: /^crypto$/, replacement: fileURLToPath(new URL('web-crypto.ts', import.meta.url)) }] },
  server: { proxy: { '/api': api, '/sandbox': api } },
  worker: { format: 'es' },
  build: {
    target: ['chrome111', 'safari16.4'],
    manifest: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // That the compiler of React takes most of the time of a build is known.
      checks: { bundlerTimings: false },
      output: {
        // The libraries change rarely: a release of ours must not make a phone fetch them again.
        codeSplitting: {
          // The first screen and all it needs come in one file: many small ones cost a slow network more than they save.
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/, priority: 2 },
            { name: 'shell', test: /web[\\/]src[\\/]main\.tsx$/, priority: 1 },
          ],
        },
      },
    },
  },
  test: {
    environment: 'happy-dom',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/test/setup.ts'],
    // Loading React and the rest anew for every file took three quarters of the time; the setup renews what is ours.
    isolate: false,
    // Waits end as soon as they can; these only say when a starved machine gives up.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    css: { modules: { classNameStrategy: 'non-scoped' } },
  },
});
