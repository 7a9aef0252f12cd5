import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DAILY_SCREENS } from './chunk-groups.ts';

/** Static imports. A lazy import loads its own texts. */
const IMPORTS = /^(?:import|export)\s(?!type\b)[^'"]*?['"](\.{1,2}\/[^'"]+\.tsx?)['"]/gms;
/**
 * A text id as a literal, or the constant start of a template: `'home.due'`, ``
 * `orders.why_${reason}` ``.
 */
const IDS = /['"`]([a-z]+\.\w*)(['"`]|\$\{)/g;

/**
 * The ids that the daily screens use, found in the source of these screens and of all they import.
 */
export function dailyIds(allIds: Iterable<string>): Set<string> {
  const ids = [...allIds];
  const found = new Set<string>();

  for (const file of listFiles(DAILY_SCREENS))
    for (const [, id = '', end] of readFileSync(file, 'utf8').matchAll(IDS))
      for (const text of ids) if (end === '${' ? text.startsWith(id) : text === id) found.add(text);

  return found;
}

function listFiles(screens: readonly string[]): Set<string> {
  const found = new Set<string>();

  const visit = (file: string): void => {
    if (found.has(file) || !existsSync(file)) return;
    found.add(file);
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(IMPORTS))
      visit(resolve(dirname(file), path));
  };

  for (const screen of screens) visit(fileURLToPath(new URL(`../src/${screen}`, import.meta.url)));

  return found;
}
