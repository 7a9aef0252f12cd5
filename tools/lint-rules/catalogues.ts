import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { SAME_EVERYWHERE, SAME_IN } from './same-texts.ts';
import type { Problem } from './source.ts';

/** Folders with one JSON catalogue per language. */
const FOLDERS = [
  'web/src/i18n',
  'server/src/platform/translations',
  'contract/src/loan-words/*',
  'contract/src/policy-words',
  'server/src/borrower/public/fair-practice/*',
];

const SOURCE_LANGUAGE = 'en';

/** A catalogue file: path and content. */
export type Catalogue = { path: string; text: string };
type Texts = Record<string, string>;

/** All catalogues of the project: the tests and the build of the app check the same. */
export function readCatalogues(root: string): Catalogue[] {
  const paths = globSync(
    FOLDERS.map((folder) => `${folder}/*.json`),
    { cwd: root },
  );
  return paths.sort().map((path) => ({
    path: path.replaceAll('\\', '/'),
    text: readFileSync(join(root, path), 'utf8'),
  }));
}

/**
 * Each language says all of what English says and nothing else, in its own words, with the same
 * values in each message.
 */
export function checkCatalogues(catalogues: Catalogue[], languages: readonly string[]): Problem[] {
  const folders = new Set(catalogues.map(({ path }) => dirname(path)));
  return [...folders].flatMap((folder) => {
    const ours = catalogues.filter(({ path }) => dirname(path) === folder);
    const english = ours.find((one) => toLanguage(one) === SOURCE_LANGUAGE);
    if (english === undefined)
      return [problem(`${folder}/${SOURCE_LANGUAGE}.json`, 1, 'is missing')];

    const there = ours.map(toLanguage);
    const missing = languages.filter((language) => !there.includes(language));

    return [
      ...missing.map((language) => problem(`${folder}/${language}.json`, 1, 'is missing')),
      ...ours.flatMap((one) =>
        languages.includes(toLanguage(one))
          ? compare(english, one)
          : [problem(one.path, 1, 'is of a language that contract/src/languages.ts does not name')],
      ),
    ];
  });
}

function compare(english: Catalogue, other: Catalogue): Problem[] {
  const wanted = JSON.parse(english.text) as Texts;
  const found = JSON.parse(other.text) as Texts;
  const missing = Object.keys(wanted).filter((key) => !(key in found));

  return [
    ...missing.map((key) => problem(other.path, 1, `lacks ${key}`)),
    ...Object.entries(found).flatMap(([key, text]) =>
      judge(toLanguage(other), key, text, wanted[key]).map((message) =>
        problem(other.path, findLine(other.text, key), `${key} ${message}`),
      ),
    ),
  ];
}

/** What is wrong with a text, beside the English one of its id. */
function judge(language: string, key: string, text: string, english: string | undefined): string[] {
  if (english === undefined) return ['is not in English'];
  if (text.trim() === '') return ['is empty'];
  if (!isMessage(text)) return ['is not a message that can be read'];

  const [ours, theirs] = [slots(text), slots(english)];
  const arms = listArms(compileMessageOrThrow(text)).flatMap((one) =>
    wrongArms(language, one, english),
  );

  return [
    ...(hasForeignFigure(text) ? ['writes an amount otherwise than ₹1,00,000 or ₹9,646.00'] : []),
    ...(ours === theirs ? [] : [`has ${ours}, English has ${theirs}`]),
    ...(language !== SOURCE_LANGUAGE && text === english && !mayBeSame(language, key, text)
      ? ['is as in English']
      : []),
    ...arms,
  ];
}

function isMessage(text: string): boolean {
  try {
    compileMessageOrThrow(text);
    return true;
  } catch {
    return false;
  }
}

const RUPEES = /₹(?:\d{1,3}|\d{1,2}(?:,\d{2})*,\d{3})(?:\.\d{2})?(?![\d,.]*\d)/g;

/**
 * Money is written as core/src/money/money.ts formats it; a sign after its figure, another grouping
 * or a decimal comma do not.
 */
function hasForeignFigure(text: string): boolean {
  return /₹|\d[.,\u00a0]\d{3}(?!\d)/.test(text.replace(RUPEES, ''));
}

function mayBeSame(language: string, key: string, text: string): boolean {
  // What is left of "{product}, {amount}" is no word.
  const words = text.replace(/\{\w+\}|<\/?\w+>/g, '');
  if (!/\p{L}/u.test(words) || key.startsWith('dict.state.')) return true;
  return SAME_EVERYWHERE.has(text) || (SAME_IN[language]?.has(text) ?? false);
}

/**
 * The values and tags of a message and what is done with each, e.g. `amount days:plural <link>`.
 */
function slots(message: string): string {
  const names = new Set<string>();
  for (const { name, kind } of listValues(compileMessageOrThrow(message)))
    names.add(kind ? `${name}:${kind}` : name);
  for (const [tag] of message.matchAll(/<\/?\w+>/g)) names.add(tag);

  return [...names].sort().join(' ') || 'no values';
}

type Value = { name: string; kind: string | undefined; arms: Record<string, unknown> };

// A compiled message is a list of texts, ['name'], and ['name', 'plural', { one: [...], other:
// [...] }].
function listValues(tokens: unknown): Value[] {
  if (!Array.isArray(tokens)) return [];
  return tokens.flatMap((token) => {
    if (!Array.isArray(token)) return [];

    const [name, kind, arms = {}] = token as [
      string,
      string | undefined,
      Record<string, unknown> | undefined,
    ];
    return [{ name, kind, arms }, ...Object.values(arms).flatMap(listValues)];
  });
}

function listArms(tokens: unknown): Value[] {
  return listValues(tokens).filter(({ kind }) => kind === 'plural' || kind === 'select');
}

/**
 * Arms that the language never takes, and those it lacks: English's choices, and the plural
 * categories it distinguishes.
 */
function wrongArms(language: string, { name, kind, arms }: Value, english: string): string[] {
  const theirs = listArms(compileMessageOrThrow(english)).find((one) => one.name === name);
  const known = Object.keys(theirs?.arms ?? {}).filter((arm) => arm !== 'offset');
  const counts = new Intl.PluralRules(language).resolvedOptions().pluralCategories as string[];
  const exact = known.filter(
    (arm) => !['zero', 'one', 'two', 'few', 'many', 'other'].includes(arm),
  );
  const needed =
    kind === 'select'
      ? known
      : [...exact, ...['one', 'other'].filter((arm) => counts.includes(arm))];
  // A language without plural forms may still have a text for exactly one. `=1` is compiled to `1`.
  const possible = kind === 'select' ? known : [...exact, ...counts, '1'];
  const ours = Object.keys(arms).filter((arm) => arm !== 'offset');

  return [
    ...needed.filter((arm) => !ours.includes(arm)).map((arm) => `lacks ${name} ${arm}`),
    ...ours.filter((arm) => !possible.includes(arm)).map((arm) => `never takes ${name} ${arm}`),
  ];
}

function toLanguage({ path }: Catalogue): string {
  return basename(path, '.json');
}

/** The line of a catalogue that has the text of an id. */
export function findLine(text: string, key: string): number {
  return text.split('\n').findIndex((line) => line.includes(`"${key}":`)) + 1;
}

function problem(path: string, line: number, message: string): Problem {
  return { path, line: Math.max(line, 1), rule: 'catalogue', message };
}
