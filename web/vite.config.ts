import babel from '@rolldown/plugin-babel';
import react, { reactCompilerPreset } from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { budgets } from './build/budget-plugin.ts';
import { bundlerRuntime } from './build/bundler-runtime-plugin.ts';
import { catalogues } from './build/catalogue-plugin.ts';
import { dailyChunk, SCHEMAS, sharedChunk } from './build/chunk-groups.ts';
import { CLASS_NAMES } from './build/class-names.ts';
import { faceEngine } from './build/face-engine-plugin.ts';
import { firstPaint } from './build/first-paint-plugin.ts';
import { inlineStyles } from './build/inline-styles-plugin.ts';
import { manifests } from './build/manifest-plugin.ts';
import { noNodeCrypto } from './build/no-node-crypto-plugin.ts';
import { serviceWorker } from './build/service-worker-plugin.ts';
import { sourceMaps } from './build/source-maps-plugin.ts';
import { stripSchemas } from './build/strip-schemas-plugin.ts';

const api = process.env.NOREN_API ?? `http://127.0.0.1:${process.env.PORT ?? '3000'}`;

/** Screens that are rendered once or twice: what the compiler adds to them weighs more than it saves. */
const FEW_RENDERS = [
  /web[\\/]src[\\/](features[\\/](pages[\\/]noren|login[\\/]login)|ui[\\/]\w+[\\/](card|steps|text|states|header|notice|noren-curtain)|app[\\/](routes|guards))\.tsx$/,
];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    catalogues(),
    faceEngine(),
    sourceMaps(),
    bundlerRuntime(),
    inlineStyles(),
    stripSchemas(),
    noNodeCrypto(),
    firstPaint(),
    budgets(),
    manifests(),
    serviceWorker(),
    react(),
    babel({ presets: [reactCompilerPreset()], exclude: [/node_modules/, ...FEW_RENDERS] }),
  ],
  server: { proxy: { '/api': api, '/sandbox': api } },
  worker: { format: 'es' },
  css: CLASS_NAMES,
  build: {
    target: ['chrome111', 'safari16.4'],
    manifest: true,
    // For the server, which finds the source of a fault by them; never served.
    sourcemap: 'hidden',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // That the compiler of React takes most of the time of a build is known.
      checks: { bundlerTimings: false },
      // They decide and describe; loading one of their files does nothing.
      treeshake: { moduleSideEffects: [{ test: /[\\/](core|contract)[\\/]src[\\/]/, sideEffects: false }] },
      output: {
        // The libraries change rarely: a release of ours must not make a phone fetch them again.
        codeSplitting: {
          // Few files: many small ones cost a slow network more than the bytes they save.
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 4 },
            // The first screen and all it needs.
            { name: 'shell', test: /web[\\/]src[\\/]app[\\/]main\.tsx$/, priority: 3 },
            // Only forms check by them; what else they stand on is not theirs.
            { name: 'schemas', test: SCHEMAS, priority: 2, includeDependenciesRecursively: false },
            // What the screens of every day share, and what others do.
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
    // Loading React and the rest anew for every file took three quarters of the time; the setup renews what is ours.
    isolate: false,
    // Waits end as soon as they can; these only say when a starved machine gives up.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    css: { modules: { classNameStrategy: 'non-scoped' } },
  },
});
