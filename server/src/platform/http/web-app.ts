import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Shell } from '@noren/contract/public';

/** The folder of the built app. */
export const DIST = fileURLToPath(new URL('../../../../web/dist/', import.meta.url));
const SHELL = new URL('../../../../web/dist/.vite/shell/shell.js', import.meta.url);
const END = '</body>';
const INLINE_SCRIPT = /<script(?: id="[\w-]+")?>([\s\S]*?)<\/script>/g;

/**
 * The visitor's page preloads the first screens; the signed-in user's page preloads the texts of
 * the everyday screens.
 */
export type Reader = 'visitor' | 'signedIn';

/** Where the key's id is written, and with it the scripts that come early. */
export const EARLY = '<!--noren-early-->';
/** Where the texts of the everyday screens are written. */
export const DAILY = '<!--noren-daily-->';

/** The built app: its page for each reader, and what writes the first screens into it. */
export interface WebApp {
  readonly pages: Readonly<Record<Reader, string>>;
  readonly shell: Shell;
  /** Names the build: only its own pages show what it renders. */
  readonly build: string;
  /** For the content security policy: the hashes of the scripts in the page itself. */
  readonly scriptHashes: readonly string[];
}

/** Reads the built app; null when it was not built. */
export async function readWebApp(): Promise<WebApp | null> {
  const built = await readFile(`${DIST}index.html`, 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    },
  );
  if (built === null) return null;

  const { pages, build } = splitPage(built);
  const shell = (await import(SHELL.href)) as Shell;

  return { pages, shell, build, scriptHashes: inlineScripts(pages.visitor + pages.signedIn) };
}

/**
 * The build writes what is for signed-in users alone, the script of the first view, into a comment:
 * see web/build/first-paint-plugin.ts.
 */
const SIGNED_IN = /<!--noren-signed-in (\{.*?\})-->/;
/**
 * Scripts that come early in a signed-in user's page: its screen is on the way before the style
 * sheet is read.
 */
const EARLY_SCRIPTS = /<script id="noren-(?:page|request)">[\s\S]*?<\/script>/g;

/** @throws Error when the page lacks what is for signed-in users */
export function splitPage(built: string): Pick<WebApp, 'pages' | 'build'> {
  const [, json] = SIGNED_IN.exec(built) ?? [];
  const early = built.match(EARLY_SCRIPTS) ?? [];
  if (json === undefined || early.length !== 2)
    throw new Error('web/dist/index.html lacks its signed-in part: build the app again');

  const { build, html } = JSON.parse(json) as { build: string; html: string };
  const visitor = built.replace(SIGNED_IN, '');
  const signedIn = visitor
    .replaceAll(EARLY_SCRIPTS, '')
    .replace(EARLY, () => EARLY + early.join(''))
    // The texts after the scripts, which can then run before the next round trip delivers them.
    .replace(END, () => html + DAILY + END);

  return { pages: { visitor, signedIn }, build };
}

/** Hashes of the scripts in a page itself, as a content security policy lists them. */
export function inlineScripts(page: string): string[] {
  return [...page.matchAll(INLINE_SCRIPT)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
}
