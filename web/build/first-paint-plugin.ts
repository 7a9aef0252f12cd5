import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { FIRST_VIEWS, type FirstViewCall, firstView } from '@noren/contract/first-view';
import { LANGUAGE_CODES } from '@noren/contract/languages';
import { draftKey } from '@noren/contract/public';
import { build, type Plugin, type Rolldown } from 'vite';
import { WITH_EVERY_SCREEN } from './chunk-groups.ts';
import { DAILY_STYLE } from './inline-styles-plugin.ts';

type Bundle = Record<string, Rolldown.OutputChunk | Rolldown.OutputAsset>;
type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } };

const MANIFEST = 'virtual:preload-manifest';
const toFilePath = (name: string): string =>
  fileURLToPath(new URL(`../src/${name}`, import.meta.url));

/** Inlined right after the server-rendered screens. */
const SHOW_SHELL = new URL('../src/first-paint/show-shell.ts', import.meta.url);
const SCREENS_END = '<!--noren-shell-->';

/** Inlined before the scripts at the page's end. */
const REQUEST_FIRST_VIEW = new URL('../src/first-paint/request-first-view.ts', import.meta.url);

/** Inlined at the page's end, as two scripts: the app is loaded even if the first one fails. */
const SCRIPTS = [
  new URL('../src/first-paint/preload.ts', import.meta.url),
  new URL('../src/first-paint/load-app.ts', import.meta.url),
];

/** Inlined at the end of a signed-in user's page alone, by the server: see web-app.ts there. */
const OPEN_FIRST_VIEW = new URL('../src/first-paint/open-first-view.ts', import.meta.url);

/**
 * Id of the script after which the first frame may be painted. show-shell.ts releases a visitor's
 * page earlier.
 */
const PAINT_AFTER = 'noren-shown';
/**
 * Holds the first frame back until then: an empty frame costs a slow phone as much as the first
 * screen's own.
 */
const HOLD_FIRST_FRAME = `<link rel="expect" href="#${PAINT_AFTER}" blocking="render" />`;

interface PreloadedRoute {
  screen: string;
  /** The screen needs more than the texts of the daily screens. */
  needsAllTexts?: true;
}

/** The screens whose files the page preloads, by the first segment of the address. */
const ROUTES: Record<string, PreloadedRoute> = {
  'privacy-policy': { screen: 'features/pages/privacy-policy.tsx', needsAllTexts: true },
  home: { screen: 'features/loans/home.tsx' },
  order: { screen: 'features/orders/order.tsx' },
  repay: { screen: 'features/repayment/repay.tsx' },
};

/**
 * Inlines what the page needs to show its first screen by itself: the style sheet of the first
 * screens, and the scripts of `src/first-paint`. These import `virtual:preload-manifest`, which
 * lists the files of this build that the app and each address need. Relies on the tags that Vite
 * writes into the page; throws when they are not as expected.
 */
export function firstPaint(): Plugin {
  return {
    name: 'noren-first-paint',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        if (!bundle) return html;

        const files = bundle as Bundle;
        const { names, text } = preloadScripts(inlineStyle(html, files), files);
        const manifest = `export const APP_FILES = ${JSON.stringify(names)};\n${makeManifest(files, text)}`;
        const build = createHash('sha256').update(manifest).digest('base64url').slice(0, 12);
        const known = `${manifest}\nexport const BUILD = ${JSON.stringify(build)};`;
        const [openFirstView = '', showShell = '', requestFirstView = '', ...scripts] =
          await Promise.all(
            [OPEN_FIRST_VIEW, SHOW_SHELL, REQUEST_FIRST_VIEW, ...SCRIPTS].map(async (script) =>
              (await buildScript(fileURLToPath(script), known)).replaceAll('</', '<\\/'),
            ),
          );
        const signedIn = asComment({ build, html: `<script>${openFirstView}</script>` });
        const page = text
          .replace('</body>', () => `${signedIn}${asEarly('request', requestFirstView)}</body>`)
          .replace('<style>', `${HOLD_FIRST_FRAME}<style>`)
          .replace(SCREENS_END, () => `${SCREENS_END}${asEarly('page', showShell)}`);
        const tags = scripts.map((script, index) => ({
          tag: 'script',
          ...(index === 0 && { attrs: { id: PAINT_AFTER } }),
          children: script,
          injectTo: 'body' as const,
        }));

        return { html: page, tags };
      },
    },
  };
}

/** A script that the server moves into the head of a signed-in user's page: see web-app.ts there. */
const asEarly = (name: string, script: string): string =>
  `<script id="noren-${name}">${script}</script>`;

/** A comment that the server takes out of the page again. */
const asComment = (value: object): string =>
  `<!--noren-signed-in ${JSON.stringify(value).replaceAll('>', '\\u003e')}-->`;

const measureSize = (file: Bundle[string] | undefined): number =>
  (file?.type === 'chunk' ? file.code : (file?.source ?? '')).length;

const SCRIPT_TAG = /[ \t]*<script type="module" crossorigin src="\/([^"]+)"><\/script>\n/g;

/**
 * Replaces the page's script tags with preload links, in the order in which `load-app.ts` runs
 * them. The largest, the library, comes first: it gets the connection that is already open, and the
 * others import it.
 */
