import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Catalogue, findLine } from './catalogues.ts';
import type { Problem } from './source.ts';

/** One thing that texts name: the words to use for it, and words that must not be used. */
export type GlossaryEntry = {
  term: string;
  use: string;
  not: string[];
  /** Beginnings of the ids that the entry is for; without them it is for every text. */
  only?: string[];
  /** Ids of texts that keep a word: the specification's own, or another meaning. */
  except?: string[];
};

export type Glossaries = Record<string, GlossaryEntry[]>;

/** Reads the glossary of each language. */
export function readGlossaries(root: string, languages: readonly string[]): Glossaries {
  const folder = join(root, 'tools', 'lint-rules', 'text-glossaries');
  return Object.fromEntries(
    languages.map((language) => [
      language,
      JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8')),
    ]),
  );
}

/**
 * Texts of the app, the server's messages, SMS and documents that use a word which their language's
 * glossary rules out.
 * @param loanTextVersion the wording of loans in use; the older ones were agreed to, and stay as
 * they are
 */
export function checkTextGlossaries(
  catalogues: Catalogue[],
  glossaries: Glossaries,
  loanTextVersion: string,
): Problem[] {
  const inUse = catalogues.filter(
    ({ path }) =>
      !path.includes('/loan-words/') || path.includes(`/loan-words/${loanTextVersion}/`),
  );
  return inUse.flatMap(({ path, text }) => {
    const entries = glossaries[basename(path, '.json')] ?? [];
    const texts = Object.entries(JSON.parse(text) as Record<string, string>).map(
      ([id, message]) => ({ id, words: message.replace(/\{\w+\}|<\/?\w+>/g, '\0').toLowerCase() }),
    );

    return entries.flatMap((entry) =>
      entry.not.flatMap((word) =>
        texts
          .filter(({ id, words }) => appliesTo(entry, id) && uses(words, word.toLowerCase()))
          .map(({ id }) => ({
            path,
            line: findLine(text, id),
            rule: 'text glossary',
            message: `${id} says "${word}" for: ${entry.use}`,
          })),
      ),
    );
  });
}

function appliesTo({ only, except }: GlossaryEntry, id: string): boolean {
  return (only?.some((start) => id.startsWith(start)) ?? true) && !except?.includes(id);
}

/** Thai does not part words; in other languages a word is whole, unless it is a sign such as ₹. */
function uses(text: string, word: string): boolean {
  if (!text.includes(word)) return false;

  const letter = '[\\p{L}\\p{M}]';
  const isParted = !/\p{Script=Thai}/u.test(word);
  const before = isParted && /^[\p{L}\p{M}]/u.test(word) ? `(?<!${letter})` : '';
  const after = isParted && /[\p{L}\p{M}]$/u.test(word) ? `(?!${letter})` : '';
  const itself = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

  return new RegExp(`${before}${itself}${after}`, 'u').test(text);
}
