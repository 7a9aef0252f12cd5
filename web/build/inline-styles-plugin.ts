import type { Plugin, Rolldown } from 'vite';
import { PRELOADED_SCREENS } from './chunk-groups.ts';

type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } };

/** What the screens that are asked for ahead share, and these. */
const takesIn = ({ name, facadeModuleId }: Chunk): boolean =>
  name === 'base' || PRELOADED_SCREENS.some((screen) => facadeModuleId?.endsWith(`/web/src/${screen}`));

/**
 * Writes the style sheets of the screens that are asked for ahead into their scripts: a browser asks a server for six things at once,
 * and each further file of a screen waits for one of them to come.
 */
export function inlineStyles(): Plugin {
  return {
    name: 'noren-styles-in-script',
    apply: 'build',
    generateBundle: {
      order: 'pre',
      handler(_, bundle) {
        for (const chunk of Object.values(bundle)) if (chunk.type === 'chunk' && takesIn(chunk)) takeIn(chunk, bundle);
      },
    },
  };
}

/** On the line before the script's own, of which the source map leaves out one line. */
function takeIn(chunk: Chunk, bundle: Rolldown.OutputBundle): void {
  const sheets = [...(chunk.viteMetadata?.importedCss ?? [])];
  if (sheets.length === 0) return;
  const text = sheets.map((name) => {
    const sheet = bundle[name];
    if (sheet?.type !== 'asset')
      throw new Error(`${chunk.fileName} has a style sheet ${name} that is not in the build`);
    delete bundle[name];
    chunk.viteMetadata?.importedCss.delete(name);
    return String(sheet.source).trim();
  });
  chunk.code = `document.head.append(Object.assign(document.createElement('style'),{textContent:${JSON.stringify(text.join(''))}}));\n${chunk.code}`;
  if (chunk.map) chunk.map.mappings = `;${chunk.map.mappings}`;
}
