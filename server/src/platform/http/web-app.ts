import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Shell } from '@noren/contract/public';

/** The folder of the built app. */
export const DIST = fileURLToPath(new URL('../../../../web/dist/', import.meta.url));
const SHELL = new URL('../../../../web/dist/.vite/shell/shell.js', import.meta.url);
const INLINE_SCRIPT = /<script(?: id="[\w-]+")?>([\s\S]*?)<\/script>/g;

/** The built app: its page as it was built, and what writes the first screens into it. */
export interface WebApp {
  readonly page: string;
  readonly shell: Shell;
  /** Names the build: only its own pages show what it renders. */
  readonly build: string;
  /**
   * What only a signed-in user's page contains, at its end: the style sheet and the script of the
   * first view.
   */
  readonly signedInPart: string;
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

  const { page, build, signedInPart } = splitPage(built);
  const shell = (await import(SHELL.href)) as Shell;

  return { page, shell, build, signedInPart, scriptHashes: inlineScripts(page + signedInPart) };
}

/**
 * The build writes what is for signed-in users alone into a comment: see
 * web/build/first-paint-plugin.ts.
 */
const SIGNED_IN = /<!--noren-signed-in (\{.*?\})-->/;

/** @throws Error when the page has no such comment */
function splitPage(built: string): Pick<WebApp, 'page' | 'build' | 'signedInPart'> {
  const [, json] = SIGNED_IN.exec(built) ?? [];
  if (json === undefined)
    throw new Error('web/dist/index.html lacks its signed-in part: build the app again');

  const { build, html } = JSON.parse(json) as { build: string; html: string };
  return { page: built.replace(SIGNED_IN, ''), build, signedInPart: html };
}

/** Hashes of the scripts in a page itself, as a content security policy lists them. */
export function inlineScripts(page: string): string[] {
  return [...page.matchAll(INLINE_SCRIPT)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
}
