import type { Plugin } from 'vite';
import { FIRST_SCREEN } from './budget-plugin.ts';

/** Lets the browser load the first screen's script while it loads the start, not after it. */
export function preloadFirstScreen(): Plugin {
  return {
    name: 'noren-console-first-screen',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {} }) {
        const chunks = Object.values(bundle).flatMap((file) =>
          file.type === 'chunk' ? [file] : [],
        );
        const screen = chunks.find(
          ({ isDynamicEntry, facadeModuleId }) =>
            isDynamicEntry && FIRST_SCREEN.test(facadeModuleId ?? ''),
        );
        if (!screen) throw new Error('the first screen is not among the scripts');

        const start = new Set(
          chunks
            .filter(({ isEntry }) => isEntry)
            .flatMap(({ fileName, imports }) => [fileName, ...imports]),
        );
        const scripts = [screen.fileName, ...screen.imports].filter((name) => !start.has(name));

        return scripts.map((name) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', href: `/${name}`, crossorigin: '' },
          injectTo: 'head' as const,
        }));
      },
    },
  };
}
