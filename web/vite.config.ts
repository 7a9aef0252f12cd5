import babel from '@rolldown/plugin-babel';
import react, { reactCompilerPreset } from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { budgets } from './build/budget-plugin.ts';
import { catalogues } from './build/catalogue-plugin.ts';
import { dailyChunk, SCHEMAS, sharedChunk } from './build/chunk-groups.ts';
import { CLASS_NAMES } from './build/class-names.ts';
import { compileHints } from './build/compile-hints-plugin.ts';
import { faceEngine } from './build/face-engine-plugin.ts';
import { firstPaint } from './build/first-paint-plugin.ts';
import { inlineStyles } from './build/inline-styles-plugin.ts';
import { manifests } from './build/manifest-plugin.ts';
import { serviceWorker } from './build/service-worker-plugin.ts';
import { sourceMaps } from './build/source-maps-plugin.ts';
import { stripSchemas } from './build/strip-schemas-plugin.ts';

const api = process.env.NOREN_API ?? `http://127.0.0.1:${process.env.PORT ?? '3000'}`;

/**
 * What the first screens and the daily ones load, which render a few times: the React compiler
 * makes their code half as long again, and a phone waits for it. Screens with forms are compiled.
 */
const RENDERED_RARELY = [
  /web[\\/]src[\\/](?!features[\\/]|gallery[\\/])/,
  /web[\\/]src[\\/]features[\\/](login|orders|pages|repayment)[\\/]/,
  /web[\\/]src[\\/]features[\\/]loans[\\/](home|home-carousel|limit-panel|loan-guide|order-callouts|product-cards|waiting-orders|hidden-amounts)\.tsx$/,
];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    catalogues(),
    faceEngine(),
    sourceMaps(),
    inlineStyles(),
    compileHints(),
    stripSchemas(),
    firstPaint(),
    budgets(),
    manifests(),
    serviceWorker(),
    react(),
    babel({ presets: [reactCompilerPreset()], exclude: [/node_modules/, ...RENDERED_RARELY] }),
  ],
  server: { proxy: { '/api': api, '/sandbox': api } },
  worker: { format: 'es' },
  css: CLASS_NAMES,
  build: {
    target: ['chrome111', 'safari16.4'],
    manifest: true,
    // Served with the app: what is bundled asks that its licence goes with it.
    license: { fileName: 'licences.txt' },
    // The server reads the maps to locate a script error; they are never served.
    sourcemap: 'hidden',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // The React compiler is known to take most of the build time.
      checks: { bundlerTimings: false },
      // Loading one of these modules has no side effects.
      treeshake: {
        moduleSideEffects: [{ test: /[\\/](core|contract)[\\/]src[\\/]/, sideEffects: false }],
      },
      output: {
        // Libraries change rarely: a release must not make a phone fetch them again.
        codeSplitting: {
          // Few chunks: many small requests cost a slow network more than the bytes they save.
          groups: [
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler)[\\/]|[\\/]app[\\/]react-root\.ts$/,
              priority: 4,
            },
            // The first screens and all they import.
            { name: 'shell', test: /web[\\/]src[\\/]app[\\/]main\.tsx$/, priority: 3 },
            // Only forms use them; their dependencies are shared with other chunks.
            { name: 'schemas', test: SCHEMAS, priority: 2, includeDependenciesRecursively: false },
            // Modules that daily screens share, and modules that other screens share.
            { name: dailyChunk, minShareCount: 2, priority: 1 },
            { name: sharedChunk, minShareCount: 3, priority: 0 },
          ],
        },
      },
    },
  },
  test: {
    environment: 'happy-dom',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/testing/setup.ts'],
    // Loading React for each file took three quarters of the time; the setup resets our own modules
    // instead.
    isolate: false,
    css: { modules: { classNameStrategy: 'non-scoped' } },
  },
});
