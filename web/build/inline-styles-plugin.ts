import type { Plugin, Rolldown } from 'vite';
import { DAILY_SCREENS, PRELOADED_SCREENS } from './chunk-groups.ts';

type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } };

/** The chunk that preloaded screens share, and these screens' own chunks. */
const isPreloaded = ({ name, facadeModuleId }: Chunk): boolean =>
  name === 'base' ||
  PRELOADED_SCREENS.some((screen) => facadeModuleId?.endsWith(`/web/src/${screen}`));

/**
 * The style sheet of the daily screens, which a signed-in user's page contains:
 * first-paint-plugin.ts takes it from the bundle.
 */
export const DAILY_STYLE = '.vite/daily.css';
/** The id of its element in that page. */
const DAILY_STYLE_ID = 'noren-daily-style';

const isDaily = ({ name, facadeModuleId }: Chunk): boolean =>
  name === 'base' || DAILY_SCREENS.some((screen) => facadeModuleId?.endsWith(`/web/src/${screen}`));

/**
 * Moves the style sheets of the preloaded screens into their scripts. A browser opens six
 * connections to a server, so each further file of a screen waits for an earlier one. Relies on
 * `viteMetadata.importedCss`, which Vite does not document: web/src/testing/inline-styles.test.ts
 * fails when it changes. Measured in decision 032.
 */
export function inlineStyles(isInlined: (chunk: Chunk) => boolean = isPreloaded): Plugin {
  return {
    name: 'noren-inline-styles',
    apply: 'build',
    generateBundle: {
      order: 'pre',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter(
          (chunk): chunk is Chunk => chunk.type === 'chunk' && isInlined(chunk),
        );
        // What the screens share comes first, as it does when their scripts add it.
        const sheets = chunks
          .toSorted((a, b) => Number(b.name === 'base') - Number(a.name === 'base'))
          .map((chunk) => inlineSheets(chunk, bundle))
          .join('');
        if (sheets !== '') this.emitFile({ type: 'asset', fileName: DAILY_STYLE, source: sheets });
      },
    },
  };
}

/**
 * Adds one line before the script, and one empty line to its source map.
 * @returns what a signed-in user's page contains of it
 */
function inlineSheets(chunk: Chunk, bundle: Rolldown.OutputBundle): string {
  const sheets = [...(chunk.viteMetadata?.importedCss ?? [])];
  if (sheets.length === 0) return '';

  const text = sheets.map((name) => {
    const sheet = bundle[name];
    if (sheet?.type !== 'asset')
      throw new Error(`${chunk.fileName} imports ${name}, which is not in the bundle`);

    delete bundle[name];
    chunk.viteMetadata?.importedCss.delete(name);

    return String(sheet.source).trim();
  });
  const unlessInPage = isDaily(chunk) ? `document.getElementById('${DAILY_STYLE_ID}')||` : '';

  chunk.code = `${unlessInPage}document.head.append(Object.assign(document.createElement('style'),{textContent:${JSON.stringify(text.join(''))}}));\n${chunk.code}`;
  if (chunk.map) chunk.map.mappings = `;${chunk.map.mappings}`;

  return isDaily(chunk) ? text.join('') : '';
}
