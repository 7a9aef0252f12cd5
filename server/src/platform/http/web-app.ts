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
  /** For the content security policy: the hashes of the scripts in the page itself. */
  readonly scriptHashes: readonly string[];
}

/** Reads the built app; null when it was not built. */
export async function readWebApp(): Promise<WebApp | null> {
  const page = await readFile(`${DIST}index.html`, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (page === null) return null;
  const shell = (await import(SHELL.href)) as Shell;
  return { page, shell, scriptHashes: inlineScripts(page) };
}

/** Hashes of the scripts in a page itself, as a content security policy lists them. */
export function inlineScripts(page: string): string[] {
  return [...page.matchAll(INLINE_SCRIPT)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
}
