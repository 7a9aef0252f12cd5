import { fileURLToPath } from 'node:url';
import type { Call } from '@noren/contract/call';
import { realName } from '@noren/contract/certification';
import { LANGUAGE_CODES } from '@noren/contract/languages';
import { creditInfo, productList } from '@noren/contract/loans';
import { userStatus } from '@noren/contract/login';
import { billList } from '@noren/contract/orders';
import { carousel } from '@noren/contract/public';
import { repayDetail } from '@noren/contract/repayment';
import { build, type Plugin, type Rolldown } from 'vite';

type Bundle = Record<string, Rolldown.OutputChunk | Rolldown.OutputAsset>;
type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } };

const NEEDS = 'virtual:preload-manifest';
const fileOf = (name: string): string => fileURLToPath(new URL(`../src/${name}`, import.meta.url));

/** Written into the page behind the screens that the server writes into it. */
const SHOW = new URL('../src/first-paint/show-shell.ts', import.meta.url);
const SCREENS_END = '<!--noren-shell-->';
/** Written at its end. Two: whatever ails the first, the app is begun. */
const SCRIPTS = [
  new URL('../src/first-paint/preload.ts', import.meta.url),
  new URL('../src/first-paint/load-app.ts', import.meta.url),
];

/** The element of the script by whose end there is something to see; a visitor's page is let go of before: src/first-paint/show-shell.ts. */
const SHOWN = 'noren-shown';
/** No frame is spent on a page that is empty still: on a slow phone each costs what the first screen's own does. */
const NOTHING_BEFORE = `<link rel="expect" href="#${SHOWN}" blocking="render" />`;

/**
 * What stands behind the first part of an address that people most often come to: its screen, what it asks first, and
 * whether it says what the screens of every day do not.
 */
const PLACES: Record<string, { screen: string; asks: readonly Asked[]; saysMore?: true }> = {
  'privacy-policy': { screen: 'features/pages/privacy-policy.tsx', asks: [], saysMore: true },
  home: {
    screen: 'features/loans/home.tsx',
    asks: [
      { call: userStatus },
      { call: creditInfo },
      { call: billList, query: { borrowType: '0' } },
      { call: productList, params: { param: 'home' } },
      { call: carousel, isLater: true },
      { call: realName, isLater: true },
    ],
  },
  order: {
    screen: 'features/orders/order.tsx',
    asks: [
      { call: userStatus },
      { call: billList, query: { borrowType: '0' } },
      { call: billList, query: { borrowType: '1' } },
    ],
  },
  repay: {
    screen: 'features/repayment/repay.tsx',
    asks: [{ call: userStatus }, { call: repayDetail, names: 'repayId' }],
  },
};

interface Asked {
  call: Call;
  params?: Record<string, string>;
  query?: Record<string, string>;
  names?: string;
  /** The screen is of use without: its files are asked for first. */
  isLater?: true;
}

/** What every screen behind the first ones is loaded with. */
const WITH_EVERY_SCREEN = ['api/hooks.tsx', 'api/onboarding-status.ts', 'api/wire.ts'];

/**
 * Makes the page one that shows something by itself: the style sheet of the first screens is written into it, and so are
 * `src/first-paint/show-shell.ts`, `src/first-paint/preload.ts` and `src/first-paint/load-app.ts`, which are told by the module `virtual:preload-manifest` which files of this build the app
 * and an address need.
 */
export function firstPaint(): Plugin {
  return {
    name: 'noren-first-script',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        if (!bundle) return html;
        const files = bundle as Bundle;
        const { names, text } = foretellScripts(inlineStyle(html, files), files);
        const needs = `export const APP_FILES = ${JSON.stringify(names)};\n${describeNeeds(files, text)}`;
        const [show = '', ...scripts] = await Promise.all(
          [SHOW, ...SCRIPTS].map(async (script) =>
            (await bundleAlone(fileURLToPath(script), needs)).replaceAll('</', '<\\/'),
          ),
        );
        const page = text
          .replace('<style>', `${NOTHING_BEFORE}<style>`)
          .replace(SCREENS_END, () => `${SCREENS_END}<script>${show}</script>`);
        const tags = scripts.map((script, at) => ({
          tag: 'script',
          ...(at === 0 && { attrs: { id: SHOWN } }),
          children: script,
          injectTo: 'body' as const,
        }));
        return { html: page, tags };
      },
    },
  };
}

const sizeOf = (file: Bundle[string] | undefined): number =>
  (file?.type === 'chunk' ? file.code : (file?.source ?? '')).length;

