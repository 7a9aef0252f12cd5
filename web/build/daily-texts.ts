import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DAILY_SCREENS } from './chunk-groups.ts';

/** What a file cannot begin without; what it asks for later is asked for with its texts. */
const IMPORTS = /^(?:import|export)\s(?!type\b)[^'"]*?['"](\.{1,2}\/[^'"]+\.tsx?)['"]/gms;
/** An id as a text of its own, or the start of one that is put together: `'home.due'`, `` `orders.why_${reason}` ``. */
const IDS = /['"`]([a-z]+\.\w*)(['"`]|\$\{)/g;

/** Which of the texts the screens of every day may say, by what stands in their files and in all they import. */
export function dailyIds(known: Iterable<string>): Set<string> {
  const ids = [...known];
  const found = new Set<string>();
  for (const file of filesOf(DAILY_SCREENS))
    for (const [, id = '', end] of readFileSync(file, 'utf8').matchAll(IDS))
      for (const text of ids) if (end === '${' ? text.startsWith(id) : text === id) found.add(text);
  return found;
}

function filesOf(screens: readonly string[]): Set<string> {
  const found = new Set<string>();
  const visit = (file: string): void => {
    if (found.has(file) || !existsSync(file)) return;
    found.add(file);
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(IMPORTS)) visit(resolve(dirname(file), path));
  };
  for (const screen of screens) visit(fileURLToPath(new URL(`../src/${screen}`, import.meta.url)));
  return found;
}
