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

  const values = readValues(text);
  if (values === undefined) return ['is not a message that can be read'];

  const wanted = readValues(english) ?? [];
  const [ours, theirs] = [describeSlots(text, values), describeSlots(english, wanted)];
  const isUntranslated =
    language !== SOURCE_LANGUAGE && text === english && !mayBeSame(language, key, text);

  return [
    ...(hasForeignFigure(text) ? ['writes an amount otherwise than ₹1,00,000 or ₹9,646.00'] : []),
    ...(ours === theirs ? [] : [`has ${ours}, English has ${theirs}`]),
    ...(isUntranslated ? ['is as in English'] : []),
    ...values.filter(isChoice).flatMap((value) => wrongArms(language, value, wanted)),
  ];
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

type Value = { name: string; kind: string | undefined; arms: Record<string, unknown> };

/** The values of a message, those inside a choice too; undefined where it is not well formed. */
function readValues(message: string): Value[] | undefined {
  try {
    return listValues(compileMessageOrThrow(message));
  } catch {
    return undefined;
  }
}

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

/** What a message is filled with: its values by kind, and its tags; `amount days:plural <link>`. */
function describeSlots(message: string, values: readonly Value[]): string {
  const names = values.map(({ name, kind }) => (kind ? `${name}:${kind}` : name));
  const tags = message.match(/<\/?\w+>/g) ?? [];
  return [...new Set([...names, ...tags])].sort().join(' ') || 'no values';
}

function isChoice({ kind }: Value): boolean {
  return kind === 'plural' || kind === 'select';
}

/**
 * Arms that the language never takes, and those it lacks: English's choices, and the plural
 * categories it distinguishes.
 */
function wrongArms(
  language: string,
  { name, kind, arms }: Value,
  english: readonly Value[],
): string[] {
  const sameChoice = english.find((value) => isChoice(value) && value.name === name);
  const [ours, theirs] = [listArms(arms), listArms(sameChoice?.arms ?? {})];
  const categories: string[] = new Intl.PluralRules(language).resolvedOptions().pluralCategories;

  // `=1` is compiled to `1`. A language without plural forms may still have a text for exactly one.
  const exact = theirs.filter((arm) => /^\d/.test(arm));
  const forms = ['one', 'other'].filter((arm) => categories.includes(arm));
  const needed = kind === 'select' ? theirs : [...exact, ...forms];
  const possible = kind === 'select' ? theirs : [...exact, ...categories, '1'];

  return [
    ...needed.filter((arm) => !ours.includes(arm)).map((arm) => `lacks ${name} ${arm}`),
    ...ours.filter((arm) => !possible.includes(arm)).map((arm) => `never takes ${name} ${arm}`),
  ];
}

function listArms(arms: Value['arms']): string[] {
  return Object.keys(arms).filter((arm) => arm !== 'offset');
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