function preloadScripts(html: string, files: Bundle): { names: string[]; text: string } {
  const names = [...html.matchAll(SCRIPT_TAG)]
    .map(([, name = '']) => name)
    .toSorted((a, b) => measureSize(files[b]) - measureSize(files[a]));
  if (names.length === 0)
    throw new Error('Vite wrote no module script into the page as this plugin expects it');

  const links = names
    .map((name) => `    <link rel="modulepreload" crossorigin href="/${name}" />\n`)
    .join('');
  const [first = ''] = html.match(SCRIPT_TAG) ?? [];

  return {
    names,
    text: html
      .replace(first, `<!--scripts-->`)
      .replaceAll(SCRIPT_TAG, '')
      .replace('<!--scripts-->', links),
  };
}

/** Keeps the link, disabled: Vite's loader looks for it to know that the style sheet is loaded. */
function inlineStyle(html: string, files: Bundle): string {
  const inlined = html.replaceAll(
    /<link rel="stylesheet" crossorigin href="\/([^"]+)">/g,
    (_, name: string) => {
      const sheet = files[name];
      if (sheet?.type !== 'asset') throw new Error(`The style sheet ${name} is not in the bundle`);
      return `<style>${String(sheet.source).trim()}</style>\n    <link rel="stylesheet" href="/${name}" disabled>`;
    },
  );
  if (inlined === html)
    throw new Error('Vite wrote no style sheet into the page as this plugin expects it');

  return inlined;
}

function makeManifest(files: Bundle, html: string): string {
  const chunks = Object.values(files).filter((file): file is Chunk => file.type === 'chunk');

  const findChunk = (id: string): Chunk => {
    const container = chunks.find(({ moduleIds }) => moduleIds.includes(id));
    // A small facade chunk may come before the chunk that contains the module.
    const found = chunks.find(({ facadeModuleId }) => facadeModuleId === id) ?? container;
    if (!found) throw new Error(`No chunk of the bundle contains ${id}`);

    return found;
  };

  const inPage = new Set(
    [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, name]) => name ?? ''),
  );

  const listFiles = (modules: readonly string[]): string[] => [
    ...collectFiles(
      modules.map((id) => findChunk(id)),
      files,
      inPage,
    ),
  ];

  const textFiles = (language: string) =>
    ['', 'daily-', 'rest-'].map(
      (part) => findChunk(`\0virtual:messages/${part}${language}`).fileName,
    );

  const routes = Object.entries(ROUTES);
  const manifest = {
    DRAFT_KEY_CALL: describeCall({ call: draftKey }),
    FIRST_VIEW_CALL: describeCall({ call: firstView }),
    DAILY_STYLE: takeDailyStyle(files),
    PRELOADED_CALLS: Object.fromEntries(
      Object.entries(FIRST_VIEWS).map(([route, calls]) => [route, calls.map(describeCall)]),
    ),
    ROUTE_FILES: Object.fromEntries(
      routes.map(([route, { screen }]) => [
        route,
        listFiles([screen, ...WITH_EVERY_SCREEN].map(toFilePath)).toSorted(
          (a, b) => measureSize(files[b]) - measureSize(files[a]),
        ),
      ]),
    ),
    ROUTES_WITH_ALL_TEXTS: routes
      .filter(([, { needsAllTexts }]) => needsAllTexts)
      .map(([route]) => route),
    TEXT_FILES: Object.fromEntries(
      LANGUAGE_CODES.map((language) => [language, textFiles(language)]),
    ),
  };

  return Object.entries(manifest)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
    .join('\n');
}

/**
 * The files of the chunks and of all they import, without those that the page itself references.
 */
function collectFiles(
  chunks: readonly Chunk[],
  files: Bundle,
  inPage: ReadonlySet<string>,
): Set<string> {
  const found = new Set<string>();

  const visit = (chunk: Chunk): void => {
    if (inPage.has(chunk.fileName) || found.has(chunk.fileName)) return;

    found.add(chunk.fileName);

    const [sheet] = [...(chunk.viteMetadata?.importedCss ?? [])].filter(
      (name) => !inPage.has(name),
    );
    if (sheet)
      throw new Error(
        `${chunk.fileName} imports ${sheet}, which nothing preloads: see inline-styles-plugin.ts`,
      );

    for (const name of chunk.imports) {
      const imported = files[name];
      if (imported?.type === 'chunk') visit(imported);
    }
  };

  for (const chunk of chunks) visit(chunk);

  return found;
}

/** A call without its schemas: the browser sends by method and path alone. */
function describeCall({ call: { path }, params, query, pathParam }: FirstViewCall): object {
  return { path, params, query, pathParam };
}

/** The style sheet that inline-styles-plugin.ts collected; only the page contains it. */
function takeDailyStyle(files: Bundle): string {
  const sheet = files[DAILY_STYLE];
  if (sheet?.type !== 'asset') throw new Error(`${DAILY_STYLE} is not in the bundle`);
  delete files[DAILY_STYLE];
  return String(sheet.source);
}

async function buildScript(entry: string, manifest: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'noren-preload-manifest',
        resolveId: (id) => (id === MANIFEST ? `\0${MANIFEST}` : null),
        load: (id) => (id === `\0${MANIFEST}` ? { code: manifest, moduleType: 'js' } : null),
      },
    ],
    build: {
      write: false,
      target: ['chrome111', 'safari16.4'],
      lib: { entry, formats: ['iife'], name: 'norenFirst' },
    },
  });
  const [output] = [built].flat() as Rolldown.RolldownOutput[];
  const code = output?.output[0].code;
  if (!code) throw new Error(`${entry} was not built`);

  return code.trim();
}
