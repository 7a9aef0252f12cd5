import type { Plugin, Rolldown } from 'vite';
import { PRELOADED_SCREENS } from './chunk-groups.ts';

type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } };

/** The chunk that preloaded screens share, and these screens' own chunks. */
const isPreloaded = ({ name, facadeModuleId }: Chunk): boolean =>
  name === 'base' || PRELOADED_SCREENS.some((screen) => facadeModuleId?.endsWith(`/web/src/${screen}`));

/**
 * Moves the style sheets of the preloaded screens into their scripts. A browser opens six connections to a server, so each
 * further file of a screen waits for an earlier one. Relies on `viteMetadata.importedCss`, which Vite does not document:
 * web/src/testing/inline-styles.test.ts fails when it changes. Measured in decision 032.
 */
export function inlineStyles(isInlined: (chunk: Chunk) => boolean = isPreloaded): Plugin {
  return {
    name: 'noren-inline-styles',
    apply: 'build',
    generateBundle: {
      order: 'pre',
      handler(_, bundle) {
        for (const chunk of Object.values(bundle))
          if (chunk.type === 'chunk' && isInlined(chunk)) inlineSheets(chunk, bundle);
      },
    },
  };
}

/** Adds one line before the script, and one empty line to its source map. */
function inlineSheets(chunk: Chunk, bundle: Rolldown.OutputBundle): void {
  const sheets = [...(chunk.viteMetadata?.importedCss ?? [])];
  if (sheets.length === 0) return;
  const text = sheets.map((name) => {
    const sheet = bundle[name];
    if (sheet?.type !== 'asset') throw new Error(`${chunk.fileName} imports ${name}, which is not in the bundle`);
    delete bundle[name];
    chunk.viteMetadata?.importedCss.delete(name);
    return String(sheet.source).trim();
  });
  chunk.code = `document.head.append(Object.assign(document.createElement('style'),{textContent:${JSON.stringify(text.join(''))}}));\n${chunk.code}`;
  if (chunk.map) chunk.map.mappings = `;${chunk.map.mappings}`;
}
