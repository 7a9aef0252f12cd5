import type { Plugin, Rolldown } from 'vite';
import { DAILY_SCREENS } from './chunk-groups.ts';

/**
 * Chrome's comment, first in a file: all its functions are compiled while the file arrives, beside
 * the page's work. Without it V8 reads each function twice, the second time when it is called, and
 * the page stands still meanwhile. Other browsers ignore it.
 */
const HINT = '//# allFunctionsCalledOnLoad';

/** The chunks that each start runs, besides the screen's own. */
const START = ['react', 'shell', 'base'];

function isRunAtStart({ name, facadeModuleId }: Rolldown.OutputChunk): boolean {
  return (
    START.includes(name) ||
    DAILY_SCREENS.some((screen) => facadeModuleId?.endsWith(`/web/src/${screen}`))
  );
}

/**
 * Marks the files that a start runs, after all other plugins have written their lines. Measured in
 * decision 030.
 */
export function compileHints(): Plugin {
  return {
    name: 'noren-compile-hints',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk' || !isRunAtStart(chunk)) continue;

          chunk.code = `${HINT}\n${chunk.code}`;
          const map = bundle[`${chunk.fileName}.map`];
          if (map?.type === 'asset') map.source = addLine(String(map.source));
        }
      },
    },
  };
}

/** A source map for one more line at the start. */
function addLine(map: string): string {
  const { mappings, ...others } = JSON.parse(map) as { mappings: string };
  return JSON.stringify({ ...others, mappings: `;${mappings}` });
}
