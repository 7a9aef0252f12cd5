import { basename, dirname } from 'node:path';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Problem } from './source.ts';

/** Folders whose JSON files are one catalogue a language. */
export const CATALOGUE =
  /^(web\/src\/i18n|server\/src\/messages|contract\/src\/loan-words\/[\d-]+)\/[a-z]{2}(-[A-Z]{2})?\.json$/;

const SOURCE_LANGUAGE = 'en';

/** A catalogue file: path and content. */
export type Catalogue = { path: string; text: string };

/** Each language says the same: the keys of English, with the same values and tags in each message. */
export function checkCatalogues(catalogues: Catalogue[]): Problem[] {
  const folders = new Set(catalogues.map(({ path }) => dirname(path)));
  return [...folders].flatMap((folder) => {
    const ours = catalogues.filter(({ path }) => dirname(path) === folder);
    const english = ours.find(({ path }) => basename(path) === `${SOURCE_LANGUAGE}.json`);
    if (english === undefined) return [problem(`${folder}/${SOURCE_LANGUAGE}.json`, 1, 'is missing')];
    return ours.filter((one) => one !== english).flatMap((one) => compare(english, one));
  });
}

function compare(english: Catalogue, other: Catalogue): Problem[] {
  const wanted = JSON.parse(english.text) as Record<string, string>;
  const found = JSON.parse(other.text) as Record<string, string>;
  const missing = Object.keys(wanted).filter((key) => !(key in found));
  const extra = Object.keys(found).filter((key) => !(key in wanted));
  const changed = Object.keys(wanted).filter((key) => key in found && slots(wanted[key]) !== slots(found[key]));
  return [
    ...missing.map((key) => problem(other.path, 1, `lacks ${key}`)),
    ...extra.map((key) => problem(other.path, lineOf(other.text, key), `${key} is not in English`)),
    ...changed.map((key) =>
      problem(
        other.path,
        lineOf(other.text, key),
        `${key} has ${slots(found[key])}, English has ${slots(wanted[key])}`,
      ),
    ),
  ];
}

/** The values and tags of a message, e.g. `amount days <link>`. */
function slots(message: string | undefined): string {
  const names = new Set<string>();
  collect(compileMessageOrThrow(message ?? ''), names);
  for (const [tag] of (message ?? '').matchAll(/<\w+>/g)) names.add(tag);
  return [...names].sort().join(' ') || 'no values';
}

// A compiled message is a list of texts, ['name'], and ['name', 'plural', { one: [...], other: [...] }].
function collect(tokens: unknown, names: Set<string>): void {
  if (!Array.isArray(tokens)) return;
  for (const token of tokens) {
    if (!Array.isArray(token)) continue;
    names.add(String(token[0]));
    for (const arm of Object.values((token[2] as Record<string, unknown>) ?? {})) collect(arm, names);
  }
}

function lineOf(text: string, key: string): number {
  return text.split('\n').findIndex((line) => line.includes(`"${key}":`)) + 1;
}

function problem(path: string, line: number, message: string): Problem {
  return { path, line: Math.max(line, 1), rule: 'catalogue', message };
}