const SCRIPT_TAG = /[ \t]*<script type="module" crossorigin src="\/([^"]+)"><\/script>\n/g;

/**
 * The page's scripts are named in its head, for `src/first-paint/load-app.ts` to run. The largest, the library, is the first: it gets the
 * connection that is open already, and the others stand on it.
 */
function foretellScripts(html: string, files: Bundle): { names: string[]; text: string } {
  const names = [...html.matchAll(SCRIPT_TAG)]
    .map(([, name = '']) => name)
    .toSorted((a, b) => sizeOf(files[b]) - sizeOf(files[a]));
  const links = names.map((name) => `    <link rel="modulepreload" crossorigin href="/${name}" />\n`).join('');
  const [first = ''] = html.match(SCRIPT_TAG) ?? [];
  return {
    names,
    text: html.replace(first, `<!--scripts-->`).replaceAll(SCRIPT_TAG, '').replace('<!--scripts-->', links),
  };
}

/** The link stays, switched off: by it the app's loader knows that the style sheet is there. */
function inlineStyle(html: string, files: Bundle): string {
  return html.replaceAll(/<link rel="stylesheet" crossorigin href="\/([^"]+)">/g, (_, name: string) => {
    const sheet = files[name];
    if (sheet?.type !== 'asset') throw new Error(`The style sheet ${name} is not in the bundle`);
    return `<style>${String(sheet.source).trim()}</style>\n    <link rel="stylesheet" href="/${name}" disabled>`;
  });
}

function describeNeeds(files: Bundle, html: string): string {
  const chunks = Object.values(files).filter((file): file is Chunk => file.type === 'chunk');
  const chunkOf = (id: string): Chunk => {
    const holds = chunks.find(({ moduleIds }) => moduleIds.includes(id));
    // What the app imports may be a small file before the one that holds it.
    const found = chunks.find(({ facadeModuleId }) => facadeModuleId === id) ?? holds;
    if (!found) throw new Error(`No chunk of the bundle holds ${id}`);
    return found;
  };
  const known = new Set([...html.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, name]) => name ?? ''));
  const partsOf = (ids: readonly string[]): string[] => [
    ...collect(
      ids.map((id) => chunkOf(id)),
      files,
      known,
    ),
  ];
  const texts = (language: string) =>
    ['', 'daily-', 'rest-'].map((part) => chunkOf(`\0virtual:messages/${part}${language}`).fileName);
  const places = Object.entries(PLACES);
  const needs = {
    EARLY: Object.fromEntries(places.map(([place, { asks }]) => [place, asks.map(wired)])),
    ROUTE_PARTS: Object.fromEntries(
      places.map(([place, { screen }]) => [
        place,
        partsOf([screen, ...WITH_EVERY_SCREEN].map(fileOf)).toSorted((a, b) => sizeOf(files[b]) - sizeOf(files[a])),
      ]),
    ),
    SAY_MORE: places.filter(([, { saysMore }]) => saysMore).map(([place]) => place),
    LANGUAGE_TEXTS: Object.fromEntries(LANGUAGE_CODES.map((language) => [language, texts(language)])),
  };
  return Object.entries(needs)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
    .join('\n');
}

/** The chunks and all they import, but for what the page names itself. */
function collect(chunks: readonly Chunk[], files: Bundle, known: ReadonlySet<string>): Set<string> {
  const parts = new Set<string>();
  const visit = (chunk: Chunk): void => {
    if (known.has(chunk.fileName) || parts.has(chunk.fileName)) return;
    parts.add(chunk.fileName);
    const [sheet] = [...(chunk.viteMetadata?.importedCss ?? [])].filter((name) => !known.has(name));
    if (sheet)
      throw new Error(
        `${chunk.fileName} waits for ${sheet}, which nothing asks for ahead: inline-inline-inline-inline-inline-styles-plugin.ts`,
      );
    for (const name of chunk.imports) {
      const imported = files[name];
      if (imported?.type === 'chunk') visit(imported);
    }
  };
  for (const chunk of chunks) visit(chunk);
  return parts;
}

/** A call without its schemas: the browser sends by method and path alone. */
function wired({ call: { path }, ...sent }: Asked): object {
  return { path, ...sent };
}

async function bundleAlone(entry: string, needs: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'noren-first-needs',
        resolveId: (id) => (id === NEEDS ? `\0${NEEDS}` : null),
        load: (id) => (id === `\0${NEEDS}` ? { code: needs, moduleType: 'js' } : null),
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
